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

/** What a member of a partner's team may do, from most to least. */
export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const
export type Role = (typeof ROLES)[number]

/** Who calls, as the access token or the cookie proves. */
export type Credential = {
  /** A partner's own client (client credentials), a signed-in member of its team, or a user. */
  kind: 'client' | 'team' | 'user'
  subject: string
  /** Of the client secret, or the address of the team member, when the credential was made; empty for a user. */
  name: string
  partnerId: string
  /** What the credential depends on: the session of a team member, the client secret, or the user's grant. */
  sessionId: string
  /** Of an access token that can be revoked alone. */
  tokenId?: string
  ecosystem: string
  scopes: ReadonlySet<string>
  /** Only on a team credential. */
  role?: Role
}

/** On whose behalf a partner's data is written. Without a caller, the service itself writes. */
export type Actor = { partnerId: string; caller?: Caller }

/** A caller whom the guard admitted, and what it must still be when the write is made. */
export type Caller = { credential: Credential; roles: readonly Role[]; hasCookie: boolean }
