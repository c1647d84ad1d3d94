import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { partnerByDay } from '../../support/overview.ts'
import { ME, signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()

async function settled(partner: { email: string }) {
  const { token } = await signIn(service, partner.email)
  const change = (body: unknown) => service.request('PATCH', ME, { token, body })
  return { token, change, read: (path: string) => dataOf(service.get(path, token)) }
}

test('days begin in the zone of the programme, and a new zone counts them all again', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const ada = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  // In Kiritimati it is April, in Pago Pago still March.
  await partner.goTo('2026-03-31', 'T10:30:00Z')
  await partner.award(ada, rule.name)
  await partner.goTo('2026-04-01', 'T10:30:00Z')
  await partner.award(ada, rule.name)
  const { change, read } = await settled(partner)
  const april = async () => {
    const { opening, closing, timeZone } = await read(
      '/api/v1/laas/coins/statement?from=2026-04-01&to=2026-04-30',
    )
    return [timeZone, opening, closing]
  }
  assert.deepEqual(await april(), ['UTC', '10', '20'])

  for (const [timeZone, opening, closing] of [
    ['Pacific/Kiritimati', '0', '20'],
    ['Pacific/Pago_Pago', '20', '20'],
    ['UTC', '10', '20'],
  ] as const) {
    assert.equal((await change({ timeZone })).body.data.timeZone, timeZone)
    await waitUntil(async () => {
      const { recount, timeZone: shown, totals } = await read('/api/v1/laas/overview?days=90')
      // While it is counted again, the former zone is shown, whole.
      assert.deepEqual([recount?.timeZone ?? shown, totals.closing], [timeZone, '20'])
      return recount === null
    }, 'the days are counted again')
    assert.deepEqual(await april(), [timeZone, opening, closing])
  }
  await waitUntil(async () => {
    const editions = await service.query('select edition from overviews where partner_id = $1', [
      partner.partnerId,
    ])
    return editions.length === 1
  }, 'counts that are not read any more are deleted')
  for (const table of ['day_totals', 'day_movements', 'award_days', 'day_visits', 'participations']) {
    const left = await service.query(`select distinct edition from ${table} where partner_id = $1`, [
      partner.partnerId,
    ])
    assert.equal(left.length, 1, table)
  }
  assert.deepEqual(await service.query('select * from broken_days'), [])
})

test('a zone that is changed back is read at once', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const ada = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  await partner.award(ada, rule.name)
  const { change, read } = await settled(partner)
  await read('/api/v1/laas/overview')
  await change({ timeZone: 'Europe/Berlin' })
  await change({ timeZone: 'UTC' })
  const { recount, timeZone } = await read('/api/v1/laas/overview')
  assert.deepEqual([recount, timeZone], [null, 'UTC'])
})

test('a coin has a value from a day on, and a name', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const { change, read } = await settled(partner)
  const first = { amount: '0.01', currency: 'EUR', since: '2026-01-01', until: null }
  const next = { amount: '0.0125', currency: 'EUR', since: '2026-06-01', until: null }
  await change({ coinValue: first, coinName: { one: 'star', many: 'stars' } })
  await change({ coinValue: next })
  const { coinValue, coinValues, coinName } = await read(ME)
  assert.deepEqual(
    { coinValue, coinValues, coinName },
    { coinValue: first, coinValues: [next, first], coinName: { one: 'star', many: 'stars' } },
  )
  const valueOn = async (to: string) => (await read(`/api/v1/laas/coins/statement?to=${to}`)).coinValue
  assert.deepEqual(
    [await valueOn('2025-12-31'), await valueOn('2026-05-31'), await valueOn('2026-06-01')],
    [null, first, next],
  )
  const corrected = { amount: 0.02, currency: 'EUR' }
  assert.deepEqual((await change({ coinValue: corrected })).body.data.coinValue, {
    amount: '0.02',
    currency: 'EUR',
    since: '2026-03-31',
    until: null,
  })
  const events = await service.query<{ detail: { changes: Record<string, unknown> } }>(
    `select detail from audit_log where partner_id = $1 and action = 'partner_changed' order by id`,
    [partner.partnerId],
  )
  assert.deepEqual(events[1]?.detail.changes, { coinValues: { from: [first], to: [next, first] } })
})

test('name and value of a coin are taken away with null, and earlier values stay', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const { change, read } = await settled(partner)
  const first = { amount: '0.01', currency: 'EUR', since: '2026-01-01' }
  await change({ coinValue: first, coinName: { one: 'star', many: 'stars' } })
  await change({ coinValue: { amount: '0.02', currency: 'EUR', since: '2026-06-01' } })
  const { body } = await change({ coinName: null, coinValue: null })
  const ended = { ...first, until: '2026-03-31' }
  const { coinName, coinValue, coinValues } = body.data
  assert.deepEqual(
    { coinName, coinValue, coinValues },
    { coinName: null, coinValue: null, coinValues: [ended] },
  )
  const valueOn = async (to: string) => (await read(`/api/v1/laas/coins/statement?to=${to}`)).coinValue
  assert.deepEqual([await valueOn('2026-03-30'), await valueOn('2026-03-31')], [ended, null])

  // What was returned can be sent back, also once more.
  assert.deepEqual((await change(body.data)).body, body)
  const again = { amount: '0.03', currency: 'USD', since: '2026-03-31', until: null }
  await change({ coinValue: { amount: '0.03', currency: 'USD' } })
  assert.deepEqual((await read(ME)).coinValues, [again, ended])
  assert.deepEqual((await change({ coinValue: null })).body.data.coinValues, [ended])
})

test('an accent is shown as it can be read on light and on dark pages', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const { change, read } = await settled(partner)
  const NONE = { logo: null, accent: null, accentOnLight: null, accentOnDark: null }
  assert.deepEqual((await read(ME)).brand, NONE)
  const { brand } = (await change({ brand: { accent: '#FFD700' } })).body.data
  assert.deepEqual([brand.accent, brand.accentOnDark], ['#ffd700', '#ffd700'])
  assert.match(brand.accentOnLight, /^#[0-9a-f]{6}$/)
  assert.notEqual(brand.accentOnLight, '#ffd700')
  assert.deepEqual((await change({ brand })).body.data.brand, brand)
  assert.deepEqual((await change({ brand: {} })).body.data.brand, brand)
  for (const accent of ['gold', '#fff', '#ffd70', 'url(x)', 7])
    assertFailure(
      await change({ brand: { accent } }),
      'invalid',
      'brand.accent must be a colour such as #1e6842, or null for none.',
    )
  assertFailure(await change({ brand: { logo: '/x' } }), 'invalid', 'brand.logo cannot be changed here.')
  assert.deepEqual((await change({ brand: { accent: null } })).body.data.brand, NONE)
  const events = await service.query<{ detail: { changes: Record<string, unknown> } }>(
    `select detail from audit_log where partner_id = $1 and action = 'partner_changed' order by id`,
    [partner.partnerId],
  )
  assert.deepEqual(events[0]?.detail.changes, { brand: { from: NONE, to: brand } })
})

test('settings that cannot be are refused, and only owners change them', async () => {
  const partner = await partnerByDay(service, '2026-03-31')
  const { change, token } = await settled(partner)
  const refused = async (body: unknown, error: string) => assertFailure(await change(body), 'invalid', error)
  const zone = 'timeZone must be a time zone of the IANA database, such as Europe/Berlin.'
  await refused({ timeZone: 'Europe/Atlantis' }, zone)
  await refused({ timeZone: 'europe/berlin' }, zone)
  await refused(
    { coinValue: { amount: '0', currency: 'EUR' } },
    'coinValue.amount must be an amount above 0 and up to 1000000, with at most 6 decimals, such as "0.01".',
  )
  await refused(
    { coinValue: { amount: '1', currency: 'XYZ' } },
    'coinValue.currency must be a currency of ISO 4217, such as EUR.',
  )
  const manager = await addMember(service, { ...partner, token }, 'manager')
  assert.equal(
    (await service.request('PATCH', ME, { token: manager.token, body: { timeZone: 'UTC' } })).status,
    403,
  )
})
