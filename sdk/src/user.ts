/** Names a user by the id that Laurel gave. */
export interface ByUserId {
  /** Id of an onboarded user. */
  userId: string
  externalId?: never
}

/** Names a user by your own id. */
export interface ByExternalId {
  /** Your own id of an onboarded user. */
  externalId: string
  userId?: never
}

/** A user: by `userId` or by `externalId`, and not by both. */
export type UserReference = ByUserId | ByExternalId
