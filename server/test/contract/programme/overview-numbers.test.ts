import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { partnerByDay } from '../../support/overview.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const { service, second } = await useClockService()
const userDetailsUrl = await startUserDetails()

const NOTHING = {
  issued: '0',
  opened: '0',
  added: '0',
  refunded: '0',
  reversed: '0',
  returned: '0',
  deducted: '0',
  settled: '0',
  expired: '0',
  fromExpired: '0',
  owed: '0',
  writtenOff: '0',
  opening: '0',
  closing: '0',
  paid: 0,
  counted: 0,
  refused: 0,
  newParticipants: 0,
  joined: 0,
  left: 0,
}

/** Without a value of a coin, nothing has one in money. */
const NO_VALUE = { coinValue: null, openingValue: null, closingValue: null, coinsInWalletsValue: null }

const KINDS = ['issued', 'opened', 'added', 'refunded', 'reversed', 'spent', 'deducted', 'settled', 'expired']
const kindsWith = (some: Record<string, object>) =>
  KINDS.map((kind) => ({
    kind,
    coins: '0',
    change: '0',
    movements: 0,
    value: null,
    previousCoins: '0',
    ...some[kind],
  }))

/** The dates of a list of days, and what else than nothing happened on them. Opening and closing always say something. */
const shown = (days: { date: string }[]) =>
  days.flatMap(({ date, ...day }) => {
    const some = Object.entries(day).filter(
      ([name, value]) => value !== 0 && value !== '0' && !/^(opening|closing)$/.test(name),
    )
    return some.length > 0 ? [{ date, ...Object.fromEntries(some) }] : []
  })

test('a partner to whom nothing has happened gets a zero for each of 30 days', async () => {
  service.clock.now = new Date('2026-03-01T00:00:00.000Z')
  const partner = await onboardTestPartner(service)
  const answer = await service.get('/api/v1/laas/overview', partner.token)

  const dates = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 31 + index)).toISOString().slice(0, 10),
  )
  assert.equal(dates.at(-1), '2026-03-01')
  assertSuccess(answer, 200, 'Overview returned', {
    from: '2026-01-31',
    to: '2026-03-01',
    days: dates.map((date) => ({ date, ...NOTHING, participants: 0 })),
    totals: { ...NOTHING, participants: 0 },
    previous: {
      from: '2026-01-01',
      to: '2026-01-30',
      ...NOTHING,
      participants: 0,
      issuedByDay: dates.map(() => '0'),
    },
    kinds: kindsWith({}),
    refusals: [],
    members: 0,
    coinsInWallets: '0',
    ...NO_VALUE,
    walletsWithCoins: 0,
    participantsEver: 0,
    timeZone: 'UTC',
    counted: { events: 0, behind: 0 },
    recount: null,
  })
})

test('every kind of event is counted on its day', async () => {
  const partner = await partnerByDay(service, '2026-03-01', { userDetailsUrl })
  const tag = unique('ada')
  const [ada, ben] = [await partner.addUser({ tag }), await partner.addUser()]
  const paying = await partner.addRule({ coinValue: '2.5', userLimitAward: '2' })
  const counting = await partner.addRule({ coinValue: '4', type: 'batched', completionNumber: '2' })
  const inactive = await partner.addRule({ status: 'inactive' })
  const first = await partner.award(ada, paying.name)
  await partner.award(ada, paying.name)
  await partner.award(ada, counting.name)

  await partner.goTo('2026-03-02')
  for (const rule of [paying, paying, inactive]) await partner.award(ada, rule.name)
  await partner.award(ada, counting.name)
  await partner.award(ben, counting.name)
  await partner.transfer(ada, '1.25')
  await partner.transfer(ada, 100)
  await partner.reverse(first.body.data.id)
  await partner.reverse(first.body.data.id)
  await partner.leave(ben)

  await partner.goTo('2026-03-04')
  await partner.award(ada, paying.name)
  await partner.leave(ada)
  assert.equal((await partner.rejoin(tag)).status, 200)

  const { days, totals, previous, ...rest } = await partner.overview('?days=7')
  assert.deepEqual(shown(days), [
    {
      date: '2026-03-01',
      issued: '5',
      paid: 2,
      counted: 1,
      joined: 2,
      participants: 1,
      newParticipants: 1,
    },
    {
      date: '2026-03-02',
      issued: '4',
      paid: 1,
      counted: 1,
      refused: 3,
      returned: '1.25',
      reversed: '2.5',
      participants: 1,
      left: 1,
    },
    {
      date: '2026-03-04',
      issued: '2.5',
      paid: 1,
      participants: 1,
      joined: 1,
      left: 1,
    },
  ])
  assert.deepEqual(totals, {
    ...NOTHING,
    closing: '7.75',
    issued: '11.5',
    reversed: '2.5',
    returned: '1.25',
    paid: 4,
    counted: 2,
    refused: 3,
    participants: 1,
    newParticipants: 1,
    joined: 3,
    left: 2,
  })
  assert.deepEqual(previous, {
    ...{ from: '2026-02-19', to: '2026-02-25', issuedByDay: Array(7).fill('0') },
    ...{ ...NOTHING, participants: 0 },
  })
  const [{ last }] = (await service.query('select last_seq as last from ledgers where partner_id = $1', [
    partner.partnerId,
  ])) as [{ last: bigint }]
  assert.deepEqual(rest, {
    from: '2026-02-26',
    to: '2026-03-04',
    kinds: kindsWith({
      issued: { coins: '11.5', change: '11.5', movements: 4 },
      reversed: { coins: '2.5', change: '-2.5', movements: 1 },
      spent: { coins: '1.25', change: '-1.25', movements: 1 },
    }),
    refusals: [
      { reason: 'user_limit_reached', count: 2 },
      { reason: 'rule_inactive', count: 1 },
    ],
    members: 1,
    coinsInWallets: '7.75',
    ...NO_VALUE,
    walletsWithCoins: 1,
    participantsEver: 1,
    timeZone: 'UTC',
    counted: { events: Number(last), behind: 0 },
    recount: null,
  })
})

test('wallets count as long as they hold coins, however coins came and went', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben, eve] = (await partner.addUsers(3)) as [string, string, string]
  const rule = await partner.addRule({ coinValue: '10' })
  const held = async () => (await partner.overview()).walletsWithCoins
  await Promise.all([ada, ada, ben].map((userId) => partner.award(userId, rule.name)))
  assert.equal(await held(), 2)

  await partner.transfer(ada, 20)
  assert.equal(await held(), 1)
  const again = await partner.award(ada, rule.name)
  assert.equal(await held(), 2)
  await partner.reverse(again.body.data.id)
  assert.equal(await held(), 1)
  await partner.leave(ben)
  await partner.award(eve, rule.name)
  assert.equal(await held(), 2)
  assert.deepEqual(await service.query('select * from broken_wallets'), [])
})

test('events older than the period count in the previous period', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ coinValue: '10', userLimitAward: '1' })
  await partner.award(ada, rule.name)
  await partner.award(ada, rule.name)
  const atFirst = { issued: '10', paid: 1, refused: 1, newParticipants: 1, joined: 2 }

  await partner.goTo('2026-03-07', 'T23:59:59.999Z')
  const inside = await partner.overview('?days=7')
  assert.deepEqual(shown(inside.days), [{ date: '2026-03-01', ...atFirst, participants: 1 }])
  assert.deepEqual(inside.previous, {
    ...{ from: '2026-02-22', to: '2026-02-28', issuedByDay: Array(7).fill('0') },
    ...{ ...NOTHING, participants: 0 },
  })
  await partner.award(ben, rule.name)

  await partner.goTo('2026-03-08', 'T00:00:00.000Z')
  const outside = await partner.overview('?days=7')
  assert.deepEqual(shown(outside.days), [
    { date: '2026-03-07', issued: '10', paid: 1, participants: 1, newParticipants: 1 },
  ])
  assert.deepEqual(outside.previous, {
    from: '2026-02-23',
    to: '2026-03-01',
    ...NOTHING,
    ...atFirst,
    closing: '10',
    participants: 1,
    issuedByDay: [...Array(6).fill('0'), '10'],
  })
  assert.equal(outside.totals.participants, 1)
  assert.deepEqual(outside.refusals, [])
  assert.deepEqual([outside.members, outside.coinsInWallets, outside.participantsEver], [2, '20', 2])

  const month = await partner.overview()
  assert.equal(month.totals.participants, 2)
  assert.deepEqual(month.refusals, [{ reason: 'user_limit_reached', count: 1 }])
  await partner.goTo('2026-03-21')
  const long = await partner.overview('?days=7')
  assert.deepEqual(shown(long.days), [])
  assert.deepEqual(long.previous, {
    from: '2026-03-08',
    to: '2026-03-14',
    ...NOTHING,
    opening: '20',
    closing: '20',
    participants: 0,
    issuedByDay: Array(7).fill('0'),
  })
})

test('an award is in the very next response, whichever process sends it, and in no other partner’s', async () => {
  const [partner, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const [userId, rule] = [await partner.addUser(), await partner.addRule()]
  for (let paid = 1; paid <= 10; paid += 1) {
    await partner.award(userId, rule.name)
    const { totals } = (await second.get('/api/v1/laas/overview?days=7', partner.token)).body.data
    assert.equal(totals.paid, paid)
  }
  const { totals } = (await service.get('/api/v1/laas/overview?days=7', other.token)).body.data
  assert.deepEqual(totals, { ...NOTHING, participants: 0 })
})

test('a period that is not offered is refused', async () => {
  const partner = await onboardTestPartner(service)
  for (const days of ['5', '0', '-7', '31', '7.5', 'all', '7&days=30', '1e400'])
    assertFailure(
      await service.get(`/api/v1/laas/overview?days=${days}`, partner.token),
      'invalid',
      'days must be one of 7, 30, 90.',
    )
})
