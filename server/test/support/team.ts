import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { newPartnerBody, PASSWORD, unique } from './partner.ts'
import type { Answer, TestService } from './service.ts'

export const PARTNERS = '/api/v1/acme/partners'
export const ME = `${PARTNERS}/me`
export const TOKEN_SPENT = 'The token is unknown, used or expired; ask for a new one.'
export const NO_SUCH_PARTNER = 'A partner of yours in this ecosystem was not found.'

export type SignedInMember = {
  id: string
  partnerId: string
  email: string
  sessionId: string
  token: string
  refreshToken: string
}

export function login(
  service: TestService,
  email: string,
  { password = PASSWORD, code, agent }: { password?: string; code?: string; agent?: string } = {},
): Promise<Answer> {
  return service.request('POST', `${PARTNERS}/login`, {
    body: { email, password, ...(code && { code }) },
    ...(agent && { headers: { 'user-agent': agent } }),
  })
}

/** What an access token says, unverified. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

export async function signIn(
  service: TestService,
  email: string,
  options: Parameters<typeof login>[2] = {},
): Promise<SignedInMember> {
  const answer = await login(service, email, options)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { accessToken, refreshToken, partner } = answer.body.data
  const { sub, sid } = claimsOf(accessToken)
  return { id: sub, partnerId: partner.partnerId, email, sessionId: sid, token: accessToken, refreshToken }
}

/** The owner of a new partner, signed in. */
export async function newOwner(service: TestService): Promise<SignedInMember> {
  const body = newPartnerBody()
  assert.equal((await service.post(PARTNERS, body)).status, 201)
  return signIn(service, body.email)
}

/** Invites someone and accepts for them. */
export async function addMember(
  service: TestService,
  owner: { token: string },
  role: string,
): Promise<SignedInMember> {
  const email = `${unique('member')}@acme.example`
  const invited = await service.post(`${ME}/team/invitations`, { email, role }, owner.token)
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const accepted = await accept(service, await mailedToken(service, email))
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
  return signIn(service, email)
}

export const accept = (service: TestService, token: string) =>
  service.post(`${PARTNERS}/invitations/accept`, { token, password: PASSWORD, confirmPassword: PASSWORD })

/** The mails to an address, the newest first. */
export async function mailsTo(
  service: TestService,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  return (await service.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body
}

/** The token in the newest mail to an address, which stands there in a link and by itself. */
export async function mailedToken(service: TestService, email: string): Promise<string> {
  const [mail] = await mailsTo(service, email)
  const token = /with the API: (\S+)$/m.exec(mail?.text ?? '')?.[1]
  assert(token, `a token was mailed to ${email}`)
  assert.match(
    mail?.text ?? '',
    new RegExp(`^http://127\\.0\\.0\\.1:\\d+/dashboard/[a-z-]+\\?token=${token}&eco=acme$`, 'm'),
  )
  return token
}

export const worksWith = async (service: TestService, token: string) =>
  (await service.get('/api/v1/laas/rules', token)).status === 200

/** A token that was ended is refused within a second, everywhere; busy machines get longer. */
async function assertRefusedSoon(services: TestService[], token: string): Promise<void> {
  const deadline = Date.now() + 10_000
  for (const service of services) {
    while (await worksWith(service, token)) {
      assert.ok(Date.now() < deadline, 'the access token is refused')
      await pause(50)
    }
  }
}

export async function assertSignedOut(services: TestService[], member: SignedInMember): Promise<void> {
  for (const service of services) {
    const refreshed = await service.post(`${PARTNERS}/refresh`, { refreshToken: member.refreshToken })
    assert.equal(refreshed.status, 401)
  }
  await assertRefusedSoon(services, member.token)
}

/** Gives the looks at revocations time to come around, for those who must not be signed out. */
export const aLookLater = () => pause(1000)

/** The acts on a partner's accounts, the oldest first. */
export async function actsOf(
  service: TestService,
  partnerId: string,
): Promise<{ act: string; subject: string; actor: string; detail: unknown }[]> {
  return service.query(
    'select action as act, subject, actor, detail from audit_log where partner_id = $1 order by id',
    [partnerId],
  )
}

export async function lastAct(service: TestService, partnerId: string) {
  return (await actsOf(service, partnerId)).at(-1)
}
