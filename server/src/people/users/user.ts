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
  /** The user whose tag was given as referral code. */
  referrer: { id: string; tag: string } | null
  createdAt: Date
}

export type NewUser = Omit<User, 'id' | 'createdAt' | 'referrer'>
