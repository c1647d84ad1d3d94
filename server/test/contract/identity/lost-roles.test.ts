import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiResponse, assertFailure, TOKEN_BAD } from '../../support/api-response.ts'
import { openCookieSession } from '../../support/browser-session.ts'
import { lockTeamMember } from '../../support/database.ts'
import {
  ME,
  newEmail,
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  type SignedInMember,
  signIn,
  type TestPartner,
} from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember, invite, removeMember, setRole } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const { second } = service

type Send = (method: string, path: string, body: unknown) => Promise<ApiResponse>

const read = async (token: string, path: string) => (await service.get(path, token)).body.data

/** Everything of a partner that its team can change. */
async function everythingOf({ token, partnerId }: TestPartner) {
  return {
    team: await read(token, `${ME}/team`),
    secrets: await read(token, `${ME}/secrets`),
    webhooks: await read(token, '/api/v1/laas/webhooks'),
    rules: await read(token, '/api/v1/laas/rules'),
    members: await read(token, '/api/v1/laas/users'),
    decisions: await read(token, '/api/v1/laas/decisions'),
    partner: await read(token, ME),
    stored: await service.query('select idempotency_key from stored_responses where scope_id = $1', [
      partnerId,
    ]),
  }
}

/**
 * Has one process take away an owner's role, while the owner's requests to another are past the guard. The
 * loss has locked the ledger and waits for the owner's row, so that no request can overtake it.
 */
async function actWhile(
  ownerId: string,
  lose: () => Promise<ApiResponse>,
  act: () => Promise<ApiResponse>[],
  connections: number,
): Promise<ApiResponse[]> {
  const owner = await lockTeamMember(service, ownerId)
  const losing = lose()
  await waitUntil(async () => (await owner.countWaiting()) === 1, 'the loss has locked the ledger')
  const acting = act()
  await waitUntil(async () => (await owner.countWaiting()) > connections, 'the requests wait behind it')
  await owner.letGo()
  assert.equal((await losing).status, 200)
  return Promise.all(acting)
}

async function withToken({ token }: SignedInMember): Promise<Send> {
  return (method, path, body) => second.request(method, path, { token, body })
}

async function withCookie({ email }: SignedInMember): Promise<Send> {
  const { request } = await openCookieSession(service, { email })
  return (method, path, body) => request(method, path, { body, on: second })
}

for (const [how, signedIn, error, appErrorCode] of [
  ['with a token', withToken, TOKEN_BAD, undefined],
  ['in a browser', withCookie, 'Your session has ended; sign in again.', 'session_ended'],
] as const) {
  test(`a demoted owner ${how} cannot become an owner again by a request that was accepted before`, async () => {
    const partner = await onboardTestPartner(service)
    const owner = await addMember(service, partner, 'owner')
    const send = await signedIn(owner)
    const [promoted] = (await actWhile(
      owner.id,
      () => setRole(service, partner.token, owner.id, 'manager'),
      () => [send('PATCH', `${ME}/team/${owner.id}`, { role: 'owner' })],
      1,
    )) as [ApiResponse]
    assertFailure(promoted, 'unauthorized', error, appErrorCode)
    const { members } = await read(partner.token, `${ME}/team`)
    assert.equal(members.find(({ id }: { id: string }) => id === owner.id).role, 'manager')
  })
}

for (const [how, lose, remaining] of [
  ['is removed', (token: string, id: string) => removeMember(service, token, id), () => []],
  [
    'becomes read-only',
    (token: string, id: string) => setRole(service, token, id, 'read-only'),
    (id: string) => [[id, 'read-only']],
  ],
] as const) {
  test(`nothing that an owner asks for is done once the owner ${how}`, async () => {
    const partner = await onboardTestPartner(service)
    const { id: owner } = await signIn(service, partner.email)
    const leaving = await addMember(service, partner, 'owner')
    const other = await addMember(service, partner, 'support')
    const [userId = '', former = ''] = await partner.addUsers(2)
    const { id: ruleId, name: ruleName } = await partner.addRule()
    const { data: award } = (await partner.award(userId, ruleName)).body
    const secret = (await service.post(`${ME}/secrets`, { name: 'server' }, partner.token)).body.data
    const webhook = { url: 'http://127.0.0.1:9/hook' }
    const { id: hook } = (await service.post('/api/v1/laas/webhooks', webhook, partner.token)).body.data
    const invitation = (await invite(service, partner.token, newEmail())).body.data
    const { team: teamBefore, ...others } = await everythingOf(partner)
    const before = { team: { ...teamBefore, members: [] }, ...others }

    const { token } = leaving
    const send = (method: string, path: string, body?: unknown, key?: string) =>
      second.request(method, path, {
        token,
        ...(body !== undefined && { body }),
        ...(key && { headers: { 'idempotency-key': key } }),
      })
    const hooks = '/api/v1/laas/webhooks'
    const answers = await actWhile(
      leaving.id,
      () => lose(partner.token, leaving.id),
      () => [
        setRole(second, token, leaving.id, 'owner'),
        setRole(second, token, owner, 'support'),
        removeMember(second, token, owner),
        send('DELETE', `${ME}/team/${other.id}/second-factor`),
        invite(second, token, newEmail(), { role: 'owner' }),
        send('DELETE', `${ME}/team/invitations/${invitation.id}`),
        send('POST', `${ME}/secrets`, { name: 'back door' }, 'secret'),
        send('DELETE', `${ME}/secrets/${secret.id}`),
        send('PATCH', ME, { boardsPublic: true }),
        send('POST', hooks, { url: 'http://127.0.0.1:9/elsewhere' }),
        send('PATCH', `${hooks}/${hook}`, { url: 'http://127.0.0.1:9/elsewhere' }),
        send('POST', `${hooks}/${hook}/rotate-secret`),
        send('POST', `${hooks}/${hook}/replay`, { after: 0 }),
        send('POST', `${hooks}/${hook}/test`),
        send('DELETE', `${hooks}/${hook}`),
        send('POST', `${ME}/user-details/try`, { tag: 'ada' }),
        send('POST', '/api/v1/laas/rules/create-rule', newRuleBody(), 'rule'),
        send('PATCH', `/api/v1/laas/rules/${ruleId}`, { coinValue: '1000' }),
        send('POST', '/api/v1/user', newUserBody()),
        send('DELETE', `/api/v1/laas/users/${former}`),
        send('POST', '/api/v1/laas/rules/award', { userId, ruleName }, 'award'),
        send('POST', '/api/v1/laas/rules/award/bulk', { awards: [{ userId, ruleName }] }),
        send('POST', '/api/v1/laas/rules/award/bulk', { awards: [{ userId, ruleName }] }, 'bulk'),
        send('POST', `/api/v1/laas/rules/award/${award.id}/reverse`),
        send('POST', '/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins: 1 }),
      ],
      // One for the batch of awards, and one for everything else.
      2,
    )
    for (const answer of answers) assertFailure(answer, 'unauthorized', TOKEN_BAD)
    const { team, ...rest } = await everythingOf(partner)
    assert.deepEqual({ team: { ...team, members: [] }, ...rest }, before)
    assert.deepEqual(
      team.members.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [[owner, 'owner'], ...remaining(leaving.id), [other.id, 'support']],
    )
  })
}
