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
  /** Whether a partner made the account. Then nobody can sign in to it until the mailbox's owner sets a password. */
  fromPartner: boolean
  createdAt: Date
}

export type NewUser = Omit<User, 'id' | 'createdAt'>
