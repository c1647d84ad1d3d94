import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { partnerByDay } from '../../support/overview.ts'
import { signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const NOTHING = {
  coins: '0',
  paid: 0,
  counted: 0,
  refused: 0,
  reversed: '0',
  reversals: 0,
  fromExpired: '0',
  owed: '0',
  writtenOff: '0',
  newPeople: 0,
  people: 0,
}

async function reader(partner: { email: string }) {
  const { token } = await signIn(service, partner.email)
  return {
    token,
    get: (path: string) => service.get(`/api/v1/laas${path}`, token),
    read: (path: string) => dataOf(service.get(`/api/v1/laas${path}`, token)),
  }
}

test('the results of a rule have its days, the days before, reasons, and its versions as marks', async () => {
  const partner = await partnerByDay(service, '2026-02-27')
  const [ada, ben] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ coinValue: '10', userLimitAward: '2' })
  const other = await partner.addRule({ coinValue: '1' })
  await partner.award(ada, rule.name)
  await partner.award(ada, other.name)

  await partner.goTo('2026-03-01')
  const { token } = await signIn(service, partner.email)
  await dataOf(
    service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token, body: { coinValue: '7.5' } }),
  )
  const { body } = await partner.award(ben, rule.name)
  await partner.award(ada, rule.name)
  await partner.award(ada, rule.name)
  await partner.goTo('2026-03-02')
  await partner.reverse(body.data.id)

  const { read, get } = await reader(partner)
  const { totals, previous, days, reasons, versions, ...rest } = await read(
    `/rules/${rule.id}/results?from=2026-03-01&to=2026-03-02`,
  )
  assert.deepEqual(totals, {
    from: '2026-03-01',
    to: '2026-03-02',
    ...NOTHING,
    coins: '15',
    paid: 2,
    refused: 1,
    reversed: '7.5',
    reversals: 1,
    newPeople: 1,
    people: 2,
  })
  assert.deepEqual(previous, {
    from: '2026-02-27',
    to: '2026-02-28',
    ...NOTHING,
    coins: '10',
    paid: 1,
    newPeople: 1,
    people: 1,
  })
  assert.deepEqual(days, [
    { date: '2026-03-01', ...NOTHING, coins: '15', paid: 2, refused: 1, newPeople: 1, people: 2 },
    { date: '2026-03-02', ...NOTHING, reversed: '7.5', reversals: 1 },
  ])
  assert.deepEqual(reasons, [{ reason: 'user_limit_reached', count: 1, people: 1, peopleAtLeast: false }])
  assert.deepEqual(
    versions.map(({ version, date, actor }: Record<string, { kind: string }>) => [
      version,
      date,
      actor?.kind,
    ]),
    [[2, '2026-03-01', 'team']],
  )
  assert.deepEqual([rest.ruleId, rest.ruleName, rest.timeZone], [rule.id, rule.name, 'UTC'])
  const year = await read(`/rules/${rule.id}/results?from=2026-03-01&to=2026-03-02&compare=year`)
  assert.deepEqual([year.previous.from, year.previous.to], ['2025-03-01', '2025-03-02'])
  assertFailure(await get(`/rules/${randomUUID()}/results`), 'notFound', 'Rule was not found.')
  assertFailure(
    await get(`/rules/${rule.id}/results?from=2020-01-01`),
    'invalid',
    'from must be at most 732 days before 2026-03-03.',
  )
})

test('the list of rules shows what each did, sorted by it, and only those of a phase', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben] = (await partner.addUsers(2)) as [string, string]
  const dear = await partner.addRule({ coinValue: '50' })
  const liked = await partner.addRule({ coinValue: '1' })
  const full = await partner.addRule({ coinValue: '2', maxNumberOfParticipant: '1' })
  const spent = await partner.addRule({ coinValue: '3', coinBudget: '3', budgetPeriod: 'day' })
  const later = await partner.addRule({ startsAt: '2026-04-01T00:00:00Z' })
  const over = await partner.addRule({ endsAt: '2026-03-02T00:00:00Z' })
  await partner.award(ada, dear.name)
  await partner.goTo('2026-03-10')
  for (const userId of [ada, ben]) await partner.award(userId, liked.name)
  for (const rule of [full, spent]) await partner.award(ada, rule.name)
  for (let time = 1; time <= 2; time += 1) await partner.award(ben, full.name)

  const { read, get } = await reader(partner)
  const idsOf = async (query: string) =>
    (await read(`/rules?${query}`)).data.map(({ id }: { id: string }) => id)
  assert.deepEqual((await idsOf('results=7d&sort=coins')).slice(0, 3), [spent.id, full.id, liked.id])
  assert.deepEqual((await idsOf('results=30d&sort=coins')).slice(0, 2), [dear.id, spent.id])
  assert.equal((await idsOf('sort=refused'))[0], full.id)
  assert.equal((await idsOf('sort=people'))[0], liked.id)
  assert.deepEqual(await idsOf('phase=full'), [full.id])
  assert.deepEqual(await idsOf('phase=exhausted'), [spent.id])
  assert.deepEqual(await idsOf('phase=scheduled'), [later.id])
  assert.deepEqual(await idsOf('phase=ended'), [over.id])
  assert.deepEqual(await idsOf('phase=running'), [liked.id, dear.id])
  const { data, count, next, lastpage } = await read('/rules?results=30d&sort=coins&limit=1')
  assert.deepEqual([count, next, lastpage], [6, null, 6])
  assert.deepEqual(data[0].results, {
    from: '2026-02-09',
    to: '2026-03-10',
    coins: '50',
    previousCoins: '0',
    reversed: '0',
    paid: 1,
    counted: 0,
    refused: 0,
    people: 1,
    newPeople: 1,
    coinsByDay: Array.from({ length: 30 }, (_, index) => (index === 20 ? '50' : '0')),
  })
  assert.equal('results' in (await read('/rules')).data[0], false)
  const cursor = (await read('/rules?limit=1')).next
  assertFailure(
    await get(`/rules?results=30d&cursor=${cursor}`),
    'invalid',
    'cursor cannot be used with phase, results or sort; use page.',
  )
  // The day of the budget ends.
  await partner.goTo('2026-03-11')
  const tomorrow = await reader(partner)
  assert.deepEqual((await tomorrow.read('/rules?phase=exhausted')).data, [])
})

test('the users of a rule are listed with payments, coins and progress, those who left included', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben] = (await partner.addUsers(3)) as [string, string]
  const rule = await partner.addRule({ coinValue: '5', type: 'batched', completionNumber: '2' })
  for (const userId of [ada, ada, ada, ben]) await partner.award(userId, rule.name)
  await partner.leave(ben)

  const { read, get } = await reader(partner)
  const first = await read(`/rules/${rule.id}/people?limit=1`)
  const second = await read(`/rules/${rule.id}/people?limit=1&cursor=${first.next}`)
  const shown = ({ user, ...rest }: { user: { userId: string } }) => ({ userId: user.userId, ...rest })
  const at = '2026-03-01T12:00:00.000Z'
  assert.deepEqual(
    new Set([...first.data, ...second.data].map(shown)),
    new Set([
      { userId: ada, payments: 1, coins: '5', lastPaidAt: at, progress: 1, needed: 2 },
      { userId: ben, payments: 0, coins: '0', lastPaidAt: null, progress: 1, needed: 2 },
    ]),
  )
  assert.equal(second.next, null)
  assertFailure(await get(`/rules/${randomUUID()}/people`), 'notFound', 'Rule was not found.')

  const { data } = await read(`/users/${ada}/progress`)
  assert.deepEqual(
    data.map(({ ruleId, progress, needed, userAwards, userCoins }: Record<string, unknown>) => ({
      ruleId,
      progress,
      needed,
      userAwards,
      userCoins,
    })),
    [{ ruleId: rule.id, progress: 1, needed: 2, userAwards: 1, userCoins: '5' }],
  )
  assert.equal((await read(`/users/${ben}/progress`)).data[0].progress, 1)
  assertFailure(await get(`/users/${randomUUID()}/progress`), 'notFound', 'User was not found.')
})

test('the users of a rule are sorted by coins, payments or their latest payment, page by page', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben, cem, dot] = (await partner.addUsers(4)) as [string, string, string, string]
  const rule = await partner.addRule({ coinValue: '1', perUnit: true })
  const { token } = await signIn(service, partner.email)
  const award = (userId: string, units: string) =>
    dataOf(service.post('/api/v1/laas/rules/award', { userId, ruleName: rule.name, units }, token))
  for (const [userId, units] of [
    [ada, '9'],
    [ben, '1'],
    [ben, '1'],
    [cem, '5'],
    [dot, '5'],
    [ben, '1'],
  ] as const)
    await award(userId, units)

  const { read, get } = await reader(partner)
  const people = (query: string) => read(`/rules/${rule.id}/people?${query}`)
  const sorted = async (sort: string) => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { data, next } = await people(`sort=${sort}&limit=1${cursor}`)
      found.push(...data.map(({ user }: { user: { userId: string } }) => user.userId))
      if (next === null) return found
      cursor = `&cursor=${next}`
    }
  }
  const [later, earlier] = [cem, dot].toSorted().reverse() as [string, string]
  assert.deepEqual(await sorted('coins'), [ada, later, earlier, ben])
  assert.deepEqual(await sorted('payments'), [ben, ...[ada, cem, dot].toSorted().reverse()])
  assert.deepEqual(await sorted('last'), [ben, dot, cem, ada])
  const { next } = await people('sort=coins&limit=1')
  const foreign = 'cursor must be the `next` of an earlier response.'
  for (const query of [`sort=last&cursor=${next}`, `cursor=${next}`, 'sort=coins&cursor=AAAA'])
    assertFailure(await get(`/rules/${rule.id}/people?${query}`), 'invalid', foreign)
  assertFailure(
    await get(`/rules/${rule.id}/people?sort=name`),
    'invalid',
    'sort must be one of coins, payments, last.',
  )
})

test('reasons of refusals tell how many users they concern', async () => {
  const partner = await partnerByDay(service, '2026-03-01')
  const [ada, ben] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ userLimitAward: '1' })
  const other = await partner.addRule({ userLimitAward: '1' })
  for (const name of [rule.name, rule.name, rule.name, other.name, other.name]) await partner.award(ada, name)
  await partner.goTo('2026-03-02')
  for (let time = 1; time <= 2; time += 1) await partner.award(ben, rule.name)
  const { read } = await reader(partner)
  const reasons = async (query: string) => (await read(`/rules/${rule.id}/results?${query}`)).reasons
  const limit = { reason: 'user_limit_reached', peopleAtLeast: false }
  assert.deepEqual(await reasons('from=2026-03-01&to=2026-03-02'), [{ ...limit, count: 3, people: 2 }])
  assert.deepEqual(await reasons('from=2026-03-01&to=2026-03-01'), [{ ...limit, count: 2, people: 1 }])
  assert.deepEqual(await reasons('from=2026-03-02&to=2026-03-09'), [{ ...limit, count: 1, people: 1 }])
})
