import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { afterEach, mock, test } from 'node:test'
import {
  type Event,
  Laurel,
  LaurelError,
  LaurelRateLimited,
  LaurelUnavailable,
  verifyWebhook,
  WebhookVerificationError,
} from '@laurel/sdk'
import { startNetwork } from '../support/network.ts'
import { newRuleBody, unique } from '../support/partner.ts'
import { startReceiver } from '../support/receiver.ts'
import { doneOf, onboardWithSdk } from '../support/sdk.ts'
import { listen } from '../support/server.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const HOUR_MS = 3_600_000

const service = await startTestService({ deliversWebhooks: true })
const network = await startNetwork(service.url)
const { backend, owner, credentials, email } = await onboardWithSdk(service)
const rule = await backend.rules.create(newRuleBody())
const overNetwork = new Laurel({ baseUrl: network.url, ...credentials })
const newCustomer = async () => (await backend.users.create({ externalId: unique('customer-') })).userId

afterEach(() => {
  service.clock.now = undefined
  mock.timers.reset()
})

/** A client that counts what it asks. */
function counting(options: object) {
  const asked: string[] = []
  const client = new Laurel({
    baseUrl: service.url,
    ...options,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      asked.push(`${new URL(String(input)).pathname.split('/').at(-1)} ${response.status}`)
      return response
    },
  })
  return { client, asked }
}

test('a token is fetched once, renewed before it ends, and replaced when it was refused', async () => {
  const { client, asked } = counting(credentials)
  const readAll = () => Promise.all([client.rules.list(), client.rules.list(), client.rules.list()])
  await readAll()
  assert.deepEqual(asked.splice(0), ['token 200', 'rules 200', 'rules 200', 'rules 200'])
  const soon = new Date(Date.now() + 0.95 * HOUR_MS)
  service.clock.now = soon
  mock.timers.enable({ apis: ['Date'], now: soon })
  await readAll()
  assert.deepEqual(asked.splice(0), ['token 200', 'rules 200', 'rules 200', 'rules 200'])
  // The clock of the client stands still.
  service.clock.now = new Date(soon.getTime() + 2 * HOUR_MS)
  await readAll()
  assert.deepEqual(
    asked.toSorted((a, b) => a.localeCompare(b)),
    [...Array(3).fill('rules 200'), ...Array(3).fill('rules 401'), 'token 200'],
  )
})

test('a team member stays signed in, also when the session has ended', async () => {
  const { client, asked } = counting({ ecosystem: 'acme', email, password: 'Sunny-Day-7' })
  await client.rules.list()
  service.clock.now = new Date(Date.now() + 2 * HOUR_MS)
  await client.rules.list()
  assert.deepEqual(asked.splice(0), ['login 200', 'rules 200', 'rules 401', 'refresh 200', 'rules 200'])
  await client.account.signOut()
  asked.length = 0
  await waitUntil(async () => {
    await client.rules.list()
    return asked.includes('rules 401')
  }, 'the end of the session is known')
  assert.deepEqual(asked.slice(-4), ['rules 401', 'refresh 401', 'login 200', 'rules 200'])
})

test('a call whose response was lost is done once', async () => {
  const userId = await newCustomer()
  await overNetwork.rules.list()
  network.loseResponses(2)
  const award = await overNetwork.awards.grant({ userId, ruleName: rule.name })
  assert(award.ok && award.replayed)
  network.loseResponses(1)
  await doneOf(overNetwork.coins.transfer({ userId, coins: 1 }))
  assert.equal((await backend.users.read(userId)).wallet.coins, '9')
  network.loseResponses(1)
  const unsafe = overNetwork.users.remove(userId)
  await assert.rejects(unsafe, (error) => error instanceof LaurelError && error.code === 'connection_failed')
})

test('only what is safe is repeated, with one key, when the service asked for it', async () => {
  const seen: { method: string; key: string; at: number }[] = []
  const answers: [status: number, headers?: Record<string, string>][] = []
  const busy = createServer((request, response) => {
    seen.push({
      method: request.method ?? '',
      key: String(request.headers['idempotency-key']),
      at: Date.now(),
    })
    const [status, headers] = answers.shift() ?? [200, {}]
    response.writeHead(status, headers).end(JSON.stringify({ status: '', message: '', data: {} }))
  })
  const baseUrl = await listen(busy)
  const client = new Laurel({ baseUrl, accessToken: 'any' })
  const tries = async (call: () => Promise<unknown>, ...given: typeof answers) => {
    answers.push(...given)
    const failure = await call().then(
      () => undefined,
      (error: LaurelError) => error,
    )
    answers.length = 0
    return { failure, status: failure?.status ?? 200, tries: seen.splice(0) }
  }
  const webhook = { url: 'https://shop.example/hooks' }
  const created = await tries(() => client.webhooks.create(webhook), [503, { 'retry-after': '1' }], [502])
  assert.deepEqual([created.status, created.tries.length], [200, 3])
  assert.equal(new Set(created.tries.map(({ key }) => key)).size, 1)
  assert.ok(/^[0-9a-f]{32}$/.test(created.tries[0]?.key ?? ''))
  assert.ok((created.tries[1]?.at ?? 0) - (created.tries[0]?.at ?? 0) >= 990)
  const changed = await tries(() => client.webhooks.change('id', webhook), [503])
  assert.deepEqual([changed.status, changed.tries.length], [503, 1])
  assert(changed.failure instanceof LaurelUnavailable)
  const limited = await tries(() => client.webhooks.change('id', webhook), [429])
  assert.deepEqual([limited.status, limited.tries.length], [200, 2])
  const patient = await tries(() => client.webhooks.list(), [429, { 'retry-after': '3600' }])
  assert.deepEqual([patient.status, patient.tries.length], [429, 1])
  assert(patient.failure instanceof LaurelRateLimited)
  assert.equal(patient.failure.retryAfterSeconds, 3600)
  const page = new Laurel({ baseUrl, accessToken: 'any', waitSecondsMax: 0 })
  const told = await tries(() => page.webhooks.list(), [429, { 'retry-after': '1' }])
  assert.deepEqual([told.status, told.tries.length], [429, 1])
  const broken = await tries(() => client.webhooks.list(), [500])
  assert.deepEqual([broken.status, broken.tries.length], [500, 1])
})

test('nothing is sent to where a response redirects, or to another operation', async () => {
  const elsewhere: string[] = []
  const other = await listen(
    createServer((request, response) => {
      elsewhere.push(request.url ?? '')
      response.end('{}')
    }),
  )
  const redirecting = createServer((request, response) =>
    response.writeHead(307, { location: `${other}${request.url}` }).end(),
  )
  const baseUrl = await listen(redirecting)
  await assert.rejects(new Laurel({ baseUrl, ...credentials }).users.read('any'), { status: 307 })
  await assert.rejects(backend.users.read('..'), TypeError)
  assert.deepEqual(elsewhere, [])
})

test('a stream goes on after broken connections without a gap', async () => {
  const userId = await newCustomer()
  const { next } = await backend.events.list({ limit: 1000 })
  const leaving = new AbortController()
  const events: Event[] = []
  const cursors: number[] = []
  const options = { after: next, signal: leaving.signal, onCursor: (seq: number) => cursors.push(seq) }
  const reading = (async () => {
    for await (const event of overNetwork.events.stream(options)) events.push(event)
  })()
  for (let round = 1; round <= 3; round += 1) {
    await doneOf(backend.awards.grant({ userId, ruleName: rule.name }))
    await waitUntil(() => events.length === round, 'the event came')
    network.breakAll()
  }
  leaving.abort()
  await reading
  assert.deepEqual(
    events.map(({ seq, type }) => [seq, type]),
    [1, 2, 3].map((step) => [next + step, 'award.paid']),
  )
  assert.deepEqual(cursors, [next + 1, next + 2, next + 3])
  const polled: number[] = []
  const polling = { after: next, types: ['award.paid' as const], pollMs: 1, retries: 0 }
  for await (const { seq } of overNetwork.events.follow(polling)) {
    if (polled.push(seq) === 3) await doneOf(backend.awards.grant({ userId, ruleName: rule.name }))
    if (polled.length === 3) network.loseResponses(1)
    if (polled.length === 4) break
  }
  assert.deepEqual(polled, [next + 1, next + 2, next + 3, next + 4])
})

test('a silent stream is opened anew, and one that is not allowed ends', async () => {
  const userId = await newCustomer()
  const { next } = await backend.events.list({ limit: 1000 })
  const { client, asked } = counting(credentials)
  const stream = client.events.stream({ after: next, silenceMs: 50 })
  const first = stream.next()
  await waitUntil(() => asked.filter((line) => line.startsWith('stream')).length > 1, 'it connected again')
  await doneOf(backend.awards.grant({ userId, ruleName: rule.name }))
  assert.equal((await first).value?.seq, next + 1)
  await stream.return()
  const { secret } = await owner.secrets.create({ name: 'rules only', scopes: ['rules'] })
  const forbidden = new Laurel({ baseUrl: service.url, ...credentials, clientSecret: secret }).events.stream()
  await assert.rejects(forbidden.next(), (error) => error instanceof LaurelError && error.status === 403)
})

test('a delivery is verified with the secret of its webhook', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await owner.webhooks.create({ url: receiver.url, types: ['award.paid'] })
  const award = await doneOf(backend.awards.grant({ userId: await newCustomer(), ruleName: rule.name }))
  await waitUntil(() => receiver.taken.length > 0, 'a delivery came')
  const { raw, headers } = receiver.taken[0] ?? assert.fail()
  const message = await verifyWebhook(raw, headers, secret)
  const [event] = message.events
  assert(event?.type === 'award.paid')
  assert.deepEqual([message.type, event.data.id, event.data.coins], ['events', award.id, '10'])
  const others = new Headers(headers as Record<string, string>)
  const bytes = new TextEncoder().encode(raw)
  assert.deepEqual(await verifyWebhook(bytes, others, [`whsec_${btoa('other')}`, secret]), message)

  const { secret: newSecret } = await owner.webhooks.rotateSecret(id)
  receiver.taken.length = 0
  await owner.webhooks.test(id)
  const test = receiver.taken[0] ?? assert.fail()
  assert.match(String(test.headers['webhook-signature']), /^v1,\S+ v1,\S+$/)
  for (const either of [secret, newSecret])
    assert.deepEqual((await verifyWebhook(test.raw, test.headers, either)).events, [])

  const refused: Parameters<typeof verifyWebhook>[] = [
    [`${raw} `, headers, secret],
    [raw, headers, newSecret],
    [raw, { ...headers, 'webhook-id': 'msg_other' }, secret],
    [raw, { ...headers, 'webhook-signature': 'v1,%%% v2,abc' }, secret],
    [raw, { ...headers, 'webhook-signature': undefined }, secret],
    [raw, headers, secret, { toleranceSeconds: -1 }],
  ]
  for (const args of refused) await assert.rejects(verifyWebhook(...args), WebhookVerificationError)
})
