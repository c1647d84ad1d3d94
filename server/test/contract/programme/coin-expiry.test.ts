import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { clientToken, ME, newRuleBody, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const RULES = '/api/v1/laas/rules'
const YEAR = { after: 'P12M', until: 'year' }

async function openShop() {
  const partner = await onboardTestPartner(service)
  const { token, partnerId } = partner
  return {
    ...partner,
    set: (body: unknown) => service.request('PATCH', ME, { token, body }),
    settings: async () => {
      const { coinExpiry, expiryNoticeDays } = await dataOf(service.get(ME, token))
      return { coinExpiry, expiryNoticeDays }
    },
    async create(fields: Record<string, unknown>) {
      const { id } = await dataOf(service.post(`${RULES}/create-rule`, newRuleBody(fields), token))
      return dataOf(service.get(`${RULES}/${id}`, token))
    },
    change: (id: string, body: unknown) =>
      dataOf(service.request('PATCH', `${RULES}/${id}`, { token, body })),
    /** Whether coins of the partner ever could expire or be pending. */
    async usesLots() {
      const [row] = await service.query<{ uses_lots: boolean }>(
        'select uses_lots from ledgers where partner_id = $1',
        [partnerId],
      )
      return row?.uses_lots
    },
    changes: async () => {
      const events = await service.query<{ detail: { changes: object }; subject: string }>(
        `select detail from audit_log where partner_id = $1 and action = 'partner_changed' order by id`,
        [partnerId],
      )
      return events.map(({ detail }) => detail.changes)
    },
  }
}

suite('the expiry of coins of a programme', () => {
  test('is set, changed and taken away, and the audit log has the values before and after', async () => {
    const shop = await openShop()
    assert.deepEqual(await shop.settings(), { coinExpiry: null, expiryNoticeDays: 30 })
    const { data } = (await shop.set({ coinExpiry: { after: 'P90D' }, expiryNoticeDays: 7 })).body
    assert.deepEqual(data.coinExpiry, { after: 'P90D', until: 'month' })
    assert.deepEqual(await shop.settings(), {
      coinExpiry: { after: 'P90D', until: 'month' },
      expiryNoticeDays: 7,
    })
    // What was returned can be sent back, and changes nothing.
    assert.deepEqual((await shop.set(data)).body.data, data)
    await dataOf(shop.set({ coinExpiry: YEAR }))
    await dataOf(shop.set({ boardsPublic: true }))
    assert.deepEqual(await shop.settings(), { coinExpiry: YEAR, expiryNoticeDays: 7 })
    await dataOf(shop.set({ coinExpiry: null, expiryNoticeDays: 30 }))
    assert.deepEqual(await shop.settings(), { coinExpiry: null, expiryNoticeDays: 30 })
    const ninety = { after: 'P90D', until: 'month' }
    assert.deepEqual(await shop.changes(), [
      { coinExpiry: { from: null, to: ninety }, expiryNoticeDays: { from: 30, to: 7 } },
      { coinExpiry: { from: ninety, to: YEAR } },
      { boardsPublic: { from: false, to: true } },
      { coinExpiry: { from: YEAR, to: null }, expiryNoticeDays: { from: 7, to: 30 } },
    ])
  })

  test('that cannot be is refused with the field, and nothing changes', async () => {
    const shop = await openShop()
    const life = 'must be a period from 1 day to 10 years in days, months or years, such as P90D, P12M or P2Y'
    const expiry = 'coinExpiry must be null, or an object such as {"after": "P12M", "until": "month"}.'
    const notice = 'expiryNoticeDays must be a whole number from 1 to 365.'
    for (const [body, sentence] of [
      [{ coinExpiry: 'never' }, expiry],
      [{ coinExpiry: 'P12M' }, expiry],
      [{ coinExpiry: 12 }, expiry],
      [{ coinExpiry: [] }, expiry],
      [{ coinExpiry: {} }, 'coinExpiry.after is required.'],
      [{ coinExpiry: { until: 'day' } }, 'coinExpiry.after is required.'],
      [{ coinExpiry: { after: 'P0M' } }, `coinExpiry.after ${life}.`],
      [{ coinExpiry: { after: 'P121M' } }, `coinExpiry.after ${life}.`],
      [{ coinExpiry: { after: 'P1Y6M' } }, `coinExpiry.after ${life}.`],
      [{ coinExpiry: { after: 'PT24H' } }, `coinExpiry.after ${life}.`],
      [{ coinExpiry: { after: 'P1M', until: 'week' } }, 'coinExpiry.until must be one of day, month, year.'],
      [{ coinExpiry: { after: 'P1M', til: 'day' } }, 'coinExpiry.til is unknown; known are after and until.'],
      [{ expiryNoticeDays: 0 }, notice],
      [{ expiryNoticeDays: 366 }, notice],
      [{ expiryNoticeDays: '30' }, notice],
    ] as const)
      assertFailure(await shop.set(body), 'invalid', sentence)
    assert.deepEqual(await shop.settings(), { coinExpiry: null, expiryNoticeDays: 30 })
    assert.equal(await shop.usesLots(), false)
  })

  test('is changed by owners, and by clients with the scope for settings', async () => {
    const shop = await openShop()
    const manager = await addMember(service, shop, 'manager')
    const body = { coinExpiry: YEAR }
    assert.equal((await service.request('PATCH', ME, { token: manager.token, body })).status, 403)
    const client = await clientToken(service, shop.token, ['settings'])
    assert.deepEqual((await dataOf(service.request('PATCH', ME, { token: client, body }))).coinExpiry, YEAR)
  })
})

suite('the pending days and the expiry of a rule', () => {
  test('are kept in its versions and its events, also those of a combined rule', async () => {
    const shop = await openShop()
    const rules = [{ name: unique('part '), condition: 'Did it' }]
    const rule = await shop.create({ type: 'combined', rules, pendingDays: 14, coinExpiry: { after: 'P2Y' } })
    assert.deepEqual([rule.pendingDays, rule.coinExpiry], [14, { after: 'P2Y', until: 'month' }])
    const changed = await shop.change(rule.id, { coinExpiry: 'never' })
    assert.deepEqual([changed.pendingDays, changed.coinExpiry, changed.version], [14, 'never', 2])
    const same = await shop.change(rule.id, { coinExpiry: 'never', pendingDays: 14 })
    assert.equal(same.version, 2)
    const { pendingDays, coinExpiry } = await shop.change(rule.id, { coinExpiry: null, pendingDays: 0 })
    assert.deepEqual([pendingDays, coinExpiry], [0, null])

    const versions = await dataOf(service.get(`${RULES}/${rule.id}/versions`, shop.token))
    assert.deepEqual(
      versions.data.map((each: { pendingDays: number; coinExpiry: unknown }) => [
        each.pendingDays,
        each.coinExpiry,
      ]),
      [
        [0, null],
        [14, 'never'],
        [14, { after: 'P2Y', until: 'month' }],
      ],
    )
    const restored = await dataOf(service.post(`${RULES}/${rule.id}/versions/1/restore`, {}, shop.token))
    assert.deepEqual([restored.pendingDays, restored.coinExpiry], [14, { after: 'P2Y', until: 'month' }])
    const events = await allEvents(service, shop.token)
    assert.deepEqual(
      events.filter(({ type }) => type.startsWith('rule.')).map(({ data }) => data.coinExpiry),
      [{ after: 'P2Y', until: 'month' }, 'never', null, { after: 'P2Y', until: 'month' }],
    )
  })

  test('stand on the rule, not on its sub-rules', async () => {
    const shop = await openShop()
    const rules = [{ name: unique('part '), condition: 'Did it', pendingDays: 3 }]
    assertFailure(
      await service.post(`${RULES}/create-rule`, newRuleBody({ type: 'combined', rules }), shop.token),
      'invalid',
      'rules[0].pendingDays is unknown; known are name, condition, status, activityType and when.',
    )
  })

  test('change nothing about what a dry run and a rule on trial pay', async () => {
    const shop = await openShop()
    const userId = await shop.addUser()
    const terms = { pendingDays: 365, coinExpiry: { after: 'P1D', until: 'day' } }
    const rule = await shop.create({ coinValue: '10', ...terms })
    const plain = await shop.create({ coinValue: '10' })
    const award = (ruleName: string) =>
      dataOf(service.post(`${RULES}/award?dryRun=true&expand=wallet`, { userId, ruleName }, shop.token))
    const [timed, untimed] = [await award(rule.name), await award(plain.name)]
    assert.deepEqual(
      [timed.wallet.coins, timed.wallet.pending, untimed.wallet.coins, untimed.wallet.pending],
      ['10', '10', '10', '0'],
    )
    const tried = (id: string, changes: object) =>
      dataOf(service.post(`${RULES}/${id}/try`, { userId, changes }, shop.token))
    assert.deepEqual(await tried(plain.id, terms), await tried(plain.id, {}))
    assertFailure(
      await service.post(`${RULES}/${plain.id}/try`, { userId, changes: { pendingDays: 400 } }, shop.token),
      'invalid',
      'changes.pendingDays must be a whole number from 0 to 365.',
    )
  })
})

suite('a programme has lots', () => {
  test('from its first expiry on, and it stays that way', async () => {
    const shop = await openShop()
    await dataOf(shop.set({ expiryNoticeDays: 5 }))
    assert.equal(await shop.usesLots(), false)
    await dataOf(shop.set({ coinExpiry: YEAR }))
    assert.equal(await shop.usesLots(), true)
    await dataOf(shop.set({ coinExpiry: null }))
    await shop.create({})
    assert.equal(await shop.usesLots(), true)
  })

  for (const fields of [{ pendingDays: 1 }, { coinExpiry: YEAR }])
    test(`from a rule with ${Object.keys(fields)} on, whether it is created or changed`, async () => {
      const [created, changed] = [await openShop(), await openShop()]
      await created.create(fields)
      assert.equal(await created.usesLots(), true)
      const { id } = await changed.create({ coinExpiry: 'never', pendingDays: 0 })
      assert.equal(await changed.usesLots(), false)
      await changed.change(id, fields)
      await changed.change(id, { coinExpiry: null, pendingDays: 0 })
      assert.equal(await changed.usesLots(), true)
    })
})
