import assert from 'node:assert/strict'
import { type Model, monthOf, NONE, type Placed } from './model.ts'
import { decimal, wireTerms } from './model-wire.ts'
import type { TestService } from './service.ts'

export type Live = {
  service: TestService
  partnerId: string
  /** Reads data of the partner. */
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
  get(path: string): Promise<any>
  /** By the model's names. */
  userIds: Map<string, string>
  /** Of which boards are read, besides those of all time. */
  months: Iterable<string>
}

/** Everything that can be read equals the model, so whatever was refused has changed nothing. */
export async function look(model: Model, live: Live): Promise<void> {
  const names = new Map([...live.userIds].map(([user, id]) => [id, user]))
  const nameOf = (userId: string) => names.get(userId)
  await lookAtMembers(model, live, nameOf)
  await lookAtReturns(model, live)
  await lookAtRules(model, live)
  await lookAtBoards(model, live, nameOf)
  await lookAtActivities(model, live, nameOf)
  const { decisions } = await live.get('/decisions?limit=100')
  assert.deepEqual(
    decisions.map((each: Record<'userId' | 'ruleName' | 'outcome' | 'reason' | 'coins', string>) => ({
      user: nameOf(each.userId),
      ruleName: each.ruleName,
      outcome: each.outcome,
      reason: each.reason,
      coins: each.coins,
    })),
    model.awards
      .slice(-100)
      .reverse()
      .map(({ user, ruleName, outcome, reason, coins }) => ({
        user,
        ruleName,
        outcome,
        reason,
        coins: decimal(coins),
      })),
    'the decisions',
  )
}

type NameOf = (userId: string) => string | undefined

async function lookAtActivities(model: Model, { get, userIds }: Live, nameOf: NameOf): Promise<void> {
  const { data } = await get('/activities?limit=100')
  assert.deepEqual(
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
    data.map(({ userId, type, reference, walletBefore, coins, paid, counted, refused }: any) => ({
      user: nameOf(userId),
      type,
      reference,
      walletBefore,
      coins,
      paid,
      counted,
      refused,
    })),
    model.activities
      .slice(-100)
      .reverse()
      .map(({ user, type, reference, before, awards, refused }) => ({
        user,
        type,
        reference,
        walletBefore: { coins: decimal(before.balance), points: decimal(before.points) },
        coins: decimal(awards.reduce((sum, { coins }) => sum + coins, 0n)),
        paid: awards.filter(({ outcome }) => outcome === 'paid').length,
        counted: awards.filter(({ outcome }) => outcome === 'counted').length,
        refused: refused.length,
      })),
    'the activities',
  )
  for (const [user, { isMember, attributes }] of model.members)
    if (isMember)
      assert.deepEqual((await get(`/users/${userIds.get(user)}/attributes`)).attributes, attributes)
}

async function lookAtMembers(model: Model, { get, service, partnerId }: Live, nameOf: NameOf): Promise<void> {
  const shown = [...model.members].filter(([, { isMember }]) => isMember)
  const members = await get('/users?limit=100')
  assert.equal(members.count, shown.length)
  assert.deepEqual(
    new Map(
      members.data.map(
        ({ userId, wallet }: { userId: string; wallet: { coins: string; points: string } }) => [
          nameOf(userId),
          [wallet.coins, wallet.points],
        ],
      ),
    ),
    new Map(shown.map(([user, { coins }]) => [user, [decimal(coins), decimal(model.points(user))]])),
    'members and wallets',
  )
  const rows = await service.query<{ user_id: string } & Record<string, bigint | string>>(
    `select user_id, balance, points, spent, adjusted, owed, written_off
     from wallets
     where partner_id = $1`,
    [partnerId],
  )
  assert.deepEqual(
    new Map(rows.map(({ user_id, ...amounts }) => [nameOf(user_id), amounts])),
    new Map(
      [...model.members].map(([user, { coins, adjusted, owed, writtenOff }]) => [
        user,
        {
          balance: coins,
          points: model.points(user),
          spent: model.spent(user),
          adjusted,
          owed,
          written_off: writtenOff,
        },
      ]),
    ),
    'all wallets, with what they owe',
  )
}

/** The share of each order that was returned, which decides what the next return gives. */
async function lookAtReturns(model: Model, { service, partnerId }: Live): Promise<void> {
  const rows = await service.query<{ reference: string; total: bigint }>(
    `select reference, max(share_total)::bigint as total
    from returns
    where partner_id = $1 and outcome = 'returned'
    group by reference`,
    [partnerId],
  )
  assert.deepEqual(
    new Map(rows.map(({ reference, total }) => [reference, BigInt(total)])),
    model.returnedShares,
    'the returned shares',
  )
}

async function lookAtRules(model: Model, { get }: Live): Promise<void> {
  const { data: rules } = await get('/rules?limit=100')
  const found = new Map(rules.map((data: { name: string }) => [data.name, data]))
  assert.deepEqual(new Set(found.keys()), new Set(model.rules.keys()))
  for (const [name, rule] of model.rules) {
    const data = found.get(name) as Record<string, string | null>
    const expected = {
      ...wireTerms(rule),
      participants: String(model.participants(rule)),
      version: rule.version,
    }
    const shown = Object.fromEntries(Object.keys(expected).map((field) => [field, data[field]]))
    assert.deepEqual(shown, expected, `the rule ${name}`)
    const isOver = data.budgetPeriodEnd && Date.parse(data.budgetPeriodEnd) <= model.now
    const used = rule.budget === NONE ? 0n : model.budgetUsed(rule)
    assert.equal(isOver ? '0' : data.budgetUsed, decimal(used), `the budget of ${name}`)
  }
}

async function lookAtBoards(model: Model, live: Live, nameOf: NameOf): Promise<void> {
  const { get } = live
  const points = await get('/leaderboard/new?take=100')
  const board = model.pointsBoard()
  assert.deepEqual(
    points.data.map((entry: { points: number; user: { userId: string } }) => [
      nameOf(entry.user.userId),
      entry.points,
    ]),
    board.map(({ user, amount }) => [user, Number(decimal(amount))]),
    'the points board',
  )
  assert.equal(points.count, board.length)
  await lookAtPositions(live, board, '/leaderboard/new?', (amount) => Number(decimal(amount)))

  for (const type of ['earner', 'spender'] as const) {
    for (const period of new Set([...live.months, monthOf(model.now), null])) {
      const [year, month] = (period ?? '').split('-').map(Number)
      const query = `type=${type}${period === null ? '' : `&year=${year}&month=${month}`}`
      const page = await get(`/coins/partner/ep-leaderboard?limit=100&${query}`)
      const expected = model.coinBoard(type, period)
      assert.deepEqual(
        page.data.map((entry: { userId: string; coins: string }) => [nameOf(entry.userId), entry.coins]),
        expected.map(({ user, amount }) => [user, decimal(amount)]),
        `the ${type} board of ${period ?? 'all time'}`,
      )
      assert.equal(page.count, String(expected.length))
      await lookAtPositions(live, expected, `/coins/partner/ep-leaderboard?${query}&`, decimal)
    }
  }
}

/** Of the last on the board, who is likeliest to be behind a tie, and of one who is not on it. */
async function lookAtPositions(
  { get, userIds }: Live,
  board: Placed[],
  path: string,
  wire: (amount: bigint) => unknown,
): Promise<void> {
  const absent = [...userIds.keys()].find((user) => !board.some((placed) => placed.user === user))
  const last = board.at(-1)
  const cases = [...(last ? [last] : []), ...(absent ? [{ user: absent, amount: 0n, position: 0 }] : [])]
  for (const { user, amount, position } of cases) {
    const userId = userIds.get(user)
    const { userPosition } = await get(`${path}userId=${userId}`)
    assert.deepEqual(userPosition, { userId, amount: wire(amount), position })
  }
}
