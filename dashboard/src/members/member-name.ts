/** How a user is shown. The tag of a former member is unknown. */
export type DisplayName = { name: string; tag: string | null }

type UserData = { tag: string; fullname: string | null } | null

export const FORMER_MEMBER: DisplayName = { name: 'Former member', tag: null }

/** The full name, or the tag when the name is unknown. */
export const displayNameOf = (userData: UserData): DisplayName =>
  userData ? { name: userData.fullname ?? userData.tag, tag: userData.tag } : FORMER_MEMBER

export const memberName = ({ userData }: { userData: UserData }): string => displayNameOf(userData).name

export const possessive = (name: string): string => `${name}${name.endsWith('s') ? '’' : '’s'}`
