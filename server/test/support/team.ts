import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import { mailedToken } from './mailbox.ts'
import { ME, newEmail, PARTNERS, PASSWORD, type SignedInMember, signIn } from './partner.ts'
import type { TestService } from './service.ts'
import { waitUntil } from './wait-until.ts'

export const TOKEN_SPENT = 'The token is unknown, used or expired; ask for a new one.'
export const NO_SUCH_PARTNER = 'A partner of yours in this ecosystem was not found.'

export const invite = (
  api: Api,
  token: string,
  email: string,
  { role = 'support', headers = {} }: { role?: string; headers?: Record<string, string> } = {},
) => api.request('POST', `${ME}/team/invitations`, { token, body: { email, role }, headers })

export const accept = (api: Api, token: string) =>
  api.post(`${PARTNERS}/invitations/accept`, { token, password: PASSWORD, confirmPassword: PASSWORD })

export const removeMember = (api: Api, token: string, id: string) =>
  api.request('DELETE', `${ME}/team/${id}`, { token })

/** Invites someone and accepts for them. */
export async function addMember(api: Api, owner: { token: string }, role: string): Promise<SignedInMember> {
  const email = newEmail()
  const invited = await invite(api, owner.token, email, { role })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const accepted = await accept(api, await mailedToken(api, email))
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
  return signIn(api, email)
}

/** Whether any kind of token is accepted. */
export const worksWith = async (api: Api, token: string) =>
  (await api.get('/api/v1/laas/leaderboard/new', token)).status === 200

/** Waits until a token that was revoked is refused: every process polls for revocations. */
export const waitUntilRefused = (api: Api, token: string): Promise<void> =>
  waitUntil(async () => !(await worksWith(api, token)), 'the access token is refused')

export async function assertSignedOut(apis: Api[], member: SignedInMember): Promise<void> {
  for (const api of apis) {
    const refreshed = await api.post(`${PARTNERS}/refresh`, { refreshToken: member.refreshToken })
    assert.equal(refreshed.status, 401)
  }
  for (const api of apis) await waitUntilRefused(api, member.token)
}

/** The audit events of a partner, oldest first. */
export async function auditEventsOf(
  service: TestService,
  partnerId: string,
): Promise<{ action: string; subject: string; actor: string; detail: unknown }[]> {
  return service.query(
    'select action, subject, actor, detail from audit_log where partner_id = $1 order by id',
    [partnerId],
  )
}

export async function lastAuditEvent(service: TestService, partnerId: string) {
  return (await auditEventsOf(service, partnerId)).at(-1)
}
