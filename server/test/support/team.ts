import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { addressKey } from '../../src/http/limits/request-limits.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { type Api, dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { mailedToken } from './mailbox.ts'
import { ME, newEmail, newOwner, PARTNERS, PASSWORD, type SignedInMember, signIn } from './partner.ts'
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

export const accept = (api: Api, token: string, password = PASSWORD) =>
  api.post(`${PARTNERS}/invitations/accept`, { token, password, confirmPassword: password })

export const resetPassword = (api: Api, token: string, password: string) =>
  api.post(`${PARTNERS}/reset-password`, { token, password, confirmPassword: password })

export const changePassword = (api: Api, token: string, currentPassword: string, password: string) =>
  api.post(`${ME}/password`, { currentPassword, password, confirmPassword: password }, token)

export const setRole = (api: Api, token: string, id: string, role: string) =>
  api.request('PATCH', `${ME}/team/${id}`, { token, body: { role } })

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

/** Changes whether a team member has verified the address, as the code of the mail would. */
export async function setEmailVerified(
  service: TestService,
  email: string,
  isVerified: boolean,
): Promise<void> {
  const at = isVerified ? new Date() : null
  await service.query('update team_members set email_verified_at = $2 where email = $1', [email, at])
}

/** The owner of a new partner that has not entered the mailed code, as it would be in production. */
export async function newUnverifiedOwner(
  service: TestService,
  changes: Record<string, unknown> = {},
): Promise<SignedInMember> {
  const owner = await newOwner(service, changes)
  await setEmailVerified(service, owner.email, false)
  return owner
}

/** Asks for a password link, and counts it for no other test: this machine has 20 links an hour. */
export async function forgotPassword(service: TestService, email: string): Promise<ApiResponse> {
  const key = createEncryption(service.secretKey).keyedHash('reset from', addressKey('127.0.0.1'))
  await service.query('delete from rate_counters where keyed_hash = $1', [key])
  const answer = await service.post(`${PARTNERS}/forgot-password`, { email })
  await service.query('delete from rate_counters where keyed_hash = $1', [key])
  return answer
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

/** Asserts what the newest audit event of a team says that this member did; by default to the own account. */
export async function assertAudited(
  service: TestService,
  { partnerId, id: actor }: Pick<SignedInMember, 'partnerId' | 'id'>,
  action: string,
  detail: object = {},
  subject = actor,
): Promise<void> {
  assert.deepEqual(await lastAuditEvent(service, partnerId), { action, subject, actor, detail })
}

/** The code that an app shows now, or some steps of half a minute away. */
export const codeOf = (secret: string, steps = 0, now = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })

/** Activates a second factor; the code that did it is spent. */
export async function activateSecondFactor(
  api: Api,
  token: string,
  now = Date.now(),
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await dataOf(api.post(`${ME}/second-factor`, { password: PASSWORD }, token))
  const code = codeOf(secret, 0, now)
  const { recoveryCodes } = await dataOf(api.post(`${ME}/second-factor/confirm`, { code }, token))
  return { secret, code, recoveryCodes }
}
