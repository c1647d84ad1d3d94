import type { Credential } from '../http/credential.ts'
import type { SessionHolder } from './team-store.ts'

const TEAM_SCOPES = new Set(['rules', 'awards', 'coins', 'events', 'boards'])

/** What a signed-in member of a team is to the rest of the service, with tokens and with a browser alike. */
export const teamCredential = (session: SessionHolder): Credential => ({
  kind: 'team',
  subject: session.teamMemberId,
  partnerId: session.partnerId,
  sessionId: session.sessionId,
  ecosystem: session.ecosystem,
  scopes: TEAM_SCOPES,
  role: session.role,
})
