import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { partnerByDay } from '../../support/overview.ts'
import { ME, signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const ZERO = { coins: '0', change: '0', movements: 0, value: null }

/** The kinds of a statement that are not nothing. */
const moved = ({ kinds }: { kinds: { kind: string; coins: string; movements: number }[] }) =>
  kinds.filter(({ movements }) => movements > 0)

test('a statement has every kind of movement between opening and closing, and what each rule issued', async () => {
  const partner = await partnerByDay(service, '2026-03-30')
  const [ada, ben] = (await partner.addUsers(2)) as [string, string]
  const order = await partner.addRule({ coinValue: '10' })
  const visit = await partner.addRule({ coinValue: '2.5' })
  await partner.award(ada, order.name)

  await partner.goTo('2026-04-01')
  const { body } = await partner.award(ada, order.name)
  const second = await partner.award(ben, visit.name)
  const { token: later } = await signIn(service, partner.email)
  const post = (path: string, data: unknown) => dataOf(service.post(`/api/v1/laas${path}`, data, later))
  const transfer = await partner.transfer(ada, 15)
  await post(`/coins/transactions/${transfer.body.data.id}/refund`, { coins: '1.5' })
  await post(`/rules/award/${body.data.id}/reverse`, { coins: '8', shortfall: 'owe' })
  await post(`/rules/award/${second.body.data.id}/reverse`, { coins: '1' })
  await post('/coins/adjust', { userId: ben, coins: '-0.5', reason: 'correction' })
  await post('/coins/adjust', { userId: ada, coins: '0.25', reason: 'goodwill' })
  const [{ last }] = (await service.query('select last_seq as last from ledgers where partner_id = $1', [
    partner.partnerId,
  ])) as [{ last: bigint }]

  const statement = await dataOf(
    service.get('/api/v1/laas/coins/statement?from=2026-04-01&to=2026-04-30', later),
  )
  assert.deepEqual(statement, {
    from: '2026-04-01',
    to: '2026-04-30',
    asOf: { seq: Number(last), at: '2026-04-01T12:00:00.000Z' },
    opening: '10',
    openingValue: null,
    kinds: [
      { kind: 'issued', coins: '12.5', change: '12.5', movements: 2, value: null },
      { kind: 'opened', ...ZERO },
      { kind: 'added', coins: '0.25', change: '0.25', movements: 1, value: null },
      { kind: 'refunded', coins: '1.5', change: '1.5', movements: 1, value: null },
      { kind: 'reversed', coins: '7.5', change: '-7.5', movements: 2, value: null },
      { kind: 'spent', coins: '15', change: '-15', movements: 1, value: null },
      { kind: 'deducted', coins: '0.5', change: '-0.5', movements: 1, value: null },
      { kind: 'settled', coins: '0.25', change: '-0.25', movements: 1, value: null },
      { kind: 'expired', coins: '0', change: '0', movements: 0, value: null },
    ],
    closing: '1',
    closingValue: null,
    movements: 9,
    fromExpired: { coins: '0', movements: 0, value: null },
    owed: { coins: '1.5', movements: 1, value: null },
    writtenOff: { coins: '0', movements: 0, value: null },
    byRule: [
      {
        ruleId: order.id,
        ruleName: order.name,
        issued: '10',
        payments: 1,
        reversed: '6.5',
        reversals: 1,
        net: '3.5',
        fromExpired: '0',
        owed: '1.5',
        writtenOff: '0',
        value: null,
      },
      {
        ruleId: visit.id,
        ruleName: visit.name,
        issued: '2.5',
        payments: 1,
        reversed: '1',
        reversals: 1,
        net: '1.5',
        fromExpired: '0',
        owed: '0',
        writtenOff: '0',
        value: null,
      },
    ],
    coinValue: null,
    timeZone: 'UTC',
    counted: { events: Number(last), behind: 0 },
    recount: null,
  })
  const march = await dataOf(service.get('/api/v1/laas/coins/statement?to=2026-03-31', later))
  assert.deepEqual(
    [march.from, march.to, march.opening, march.closing, moved(march)],
    [
      ...['2026-03-01', '2026-03-31', '0', '10'],
      [{ kind: 'issued', coins: '10', change: '10', movements: 1, value: null }],
    ],
  )
  assert.deepEqual(await service.query('select * from broken_days'), [])
})

test('with a value of a coin, a statement, its rules and the overview are worth money, exactly', async () => {
  const partner = await partnerByDay(service, '2026-04-01')
  const [ada] = (await partner.addUsers(1)) as [string]
  const rule = await partner.addRule({ coinValue: '10.01' })
  const { token } = await signIn(service, partner.email)
  const set = (coinValue: unknown) => service.request('PATCH', ME, { token, body: { coinValue } })
  await set({ amount: '0.5', currency: 'EUR', since: '2026-01-01' })
  // Valid from the last day of the statement on: the whole of it is worth this.
  await set({ amount: '0.012345', currency: 'EUR', since: '2026-04-30' })
  const award = await partner.award(ada, rule.name)
  await partner.award(ada, rule.name)
  await partner.transfer(ada, 3)
  await partner.reverse(award.body.data.id)
  const read = (path: string) => dataOf(service.get(`/api/v1/laas${path}`, token))

  const april = 'from=2026-04-01&to=2026-04-30'
  const { kinds, byRule, openingValue, closingValue, coinValue } = await read(`/coins/statement?${april}`)
  const worth = (all: { kind: string; value: string }[]) =>
    Object.fromEntries(all.filter(({ value }) => value !== '0').map(({ kind, value }) => [kind, value]))
  const expected = { issued: '0.2471469', reversed: '0.12357345', spent: '0.037035' }
  assert.deepEqual(worth(kinds), expected)
  assert.deepEqual([openingValue, closingValue, byRule[0].value], ['0', '0.08653845', '0.12357345'])
  assert.equal(coinValue.amount, '0.012345')
  const overview = await read(`/overview?${april}`)
  assert.deepEqual(worth(overview.kinds), expected)
  assert.deepEqual(
    [overview.openingValue, overview.closingValue, overview.coinsInWalletsValue, overview.coinValue],
    ['0', '0.08653845', '0.08653845', coinValue],
  )
  // The day before, a coin was worth more.
  assert.equal((await read('/coins/statement?from=2026-04-01&to=2026-04-29')).closingValue, '3.505')
  const { value, ages } = await read('/coins/liability')
  assert.deepEqual([value, ages[0].value], ['3.505', '3.505'])
})

test('a statement as of an event has what was known then, whatever came later', async () => {
  const partner = await partnerByDay(service, '2026-05-01')
  const ada = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '4' })
  const seen: { path: string; statement: unknown }[] = []
  const look = async (days: string) => {
    const { token } = await signIn(service, partner.email)
    const statement = await dataOf(service.get(`/api/v1/laas/coins/statement?${days}`, token))
    const path = `/api/v1/laas/coins/statement?${days}&asOf=${statement.asOf.seq}`
    const { counted, ...rest } = statement
    seen.push({ path, statement: rest })
  }
  for (const [day, time] of [
    ['2026-05-01', 'T09:00:00Z'],
    ['2026-05-01', 'T10:00:00Z'],
    ['2026-05-03', 'T23:59:59Z'],
    ['2026-05-04', 'T00:00:00Z'],
    ['2026-05-04', 'T08:00:00Z'],
  ] as const) {
    await partner.goTo(day, time)
    const award = await partner.award(ada, rule.name)
    if (time === 'T10:00:00Z') await partner.reverse(award.body.data.id)
    for (const days of [
      'from=2026-05-01&to=2026-05-31',
      'from=2026-05-01&to=2026-05-03',
      'from=2026-05-04&to=2026-05-09',
    ])
      await look(days)
  }
  const { token } = await signIn(service, partner.email)
  for (const { path, statement } of seen) {
    const { counted, ...rest } = await dataOf(service.get(path, token))
    assert.deepEqual(rest, statement, path)
    assert.equal(counted.behind, 0)
  }
})

test('days that are none, or in the wrong order, and events that did not happen are refused', async () => {
  const partner = await partnerByDay(service, '2026-05-01')
  const { token } = await signIn(service, partner.email)
  const read = (query: string) => service.get(`/api/v1/laas/coins/statement?${query}`, token)
  const refused = async (query: string, error: string) => assertFailure(await read(query), 'invalid', error)
  await refused('from=2026-02-30', 'from must be a day from 1970 to 8999, such as 2026-03-01.')
  await refused('from=2026-05-02&to=2026-05-01', 'to must not be before `from`.')
  await refused('asOf=1', 'asOf must be at most 0, the number of your latest event.')
})
