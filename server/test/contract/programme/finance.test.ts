import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { partnerByDay } from '../../support/overview.ts'
import { clientToken, ME, signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const { service } = await useClockService()

async function signedIn(partner: { email: string }) {
  const { token } = await signIn(service, partner.email)
  return {
    token,
    get: (path: string) => service.get(`/api/v1/laas${path}`, token),
    read: (path: string) => dataOf(service.get(`/api/v1/laas${path}`, token)),
    post: (path: string, body: unknown = {}) => service.post(`/api/v1/laas${path}`, body, token),
    close: (month: string) => service.request('POST', `/api/v1/laas/periods/${month}/close`, { token }),
  }
}

const ages = ({ ages: all }: { ages: { coins: string; members: number }[] }) =>
  all.map(({ coins, members }) => [coins, members])

test('coins grow old with the days since their member last moved any', async () => {
  const partner = await partnerByDay(service, '2026-01-01')
  const [ada, ben, cem, dot] = (await partner.addUsers(4)) as [string, string, string, string]
  const rule = await partner.addRule({ coinValue: '10' })
  const inactive = await partner.addRule({ status: 'inactive' })
  for (const userId of [ada, ben, cem]) await partner.award(userId, rule.name)
  const dear = await partner.award(dot, rule.name)

  const liability = async () => (await signedIn(partner)).read('/coins/liability')
  assert.deepEqual(ages(await liability()), [
    ['40', 4],
    ['0', 0],
    ['0', 0],
    ['0', 0],
  ])
  await partner.goTo('2026-01-31')
  assert.deepEqual(ages(await liability()), [
    ['40', 4],
    ['0', 0],
    ['0', 0],
    ['0', 0],
  ])
  await partner.goTo('2026-02-01')
  assert.deepEqual(ages(await liability()), [
    ['0', 0],
    ['40', 4],
    ['0', 0],
    ['0', 0],
  ])

  // A refused award moves nothing, and a member without coins counts nowhere.
  await partner.award(cem, inactive.name)
  await partner.transfer(ada, 4)
  await partner.transfer(ben, 10)
  assert.deepEqual(ages(await liability()), [
    ['6', 1],
    ['20', 2],
    ['0', 0],
    ['0', 0],
  ])
  await partner.goTo('2026-04-02')
  assert.deepEqual(ages(await liability()), [
    ['0', 0],
    ['6', 1],
    ['20', 2],
    ['0', 0],
  ])
  await partner.goTo('2026-07-01')
  await partner.award(ben, rule.name)
  await partner.leave(cem)

  const { read, token, post } = await signedIn(partner)
  await post(`/rules/award/${dear.body.data.id}/reverse`, { coins: '2.5' })
  const value = { amount: '0.1', currency: 'EUR', since: '2026-01-01' }
  await service.request('PATCH', ME, { token, body: { coinValue: value } })
  const { counted, ...shown } = await read('/coins/liability')
  assert.deepEqual(shown, {
    date: '2026-07-01',
    coins: '33.5',
    members: 4,
    value: '3.35',
    ages: [
      { fromDays: 0, toDays: 30, coins: '17.5', members: 2, value: '1.75' },
      { fromDays: 31, toDays: 90, coins: '0', members: 0, value: '0' },
      { fromDays: 91, toDays: 180, coins: '6', members: 1, value: '0.6' },
      { fromDays: 181, toDays: null, coins: '10', members: 1, value: '1' },
    ],
    owed: { coins: '0', value: '0' },
    redemption: { from: '2025-07-02', to: '2026-07-01', issued: '47.5', spent: '14', rate: '0.2947' },
    coinValue: { ...value, until: null },
    timeZone: 'UTC',
    recount: null,
  })
  await partner.goTo('2027-01-02')
  const later = await liability()
  assert.deepEqual(later.redemption, {
    from: '2026-01-03',
    to: '2027-01-02',
    issued: '7.5',
    spent: '14',
    rate: '1.8666',
  })
  assert.deepEqual(await service.query('select * from broken_days'), [])
})

test('what members owe stands beside the coins in wallets, and a settlement is no coin of theirs', async () => {
  const partner = await partnerByDay(service, '2026-01-01')
  const ada = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  const { body } = await partner.award(ada, rule.name)
  await partner.transfer(ada, 10)
  const { post, read } = await signedIn(partner)
  await post(`/rules/award/${body.data.id}/reverse`, { shortfall: 'owe' })
  const owing = await read('/coins/liability')
  assert.deepEqual([owing.coins, owing.members, owing.owed], ['0', 0, { coins: '10', value: null }])
  await partner.award(ada, rule.name)
  const settled = await read('/coins/liability')
  assert.deepEqual([settled.coins, settled.members, settled.owed.coins], ['0', 0, '0'])
  await partner.award(ada, rule.name)
  const filled = await read('/coins/liability')
  assert.deepEqual([filled.coins, filled.members, ages(filled)[0]], ['10', 1, ['10', 1]])
  assert.deepEqual(await service.query('select * from broken_days'), [])
})

test('a programme without events has no months, and no liability', async () => {
  const partner = await partnerByDay(service, '2026-03-15')
  const { read } = await signedIn(partner)
  assert.deepEqual(await read('/periods'), { data: [], next: null })
  const { coins, members, redemption } = await read('/coins/liability')
  assert.deepEqual([coins, members, redemption.rate], ['0', 0, null])
})

test('months are listed with their statements, newest first, and say who closed them', async () => {
  const partner = await partnerByDay(service, '2026-01-30')
  const ada = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  await partner.award(ada, rule.name)
  await partner.goTo('2026-03-01')
  await partner.transfer(ada, 4)
  await partner.goTo('2026-03-31', 'T22:30:00Z')
  await partner.award(ada, rule.name)

  const { read, close, get, token } = await signedIn(partner)
  const shown = (months: { month: string; opening: string; closing: string }[]) =>
    months.map(({ month, opening, closing }) => [month, opening, closing])
  const { data } = await read('/periods')
  assert.deepEqual(shown(data), [
    ['2026-03', '10', '16'],
    ['2026-02', '10', '10'],
    ['2026-01', '0', '10'],
  ])
  for (const { from, to, opening, closing, kinds } of data) {
    const statement = await read(`/coins/statement?from=${from}&to=${to}`)
    assert.deepEqual([opening, closing, kinds], [statement.opening, statement.closing, statement.kinds])
  }
  const first = await read('/periods?limit=2')
  const second = await read(`/periods?limit=2&cursor=${first.next}`)
  assert.deepEqual([...first.data, ...second.data], data)
  assert.equal(second.next, null)

  const before = await service.query('select * from ledgers where partner_id = $1', [partner.partnerId])
  const { status, body } = await close('2026-02')
  assert.equal(status, 201)
  const { actor, ...note } = body.data
  const [{ seq }] = (await service.query(
    'select last_seq::integer as seq from ledgers where partner_id = $1',
    [partner.partnerId],
  )) as [{ seq: number }]
  assert.deepEqual(note, { month: '2026-02', seq, timeZone: 'UTC', closedAt: '2026-03-31T22:30:00.000Z' })
  assert.deepEqual([actor.kind, actor.name], ['team', partner.email])
  const closed = (await read('/periods')).data.map((month: { closed: unknown }) => month.closed)
  assert.deepEqual(closed, [null, body.data, null])
  const after = await service.query('select * from ledgers where partner_id = $1', [partner.partnerId])
  const events = (rows: unknown[]) => (rows as { last_seq: string }[]).map(({ last_seq }) => last_seq)
  assert.deepEqual(events(after), events(before))

  assertFailure(
    await close('2026-02'),
    'refused',
    'The month 2026-02 was closed before; the list of months says by whom.',
    'month_closed',
  )
  for (const month of ['2026-03', '2027-01'])
    assertFailure(
      await close(month),
      'refused',
      `The month ${month} has not ended yet; close it once it has.`,
      'month_not_over',
    )
  for (const month of ['2026-13', '2026-1', '1969-12', '9000-01', 'now', '2026-02-01'])
    assertFailure(
      await close(month),
      'invalid',
      'month must be a month from 1970-01 to 8999-12, such as 2026-03.',
    )
  assertFailure(
    await get('/periods?cursor=AAAA'),
    'invalid',
    'cursor must be the `next` of an earlier response.',
  )
  // It is April already in the new zone.
  await service.request('PATCH', ME, { token, body: { timeZone: 'Europe/Berlin' } })
  const support = await addMember(service, { ...partner, token }, 'support')
  const refused = await service.request('POST', '/api/v1/laas/periods/2026-03/close', {
    token: support.token,
  })
  assert.equal(refused.status, 403)
  const client = await clientToken(service, token)
  assertFailure(
    await service.request('POST', '/api/v1/laas/periods/2026-03/close', { token: client }),
    'forbidden',
    "This kind of token may not do that; use a token of a signed-in member of the partner's team.",
  )
})

test('a partner reads no months of another', async () => {
  const partner = await partnerByDay(service, '2026-01-30')
  await partner.award(await partner.addUser(), (await partner.addRule()).name)
  await partner.goTo('2026-02-01')
  await (await signedIn(partner)).close('2026-01')
  const other = await partnerByDay(service, '2026-02-01')
  await other.award(await other.addUser(), (await other.addRule()).name)
  const { data } = await (await signedIn(other)).read('/periods')
  assert.deepEqual(
    data.map(({ month, closed }: Record<string, unknown>) => [month, closed]),
    [['2026-02', null]],
  )
})
