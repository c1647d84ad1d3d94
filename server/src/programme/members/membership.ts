import type { ShownWallet, WalletNow } from '../wallets/wallet-now.ts'

/** Details of a user that a partner may see: its own record, or what the user consented to show. */
export type ShownDetails = {
  tag: string
  /** It is empty when unknown. */
  fullname: string
  avatar: string | null
  /** It is empty when unknown. */
  email: string
}

/** A user joined to a partner. */
export type Membership = ShownDetails & {
  id: string
  /** Never changes, also when a user claims the membership. */
  userId: string
  /** The user with whose account this is; null for a member without an account. */
  accountId: string | null
  /** The partner's own id of the user. */
  externalId: string | null
  leftAt: Date | null
  leftBy: 'partner' | 'user' | null
  createdAt: Date
  updatedAt: Date
}

/** The user id of an account's membership with a partner: the account's own, or that of one it claimed. */
export type AccountMember = { partnerId: string; memberId: string }

export type MemberWithWallet = Membership & ShownWallet & { walletId: string }

/** A member with the wallet at the moment of reading. */
export type MemberNow = MemberWithWallet & WalletNow

/** Whether the user ended the link with the account. The partner then no longer sees who it was. */
export const hasUnlinked = ({ leftBy, accountId }: Pick<Membership, 'leftBy' | 'accountId'>): boolean =>
  leftBy === 'user' && accountId !== null

type ShownMembership = Pick<
  Membership,
  'id' | 'userId' | 'tag' | 'fullname' | 'avatar' | 'createdAt' | 'updatedAt'
>

/** Every member has a tag. */
const isErased = ({ tag }: ShownMembership) => tag === ''

/** A membership as its events store it. Stored events never change, so neither does this shape. */
export function membershipSnapshot(membership: ShownMembership) {
  return {
    id: membership.id,
    userId: membership.userId,
    userData: isErased(membership)
      ? null
      : { tag: membership.tag, fullname: membership.fullname || null, avatar: membership.avatar },
    createdAt: membership.createdAt.toISOString(),
    updatedAt: membership.updatedAt.toISOString(),
  }
}

/** The same with the partner's own id of the user. */
export const identifiedSnapshot = (membership: Membership) => ({
  ...membershipSnapshot(membership),
  externalId: membership.externalId,
})
