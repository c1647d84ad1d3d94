import type { Membership } from './membership.ts'

type Shown = Pick<Membership, 'id' | 'userId' | 'tag' | 'fullname' | 'avatar' | 'createdAt' | 'updatedAt'>

/** Every member has a tag. */
const isErased = ({ tag }: Shown) => tag === ''

/** A membership as its events store it. Stored events never change, so neither does this shape. */
export function membershipSnapshot(membership: Shown) {
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
