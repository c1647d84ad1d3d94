import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { storedKey } from '../../src/idempotency/idempotency-key.ts'
import {
  assertFailure,
  assertSuccess,
  CONFLICT,
  SHOWN_ONCE,
  TIMESTAMP,
  TOKEN_BAD,
  UUID,
} from '../support/api-response.ts'
import { holdLedgers } from '../support/database.ts'
import { discover, onboardOauthPartner } from '../support/oauth.ts'
import { newRuleBody } from '../support/partner.ts'
import { useClockService } from '../support/service.ts'
import { waitUntilRefused } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const { service, second: another } = await useClockService()
const SECRETS = '/api/v1/acme/partners/me/secrets'
const list = async (token: string) => (await service.get(SECRETS, token)).body.data.secrets
const create = (token: string, name = 'server') => service.post(SECRETS, { name }, token)
const revoke = (token: string, id: string) => service.request('DELETE', `${SECRETS}/${id}`, { token })
const TOO_MANY = 'There are 10 secrets already; revoke one that is no longer used.'

test('a secret is shown once, when it is made', async () => {
  const { token, secretId } = await onboardOauthPartner(service)
  const answer = await create(token, 'web server')
  const { id, secret, createdAt } = answer.body.data
  assertSuccess(answer, 201, 'Secret created', {
    id,
    name: 'web server',
    createdAt,
    lastUsedAt: null,
    secret,
  })
  assert.match(id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assert.match(secret, /^[\w-]{43}$/)

  const listed = await service.get(SECRETS, token)
  const first = listed.body.data.secrets[0]
  assertSuccess(listed, 200, 'Secrets returned', {
    secrets: [
      { id: secretId, name: 'test', createdAt: first.createdAt, lastUsedAt: null },
      { id, name: 'web server', createdAt, lastUsedAt: null },
    ],
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
  const ledger = await holdLedgers(service, partner)
  const revoking = revoke(partner.token, partner.secretId)
  await waitUntil(async () => (await ledger.countWaiting()) === 1, 'the revocation waits for the ledger')
  const writing = another.post('/api/v1/laas/rules/create-rule', newRuleBody(), access_token)
  await waitUntil(async () => (await ledger.countWaiting()) === 2, 'the write waits behind it')
  await ledger.letGo()
  assert.equal((await revoking).status, 200)
  assertFailure(await writing, 'unauthorized', TOKEN_BAD)
})

test('a secret can be sent in the header or in the form', async () => {
  const { clientId, secret } = await onboardOauthPartner(service)
  const response = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }),
  })
  assert.equal(response.status, 200)
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
  const answers = await Promise.all(Array.from({ length: 15 }, () => create(token)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 9)
  for (const answer of answers)
    if (answer.status !== 201) assertFailure(answer, 'refused', TOO_MANY, 'too_many_secrets')
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
