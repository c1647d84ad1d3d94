import { CLIENT_SCOPES } from '../../identity/authorization/access.ts'
import type { Credential } from '../../runtime/caller.ts'
import type { SessionHolder } from './team-store.ts'

/** Roles say what a team member may do. */
const TEAM_SCOPES = new Set<string>(CLIENT_SCOPES)

/** The credential of a signed-in team member, with tokens and with a browser alike. */
export const teamCredential = (session: SessionHolder): Credential => ({
  kind: 'team',
  subject: session.teamMemberId,
  name: session.email,
  partnerId: session.partnerId,
  sessionId: session.sessionId,
  ecosystem: session.ecosystem,
  scopes: TEAM_SCOPES,
  role: session.role,
})
