/** A member, named by the service's id or by the partner's own. */
export type MemberRef = { userId: string } | { externalId: string }
