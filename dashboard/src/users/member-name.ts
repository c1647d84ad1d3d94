/** How a user is called: by name where it is known, otherwise by tag. Names are kept in lower case. */
export function memberName({
  userData,
}: {
  userData: { tag: string; fullname: string | null } | null
}): string {
  return titled(userData?.fullname ?? userData?.tag ?? 'A user')
}

export const titled = (name: string): string =>
  name.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase())
