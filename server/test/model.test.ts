import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ApiResponse } from './support/api-response.ts'
import { Model, type Outcome, type Placed, type RuleChange, type RuleGiven } from './support/model.ts'
import { onboardTestPartner, signIn, type TestPartner, unique } from './support/partner.ts'
import { startTestService } from './support/service.ts'
import { startUserDetails } from './support/user-details.ts'

/** `MODEL_RUNS=1000 npm test -- server/test/model` runs longer; MODEL_SEED and MODEL_PATH repeat a run. */
const RUNS = Number(process.env.MODEL_RUNS ?? 15)
/** They act at the same time, so that their calls share batches. */
const PARTNERS = 3
const STEPS_MAX = 60
const STEPS_BETWEEN_LOOKS = 7
const MONTHS_MAX = 3

/** Few of each, so that operations meet. */
const TAGS = ['ada', 'ben', 'cy', 'dee']
const NAMES = ['order', 'visit', 'profile', 'photo', 'address', 'survey']
const KEYS = 20

const service = await startTestService({ batchSizeMax: 3 })
/** Requests go to both in turn, as two processes behind one address would. */
const instances = [service, await service.startAnother()]

const userDetailsUrl = await startUserDetails()

const user = fc.constantFrom(...TAGS)
const name = fc.constantFrom(...NAMES)
/** Mostly none, and seldom one that another request has used: repetitions have an operation of their own. */
const key = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat(KEYS - 1).map((number) => `k${number}`) },
)
const status = fc.constantFrom('active', 'active', 'active', 'inactive') as fc.Arbitrary<
  'active' | 'inactive'
>
const coins = fc.bigInt({ min: 1n, max: 500n })
const subRules = fc.uniqueArray(fc.record({ name, status }), {
  minLength: 1,
  maxLength: 3,
  selector: (sub) => sub.name,
})
const limits = {
  coins,
  participantsMax: fc.integer({ min: 1, max: 3 }),
  userLimit: fc.constantFrom(-1, -1, 1, 2),
  status,
}
const rule: fc.Arbitrary<RuleGiven> = fc
  .record({
    ...limits,
    name,
    type: fc.constantFrom('single', 'batched', 'combined') as fc.Arbitrary<RuleGiven['type']>,
    completions: fc.integer({ min: 1, max: 3 }),
    subRules,
  })
  .map((given) => ({
    ...given,
    completions: given.type === 'batched' ? given.completions : 1,
    subRules: given.type === 'combined' ? given.subRules.filter((sub) => sub.name !== given.name) : [],
  }))
  .filter((given) => given.type !== 'combined' || given.subRules.length > 0)
const change: fc.Arbitrary<RuleChange> = fc.record(
  { ...limits, completions: fc.integer({ min: 1, max: 3 }), subRules },
  { requiredKeys: [] },
)
const narration = fc.constantFrom('', 'why not')
const awarded = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('order', 'visit', 'photo', 'address') },
  { weight: 1, arbitrary: name },
)
const award = fc.record({ user, ruleName: awarded, narration })

/** What each partner begins with: everyone, and a rule of each type. */
const beginning = fc
  .tuple(rule, rule, rule, subRules)
  .map(([single, batched, combined, subs]): Operation[] => [
    ...TAGS.map((tag) => ({ do: 'join' as const, user: tag })),
    ...[
      { ...single, name: 'order', type: 'single' as const, completions: 1, subRules: [] },
      { ...batched, name: 'visit', type: 'batched' as const, completions: 2, subRules: [] },
      {
        ...combined,
        name: 'profile',
        type: 'combined' as const,
        completions: 1,
        subRules: ['photo', 'address'].map((sub, index) => ({
          name: sub,
          status: subs[index]?.status ?? 'active',
        })),
      },
    ].map((given) => ({ do: 'create rule' as const, rule: given })),
  ])

const operation = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create rule' as const), rule }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change rule' as const), which: fc.nat(9), change }) },
  { weight: 16, arbitrary: fc.record({ do: fc.constant('award' as const), award, key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bulk award' as const),
      awards: fc.array(fc.tuple(award, key), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('transfer' as const), user, coins, key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(99), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(99) }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** What all partners do at the same time, one operation each. */
const step = fc.oneof(
  { weight: 37, arbitrary: fc.array(operation, { minLength: PARTNERS, maxLength: PARTNERS }) },
  { weight: 1, arbitrary: fc.constant('month passes' as const) },
)
type Step = Operation[] | 'month passes'

test('whatever partners do, in any order, the service responds with and holds what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(beginning, { minLength: PARTNERS, maxLength: PARTNERS }),
      fc.array(step, { minLength: 10, maxLength: STEPS_MAX, size: 'max' }),
      (first, then) => runAll([...together(first), ...then]),
    ),
    {
      numRuns: RUNS,
      ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
      ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
    },
  )
  assert.deepEqual(await service.query('select * from broken_invariants limit 20'), [])
  const mixed = await service.query(
    'select xmin::text from awards group by xmin::text having count(distinct partner_id) > 1 limit 1',
  )
  assert.equal(mixed.length, 1, 'batches have mixed partners')
})

/** The first operations of all partners, then the second ones, and so on. */
const together = (lists: Operation[][]): Operation[][] =>
  (lists[0] ?? []).map((_, index) => lists.map((list) => list[index] as Operation))

async function runAll(steps: Step[]): Promise<void> {
  service.clock.now = new Date()
  const runs = await Promise.all(Array.from({ length: PARTNERS }, startRun))
  const look = () => Promise.all(runs.map((run) => run.look()))
  let last = 'nothing'
  let months = 1
  try {
    for (const [index, each] of steps.entries()) {
      last = `step ${index}: ${show(each)}`
      if (each !== 'month passes')
        await allDone(runs.map((run, partner) => run.step(each[partner] as Operation)))
      else if (months < MONTHS_MAX) {
        months += 1
        const now: Date = service.clock.now
        service.clock.now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 0, months))
        await Promise.all(runs.map((run) => run.beginMonth()))
      }
      if (index % STEPS_BETWEEN_LOOKS === STEPS_BETWEEN_LOOKS - 1) await look()
    }
    last = `all ${steps.length} steps`
    await look()
  } catch (error) {
    throw new Error(`after ${last}\n${(error as Error).message}`, { cause: error })
  }
}

/** Lets every operation end, also after one has failed, because the next run moves the clock. */
async function allDone(work: Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** A new partner, and a new model of it. */
async function startRun() {
  const partner: TestPartner = await onboardTestPartner(service, { userDetailsUrl })
  const model = new Model()
  model.month = monthOf(service.clock.now as Date)
  const userIds = new Map<string, string>()
  const ruleIds = new Map<string, string>()
  /** The id of each award, in the model's numbers. */
  const awardIds: string[] = []
  const firstResponses = new Map<string, unknown>()
  const tags = new Map(TAGS.map((tag) => [tag, unique(tag)]))
  let { token } = partner
  let calls = 0

  const request = (method: string, path: string, body?: unknown, idempotencyKey?: string | null) => {
    calls += 1
    const instance = instances[calls % instances.length] as typeof service
    return instance.request(method, `/api/v1/laas${path}`, {
      token,
      ...(body !== undefined && { body }),
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    })
  }
  const get = async (path: string) => {
    const { status, body } = await request('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const idOf = (tag: string) => userIds.get(tag) ?? '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b'

  /** The response is what the model says; a replay is, to the letter, what the first was. */
  function check(outcome: Outcome, found: Outcome, key: string | null, body: unknown): void {
    const { award: _, ...expected } = outcome as { award?: number }
    assert.deepEqual(found, expected)
    if (key === null || (outcome.kind !== 'done' && outcome.kind !== 'refused')) return
    if (outcome.isReplay) assert.deepEqual(body, firstResponses.get(key))
    else firstResponses.set(key, body)
  }

  function takeAward(outcome: Outcome, data: { id: string }): void {
    if (outcome.kind === 'done' && outcome.award !== undefined && !outcome.isReplay)
      awardIds[outcome.award] = data.id
  }

  const keyed: Operation[] = []

  async function step(each: Operation): Promise<void> {
    if ('key' in each && each.key) keyed.push(each)
    switch (each.do) {
      case 'join': {
        const { status, body } = await request('POST', '/users/onboard', { tag: tags.get(each.user) })
        assert(status === 200 || status === 201, JSON.stringify(body))
        assert.equal(body.data.userId, userIds.get(each.user) ?? body.data.userId)
        userIds.set(each.user, body.data.userId)
        return model.join(each.user)
      }
      case 'leave':
        return check(
          model.leave(each.user),
          read(await request('DELETE', `/users/${idOf(each.user)}`)),
          null,
          null,
        )
      case 'create rule': {
        const response = await request('POST', '/rules/create-rule', {
          ...wireRule(each.rule),
          name: each.rule.name,
        })
        const outcome = model.createRule(each.rule)
        if (outcome.kind === 'done') ruleIds.set(each.rule.name, response.body.data?.id)
        return check(outcome, read(response), null, null)
      }
      case 'change rule': {
        const [name, id] = [...ruleIds][each.which % Math.max(1, ruleIds.size)] ?? []
        if (name === undefined) return
        const response = await request('PATCH', `/rules/${id}`, wireChange(each.change))
        return check(model.changeRule(name, each.change), read(response), null, null)
      }
      case 'award': {
        const sent = wireAward(each.award)
        const response = await request('POST', '/rules/award', sent, each.key)
        const outcome = model.once(each.key, `award ${JSON.stringify(sent)}`, () =>
          model.award(each.award.user, each.award.ruleName),
        )
        takeAward(outcome, response.body.data)
        return check(outcome, read(response), each.key, response.body)
      }
      case 'bulk award': {
        const awards = each.awards.map(([given, key]) => ({ given, key, sent: wireAward(given) }))
        const { status, body } = await request('POST', '/rules/award/bulk', {
          awards: awards.map(({ sent, key }) => ({ ...sent, ...(key && { idempotencyKey: key }) })),
        })
        assert.equal(status, 200, JSON.stringify(body))
        assert.equal(body.data.results.length, awards.length)
        for (const [index, { given, key, sent }] of awards.entries()) {
          const { isReplay, ...outcome } = model.once(key, `award ${JSON.stringify(sent)}`, () =>
            model.award(given.user, given.ruleName),
          )
          const result = body.data.results[index]
          if (!isReplay) takeAward(outcome, result.data)
          check(outcome, readBody(result), null, null)
          if (key && (outcome.kind === 'done' || outcome.kind === 'refused')) {
            if (isReplay) assert.deepEqual(result, firstResponses.get(key))
            else firstResponses.set(key, result)
          }
        }
        return
      }
      case 'transfer': {
        const sent = { userId: idOf(each.user), coins: decimal(each.coins) }
        const response = await request('POST', '/coins/transfer-from-user-wallet', sent, each.key)
        const outcome = model.once(each.key, `transfer ${JSON.stringify(sent)}`, () =>
          model.transfer(each.user, each.coins),
        )
        return check(outcome, read(response), each.key, response.body)
      }
      case 'reverse': {
        if (awardIds.length === 0) return
        const index = each.which % awardIds.length
        const response = await request('POST', `/rules/award/${awardIds[index]}/reverse`, undefined, each.key)
        const outcome = model.once(each.key, `reverse ${index}`, () => model.reverse(index))
        return check(outcome, read(response), each.key, response.body)
      }
      case 'repeat': {
        const again = keyed[each.which % Math.max(1, keyed.length)]
        return again && step(again)
      }
    }
  }

  async function beginMonth(): Promise<void> {
    model.month = monthOf(service.clock.now as Date)
    token = (await signIn(service, partner.email)).token
  }

  const wireAward = ({
    user,
    ruleName,
    narration,
  }: {
    user: string
    ruleName: string
    narration: string
  }) => ({
    userId: idOf(user),
    ruleName,
    ...(narration && { narration }),
  })

  /** Everything that can be read equals the model, so whatever was refused has changed nothing. */
  async function look(): Promise<void> {
    const ids = new Map([...userIds].map(([tag, id]) => [id, tag]))
    const shown = [...model.members].filter(([, { isMember }]) => isMember)
    const members = await get('/users?limit=100')
    assert.deepEqual(
      new Map(
        members.data.map((member: { userId: string; wallet: { coins: string; points: string } }) => [
          ids.get(member.userId),
          [member.wallet.coins, member.wallet.points],
        ]),
      ),
      new Map(shown.map(([tag, { coins, points }]) => [tag, [decimal(coins), decimal(points)]])),
      'members and wallets',
    )
    assert.equal(members.count, shown.length)

    const rules = await get('/rules?limit=100')
    assert.deepEqual(
      new Map(rules.data.map(({ name, ...data }: { name: string }) => [name, pick(data)])),
      new Map(
        [...model.rules].map(([name, given]) => [
          name,
          pick({ ...wireRule(given), participants: String(model.participants(name)) }),
        ]),
      ),
      'rules and their participants',
    )

    const points = await get('/leaderboard/new?take=100')
    const board = model.pointsBoard()
    assert.deepEqual(
      points.data.map((entry: { points: number; user: { userId: string } }) => [
        ids.get(entry.user.userId),
        entry.points,
      ]),
      board.map(({ user, amount }) => [user, Number(decimal(amount))]),
      'the points board',
    )
    assert.equal(points.count, board.length)
    await positions(board, '/leaderboard/new?', (amount) => Number(decimal(amount)))

    const [year, month] = model.month.split('-').map(Number)
    for (const type of ['earner', 'spender'] as const) {
      for (const [period, query] of [
        [model.month, `type=${type}&year=${year}&month=${month}`],
        [null, `type=${type}`],
      ] as const) {
        const found = await get(`/coins/partner/ep-leaderboard?limit=100&${query}`)
        const expected = model.coinBoard(type, period)
        assert.deepEqual(
          found.data.map((entry: { userId: string; coins: string }) => [ids.get(entry.userId), entry.coins]),
          expected.map(({ user, amount }) => [user, decimal(amount)]),
          `the ${type} board of ${period ?? 'all time'}`,
        )
        assert.equal(found.count, String(expected.length))
        await positions(expected, `/coins/partner/ep-leaderboard?${query}&`, decimal)
      }
    }

    const { decisions } = await get('/decisions?limit=100')
    assert.deepEqual(
      decisions.map((each: { userId: string; ruleName: string; outcome: string; reason: string | null }) => ({
        user: ids.get(each.userId),
        ruleName: each.ruleName,
        outcome: each.outcome,
        reason: each.reason,
      })),
      model.decisions.slice(-100).reverse(),
      'the decisions',
    )
  }

  /** Of the last on the board, who is likeliest to be behind a tie, and of one who is not on it. */
  async function positions(board: Placed[], path: string, wire: (amount: bigint) => unknown): Promise<void> {
    const absent = [...userIds.keys()].find((tag) => !board.some(({ user }) => user === tag))
    const last = board.at(-1)
    const cases = [...(last ? [last] : []), ...(absent ? [{ user: absent, amount: 0n, position: 0 }] : [])]
    for (const { user, amount, position } of cases) {
      const { userPosition } = await get(`${path}userId=${idOf(user)}`)
      assert.deepEqual(userPosition, { userId: idOf(user), amount: wire(amount), position })
    }
  }

  return { step, beginMonth, look }
}

/** What a response says, in the model's words. */
function read({ status, headers, body }: ApiResponse): Outcome {
  const outcome = readBody(body, status)
  return headers.get('idempotency-replayed') === 'true' ? { ...outcome, isReplay: true } : outcome
}

function readBody(body: ApiResponse['body'], status?: number): Outcome {
  const { awarded, errorType, appErrorCode } = body.data
  if (body.status === 'success')
    return { kind: 'done', ...(awarded !== undefined && { awarded: Boolean(awarded) }) }
  if (errorType === 'not found') return { kind: status === 404 ? 'notFound' : 'missing' }
  if (errorType === 'conflict') return { kind: 'conflict' }
  assert.equal(errorType, 'invalid', JSON.stringify(body))
  if (appErrorCode === '') return { kind: 'taken' }
  return appErrorCode === 'Bad request' ? { kind: 'invalid' } : { kind: 'refused', reason: appErrorCode }
}

const wireSubRules = (subs: RuleGiven['subRules']) =>
  subs.map(({ name, status }) => ({ name, status, condition: 'Did it' }))

function wireRule(given: RuleGiven) {
  return {
    type: given.type,
    status: given.status,
    condition: 'Did it',
    coinValue: decimal(given.coins),
    maxNumberOfParticipant: String(given.participantsMax),
    userLimitAward: String(given.userLimit),
    completionNumber: String(given.completions),
    ...(given.type === 'combined' && { rules: wireSubRules(given.subRules) }),
  }
}

function wireChange(change: RuleChange) {
  return {
    ...(change.status && { status: change.status }),
    ...(change.coins && { coinValue: decimal(change.coins) }),
    ...(change.participantsMax && { maxNumberOfParticipant: String(change.participantsMax) }),
    ...(change.userLimit && { userLimitAward: String(change.userLimit) }),
    ...(change.completions && { completionNumber: String(change.completions) }),
    ...(change.subRules && { rules: wireSubRules(change.subRules) }),
  }
}

const RULE_FIELDS = [
  'type',
  'status',
  'coinValue',
  'maxNumberOfParticipant',
  'userLimitAward',
  'completionNumber',
]

function pick(rule: Record<string, unknown>) {
  const fields = Object.fromEntries([...RULE_FIELDS, 'participants'].map((field) => [field, rule[field]]))
  const subs = (rule.rules ?? []) as { name: string; status: string }[]
  return { ...fields, rules: new Set(subs.map(({ name, status }) => `${name} ${status}`)) }
}

function decimal(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7)

const show = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
