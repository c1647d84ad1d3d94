import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TOKEN_MISSING } from '../../support/api-response.ts'
import { lockLedgers, rowsOf } from '../../support/database.ts'
import { newCounters, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { USER_LIMIT } from '../../support/refusals.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const AWARD = '/api/v1/laas/rules/award'
const BULK = `${AWARD}/bulk`
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const TRANSACTIONS = '/api/v1/laas/coins/transactions'
const ADJUST = '/api/v1/laas/coins/adjust'
const RETURNS = '/api/v1/laas/returns'
const DRY = '?dryRun=true'
const NOTHING_WRITTEN = 'Dry run: nothing was written'

const post = (path: string, body: unknown, who: { token: string } = partner) =>
  service.post(path, body, who.token)

test('a dry run of an award tells what it would pay, and has no id', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '2.5', userLimitAward: '1' })
  const forecast = await post(`${AWARD}${DRY}`, { userId, ruleName: rule.name, narration: 'Order 1' })
  const { asOf, decision } = forecast.body.data

  assert.ok(Number.isInteger(asOf) && asOf > 0)
  assert.equal(forecast.headers.get('laurel-dry-run'), 'true')
  assertSuccess(forecast, 200, NOTHING_WRITTEN, {
    id: '',
    ruleId: rule.id,
    ruleName: rule.name,
    userId,
    awarded: true,
    note: 'Order 1',
    partnerId: partner.partnerId,
    decision: {
      outcome: 'paid',
      reason: null,
      coins: '2.5',
      counters: newCounters({ progress: 1, userAwards: 1, userLimitAward: 1, participants: 1 }),
      seq: null,
      ruleVersion: 1,
    },
    wallet: { coins: '2.5', points: '2.5', available: '2.5', pending: '0', held: '0' },
    asOf,
  })

  const paid = await post(`${AWARD}?expand=decision,wallet`, { userId, ruleName: rule.name })
  assert.equal(paid.status, 201)
  assert.equal(paid.headers.get('laurel-dry-run'), null)
  assert.deepEqual(paid.body.data.decision, { ...decision, seq: asOf + 1 })
  assert.deepEqual(paid.body.data.wallet, {
    coins: '2.5',
    points: '2.5',
    available: '2.5',
    pending: '0',
    held: '0',
  })
  const refused = await post(`${AWARD}${DRY}`, { userId, ruleName: rule.name })
  assertFailure(refused, 'refused', USER_LIMIT, 'user_limit_reached')
  assert.equal(refused.headers.get('laurel-dry-run'), 'true')
})

test('a dry run of a transfer shows the transaction, and refuses what the wallet does not hold', async () => {
  const userId = await partner.addUser()
  await partner.award(userId, (await partner.addRule({ coinValue: '10' })).name)
  const forecast = await post(`${TRANSFER}${DRY}`, { userId, coins: 4, reference: 'order 1' })
  assert.equal(forecast.status, 200)
  const { id, coins, decision, wallet } = forecast.body.data
  assert.deepEqual(
    { id, coins, decision, wallet },
    {
      id: '',
      coins: 4,
      decision: { outcome: 'moved', reason: null, coins: '4', counters: null, seq: null, ruleVersion: null },
      wallet: { coins: '6', points: '10', available: '6', pending: '0', held: '0' },
    },
  )
  assertFailure(
    await post(`${TRANSFER}${DRY}`, { userId, coins: 11 }),
    'refused',
    'The wallet holds 10 coins; transfer at most that many.',
    'insufficient_coins',
  )
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a dry run of a reversal shows what it would take', async () => {
  const userId = await partner.addUser()
  const award = (await partner.award(userId, (await partner.addRule({ coinValue: '10' })).name)).body.data
  const forecast = await post(`${AWARD}/${award.id}/reverse${DRY}`, { coins: '4' })
  assert.equal(forecast.status, 200)
  const { id, reversalId, taken, left, decision, wallet } = forecast.body.data
  assert.deepEqual(
    { id, reversalId, taken, left, outcome: decision.outcome, wallet },
    {
      id: award.id,
      reversalId: '',
      taken: '4',
      left: '6',
      outcome: 'reversed',
      wallet: { coins: '6', points: '6', available: '6', pending: '0', held: '0' },
    },
  )
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a dry run of a return shows all its steps, and the wallet when it is one', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const { name } = await partner.addRule({ coinValue: '10' })
  const [one, two] = [unique('order '), unique('order ')]
  for (const [userId, reference] of [
    [ada, one],
    [ada, two],
    [bea, two],
  ] as const)
    assert.equal((await post(AWARD, { userId, ruleName: name, reference })).status, 201)
  await post(TRANSFER, { userId: ada, coins: 4, reference: one })

  const ofOne = await post(`${RETURNS}${DRY}`, { reference: one, share: 0.5 })
  assert.equal(ofOne.status, 200)
  const { id, refunds, reversals, decision, wallet } = ofOne.body.data
  assert.deepEqual([id, refunds[0].id, refunds[0].coins], ['', '', 2])
  assert.deepEqual([reversals[0].reversalId, reversals[0].taken], ['', '5'])
  assert.deepEqual(decision, {
    outcome: 'returned',
    reason: null,
    coins: '7',
    counters: null,
    seq: null,
    ruleVersion: null,
  })
  assert.deepEqual(wallet, { coins: '13', points: '15', available: '13', pending: '0', held: '0' })
  const ofTwo = await post(`${RETURNS}${DRY}`, { reference: two, share: 1 })
  assert.deepEqual([ofTwo.body.data.wallet, ofTwo.body.data.decision.coins], [null, '20'])
  assert.equal(await partner.coinsOf(ada), '16')
})

/** A wallet with so many coins and points, of which all can be spent. */
const walletWith = (coins: string, points = coins) => ({
  coins,
  points,
  available: coins,
  pending: '0',
  held: '0',
})

test('the awards of a bulk dry run see each other', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '10', userLimitAward: '2' })
  const item = { userId, ruleName: name }
  const answer = await post(`${BULK}${DRY}`, { awards: [item, { userId }, item, item] })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('laurel-dry-run'), 'true')
  const { results, asOf } = answer.body.data
  assert.deepEqual(
    results.map(({ status, data }: { status: string; data: Record<string, unknown> }) =>
      status === 'success' ? [data.id, data.wallet, data.asOf] : [data.appErrorCode, data.error],
    ),
    [
      ['', walletWith('10'), asOf],
      ['Bad request', 'ruleName is required.'],
      ['', walletWith('20'), asOf],
      ['user_limit_reached', USER_LIMIT],
    ],
  )
  assert.equal(await partner.coinsOf(userId), '0')
  const wrong = await post(`${BULK}${DRY}`, { awards: [{ userId }, 7] })
  assert.deepEqual([wrong.status, wrong.body.data.asOf], [200, asOf])
})

/** A sound request to each endpoint that moves coins. */
const everyCall = (award: { userId: string; ruleName: string }): [path: string, body: object][] => [
  [AWARD, award],
  [BULK, { awards: [award] }],
  [TRANSFER, { userId: award.userId, coins: 1 }],
  [`${AWARD}/${randomUUID()}/reverse`, {}],
  [`${TRANSACTIONS}/${randomUUID()}/refund`, {}],
  [ADJUST, { userId: award.userId, coins: 1, reason: 'Goodwill' }],
  [RETURNS, { reference: 'order', share: 1 }],
]

test('dryRun is true or false, and nothing else', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const body = { userId, ruleName: name }
  for (const value of ['', '1', 'TRUE', 'yes', 'true,true', 'true&dryRun=true'])
    for (const [path, sent] of everyCall(body))
      assertFailure(await post(`${path}?dryRun=${value}`, sent), 'invalid', 'dryRun must be true or false.')
  assert.equal(await partner.coinsOf(userId), '0')
  for (const name of ['dryrun', 'DryRun', 'dry_run', 'dryRun[]'])
    assertFailure(
      await post(`${AWARD}?${name}=true`, body),
      'invalid',
      `${name} is unknown; this call takes dryRun and expand.`,
    )
  assert.equal((await post(`${AWARD}?dryRun=false`, body)).status, 201)
})

test('expand names decision and wallet, and nothing else', async () => {
  const body = { userId: await partner.addUser(), ruleName: (await partner.addRule()).name }
  for (const value of ['coins', 'decision,', 'decision;wallet', 'wallet,points'])
    assertFailure(
      await post(`${AWARD}?expand=${value}`, body),
      'invalid',
      'expand must name decision, wallet or both, separated by a comma.',
    )
  const plain = await post(`${AWARD}?expand=`, body)
  const wallet = await post(`${AWARD}?expand=wallet`, body)
  assert.equal(plain.status, 201)
  assert.deepEqual(Object.keys(wallet.body.data), [...Object.keys(plain.body.data), 'wallet'])
})

test('expand shows the decision and the wallet of a refusal beside its failure', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10', userLimitAward: '1' })
  const award = { userId, ruleName: rule.name }
  const paid = (await post(AWARD, award)).body.data
  const transfer = (await post(TRANSFER, { userId, coins: 8, reference: unique('order ') })).body.data
  const order = { reference: unique('order '), share: 1 }
  const other = { userId, ruleName: (await partner.addRule({ coinValue: '4' })).name }
  await post(AWARD, { ...other, reference: order.reference })
  await post(TRANSFER, { userId, coins: 4 })
  const wallet = { coins: '2', points: '14' }
  const coinCall = { outcome: 'refused', counters: null, ruleVersion: null }
  const calls = [
    [AWARD, award, 'user_limit_reached', '0'],
    [TRANSFER, { userId, coins: 3 }, 'insufficient_coins', '3'],
    [`/api/v1/laas/coins/transactions/${transfer.id}/refund`, { coins: 9 }, 'refund_exceeds', '9'],
    [`${AWARD}/${paid.id}/reverse`, { coins: 3 }, 'insufficient_coins', '3'],
    [ADJUST, { userId, coins: -3, reason: 'Twice' }, 'insufficient_coins', '3'],
    [RETURNS, order, 'insufficient_coins', '0'],
  ] as const
  for (const [path, body, reason, coins] of calls) {
    const plain = await post(path, body)
    assert.equal(plain.status, 400, path)
    assert.deepEqual(Object.keys(plain.body.data), ['errorType', 'appErrorCode', 'error'])
    const expanded = await post(`${path}?expand=decision,wallet`, body)
    const { decision, wallet: held, ...failure } = expanded.body.data
    assert.deepEqual({ ...expanded.body, data: failure }, plain.body)
    assert.equal(expanded.headers.get('laurel-refusal'), reason)
    const { seq, ...rest } = decision
    const counters = newCounters({ userAwards: 1, userLimitAward: 1, participants: 1 })
    const ofAward = { outcome: 'refused', counters, ruleVersion: 1 }
    assert.deepEqual(rest, { ...(path === AWARD ? ofAward : coinCall), reason, coins }, path)
    assert.ok(seq > 0)
    assert.deepEqual(held, path === RETURNS ? null : walletWith(wallet.coins, wallet.points), path)
    const forecast = await post(`${path}${DRY}&expand=wallet`, body)
    assert.equal(forecast.body.data.decision.seq, null)
    assert.ok(forecast.body.data.asOf >= seq)
    const { body: dry } = await post(`${path}${DRY}`, body)
    assert.deepEqual(dry, plain.body)
  }
  const { results } = (await post(`${BULK}?expand=decision`, { awards: [award, {}] })).body.data
  assert.equal(results[0].data.decision.reason, 'user_limit_reached')
  assert.equal(results[1].data.decision, undefined)
})

test('a dry run takes no Idempotency-Key, in the header or in an item', async () => {
  const body = { userId: await partner.addUser(), ruleName: (await partner.addRule()).name }
  const problem = 'must be left out of a dry run, which writes nothing.'
  for (const [path, sent] of everyCall(body))
    assertFailure(
      await service.request('POST', `${path}${DRY}`, {
        token: partner.token,
        body: sent,
        headers: { 'idempotency-key': unique('key') },
      }),
      'invalid',
      `Idempotency-Key ${problem}`,
    )
  assertFailure(
    await post(`${BULK}${DRY}`, { awards: [body, { ...body, idempotencyKey: unique('key') }] }),
    'invalid',
    `awards[1].idempotencyKey ${problem}`,
  )
})

test('a retry may ask for more of the stored decision, also of a bulk call', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '10', userLimitAward: '2' })
  const keyed = (path: string, key: string, body: unknown) =>
    service.request('POST', path, { token: partner.token, body, headers: { 'idempotency-key': key } })
  const [one, many] = [unique('key'), unique('key')]
  const award = { userId, ruleName: name }
  const first = await keyed(AWARD, one, award)
  const replay = await keyed(`${AWARD}?expand=decision,wallet`, one, award)
  assert.equal(replay.headers.get('idempotency-replayed'), 'true')
  const { decision, wallet, ...data } = replay.body.data
  assert.deepEqual(data, first.body.data)
  assert.equal(decision.outcome, 'paid')
  assert.deepEqual(wallet, { coins: '10', points: '10' })
  assert.deepEqual((await keyed(AWARD, one, award)).body, first.body)

  const bulk = { awards: [award, award] }
  const expanded = await keyed(`${BULK}?expand=wallet`, many, bulk)
  const plain = await keyed(BULK, many, bulk)
  const both = await keyed(`${BULK}?expand=decision,wallet`, many, bulk)
  type Result = { status: string; data: Record<string, unknown> }
  const walletsOf = ({ body }: typeof plain) => body.data.results.map(({ data }: Result) => data.wallet)
  const wallets = [
    { coins: '20', points: '20' },
    { coins: '20', points: '20' },
  ]
  assert.deepEqual(walletsOf(expanded), wallets)
  assert.deepEqual(walletsOf(plain), [undefined, undefined])
  assert.equal(plain.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(walletsOf(both), walletsOf(expanded))
  assert.equal(both.body.data.results[0].data.decision.coins, '10')
  const { decision: refused, wallet: kept, ...failure } = both.body.data.results[1].data
  assert.deepEqual(failure, plain.body.data.results[1].data)
  assert.deepEqual([refused.outcome, refused.reason], ['refused', 'user_limit_reached'])
  assert.deepEqual(kept, wallets[1])
  assert.equal(await partner.coinsOf(userId), '20')
})

test('a dry run refuses like the call: token, unknown user and rule, wrong fields', async () => {
  const { name } = await partner.addRule()
  assertFailure(await service.post(`${AWARD}${DRY}`, {}), 'unauthorized', TOKEN_MISSING)
  assertFailure(await post(`${AWARD}${DRY}`, {}), 'invalid', 'userId is required; ruleName is required.')
  assertFailure(
    await post(`${AWARD}${DRY}`, { userId: randomUUID(), ruleName: name }),
    'missing',
    'User was not found.',
  )
  assertFailure(
    await post(`${AWARD}${DRY}`, { userId: await partner.addUser(), ruleName: unique('no rule ') }),
    'missing',
    'Rule was not found.',
  )
  assertFailure(await post(`${AWARD}/${randomUUID()}/reverse${DRY}`, {}), 'notFound', 'Award was not found.')
})

test('every role may make a dry run, and a read-only member nothing else', async () => {
  const viewer = await addMember(service, partner, 'read-only')
  const body = { userId: await partner.addUser(), ruleName: (await partner.addRule()).name }
  assert.equal((await post(`${AWARD}${DRY}`, body, viewer)).status, 200)
  assert.equal((await post(`${BULK}${DRY}`, { awards: [body] }, viewer)).status, 200)
  for (const query of ['', '?dryRun=false', '?dryRun=', '?dryRun=true&dryRun=true'])
    assert.equal((await post(`${AWARD}${query}`, body, viewer)).status, 403, query)
})

/** Everything of a partner that a call could change, as text. */
async function stateOf(who: TestPartner): Promise<string> {
  const rows = await rowsOf(service, who, [
    ...['ledgers', 'wallets', 'monthly_scores', 'awards', 'reversals', 'coin_transactions', 'returns'],
    ...['lifecycle_events', 'rules', 'rule_progress', 'actors', 'board_segments'],
  ])
  const keys = await service.query('select r::text from stored_responses r where scope_id = $1', [
    who.partnerId,
  ])
  return `${rows} ${JSON.stringify(keys)}`
}

test('dry runs change nothing, and forecast what the same calls do next', async () => {
  const own = await onboardTestPartner(service)
  const [ada, bea] = (await own.addUsers(2)) as [string, string]
  const single = await own.addRule({ coinValue: '3', userLimitAward: '2', maxNumberOfParticipant: '1' })
  const batched = await own.addRule({ type: 'batched', completionNumber: '2', coinValue: '0.05' })
  const combined = await own.addCombinedRule(2)
  const [left, right] = combined.parts
  const awardIds: string[] = []
  const transferIds: string[] = []
  const refund = (coins?: number) => () => ({
    path: `${TRANSACTIONS}/${transferIds[0]}/refund`,
    body: { ...(coins && { coins }) },
  })
  const adjust = (userId: string, coins: number) => () => ({
    path: ADJUST,
    body: { userId, coins, reason: 'Goodwill' },
  })
  const labelled = (userId: string) => ({ userId, ruleName: batched.name, reference: 'order 7' })
  const giveBack = (share: number, shortfall: string) => () => ({
    path: RETURNS,
    body: { reference: 'order 7', share, shortfall },
  })
  const awardOf = (userId: string, ruleName: string) => () => ({ path: AWARD, body: { userId, ruleName } })
  const calls = [
    awardOf(ada, single.name),
    awardOf(bea, single.name),
    awardOf(ada, batched.name),
    awardOf(ada, batched.name),
    awardOf(ada, left),
    awardOf(ada, left),
    awardOf(ada, combined.name),
    awardOf(ada, right),
    () => ({ path: TRANSFER, body: { userId: ada, coins: '2.5' } }),
    () => ({ path: TRANSFER, body: { userId: bea, coins: 1 } }),
    awardOf(ada, single.name),
    awardOf(ada, single.name),
    () => ({ path: `${AWARD}/${awardIds[0]}/reverse`, body: { coins: 1 } }),
    () => ({ path: `${AWARD}/${awardIds[0]}/reverse`, body: { shortfall: 'owe' } }),
    () => ({ path: `${AWARD}/${awardIds[0]}/reverse`, body: {} }),
    refund(1),
    refund(5),
    refund(),
    refund(),
    adjust(ada, 20),
    adjust(bea, -1),
    adjust(bea, 0.5),
    () => ({ path: BULK, body: { awards: [ada, ada, bea, bea].map(labelled) } }),
    () => ({ path: TRANSFER, body: { userId: ada, coins: 3, reference: 'order 7' } }),
    () => ({ path: TRANSFER, body: { userId: bea, coins: '0.54' } }),
    giveBack(0.5, 'refuse'),
    giveBack(0.5, 'owe'),
    giveBack(0.6, 'owe'),
    giveBack(0.5, 'available'),
    () => ({
      path: BULK,
      body: { awards: [bea, bea, ada].map((userId) => ({ userId, ruleName: batched.name })) },
    }),
  ]
  const outcomes = new Set<string>()
  for (const [index, call] of calls.entries()) {
    const { path, body } = call()
    const before = await stateOf(own)
    const forecast = await post(`${path}${DRY}&expand=decision,wallet`, body, own)
    assert.equal(await stateOf(own), before, `call ${index}: ${path}`)
    const done = await post(`${path}?expand=decision,wallet`, body, own)
    if (path === AWARD && done.status === 201) awardIds.push(done.body.data.id)
    if (path === TRANSFER && done.status === 201) transferIds.push(done.body.data.id)
    outcomes.add(`${path.split('/').at(-1)} ${done.status}`)
    assert.deepEqual(comparable(forecast.body), comparable(done.body), `call ${index}: ${path}`)
    assert.equal(forecast.status, done.status === 201 ? 200 : done.status)
  }
  // Each call was made and refused.
  for (const call of ['award', 'transfer-from-user-wallet', 'reverse', 'refund', 'adjust', 'returns'])
    for (const status of [201, 400]) assert.ok(outcomes.has(`${call} ${status}`), `${call} ${status}`)
})

/** Without what only a decision in the ledger has, or one that was just made, and without times. */
function comparable(body: unknown): unknown {
  const left = new Set([
    ...['id', 'reversalId', 'seq', 'asOf', 'message', 'createdAt', 'updatedAt'],
    ...['available', 'pending', 'held'],
  ])
  return JSON.parse(JSON.stringify(body, (name, value) => (left.has(name) ? undefined : value)))
}

test('a dry run does not wait while another transaction holds the ledger', async () => {
  const own = await onboardTestPartner(service)
  const userId = await own.addUser()
  const body = { userId, ruleName: (await own.addRule({ coinValue: '10' })).name }
  const locked = await lockLedgers(service, own)
  const waiting = [post(AWARD, body, own), post(BULK, { awards: [body] }, own)]
  await waitUntil(async () => (await locked.countWaiting()) > 0, 'calls that wait for the ledger')
  const forecasts = await Promise.all([
    post(`${AWARD}${DRY}`, body, own),
    post(`${BULK}${DRY}`, { awards: [body, body] }, own),
    post(`${TRANSFER}${DRY}`, { userId, coins: 1 }, own),
  ])
  assert.deepEqual(
    forecasts.map(({ status }) => status),
    [200, 200, 400],
  )
  await locked.letGo()
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [201, 200],
  )
})
