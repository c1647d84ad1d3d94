import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../support/api-response.ts'
import { HTTPS_ADDRESSES, onboardTestPartner } from '../support/partner.ts'
import {
  addWebhook,
  answering,
  attemptsOf,
  readWebhook,
  startReceiver,
  WEBHOOKS,
} from '../support/receiver.ts'
import { startProductionService, startTestService } from '../support/service.ts'
import { setEmailVerified } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const production = await startProductionService({ deliversWebhooks: true })
const development = await startTestService({ deliversWebhooks: true })
const NOT_HTTPS = 'url must be an absolute https address without user name or fragment.'
const NOT_PUBLIC = 'url must lead to a public address.'
const REFUSED = 'The address could not be reached: it does not lead to a public address.'

const partner = await onboardTestPartner(production, HTTPS_ADDRESSES)
await setEmailVerified(production, partner.email, true)

test('production takes no webhook to an address that is not public', async () => {
  const { token } = partner
  const create = (url: string) => production.post(WEBHOOKS, { url }, token)
  assertFailure(await create('http://127.0.0.1/hooks'), 'invalid', NOT_HTTPS)
  assertFailure(await create('https://127.0.0.1/hooks'), 'invalid', NOT_PUBLIC)
  const hook = await addWebhook(production, token, { url: 'https://acme.example/', enabled: false })
  const body = { url: 'https://127.0.0.1/hooks' }
  assertFailure(await production.request('PATCH', hook.path, { token, body }), 'invalid', NOT_PUBLIC)
})

test('production delivers nothing to a name or an address that is not public, however it got there', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const named = await addWebhook(production, partner.token, { url: `https://localhost:${port}/hooks` })
  const hooks = [named]
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    'https://169.254.169.254/latest',
  ]) {
    const hook = await addWebhook(production, partner.token, { url: 'https://acme.example/', enabled: false })
    await production.query('update webhook_endpoints set url = $2, enabled = true where id = $1', [
      hook.id,
      url,
    ])
    hooks.push(hook)
  }
  await partner.addRule()
  for (const hook of hooks) {
    await waitUntil(
      async () => (await attemptsOf(production, partner.token, hook)).length > 0,
      'it was tried',
    )
    const attempt = (await attemptsOf(production, partner.token, hook)).at(-1)
    const isPlain = hook === hooks[1]
    assert.deepEqual(
      [attempt.status, attempt.error],
      [null, isPlain ? 'The address could not be reached: it is not an https address.' : REFUSED],
    )
    const test = await production.request('POST', `${hook.path}/test`, { token: partner.token })
    assert.equal(test.body.data.delivered, false)
  }
  assert.deepEqual(receiver.received, [])
})

test('no redirect is followed, neither to another host nor to a private address', async () => {
  const [receiver, elsewhere] = [await startReceiver(), await startReceiver()]
  const owner = await onboardTestPartner(development)
  const hook = await addWebhook(development, owner.token, { url: receiver.url })
  for (const [status, location] of [
    [302, elsewhere.url],
    [307, elsewhere.url.replace('127.0.0.1', 'localhost')],
    [308, 'http://169.254.169.254/latest/meta-data'],
    [301, '/elsewhere'],
  ] as const) {
    receiver.handleWith(answering(status, { location }))
    const { body } = await development.request('POST', `${hook.path}/test`, { token: owner.token })
    assert.deepEqual(
      [body.data.status, body.data.error],
      [status, `It answered ${status}, a redirect, and none is followed; give the address it leads to.`],
    )
  }
  await owner.addRule()
  await waitUntil(async () => (await readWebhook(development, owner.token, hook)).failures > 0, 'it failed')
  assert.deepEqual(elsewhere.received, [])
  assert.ok(receiver.received.every(({ path }) => path === '/hooks'))
})
