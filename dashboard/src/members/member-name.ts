/** How a user is shown. The tag of a former member is unknown. */
export type DisplayName = { name: string; tag: string | null }

type UserData = { tag: string; fullname: string | null } | null

export const FORMER_MEMBER: DisplayName = { name: 'Former member', tag: null }

/** The full name, or the tag when the name is unknown. */
export const displayNameOf = (userData: UserData): DisplayName =>
  userData ? { name: userData.fullname ?? userData.tag, tag: userData.tag } : FORMER_MEMBER

/** The tag of a member without an account is random, so the partner's own id stands for a missing name. */
export function memberName(member: NamedMember): string {
  const { userData, externalId, hasAccount } = member
  if (!userData) return isUnlinked(member) ? 'Unlinked member' : 'Erased member'
  return (!userData.fullname && hasAccount === false && externalId) || displayNameOf(userData).name
}

/** Someone of whom only the own id is known: it stands for a missing name, and for the tag, which may be random. */
export const customerLabelOf = ({ userData, externalId }: NamedMember): DisplayName => {
  if (userData && !externalId) return displayNameOf(userData)
  return { name: memberName({ userData, externalId, hasAccount: false }), tag: null }
}

/** Whether the person ended the link, and is no longer shown. */
export const isUnlinked = ({ leftBy, hasAccount }: NamedMember): boolean =>
  leftBy === 'user' && hasAccount === true

type NamedMember = {
  userData: UserData
  externalId?: string | null
  hasAccount?: boolean
  leftBy?: 'partner' | 'user' | null
}
