/** How a user is called; of someone who has left the tag is not known any more. */
export type Named = { name: string; tag: string | null }

type UserData = { tag: string; fullname: string | null } | null

export const FORMER: Named = { name: 'Former member', tag: null }

/** By name where it is known, otherwise by tag. */
export const namedBy = (userData: UserData): Named =>
  userData ? { name: titled(userData.fullname ?? userData.tag), tag: userData.tag } : FORMER

export const memberName = ({ userData }: { userData: UserData }): string => namedBy(userData).name

/** Names are kept in lower case. */
export const titled = (name: string): string =>
  name.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase())

export const possessive = (name: string): string => `${name}${name.endsWith('s') ? '’' : '’s'}`
