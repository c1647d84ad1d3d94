import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { storedKey } from '../../../src/programme/idempotency/idempotency-key.ts'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import {
  type ApiResponse,
  assertFailure,
  assertSuccess,
  CONFLICT,
  SHOWN_ONCE,
  TIMESTAMP,
  TOKEN_BAD,
  UUID,
} from '../../support/api-response.ts'
import { lockLedgers } from '../../support/database.ts'
import { discover, type OauthPartner, onboardOauthPartner } from '../../support/oauth.ts'
import { ME, newRuleBody } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second: another } = await useClockService()
const SECRETS = `${ME}/secrets`
const list = async (token: string) => (await service.get(SECRETS, token)).body.data.secrets
const create = (token: string, name = 'server') => service.post(SECRETS, { name }, token)
const revoke = (token: string, id: string) => service.request('DELETE', `${SECRETS}/${id}`, { token })
const USUAL = ['rules', 'awards', 'coins', 'events', 'boards']
const TOO_MANY = 'There are 10 secrets already; revoke one that is no longer used.'

const assertLacks = (answer: ApiResponse, scope: string) =>
  assertFailure(
    answer,
    'forbidden',
    `This token lacks the scope ${scope}; get one with a client secret that has it.`,
  )

test('a secret is shown once, when it is made', async () => {
  const { token, secretId } = await onboardOauthPartner(service)
  const answer = await create(token, 'web server')
  const { id, secret, createdAt } = answer.body.data
  const known = { scopes: USUAL, lastUsedAt: null, expiresAt: null }
  const made = { ...known, id, name: 'web server', createdAt }
  assertSuccess(answer, 201, 'Secret created', { ...made, secret })
  assert.match(id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assert.match(secret, /^[\w-]{43}$/)

  const listed = await service.get(SECRETS, token)
  const first = listed.body.data.secrets[0]
  assertSuccess(listed, 200, 'Secrets returned', {
    secrets: [{ ...known, id: secretId, name: 'test', createdAt: first.createdAt }, made],
  })
  assert.ok(!JSON.stringify(listed.body).includes(secret))
})

test('several secrets are valid at the same time, and each can be revoked alone', async () => {
  const partner = await onboardOauthPartner(service)
  const second = (await create(partner.token)).body.data
  const [withFirst, withSecond] = [
    await discover(service, partner),
    await discover(service, { ...partner, secret: second.secret }),
  ]
  const first = await openid.clientCredentialsGrant(withFirst)
  const other = await openid.clientCredentialsGrant(withSecond)
  const answer = await revoke(partner.token, partner.secretId)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.data.id, partner.secretId)

  await assert.rejects(openid.clientCredentialsGrant(withFirst), { status: 401 })
  await waitUntilRefused(service, first.access_token)
  assert.equal((await service.get('/api/v1/laas/rules', other.access_token)).status, 200)
  assert.ok((await openid.clientCredentialsGrant(withSecond)).access_token)
  assert.deepEqual(
    (await list(partner.token)).map((each: { id: string }) => each.id),
    [second.id],
  )
  assertFailure(await revoke(partner.token, partner.secretId), 'notFound', 'Secret was not found.')
})

test('a write with a token of a secret that is revoked while it waits is refused', async () => {
  const partner = await onboardOauthPartner(service)
  const { access_token } = await openid.clientCredentialsGrant(await discover(service, partner))
  const ledger = await lockLedgers(service, partner)
  const revoking = revoke(partner.token, partner.secretId)
  await waitUntil(async () => (await ledger.countWaiting()) === 1, 'the revocation waits for the ledger')
  const writing = another.post('/api/v1/laas/rules/create-rule', newRuleBody(), access_token)
  await waitUntil(async () => (await ledger.countWaiting()) === 2, 'the write waits behind it')
  await ledger.letGo()
  assert.equal((await revoking).status, 200)
  assertFailure(await writing, 'unauthorized', TOKEN_BAD)
})

test('when a secret was last used is kept, to the minute', async () => {
  const partner = await onboardOauthPartner(service)
  const config = await discover(service, partner)
  const lastUsed = async () => (await list(partner.token))[0].lastUsedAt
  assert.equal(await lastUsed(), null)
  const start = Date.now()
  const times: [number, number][] = [
    [0, 0],
    [59_000, 0],
    [61_000, 61_000],
  ]
  for (const [at, known] of times) {
    service.clock.now = new Date(start + at)
    await openid.clientCredentialsGrant(config)
    assert.equal(await lastUsed(), new Date(start + known).toISOString())
  }
})

test('there are at most ten valid secrets, also when they are created at the same time', async () => {
  const { token, secretId } = await onboardOauthPartner(service)
  const answers = await atOnce(15, [service], () => create(token))
  for (const answer of allRefusedBut(9, answers))
    assertFailure(answer, 'refused', TOO_MANY, 'too_many_secrets')
  assert.equal((await list(token)).length, 10)
  await revoke(token, secretId)
  assert.equal((await create(token)).status, 201)
})

test('a retry does not get the secret, and makes no other', async () => {
  const { token } = await onboardOauthPartner(service)
  const headers = { 'idempotency-key': 'one' }
  const send = (name: string) => service.request('POST', SECRETS, { token, headers, body: { name } })
  assert.equal((await send('server')).status, 201)
  assertFailure(await send('server'), 'conflict', SHOWN_ONCE)
  assertFailure(await send('another'), 'conflict', CONFLICT)
  assert.equal((await list(token)).length, 2)
  const stored = await service.query<{ body: unknown }>(
    'select body from stored_responses where idempotency_key = $1',
    [storedKey('one')],
  )
  assert.deepEqual(Object.keys(stored[0]?.body as object), ['id'])
})

test('the secrets of another partner are out of reach', async () => {
  const [mine, theirs] = [await onboardOauthPartner(service), await onboardOauthPartner(service)]
  assertFailure(await revoke(mine.token, theirs.secretId), 'notFound', 'Secret was not found.')
  assert.equal((await list(theirs.token)).length, 1)
  const elsewhere = await service.get('/api/v1/another-eco/partners/me/secrets', mine.token)
  assertFailure(elsewhere, 'notFound', 'A partner of yours in this ecosystem was not found.')
})

test('a secret needs a name', async () => {
  const { token } = await onboardOauthPartner(service)
  assertFailure(await service.post(SECRETS, {}, token), 'invalid', 'name is required.')
  assertFailure(
    await create(token, 'x'.repeat(101)),
    'invalid',
    'name must be one line of text of at most 100 characters.',
  )
})

/** A client of the partner with a new secret. */
async function clientWith(partner: OauthPartner, given: Record<string, unknown>) {
  const created = await service.post(SECRETS, { name: 'server', ...given }, partner.token)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return discover(service, { ...partner, secret: created.body.data.secret })
}

test('a secret has the scopes that its owner gave it, and its tokens no others', async () => {
  const partner = await onboardOauthPartner(service)
  const config = await clientWith(partner, { scopes: ['coins', 'adjust'] })
  assert.deepEqual((await list(partner.token)).at(-1).scopes, ['coins', 'adjust'])
  const all = await openid.clientCredentialsGrant(config)
  assert.equal(all.scope, 'coins adjust')
  assert.equal((await openid.clientCredentialsGrant(config, { scope: 'openid coins' })).scope, 'coins')
  for (const scope of ['awards', 'awards coins', 'everything', 'coins everything'])
    await assert.rejects(openid.clientCredentialsGrant(config, { scope }), { error: 'invalid_scope' }, scope)
  const usual = await openid.clientCredentialsGrant(await discover(service, partner))
  assert.equal(usual.scope, USUAL.join(' '))

  const body = { userId: randomUUID(), coins: 1, reason: 'Goodwill' }
  const adjust = (token: string) => service.post('/api/v1/laas/coins/adjust', body, token)
  assertFailure(await adjust(all.access_token), 'missing', 'User was not found.')
  assertLacks(await adjust(usual.access_token), 'adjust')
  const order = { reference: 'order-1', share: 1 }
  const refused = await service.post('/api/v1/laas/returns', order, all.access_token)
  assertLacks(refused, 'awards')
  assert.equal(
    refused.headers.get('www-authenticate'),
    'Bearer realm="laurel", error="insufficient_scope", scope="coins awards"',
  )
})

test('only a secret that names personal_data exports and erases people, and forfeits with adjust too', async () => {
  const partner = await onboardOauthPartner(service)
  const customer = await service.post('/api/v1/laas/users', { externalId: 'customer-1' }, partner.token)
  const user = `/api/v1/laas/users/${customer.body.data.userId}`
  const tokenWith = async (scopes?: string[]) => {
    const config = scopes ? await clientWith(partner, { scopes }) : await discover(service, partner)
    return (await openid.clientCredentialsGrant(config)).access_token
  }
  const [usual, personal] = await Promise.all([tokenWith(), tokenWith(['personal_data'])])
  assertLacks(await service.get(`${user}/export`, usual), 'personal_data')
  assertLacks(await service.post(`${user}/erase`, {}, usual), 'personal_data')
  assert.equal((await service.get(`${user}/export`, personal)).status, 200)
  const forfeiting = await service.post(`${user}/erase`, { forfeit: true }, personal)
  assertLacks(forfeiting, 'adjust, which forfeit: true needs')
  assertLacks(await service.get(user, personal), 'awards')
  assert.equal((await service.post(`${user}/erase`, {}, personal)).status, 200)
})

test('a secret with the scopes webhooks and settings manages these, and nothing else of the team', async () => {
  const partner = await onboardOauthPartner(service)
  const config = await clientWith(partner, { scopes: ['webhooks', 'settings'] })
  const { access_token: token } = await openid.clientCredentialsGrant(config)
  const created = await service.post('/api/v1/laas/webhooks', { url: `${service.url}/hook` }, token)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal((await service.get('/api/v1/laas/webhooks', token)).body.data.webhooks.length, 1)
  const changed = await service.request('PATCH', ME, { token, body: { boardsPublic: true } })
  assert.equal(changed.body.data.boardsPublic, true)
  assert.equal((await service.get(ME, token)).status, 200)
  assert.equal((await service.get('/api/v1/other/partners/me', token)).status, 404)
  for (const path of [SECRETS, `${ME}/team`, `${ME}/sessions`])
    assert.equal((await service.get(path, token)).status, 403, path)
  assert.equal((await create(token)).status, 403)
  const addresses = { redirectUrl: 'https://acme.example/in', userDetailsUrl: 'https://acme.example/users' }
  const moved = await service.request('PATCH', ME, { token, body: addresses })
  assert.deepEqual({ ...moved.body.data, ...addresses }, moved.body.data)

  const usual = await openid.clientCredentialsGrant(await discover(service, partner))
  const { id: webhookId } = created.body.data
  for (const [method, path, scope] of [
    ['GET', '/api/v1/laas/webhooks', 'webhooks'],
    ['DELETE', `/api/v1/laas/webhooks/${webhookId}`, 'webhooks'],
    ['GET', ME, 'settings'],
    ['PATCH', ME, 'settings'],
  ] as const) {
    const body = method === 'PATCH' ? { body: { boardsPublic: false } } : {}
    assertLacks(await service.request(method, path, { token: usual.access_token, ...body }), scope)
  }
  assert.equal((await service.get(ME, token)).body.data.boardsPublic, true)
  assert.equal((await service.request('DELETE', `/api/v1/laas/webhooks/${webhookId}`, { token })).status, 200)

  const { secretId } = partner
  const secrets = await list(partner.token)
  const { id } = secrets.find((each: { id: string }) => each.id !== secretId)
  const audit = await service.get(`${ME}/audit-events?limit=4`, partner.token)
  assert.deepEqual(
    audit.body.data.data.map(({ action, actor }: Record<string, string>) => [action, actor]),
    [
      ['webhook_deleted', id],
      ['partner_changed', id],
      ['partner_changed', id],
      ['webhook_created', id],
    ],
  )
})

test('a secret that expires is refused from then on, is no longer listed, and its tokens end with it', async () => {
  const partner = await onboardOauthPartner(service)
  const start = Date.now()
  const at = (seconds: number) => new Date(start + seconds * 1_000)
  const expiresAt = at(400).toISOString()
  const config = await clientWith(partner, { expiresAt })
  assert.equal((await list(partner.token)).at(-1).expiresAt, expiresAt)
  assert.equal((await openid.clientCredentialsGrant(config)).expires_in, 300)
  service.clock.now = at(300)
  const last = await openid.clientCredentialsGrant(config)
  assert((last.expires_in as number) <= 100)
  assert.equal((await service.get('/api/v1/laas/rules', last.access_token)).status, 200)
  service.clock.now = at(401)
  await assert.rejects(openid.clientCredentialsGrant(config), { status: 401 })
  assertFailure(await service.get('/api/v1/laas/rules', last.access_token), 'unauthorized', TOKEN_BAD)
  assert.deepEqual(
    (await list(partner.token)).map(({ name }: { name: string }) => name),
    ['test'],
  )
})

test('scopes that do not exist and a time that is past are refused, naming them', async () => {
  const { token } = await onboardOauthPartner(service)
  const known = 'rules, awards, coins, events, boards, adjust, personal_data, webhooks, settings'
  const list = `scopes must be a list of ${known}, each at most once.`
  const time = 'expiresAt must be a time such as 2026-03-01T09:30:00Z.'
  for (const [wrong, error] of [
    [{ scopes: [] }, list],
    [{ scopes: ['rules', 'rules'] }, list],
    [{ scopes: 'rules' }, list],
    [{ scopes: ['team'] }, `scopes[0] must be one of ${known}.`],
    [{ expiresAt: '2026-02-30T00:00:00Z' }, time],
    [{ expiresAt: 'tomorrow' }, time],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be a time to come.'],
  ] as const)
    assertFailure(await service.post(SECRETS, { name: 'server', ...wrong }, token), 'invalid', error)
})
