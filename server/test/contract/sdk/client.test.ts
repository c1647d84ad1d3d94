import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  Laurel,
  LaurelConflict,
  LaurelError,
  LaurelForbidden,
  LaurelInvalid,
  LaurelNotFound,
  type LaurelOptions,
  LaurelRefusal,
  LaurelUnauthorized,
  LaurelUnreachable,
} from '@laurel/sdk'
import { openCookieSession } from '../../support/browser-session.ts'
import { parseCsv } from '../../support/csv.ts'
import { newRuleBody, unique } from '../../support/partner.ts'
import { doneOf, onboardWithSdk } from '../../support/sdk.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const { backend, owner, credentials, partnerId, email } = await onboardWithSdk(service)
const rule = await backend.rules.create({ ...newRuleBody(), coinValue: '10' })

test('a partner awards, spends, refunds and takes back', async () => {
  const userId = await newCustomer()
  const award = await doneOf(backend.awards.grant({ userId, ruleName: rule.name }))
  assert.equal(award.awarded, true)
  assert.equal((await backend.awards.read(award.id)).coins, '10')
  const spent = await doneOf(backend.coins.transfer({ userId, coins: '2.5' }))
  assert.equal((await backend.users.read(userId)).wallet.coins, '7.5')
  assert.equal((await doneOf(backend.coins.refund(spent.id))).debitOrCredit, 'CR')
  assert.equal((await doneOf(backend.awards.reverse(award.id, { coins: '4' }))).left, '6')
  const csv = await (await backend.transactions.export({ userId })).text()
  assert.deepEqual(
    parseCsv(csv.replace(/^\ufeff/, '')).map(({ coins }) => coins),
    ['4', '2.5', '2.5', '10'],
  )
})

test('a refusal is a value with its reason, every other failure is thrown', async () => {
  const full = await backend.rules.create({ ...newRuleBody(), maxNumberOfParticipant: 1 })
  const [first, second] = [await newCustomer(), await newCustomer()]
  await doneOf(backend.awards.grant({ userId: first, ruleName: full.name }))
  const refused = await backend.awards.grant({ userId: second, ruleName: full.name })
  assert(!refused.ok && refused.reason === 'rule_full')
  assert.match(refused.message, /maxNumberOfParticipant/)
  assert.ok(refused.requestId)
  const failure = await failureOf(backend.awards.grant({ userId: second, ruleName: '' }))
  assert.deepEqual([failure.status, failure.code, failure.reason], [400, 'Bad request', undefined])
  assert.deepEqual(failure.fields, [{ field: 'ruleName', problem: 'is required' }])
  assert.ok(failure.requestId)
})

test('a refusal has the decision and the wallet when the call expands them', async () => {
  const full = await backend.rules.create({ ...newRuleBody(), maxNumberOfParticipant: 1 })
  const [first, second] = [await newCustomer(), await newCustomer()]
  await doneOf(backend.awards.grant({ userId: first, ruleName: full.name }))
  const award = { userId: second, ruleName: full.name }
  const expanded = await backend.awards.grant(award, { expand: ['decision', 'wallet'] })
  assert(!expanded.ok)
  assert.deepEqual([expanded.decision?.outcome, expanded.decision?.reason], ['refused', 'rule_full'])
  assert.deepEqual(expanded.wallet, { coins: '0', points: '0', available: '0', pending: '0', held: '0' })
  const plain = await backend.awards.grant(award)
  assert.deepEqual(['decision' in plain, 'wallet' in plain], [false, false])
  const path = '/api/v1/laas/coins/transfer-from-user-wallet'
  const transfer = { body: { userId: second, coins: '1' }, query: { expand: 'wallet' } }
  const thrown = await failureOf(backend.request('POST', path, transfer))
  assert(thrown instanceof LaurelRefusal)
  assert.deepEqual(
    [thrown.wallet, thrown.decision],
    [{ coins: '0', points: '0', available: '0', pending: '0', held: '0' }, undefined],
  )
})

test('a given key does a call once, and a forecast does nothing', async () => {
  const userId = await newCustomer()
  const award = { userId, ruleName: rule.name }
  const forecast = await doneOf(backend.awards.grant(award, { dryRun: true }))
  assert.deepEqual([forecast.id, forecast.wallet?.coins], ['', '10'])
  const key = { idempotencyKey: unique('order-') }
  const first = await backend.awards.grant(award, { ...key, expand: ['decision', 'wallet'] })
  const retry = await backend.awards.grant(award, key)
  assert(first.ok && retry.ok)
  assert.equal(first.data.decision?.outcome, 'paid')
  assert.deepEqual([first.replayed, retry.replayed, retry.data.id], [false, true, first.data.id])
  assert.equal((await backend.users.read(userId)).wallet.coins, '10')
  const conflict = await failureOf(backend.awards.grant({ ...award, narration: 'other' }, key))
  assert.deepEqual([conflict.status, conflict.code], [409, 'Idempotency conflict'])
})

test('of many at once, each has its own outcome', async () => {
  const externalId = unique('customer-')
  const [made, wrong] = await backend.users.createMany([{ externalId }, { externalId: '' }])
  assert(made?.ok && wrong && !wrong.ok)
  assert.equal(made.data.externalId, externalId)
  assert.deepEqual([wrong.reason, wrong.fields.length], ['invalid', 1])
  const off = await backend.rules.create({ ...newRuleBody(), status: 'inactive' })
  const outcomes = await backend.awards.grantMany(
    [rule.name, off.name].map((ruleName) => ({ externalId, ruleName })),
  )
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.ok ? outcome.data.awarded : outcome.reason)),
    [true, 'rule_inactive'],
  )
})

test('a list is its first page when awaited, and every entry in a loop', async () => {
  const { backend: other } = await onboardWithSdk(service)
  const externalIds = Array.from({ length: 5 }, (_, index) => `customer-${index}`)
  await other.users.createMany(externalIds.map((externalId) => ({ externalId })))
  const earn = await other.rules.create(newRuleBody())
  for (const externalId of externalIds) await doneOf(other.awards.grant({ externalId, ruleName: earn.name }))

  const page = await other.users.list({ limit: 2 })
  assert.deepEqual([page.data.length, page.count], [2, 5])
  const pages: number[] = []
  for await (const { data } of other.transactions.list({ limit: 2 }).pages()) pages.push(data.length)
  const seen = {
    members: (await other.users.list({ limit: 2 }).all()).map(({ externalId }) => externalId),
    decisions: (await other.decisions.list({ limit: 2 }).all()).map(({ id }) => id),
    earlier: (await other.decisions.list({ limit: 2, before: 10 }).all()).map(({ seq }) => seq),
    transactions: (await other.transactions.list({ limit: 2 }).all()).map(({ id }) => id),
    pages,
    board: (await other.boards.points({ take: 2 }).all()).map(({ user }) => user.userId),
    earners: (await other.boards.coins({ limit: 2 }).all()).map(({ userId }) => userId),
    events: (await other.events.list({ limit: 2 }).all()).map(({ seq }) => seq),
    backwards: (await other.events.list({ limit: 2, before: 10_000 }).all()).map(({ seq }) => seq),
  }
  assert.deepEqual(seen.members.toSorted(), externalIds)
  for (const five of [seen.decisions, seen.transactions, seen.board, seen.earners])
    assert.equal(new Set(five).size, 5)
  assert.deepEqual(seen.earlier, [9, 8, 7])
  assert.deepEqual(seen.pages, [2, 2, 1])
  assert.deepEqual(seen.events, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  assert.deepEqual(seen.backwards, seen.events.toReversed())
  const { year, leaderboards } = await other.boards.coinsOfYear({ year: new Date().getUTCFullYear() })
  assert.equal(Number(year), new Date().getUTCFullYear())
  assert.equal(Object.values(leaderboards).flat().length, 5)
})

test('a change is refused when the version has moved', async () => {
  const { id, version } = (await backend.rules.list({ search: rule.name })).data[0] ?? assert.fail()
  await backend.rules.change(id, { condition: 'Paid an order online' }, { ifVersion: version })
  const stale = await failureOf(backend.rules.change(id, { condition: 'Paid' }, { ifVersion: version }))
  assert.deepEqual([stale.status, stale.code], [412, 'version_conflict'])
})

test('each kind of credential reaches its own partner', async () => {
  assert.equal((await owner.partner.read()).partnerId, partnerId)
  const { data } = await owner.account.sessions()
  assert.equal(data[0]?.current, true)
  const { accessToken } = await new Laurel({ baseUrl: service.url, ecosystem: 'acme' }).partners.signIn({
    email: (await owner.partner.read()).email,
    password: 'Sunny-Day-7',
  })
  for (const given of [accessToken, async () => accessToken]) {
    const client = new Laurel({ baseUrl: `${service.url}/`, accessToken: given })
    // The token names the ecosystem.
    assert.equal((await client.partner.read()).partnerId, partnerId)
  }
  const wrong = await failureOf(new Laurel({ baseUrl: service.url, accessToken: 'none' }).rules.list())
  assert.deepEqual([wrong.status, wrong.code], [401, 'Unauthorized'])
  const bad = new Laurel({ baseUrl: service.url, clientId: 'none', clientSecret: 'none' })
  assert.equal((await failureOf(bad.rules.list())).code, 'invalid_client')
})

test('a page of the service calls with the cookie of its session and the CSRF token', async () => {
  const open = async () => ({ ...(await openCookieSession(service, { email })), ecosystem: 'acme' })
  const refusals: string[] = []
  let current = { ...(await open()), csrfToken: 'of another session' }
  let next: typeof current | null = await open()
  const page = new Laurel({
    baseUrl: service.url,
    session: (refusal) => {
      if (!refusal) return current
      refusals.push(refusal.code)
      if (next) current = next
      return next
    },
    // A browser sends the cookie by itself.
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie: current.cookie } }),
  })
  assert.equal((await page.partner.read()).partnerId, partnerId)
  assert.deepEqual(refusals, [])
  await page.users.create({ externalId: unique('customer-') })
  assert.deepEqual(refusals, ['csrf_token_invalid'])
  await page.browserSession.end()
  next = null
  const ended = await failureOf(page.rules.list())
  assert(ended instanceof LaurelUnauthorized)
  next = await open()
  assert.ok((await page.rules.list()).data.length > 0)
  assert.deepEqual(refusals, ['csrf_token_invalid', ended.code, ended.code])
})

test('an address without a scheme, and half of the credentials, are errors at once', () => {
  for (const baseUrl of ['localhost:3000', 'rewards.example.com', '/api', '', 'ftp://rewards.example.com'])
    assert.throws(() => new Laurel({ baseUrl }), {
      name: 'TypeError',
      message: `baseUrl must begin with https:// or http://, such as https://rewards.example.com; "${baseUrl}" does not.`,
    })
  const made = (options: object) => () => new Laurel({ baseUrl: service.url, ...options } as LaurelOptions)
  assert.throws(made({ clientId: 'a', clientSecret: undefined }), {
    message: 'Give clientId and clientSecret together; clientSecret is undefined.',
  })
  assert.throws(made({ ecosystem: 'acme', password: 'b' }), {
    message: 'Give email and password together; email is undefined.',
  })
})

test('each kind of failure has a class of its own', async () => {
  const userId = await newCustomer()
  const { secret } = await owner.secrets.create({ name: 'rules only', scopes: ['rules'] })
  const narrow = new Laurel({ baseUrl: service.url, ...credentials, clientSecret: secret })
  const away = new Laurel({ baseUrl: 'http://127.0.0.1:1', accessToken: 'any', retries: 0 })
  const key = { idempotencyKey: unique('order-') }
  await doneOf(backend.awards.grant({ userId, ruleName: rule.name }, key))
  const failures: [typeof LaurelError, () => PromiseLike<unknown>][] = [
    [LaurelInvalid, () => backend.users.create({ externalId: '' })],
    [LaurelUnauthorized, () => new Laurel({ baseUrl: service.url, accessToken: 'none' }).rules.list()],
    [LaurelForbidden, () => narrow.users.read(userId)],
    [LaurelNotFound, () => backend.users.read(randomUUID())],
    [LaurelConflict, () => backend.awards.grant({ userId, ruleName: 'other' }, key)],
    [LaurelRefusal, () => owner.users.erase(userId)],
    [LaurelUnreachable, () => away.rules.list()],
  ]
  for (const [kind, call] of failures) {
    const failure = await failureOf(call())
    assert.equal(failure.constructor, kind, String(failure))
    assert.equal(failure.name, kind.name)
  }
  const refusal = await failureOf(owner.users.erase(userId))
  assert(refusal instanceof LaurelRefusal && refusal.reason === 'coins_left')
})

test('a signal ends a call with its reason, and a call that takes too long fails', async () => {
  const reason = new Error('the user left')
  await assert.rejects(backend.users.read(await newCustomer(), { signal: AbortSignal.abort(reason) }), reason)
  const silent = new Laurel({
    baseUrl: service.url,
    accessToken: 'any',
    fetch: (_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', reject)),
  })
  const late = await failureOf(silent.overview.read({}, { timeoutMs: 5, retries: 1 }))
  assert.deepEqual([late.status, late.code], [0, 'timeout'])
  const leaving = new AbortController()
  const call = silent.overview.read({}, { signal: leaving.signal })
  leaving.abort(reason)
  await assert.rejects(call, reason)
})

async function newCustomer(): Promise<string> {
  return (await backend.users.create({ externalId: unique('customer-') })).userId
}

async function failureOf(call: PromiseLike<unknown>): Promise<LaurelError> {
  const error = await call.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  assert(error instanceof LaurelError, String(error))
  return error
}
