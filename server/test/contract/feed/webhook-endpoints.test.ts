import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { EVENT_TYPES } from '../../../src/feed/events/event.ts'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import {
  assertFailure,
  assertSuccess,
  SHOWN_ONCE,
  TIMESTAMP,
  TOKEN_MISSING,
  UUID,
} from '../../support/api-response.ts'
import { discover, onboardOauthPartner } from '../../support/oauth.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { addWebhook, readWebhook, WEBHOOKS } from '../../support/receiver.ts'
import { useSharedService } from '../../support/service.ts'
import { auditEventsOf } from '../../support/team.ts'

const service = useSharedService()

const ADDRESS = 'http://localhost:8080/hooks'
const TYPES = EVENT_TYPES.join(', ')
const NOT_FOUND = 'Webhook was not found.'
const TOO_MANY = 'There are 20 webhooks already; delete one that is no longer used.'

test('a webhook is made with a secret that is shown once, and starts at the end of the log', async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule()
  const answer = await service.post(WEBHOOKS, { url: ADDRESS }, partner.token)
  const { id, secret, createdAt } = answer.body.data
  const data = {
    id,
    url: ADDRESS,
    description: '',
    types: null,
    enabled: true,
    deliveredUpTo: 1,
    waiting: 0,
    failures: 0,
    failingSince: null,
    nextTryAt: null,
    switchedOffAt: null,
    switchedOffReason: null,
    previousSecretUntil: null,
    createdAt,
    updatedAt: createdAt,
  }
  assertSuccess(answer, 201, 'Webhook created', { ...data, secret })
  assert.match(id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)

  assertSuccess(await service.get(`${WEBHOOKS}/${id}`, partner.token), 200, 'Webhook returned', data)
  assertSuccess(await service.get(WEBHOOKS, partner.token), 200, 'Webhooks returned', { webhooks: [data] })
  const rows = await service.query(
    `select encode(encrypted_secret, 'escape') || webhook_endpoints::text as row from webhook_endpoints where id = $1`,
    [id],
  )
  assert.ok(rows[0]?.row && !rows[0].row.includes(secret.slice(6)), 'the secret is not kept in clear')
  assert.deepEqual((await auditEventsOf(service, partner.partnerId)).at(-1)?.detail, {
    webhookId: id,
    url: ADDRESS,
  })
})

test('a webhook may start at an earlier event, with a choice of events and disabled', async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule()
  await partner.addRule()
  const chosen = { description: 'Orders\nof the shop', types: ['award.paid', 'user.left'], enabled: false }
  const hook = await addWebhook(service, partner.token, { url: ADDRESS, ...chosen, after: 0 })
  const found = await readWebhook(service, partner.token, hook)
  assert.partialDeepStrictEqual(found, { ...chosen, deliveredUpTo: 0, waiting: 2 })
})

const NO_ADDRESS = 'url must be an absolute http or https address without user name or fragment.'
const wrong: [string, Record<string, unknown>, string][] = [
  ['no address', { url: undefined }, 'url is required.'],
  ['no web address', { url: 'ftp://acme.example' }, NO_ADDRESS],
  ['an address with a password', { url: 'https://a:b@acme.example' }, NO_ADDRESS],
  [
    'the address of a cloud’s secrets',
    { url: 'http://169.254.169.254/' },
    'url must lead to a public address.',
  ],
  ['no types', { types: [] }, 'types must be null or a list of types, each once.'],
  ['an unknown type', { types: ['award.lost'] }, `types[0] must be one of ${TYPES}.`],
  ['a wrong flag', { enabled: 'yes' }, 'enabled must be true or false.'],
  ['a number that is none', { after: -1 }, 'after must be a whole number from 0 to 9007199254740991.'],
  ['a number past the end', { after: 1 }, 'after must be at most 0, the number of your last event.'],
  [
    'a long description',
    { description: 'x'.repeat(201) },
    'description must be text of at most 200 characters without control characters.',
  ],
]
for (const [what, body, error] of wrong) {
  test(`a webhook with ${what} is refused`, async () => {
    const { token } = await onboardTestPartner(service)
    assertFailure(await service.post(WEBHOOKS, { url: ADDRESS, ...body }, token), 'invalid', error)
    const { webhooks } = (await service.get(WEBHOOKS, token)).body.data
    assert.deepEqual(webhooks, [])
  })
}

test('a webhook can be changed, and only what is given changes', async () => {
  const { token } = await onboardTestPartner(service)
  const made = { url: ADDRESS, description: 'Orders', types: ['award.paid'] }
  const hook = await addWebhook(service, token, made)
  const patch = (body: unknown) => service.request('PATCH', hook.path, { token, body })
  const disabled = await patch({ enabled: false })
  assert.equal(disabled.body.message, 'Webhook changed')
  const moved = await patch({ url: 'https://acme.example/new', types: null, enabled: true })
  const { url, description, types, enabled } = moved.body.data
  assert.deepEqual([disabled.body.data.enabled, disabled.body.data.types], [false, ['award.paid']])
  assert.deepEqual([url, description, types, enabled], ['https://acme.example/new', 'Orders', null, true])
  assertFailure(
    await patch({ url: 'nowhere', enabled: 1 }),
    'invalid',
    'enabled must be true or false; url must be an absolute http or https address without user name or fragment.',
  )
})

test('a webhook can be deleted, with its attempts', async () => {
  const { token } = await onboardTestPartner(service)
  const hook = await addWebhook(service, token, { url: 'http://127.0.0.1:9/' })
  assert.equal((await service.request('POST', `${hook.path}/test`, { token })).status, 200)
  const answer = await service.request('DELETE', hook.path, { token })
  assert.deepEqual(
    [answer.status, answer.body.message, answer.body.data.id],
    [200, 'Webhook deleted', hook.id],
  )
  assertFailure(await service.get(hook.path, token), 'notFound', NOT_FOUND)
  assertFailure(await service.request('DELETE', hook.path, { token }), 'notFound', NOT_FOUND)
  assert.deepEqual(
    await service.query('select * from webhook_attempts where endpoint_id = $1', [hook.id]),
    [],
  )
})

test('there are at most twenty webhooks, also when they are made at the same time', async () => {
  const { token } = await onboardTestPartner(service)
  const answers = await atOnce(24, [service], (api) => api.post(WEBHOOKS, { url: ADDRESS }, token))
  for (const answer of allRefusedBut(20, answers))
    assertFailure(answer, 'refused', TOO_MANY, 'too_many_webhooks')
})

test('a retry does not get the secret, and makes no other webhook', async () => {
  const { token } = await onboardTestPartner(service)
  const send = (path: string, body?: unknown) =>
    service.request('POST', path, { token, body, headers: { 'idempotency-key': `one${path}` } })
  const created = await send(WEBHOOKS, { url: ADDRESS })
  assert.equal(created.status, 201)
  assertFailure(await send(WEBHOOKS, { url: ADDRESS }), 'conflict', SHOWN_ONCE)
  assert.equal((await service.get(WEBHOOKS, token)).body.data.webhooks.length, 1)
  const rotate = `${WEBHOOKS}/${created.body.data.id}/rotate-secret`
  assert.equal((await send(rotate)).status, 200)
  assertFailure(await send(rotate), 'conflict', SHOWN_ONCE)
})

const routes: [string, string, unknown?][] = [
  ['GET', ''],
  ['PATCH', '', { enabled: true }],
  ['DELETE', ''],
  ['POST', '/rotate-secret'],
  ['POST', '/replay', { after: 0 }],
  ['POST', '/test'],
  ['POST', '/diagnose', { body: '', headers: {} }],
  ['GET', '/attempts'],
  ['POST', `/attempts/${randomUUID()}/redeliver`],
]
test("another partner's webhook is not found, whatever is done with it", async () => {
  const [one, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const hook = await addWebhook(service, one.token, { url: ADDRESS })
  for (const [method, path, body] of routes) {
    const answer = await service.request(method, `${hook.path}${path}`, { token: other.token, body })
    assertFailure(answer, 'notFound', NOT_FOUND)
  }
  assert.equal((await readWebhook(service, one.token, hook)).enabled, true)
})

test('a body cannot say whose webhook it is, nor what the audit log keeps', async () => {
  const [own, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const body = { url: ADDRESS, after: 0 }
  const foreign = await service.post(WEBHOOKS, { ...body, partnerId: other.partnerId }, own.token)
  assertFailure(
    foreign,
    'invalid',
    'partnerId is unknown; known are url, description, types, enabled and after.',
  )
  const made = await service.post(WEBHOOKS, body, own.token)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const idsOf = async ({ token }: { token: string }) =>
    (await service.get(WEBHOOKS, token)).body.data.webhooks.map(({ id }: { id: string }) => id)
  assert.deepEqual(await idsOf(own), [made.body.data.id])
  assert.deepEqual(await idsOf(other), [])

  const path = `${WEBHOOKS}/${made.body.data.id}`
  const changes = { description: 'Orders', id: randomUUID(), switchedOffReason: '\u0000', url: ADDRESS }
  const changed = await service.request('PATCH', path, { token: own.token, body: changes })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual((await auditEventsOf(service, own.partnerId)).at(-1)?.detail, {
    webhookId: made.body.data.id,
    url: ADDRESS,
    description: 'Orders',
  })
})

test('webhooks are for people who signed in, not for strangers or backends without the scope', async () => {
  const partner = await onboardOauthPartner(service)
  const { access_token } = await openid.clientCredentialsGrant(await discover(service, partner))
  assertFailure(
    await service.post(WEBHOOKS, { url: ADDRESS }, access_token),
    'forbidden',
    'This token lacks the scope webhooks; get one with a client secret that has it.',
  )
  assertFailure(await service.post(WEBHOOKS, { url: ADDRESS }), 'unauthorized', TOKEN_MISSING)
})

test('a replay sets the number back or ahead, not past the end', async () => {
  const partner = await onboardTestPartner(service)
  for (let count = 0; count < 3; count += 1) await partner.addRule()
  const hook = await addWebhook(service, partner.token, { url: ADDRESS, enabled: false })
  const replay = (after: unknown) => service.post(`${hook.path}/replay`, { after }, partner.token)
  const answer = await replay(1)
  assert.deepEqual(
    [answer.body.message, answer.body.data.deliveredUpTo, answer.body.data.waiting],
    ['Webhook set back', 1, 2],
  )
  assert.equal((await replay(3)).body.data.waiting, 0)
  assertFailure(await replay(4), 'invalid', 'after must be at most 3, the number of your last event.')
  assertFailure(await replay(undefined), 'invalid', 'after is required.')
})

test('a webhook is found by its id in upper case too', async () => {
  const { token } = await onboardTestPartner(service)
  const { id } = (await service.post(WEBHOOKS, { url: ADDRESS }, token)).body.data
  assert.equal((await service.get(`${WEBHOOKS}/${id.toUpperCase()}`, token)).body.data.id, id)
})
