/** What a partner may see of a user: its own record, or what the user consented to show. */
export type ShownDetails = {
  tag: string
  fullname: string
  avatar: string | null
  /** Empty when unknown. */
  email: string
}

/** A user joined to a partner. */
export type Membership = ShownDetails & {
  id: string
  userId: string
  leftAt: Date | null
  leftBy: 'partner' | 'user' | null
  createdAt: Date
  updatedAt: Date
}

export type MemberWithWallet = Membership & { walletId: string; balance: bigint; points: bigint }
