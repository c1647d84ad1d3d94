import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOutboundTargets } from '../../src/runtime/settings/outbound-targets.ts'
import { dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { HTTPS_ADDRESSES, ME, onboardTestPartner } from '../support/partner.ts'
import { addWebhook, eventsIn, startReceiver, WEBHOOKS } from '../support/receiver.ts'
import { startProductionService } from '../support/service.ts'
import { setEmailVerified } from '../support/team.ts'
import { startPartnerServer } from '../support/user-details.ts'
import { waitUntil } from '../support/wait-until.ts'

const receiver = await startReceiver()
const backend = await startPartnerServer()
const named = (address: string) => address.replace('127.0.0.1', 'localhost')
const portOf = (address: string) => new URL(address).port
const service = await startProductionService({
  deliversWebhooks: true,
  outboundAllow: parseOutboundTargets(
    `http://localhost:${portOf(receiver.url)}, http://127.0.0.0/8:${portOf(backend.address)}`,
  ),
})
const partner = await onboardTestPartner(service, {
  ...HTTPS_ADDRESSES,
  userDetailsUrl: backend.address,
})
await setEmailVerified(service, partner.email, true)

test('in production, the delivery process posts webhooks to an allowed host', async () => {
  const hook = await addWebhook(service, partner.token, { url: named(receiver.url) })
  await partner.addRule()
  await waitUntil(() => receiver.taken.length > 0, 'the event was delivered')
  assert.deepEqual(
    eventsIn(receiver.taken, hook.secret).map(({ type }) => type),
    ['rule.created'],
  )
  const tried = await service.request('POST', `${hook.path}/test`, { token: partner.token })
  assert.equal(tried.body.data.delivered, true)
})

test('in production, users are onboarded from a backend in an allowed network', async () => {
  await dataOf(service.post('/api/v1/laas/users/onboard', { tag: 'grace_hopper' }, partner.token))
  assert.equal(backend.asked.length, 1)
})

test('what no entry allows is refused as before', async () => {
  const create = (url: string) => service.post(WEBHOOKS, { url }, partner.token)
  const change = (userDetailsUrl: string) =>
    service.request('PATCH', ME, { token: partner.token, body: { userDetailsUrl } })
  const needed = 'must be an absolute https address without user name or fragment.'
  assertFailure(await create(receiver.url), 'invalid', `url ${needed}`)
  assertFailure(await create('https://127.0.0.1/'), 'invalid', 'url must lead to a public address.')
  assertFailure(await change('http://10.0.0.1/'), 'invalid', `userDetailsUrl ${needed}`)
  assertFailure(
    await change('https://169.254.169.254/'),
    'invalid',
    'userDetailsUrl must lead to a public address.',
  )
  const elsewhere = await service.request('PATCH', ME, {
    token: partner.token,
    body: { redirectUrl: named(receiver.url) },
  })
  assert.equal(elsewhere.status, 400, 'browsers are sent to https alone')
})
