import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins } from '../../../src/programme/ledger/coin.ts'
import { dayIn } from '../../../src/programme/ledger/time-zone.ts'
import { addDays, comparedWith, type DayRange, daysOf } from '../../../src/programme/overview/days.ts'
import { dataOf } from '../../support/api.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { importAll, ndjson } from '../../support/imports-of.ts'
import { ME, onboardTestPartner, signIn } from '../../support/partner.ts'
import { randomFrom } from '../../support/random.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** `STATEMENT_OPERATIONS=10000 npm test -- statement-sums` for a long run. */
const OPERATIONS = Number(process.env.STATEMENT_OPERATIONS ?? 240)
const SEED = Number(process.env.STATEMENT_SEED ?? Date.now() % 2 ** 31)
const CHECKS = 8
/** So that long runs list no more days than a response may have. */
const DAYS_PER_RANGE = 200

/** Clocks change at midnight in Havana and Beirut, by half an hour on Lord Howe, and never in UTC. */
const ZONES = [
  'Europe/Berlin',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'UTC',
]
/** Shortly before clocks change, or before a month or a year ends. */
const BEGINNINGS = [
  '2027-03-13T22:00:00Z',
  '2027-03-27T18:00:00Z',
  '2027-10-30T18:00:00Z',
  '2027-12-31T20:00:00Z',
]
const MINUTES_PASSING = [1, 7, 30, 90, 600, 1_440, 9 * 1_440]

const { service } = await useClockService()

type Movement = {
  seq: bigint
  kind: string
  ruleId: string | null
  userId: string
  coins: bigint
  change: bigint
  day: string
}
type Decision = { outcome: string; reason: string | null; ruleId: string; userId: string; day: string }

/** What the movements and the awards themselves say, apart from every count. */
async function readLedger(partnerId: string, timeZone: string) {
  const movements = await service.query<Omit<Movement, 'day'> & { createdAt: Date }>(
    `select m.seq,
      case
        when m.kind = 'award' then 'issued'
        when m.kind = 'reversal' and m.from_account = l.arrears_account then 'owed'
        when m.kind = 'reversal' and m.from_account = l.expired_account then 'fromExpired'
        when m.kind = 'reversal' and m.from_account = l.write_offs_account then 'writtenOff'
        when m.kind = 'reversal' then 'reversed'
        when m.kind = 'transfer' then 'spent'
        when m.kind = 'refund' then 'refunded'
        when m.kind = 'settlement' then 'settled'
        when m.kind = 'opening' then 'opened'
        when m.kind = 'expiry' then 'expired'
        when m.change > 0 then 'added'
        else 'deducted'
      end as kind,
      coalesce(a.rule_id, b.rule_id) as "ruleId", m.user_id as "userId", m.coins, m.change, m.created_at as "createdAt"
    from movements m
    join ledgers l on l.partner_id = m.partner_id
    left join awards a on a.partner_id = m.partner_id and a.id = m.id
    left join reversals r on r.partner_id = m.partner_id and r.id = m.id
    left join awards b on b.partner_id = r.partner_id and b.id = r.award_id
    where m.partner_id = $1`,
    [partnerId],
  )
  const decisions = await service.query<Omit<Decision, 'day'> & { createdAt: Date }>(
    `select outcome, reason, rule_id as "ruleId", user_id as "userId", created_at as "createdAt" from awards where partner_id = $1`,
    [partnerId],
  )
  const withDay = <Row extends { createdAt: Date }>(row: Row) => ({
    ...row,
    day: dayIn(timeZone, new Date(row.createdAt)),
  })
  return {
    movements: movements.map((row) => ({
      ...withDay(row),
      seq: BigInt(row.seq),
      coins: BigInt(row.coins),
      change: BigInt(row.change),
    })),
    decisions: decisions.map(withDay),
  }
}

type Ledger = Awaited<ReturnType<typeof readLedger>>

const sum = (rows: Movement[], of: 'coins' | 'change') => rows.reduce((total, row) => total + row[of], 0n)
const coinsOf = (rows: Movement[], kind: string) =>
  formatCoins(
    sum(
      rows.filter((row) => row.kind === kind),
      'coins',
    ),
  )
const inside = <Row extends { day: string }>(rows: Row[], { from, to }: DayRange): Row[] =>
  rows.filter(({ day }) => day >= from && day <= to)
const people = (rows: Decision[]) =>
  new Set(rows.filter(({ outcome }) => outcome === 'paid').map(({ userId }) => userId)).size
const count = (rows: Decision[], outcome: string) => rows.filter((row) => row.outcome === outcome).length

const KINDS = ['issued', 'opened', 'added', 'refunded', 'reversed', 'spent', 'deducted', 'settled', 'expired']

function expectedStatement({ movements }: Ledger, range: DayRange, asOf: bigint) {
  const known = movements.filter(({ seq }) => seq <= asOf)
  const rows = inside(known, range)
  const before = known.filter(({ day }) => day < range.from)
  const kinds = KINDS.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    return {
      kind,
      coins: formatCoins(sum(own, 'coins')),
      change: formatCoins(sum(own, 'change')),
      movements: own.length,
      value: null,
    }
  })
  const byRule = Map.groupBy(
    rows.filter(({ ruleId }) => ruleId !== null),
    ({ ruleId }) => ruleId as string,
  )
  return {
    opening: formatCoins(sum(before, 'change')),
    closing: formatCoins(sum(before, 'change') + sum(rows, 'change')),
    kinds,
    fromExpired: coinsOf(rows, 'fromExpired'),
    owed: coinsOf(rows, 'owed'),
    writtenOff: coinsOf(rows, 'writtenOff'),
    byRule: Object.fromEntries(
      Array.from(byRule, ([ruleId, own]) => [
        ruleId,
        ['issued', 'reversed', 'fromExpired', 'owed', 'writtenOff'].map((kind) => coinsOf(own, kind)),
      ]),
    ),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire.
type Wire = any

const shownStatement = ({ opening, closing, kinds, fromExpired, owed, writtenOff, byRule }: Wire) => ({
  opening,
  closing,
  kinds,
  fromExpired: fromExpired.coins,
  owed: owed.coins,
  writtenOff: writtenOff.coins,
  byRule: Object.fromEntries(
    byRule.map((rule: Wire) => [
      rule.ruleId,
      [rule.issued, rule.reversed, rule.fromExpired, rule.owed, rule.writtenOff],
    ]),
  ),
})

/** The figures that overview and results have in common. */
function expectedAwards({ movements, decisions }: Ledger, range: DayRange, ruleId: string | null) {
  const rows = inside(movements, range).filter((row) => ruleId === null || row.ruleId === ruleId)
  const own = decisions.filter((row) => ruleId === null || row.ruleId === ruleId)
  const decided = inside(own, range)
  const earlier = new Set(
    own.filter(({ outcome, day }) => outcome === 'paid' && day < range.from).map(({ userId }) => userId),
  )
  const paid = decided.filter(({ outcome, userId }) => outcome === 'paid' && !earlier.has(userId))
  return {
    issued: coinsOf(rows, 'issued'),
    reversed: coinsOf(rows, 'reversed'),
    paid: count(decided, 'paid'),
    counted: count(decided, 'counted'),
    refused: count(decided, 'refused'),
    people: people(decided),
    newPeople: people(paid),
  }
}

function expectedReasons({ decisions }: Ledger, range: DayRange, ruleId: string | null) {
  const reasons = new Map<string, number>()
  for (const { reason, ruleId: of } of inside(decisions, range))
    if (reason !== null && (ruleId === null || of === ruleId))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return Object.fromEntries(reasons)
}

function expectedRefusedPeople({ decisions }: Ledger, range: DayRange, ruleId: string) {
  const people = new Map<string, Set<string>>()
  for (const { reason, userId, ruleId: of } of inside(decisions, range))
    if (reason !== null && of === ruleId) people.set(reason, (people.get(reason) ?? new Set()).add(userId))
  return Object.fromEntries(Array.from(people, ([reason, users]) => [reason, users.size]))
}

/** The coins and members of each age, by the last movement of each wallet. */
function expectedAges({ movements }: Ledger, today: string) {
  const byUser = Map.groupBy(
    movements.filter(({ change }) => change !== 0n),
    ({ userId }) => userId,
  )
  const members = Array.from(byUser.values(), (own) => ({
    day: own
      .map(({ day }) => day)
      .toSorted()
      .at(-1) as string,
    coins: sum(own, 'change'),
  })).filter(({ coins }) => coins > 0n)
  return [
    [0, 30],
    [31, 90],
    [91, 180],
    [181, null],
  ].map(([fromDays, toDays]) => {
    const isAged = (day: string) =>
      day <= addDays(today, -(fromDays as number)) &&
      (toDays === null || day >= addDays(today, -(toDays as number)))
    const aged = members.filter(({ day }) => isAged(day))
    const coins = aged.reduce((total, member) => total + member.coins, 0n)
    return { fromDays, toDays, coins: formatCoins(coins), members: aged.length, value: null }
  })
}

const reasonsOf = (counts: Wire[]) => Object.fromEntries(counts.map(({ reason, count }) => [reason, count]))

const ofOverview = (totals: Wire) => ({
  issued: totals.issued,
  reversed: totals.reversed,
  paid: totals.paid,
  counted: totals.counted,
  refused: totals.refused,
  people: totals.participants,
  newPeople: totals.newParticipants,
})

const ofResults = (totals: Wire) => ({
  issued: totals.coins,
  reversed: totals.reversed,
  paid: totals.paid,
  counted: totals.counted,
  refused: totals.refused,
  people: totals.people,
  newPeople: totals.newPeople,
})

/** Opening and everything that entered wallets, less what left them, is closing. */
function assertAddsUp(totals: Wire): void {
  const hundredths = (text: string) => Math.round(Number(text) * 100)
  const entered = ['opening', 'issued', 'opened', 'added', 'refunded']
  const left = ['reversed', 'returned', 'deducted', 'settled', 'expired']
  const total = (names: string[]) => names.reduce((all, name) => all + hundredths(totals[name]), 0)
  assert.equal(total(entered) - total(left), hundredths(totals.closing))
}

test(`statement, overview and results equal the movements, whatever happens in whichever zone (STATEMENT_SEED=${SEED})`, async () => {
  const random = randomFrom(SEED)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  service.clock.now = new Date(pick(BEGINNINGS))
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const post = (path: string, body: unknown) => service.post(`/api/v1/laas${path}`, body, token)
  const read = (path: string) => dataOf(service.get(`/api/v1/laas${path}`, token))
  let timeZone = 'UTC'
  const start = service.clock.now
  const users = await partner.addUsers(5)
  const rules = [
    await partner.addRule({ coinValue: '2.5' }),
    await partner.addRule({ coinValue: '7.01', type: 'batched', completionNumber: '2' }),
    await partner.addRule({ coinValue: '1', perUnit: true, maxCoinsPerAward: '4' }),
    await partner.addRule({ coinValue: '3', userLimitAward: '1', userLimitPeriod: 'day' }),
    await partner.addRule({ status: 'inactive' }),
    await partner.addRule({ coinValue: '6', coinExpiry: { after: 'P2D', until: 'day' } }),
    await partner.addRule({ coinValue: '4', coinExpiry: { after: 'P1D', until: 'day' }, pendingDays: 1 }),
  ]
  const addUser = async (): Promise<string> =>
    (await dataOf(post('/users', { externalId: `c-${random(2 ** 31)}` }))).userId
  const awards: string[] = []
  const transfers: string[] = []
  let imports = 0

  const operations: [weight: number, () => Promise<unknown>][] = [
    [
      12,
      async () => {
        const rule = pick(rules)
        const units = rule === rules[2] ? { units: `${random(5)}.${1 + random(9)}` } : {}
        const reference = random(2) === 0 ? { reference: `o-${random(4)}` } : {}
        const body = { userId: pick(users), ruleName: rule.name, ...units, ...reference }
        const { status, body: sent } = await post('/rules/award', body)
        if (status === 201) awards.push(sent.data.id)
      },
    ],
    [
      4,
      async () => {
        if (awards.length === 0) return
        const coins = random(2) === 0 ? {} : { coins: `${random(3)}.${1 + random(9)}` }
        const shortfall = pick(['refuse', 'available', 'owe'])
        await post(`/rules/award/${pick(awards)}/reverse`, { ...coins, shortfall })
      },
    ],
    [
      4,
      async () => {
        const reference = random(2) === 0 ? { reference: `o-${random(4)}` } : {}
        const body = { userId: pick(users), coins: `${random(9)}.${1 + random(9)}`, ...reference }
        const { status, body: sent } = await post('/coins/transfer-from-user-wallet', body)
        if (status === 201) transfers.push(sent.data.id)
      },
    ],
    [
      2,
      async () => {
        const coins = random(2) === 0 ? {} : { coins: `0.${1 + random(9)}` }
        if (transfers.length > 0) await post(`/coins/transactions/${pick(transfers)}/refund`, coins)
      },
    ],
    [
      2,
      () =>
        post('/returns', {
          reference: `o-${random(4)}`,
          share: pick(['0.1', '0.25', '1']),
          shortfall: pick(['available', 'owe']),
        }),
    ],
    [
      2,
      () =>
        post('/coins/adjust', {
          userId: pick(users),
          coins: `${pick(['', '-'])}${random(4)}.${1 + random(9)}`,
          reason: 'test',
        }),
    ],
    [
      1,
      async () => {
        if (users.length < 3) return
        const [userId] = users.splice(random(users.length), 1) as [string]
        await post(`/users/${userId}/erase`, { forfeit: true })
        users.push(await addUser())
      },
    ],
    [
      1,
      async () => {
        if (imports > 2) return
        imports += 1
        const lines = [
          { externalId: `i-${imports}`, coins: `${imports}.5`, points: '9' },
          { externalId: `j-${imports}` },
        ]
        await importAll(service, ndjson(lines), { token })
        const { data } = await read(`/users?externalId=i-${imports}`)
        users.push(data[0].userId)
      },
    ],
    [
      1,
      async () => {
        const userId = pick(users)
        await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token })
        users.splice(users.indexOf(userId), 1)
        users.push(await addUser())
      },
    ],
  ]
  /** Spends all coins of a user, reverses an award that paid some of them, and pays again, which settles. */
  async function owe(shortfall: 'owe' | 'available'): Promise<void> {
    const userId = pick(users)
    const body = { userId, ruleName: rules[0]?.name }
    const { id } = await dataOf(post('/rules/award', body))
    const { wallet } = await read(`/users/${userId}`)
    // The payment may have settled what the user owed before.
    if (wallet.coins === '0') return
    const transferred = await post('/coins/transfer-from-user-wallet', { userId, coins: wallet.coins })
    // Some of the coins may be pending or held.
    if (transferred.status !== 201) return
    const transfer = transferred.body.data
    transfers.push(transfer.id)
    await dataOf(post(`/rules/award/${id}/reverse`, { coins: '1.5', shortfall }))
    await post(`/coins/transactions/${transfer.id}/refund`, { coins: '0.25' })
    await dataOf(post('/rules/award', body))
  }
  /** Has coins of an award expire, and reverses it. */
  async function expire(): Promise<void> {
    const userId = pick(users)
    const { id } = await dataOf(post('/rules/award', { userId, ruleName: rules[5]?.name }))
    await pass(4 * 1_440)
    await post('/coins/adjust', { userId, coins: '0.5', reason: 'test' })
    await post(`/rules/award/${id}/reverse`, { coins: '1.5', shortfall: 'owe' })
  }
  async function hold(): Promise<void> {
    const { status, body } = await post('/coins/holds', { userId: pick(users), coins: `0.${1 + random(9)}` })
    if (status !== 201) return
    const end = pick(['capture', 'release', null])
    if (end === null) await pass(20)
    else await post(`/coins/holds/${body.data.id}/${end}`, {})
  }
  operations.push([1, () => owe('owe')], [1, () => owe('available')], [1, expire], [2, hold])
  const weighted = operations.flatMap(([weight, run]) => Array<typeof run>(weight).fill(run))

  async function pass(minutes: number): Promise<void> {
    service.clock.now = new Date((service.clock.now as Date).getTime() + minutes * 60_000)
    token = (await signIn(service, partner.email)).token
  }

  /** Has everything written that is due, so that nothing is recorded while figures are compared. */
  async function settle(): Promise<void> {
    const due = () =>
      service.query<{ userId: string }>(
        `select user_id as "userId" from wallets where partner_id = $1 and next_due_at <= $2`,
        [partner.partnerId, service.clock.now],
      )
    for (const { userId } of await due())
      await post('/coins/adjust', { userId, coins: '0.01', reason: 'test' })
    await waitUntil(async () => (await due()).length === 0, 'nothing is due')
  }

  async function check(): Promise<void> {
    await settle()
    const now = service.clock.now as Date
    const today = dayIn(timeZone, now)
    const first = dayIn(timeZone, start)
    const last = (await read('/overview')).counted.events as number
    const ledger = await readLedger(partner.partnerId, timeZone)
    const all = daysOf({ from: addDays(first, -2), to: addDays(today, 2) })
    const ranges: DayRange[] = [
      { from: first, to: today },
      { from: `${today.slice(0, 8)}01`, to: today },
      ...[1, 2, 3, 4].map(() => {
        const [from, to] = [pick(all), pick(all)].toSorted() as [string, string]
        return { from, to }
      }),
    ]
    for (const { from, to } of ranges) {
      const earliest = addDays(to, -DAYS_PER_RANGE)
      const range = { from: from > earliest ? from : earliest, to }
      const days = `from=${range.from}&to=${range.to}`
      for (const asOf of [last, 1 + random(last)]) {
        const statement = await read(`/coins/statement?${days}&asOf=${asOf}`)
        assert.equal(statement.timeZone, timeZone)
        assert.deepEqual(
          shownStatement(statement),
          expectedStatement(ledger, range, BigInt(asOf)),
          `${timeZone} ${days}&asOf=${asOf}`,
        )
      }
      const compare = pick(['previous', 'year'] as const)
      const overview = await read(`/overview?${days}&compare=${compare}`)
      const compared = comparedWith(range, compare)
      for (const [totals, of] of [
        [overview.totals, range],
        [overview.previous, compared],
        ...overview.days.map((day: Wire) => [day, { from: day.date, to: day.date }]),
      ] as [Wire, DayRange][]) {
        assertAddsUp(totals)
        assert.deepEqual(
          ofOverview(totals),
          expectedAwards(ledger, of, null),
          `${timeZone} ${of.from} ${of.to}`,
        )
      }
      const before = await read(`/overview?from=${compared.from}&to=${compared.to}`)
      assert.deepEqual(
        overview.previous.issuedByDay,
        before.days.map(({ issued }: Wire) => issued),
      )
      assert.deepEqual(
        overview.kinds.map(({ previousCoins, ...kind }: Wire) => kind),
        expectedStatement(ledger, range, BigInt(last)).kinds,
      )
      assert.deepEqual(reasonsOf(overview.refusals), expectedReasons(ledger, range, null))
      const rule = pick(rules)
      const results = await read(`/rules/${rule.id}/results?${days}&compare=${compare}`)
      for (const [totals, of] of [
        [results.totals, range],
        [results.previous, compared],
        ...results.days.map((day: Wire) => [day, { from: day.date, to: day.date }]),
      ] as [Wire, DayRange][])
        assert.deepEqual(
          ofResults(totals),
          expectedAwards(ledger, of, rule.id),
          `${rule.name} ${of.from} ${of.to}`,
        )
      assert.deepEqual(reasonsOf(results.reasons), expectedReasons(ledger, range, rule.id))
      assert.deepEqual(
        Object.fromEntries(results.reasons.map(({ reason, people }: Wire) => [reason, people])),
        expectedRefusedPeople(ledger, range, rule.id),
      )
    }
    const liability = await read('/coins/liability')
    assert.deepEqual(liability.ages, expectedAges(ledger, today), `${timeZone} ${today}`)
    for (const { from, to, opening, closing, kinds } of (await read('/periods?limit=100')).data) {
      const {
        opening: before,
        closing: after,
        kinds: all,
      } = expectedStatement(ledger, { from, to }, BigInt(last))
      assert.deepEqual([opening, closing, kinds], [before, after, all], `${timeZone} ${from}`)
    }
    const week = { from: addDays(today, -6), to: today }
    const sort = pick(['coins', 'refused', 'people'])
    const listed = await read(`/rules?results=7d&sort=${sort}`)
    for (const { id, results } of listed.data)
      assert.deepEqual(ofResults(results), expectedAwards(ledger, week, id))
    const sorted = listed.data.map(({ results }: Wire) => Number(results[sort]))
    assert.deepEqual(
      sorted,
      sorted.toSorted((left: number, right: number) => right - left),
    )
    const [wallets] = await service.query<{ coins: string; owed: string; holders: number }>(
      `select sum(balance) as coins, sum(owed) as owed, (count(*) filter (where balance > 0))::integer as holders
      from wallets where partner_id = $1`,
      [partner.partnerId],
    )
    assert.equal((await read('/overview')).totals.closing, formatCoins(BigInt(wallets?.coins ?? 0)))
    assert.deepEqual(
      [liability.coins, liability.owed.coins, liability.members],
      [formatCoins(BigInt(wallets?.coins ?? 0)), formatCoins(BigInt(wallets?.owed ?? 0)), wallets?.holders],
    )
  }

  /** Counts go on in the former zone until all events are counted in the new one. */
  async function changeZone(to: string): Promise<void> {
    const changed = await service.request('PATCH', ME, { token, body: { timeZone: to } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await waitUntil(async () => {
      const overview = await read('/overview')
      assertAddsUp(overview.totals)
      assert.equal(overview.recount?.timeZone ?? to, to)
      return overview.recount === null && overview.timeZone === to
    }, 'the days are counted in the new zone')
    timeZone = to
  }

  // Each kind of movement happens at least once, on more than one day.
  for (const [, run] of operations) {
    await run()
    await pass(600)
  }
  for (let step = 1; step <= OPERATIONS; step += 1) {
    if (random(4) === 0) await pass(pick(MINUTES_PASSING))
    await pick(weighted)()
    if (step % Math.ceil(OPERATIONS / CHECKS) > 0 && step < OPERATIONS) continue
    await check()
    await changeZone(pick(ZONES))
    await check()
  }
  const { kinds, fromExpired, owed, writtenOff } = await read('/coins/statement?from=2027-01-01')
  for (const { kind, movements } of [
    ...kinds,
    { kind: 'fromExpired', ...fromExpired },
    { kind: 'owed', ...owed },
    { kind: 'writtenOff', ...writtenOff },
  ])
    if (!['added', 'deducted'].includes(kind)) assert.ok(movements > 0, `nothing was ${kind}`)
  assert.deepEqual(await brokenInvariants(service, partner.partnerId), [])
})
