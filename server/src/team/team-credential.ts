import type { Credential } from '../http/credential.ts'
import type { SessionHolder } from './session-store.ts'

const PERSON_SCOPES = new Set(['rules', 'awards', 'coins', 'events', 'boards'])

/** What a signed-in member of a team is to the rest of the service, with tokens and with a browser alike. */
export const personCredential = (session: SessionHolder): Credential => ({
  kind: 'person',
  subject: session.teamMemberId,
  partnerId: session.partnerId,
  sessionId: session.sessionId,
  ecosystem: session.ecosystem,
  scopes: PERSON_SCOPES,
  role: session.role,
})
