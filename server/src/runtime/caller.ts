export type Scope =
  | 'rules'
  | 'awards'
  | 'coins'
  | 'events'
  | 'boards'
  | 'adjust'
  | 'personal_data'
  | 'webhooks'
  | 'settings'
  | 'wallet'

/** The roles of a partner's team, from most rights to least. */
export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const
export type Role = (typeof ROLES)[number]

/** The caller, as the access token or the cookie proves. */
export type Credential = {
  /** A partner's own client (client credentials), a signed-in member of its team, or a user. */
  kind: 'client' | 'team' | 'user'
  subject: string
  /**
   * The name of the client secret, or the team member's address, when the credential was made; empty for a
   * user.
   */
  name: string
  partnerId: string
  /** The credential depends on this: the session of a team member, the client secret, or the user's grant. */
  sessionId: string
  /** The id of an access token that can be revoked alone. */
  tokenId?: string
  ecosystem: string
  scopes: ReadonlySet<string>
  /** Only a team credential has a role. */
  role?: Role
}

/** A partner's data is written on behalf of an actor. Without a caller, the service itself writes. */
export type Actor = { partnerId: string; caller?: Caller }

/** A caller whom the guard admitted, and what it must still be when the write is made. */
export type Caller = { credential: Credential; roles: readonly Role[]; hasCookie: boolean }
