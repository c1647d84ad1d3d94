/** A person with an account at the service. */
export type User = {
  id: string
  tag: string
  email: string | null
  fullname: string
  /** Digits without leading zeros. */
  phone: string | null
  countryCode: string | null
  avatar: string | null
  gender: string | null
  dateOfBirth: string | null
  isAdult: boolean
  /** Whether a partner created the account. It has no password until the mailbox's owner sets one. */
  fromPartner: boolean
  createdAt: Date
}

export type NewUser = Omit<User, 'id' | 'createdAt'>
