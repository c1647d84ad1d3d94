import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, TIMESTAMP } from '../../support/api-response.ts'
import { newRuleBody, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const userId = await partner.addUser()
const { token } = partner

const RULES = '/api/v1/laas/rules'
const create = (changes: Record<string, unknown>) =>
  service.post(`${RULES}/create-rule`, newRuleBody(changes), token)
const read = (id: string) => dataOf(service.get(`${RULES}/${id}`, token))
const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  service.request('PATCH', `${RULES}/${id}`, { token, body, headers })
const award = (ruleName: string, fields: Record<string, unknown> = {}) =>
  service.post(`${RULES}/award`, { userId, ruleName, ...fields }, token)

const NO_TERMS = {
  countPer: 'call',
  consecutive: false,
  perUnit: false,
  maxCoinsPerAward: '-1',
  startsAt: null,
  endsAt: null,
  coinBudget: '-1',
  budgetPeriod: 'total',
  userLimitAward: '-1',
  userLimitPeriod: 'total',
  userCoinLimit: '-1',
  timeZone: 'UTC',
  displayName: null,
  archivedAt: null,
  shownToUsers: false,
  pendingDays: 0,
  coinExpiry: null,
}
const ALL_TERMS = {
  perUnit: true,
  maxCoinsPerAward: '250.5',
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2099-12-31T22:59:59.999Z',
  coinBudget: '70000000000000',
  budgetPeriod: 'month',
  userLimitAward: '3',
  userLimitPeriod: 'week',
  userCoinLimit: '0.01',
  timeZone: 'Africa/Lagos',
  displayName: 'All the terms',
  archivedAt: null,
  shownToUsers: true,
  pendingDays: 365,
  coinExpiry: { after: 'P3652D', until: 'day' },
}

const AMOUNT_OR_NONE = 'must be "-1" for no maximum, or a coin amount up to'
const TIME = 'must be a time such as 2026-03-01T09:30:00Z'
const ZONE = 'must be an IANA time zone such as Africa/Lagos'
const PENDING = 'must be a whole number from 0 to 365'
const EXPIRY = 'must be null, "never" or an object such as {"after": "P12M", "until": "month"}'
const LIFE = 'must be a period from 1 day to 10 years in days, months or years, such as P90D, P12M or P2Y'
const PERIOD = 'must be one of total, day, week, month'

/** What is wrong with a rule, whether it is created or changed, and the field that the response names. */
const WRONG: [Record<string, unknown>, string][] = [
  [{ perUnit: 'yes' }, 'perUnit must be true or false.'],
  [{ perUnit: true, maxCoinsPerAward: '0' }, `maxCoinsPerAward ${AMOUNT_OR_NONE} 1000000000.`],
  [{ perUnit: true, maxCoinsPerAward: '-2' }, `maxCoinsPerAward ${AMOUNT_OR_NONE} 1000000000.`],
  [{ perUnit: true, maxCoinsPerAward: '1000000000.01' }, `maxCoinsPerAward ${AMOUNT_OR_NONE} 1000000000.`],
  [{ maxCoinsPerAward: '5' }, 'maxCoinsPerAward must be "-1" unless perUnit is true.'],
  [{ coinBudget: '1.001' }, `coinBudget ${AMOUNT_OR_NONE} 70000000000000.`],
  [{ coinBudget: '70000000000000.01' }, `coinBudget ${AMOUNT_OR_NONE} 70000000000000.`],
  [{ coinBudget: '' }, `coinBudget ${AMOUNT_OR_NONE} 70000000000000.`],
  [{ coinBudget: '5', budgetPeriod: 'year' }, `budgetPeriod ${PERIOD}.`],
  [{ budgetPeriod: 'day' }, 'budgetPeriod must be total unless there is a coinBudget.'],
  [{ userCoinLimit: 'many' }, `userCoinLimit ${AMOUNT_OR_NONE} 70000000000000.`],
  [{ userLimitPeriod: 'hour', userLimitAward: '1' }, `userLimitPeriod ${PERIOD}.`],
  [
    { userLimitPeriod: 'day' },
    'userLimitPeriod must be total unless there is a userLimitAward or a userCoinLimit.',
  ],
  [{ timeZone: 'Mars/Olympus' }, `timeZone ${ZONE}.`],
  [{ timeZone: '+01:00' }, `timeZone ${ZONE}.`],
  [{ shownToUsers: 'yes' }, 'shownToUsers must be true or false.'],
  [{ pendingDays: -1 }, `pendingDays ${PENDING}.`],
  [{ pendingDays: 366 }, `pendingDays ${PENDING}.`],
  [{ pendingDays: 1.5 }, `pendingDays ${PENDING}.`],
  [{ pendingDays: '14' }, `pendingDays ${PENDING}.`],
  [{ coinExpiry: 'always' }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: 'never\n' }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: 'P12M' }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: '9'.repeat(20_000) }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: 12 }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: ['never'] }, `coinExpiry ${EXPIRY}.`],
  [{ coinExpiry: {} }, 'coinExpiry.after is required.'],
  [{ coinExpiry: { after: null, until: 'day' } }, 'coinExpiry.after is required.'],
  [{ coinExpiry: { after: 'P0D' } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 'P3653D' } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 'P121M' } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 'P11Y' } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 'P52W' } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 90 } }, `coinExpiry.after ${LIFE}.`],
  [{ coinExpiry: { after: 'P1M', until: 'week' } }, 'coinExpiry.until must be one of day, month, year.'],
  [{ timeZone: 7 }, `timeZone ${ZONE}.`],
  [{ timeZone: 'x'.repeat(101) }, `timeZone ${ZONE}.`],
  [{ startsAt: '2026-02-30T00:00:00Z' }, `startsAt ${TIME}.`],
  [{ startsAt: 'tomorrow' }, `startsAt ${TIME}.`],
  [{ endsAt: '2026-03-01' }, `endsAt ${TIME}.`],
  [{ endsAt: 7 }, `endsAt ${TIME}.`],
  [
    { startsAt: '2026-03-01T10:00:00Z', endsAt: '2026-03-01T10:30:00+01:00' },
    'endsAt must be after startsAt.',
  ],
  [{ startsAt: '2026-03-01T10:00:00Z', endsAt: '2026-03-01T10:00:00Z' }, 'endsAt must be after startsAt.'],
]

suite('the terms of a rule', () => {
  test('are kept as they were given, and numbers are taken too', async () => {
    const { id } = await dataOf(create(ALL_TERMS))
    const rule = await read(id)
    for (const [field, value] of Object.entries(ALL_TERMS)) assert.deepEqual(rule[field], value, field)
    assert(Date.parse(rule.budgetPeriodStart) <= Date.parse(rule.createdAt))
    assert(Date.parse(rule.createdAt) < Date.parse(rule.budgetPeriodEnd))
    const numbers = await dataOf(create({ coinBudget: 12.5, userCoinLimit: -1, userLimitAward: 2 }))
    const { coinBudget, userCoinLimit, userLimitAward } = await read(numbers.id)
    assert.deepEqual([coinBudget, userCoinLimit, userLimitAward], ['12.5', '-1', '2'])
  })

  test('can be changed one by one and taken away again', async () => {
    const { id } = await partner.addRule()
    for (const [field, value] of Object.entries(ALL_TERMS)) {
      const needs = {
        maxCoinsPerAward: { perUnit: true },
        budgetPeriod: { coinBudget: '5' },
        userLimitPeriod: { userCoinLimit: '5' },
      }[field]
      const body = { [field]: value, ...needs }
      assert.deepEqual((await dataOf(change(id, body)))[field], value, field)
    }
    const rule = await dataOf(change(id, NO_TERMS))
    for (const [field, value] of Object.entries(NO_TERMS)) assert.deepEqual(rule[field], value, field)
  })

  test('that are wrong are refused with the field, and nothing changes', async () => {
    const { id } = await partner.addRule()
    const before = await read(id)
    for (const [body, sentence] of WRONG) {
      const field = sentence.split(' ')[0] as string
      for (const answer of [await create(body), await change(id, body)]) {
        assertFailure(answer, 'invalid', sentence)
        assert.equal(answer.body.data.fields?.[0]?.field, field)
      }
    }
    assert.deepEqual(await read(id), before)
  })

  test('that do not fit the type or the other terms are refused, also those that a rule has already', async () => {
    for (const type of ['batched', 'combined'] as const) {
      const rules = type === 'combined' ? [{ name: unique('part '), condition: 'Did it' }] : undefined
      assertFailure(
        await create({ type, perUnit: true, ...(rules && { rules }) }),
        'invalid',
        'perUnit must be false unless the rule is single.',
      )
    }
    const { id } = await dataOf(create(ALL_TERMS))
    for (const [body, sentence] of [
      [{ perUnit: false }, 'maxCoinsPerAward must be "-1" unless perUnit is true.'],
      [{ endsAt: ALL_TERMS.startsAt }, 'endsAt must be after startsAt.'],
      [
        { coinBudget: '-1', budgetPeriod: 'month' },
        'budgetPeriod must be total unless there is a coinBudget.',
      ],
      [
        { userLimitAward: '-1', userCoinLimit: '-1', userLimitPeriod: 'week' },
        'userLimitPeriod must be total unless there is a userLimitAward or a userCoinLimit.',
      ],
    ] as const)
      assertFailure(await change(id, body), 'invalid', sentence)
  })

  test('lose the period of a limit that is removed', async () => {
    const { id } = await dataOf(create(ALL_TERMS))
    const periodsAfter = async (body: object) => {
      const { budgetPeriod, userLimitPeriod } = await dataOf(change(id, body))
      return { budgetPeriod, userLimitPeriod }
    }
    const all = { budgetPeriod: 'month', userLimitPeriod: 'week' }
    assert.deepEqual(await periodsAfter({ userLimitAward: '-1' }), all, 'the limit on coins is left')
    const ofUser = { ...all, userLimitPeriod: 'total' }
    assert.deepEqual(await periodsAfter({ userCoinLimit: '-1' }), ofUser)
    assert.deepEqual(await periodsAfter({ coinBudget: '-1' }), { ...ofUser, budgetPeriod: 'total' })
    assert.deepEqual(
      await periodsAfter({ coinBudget: '5', budgetPeriod: 'month', userLimitAward: 1 }),
      ofUser,
    )
    assert.deepEqual(await periodsAfter({ userLimitPeriod: 'week' }), all)
    assert.deepEqual(await periodsAfter({ userLimitAward: -1 }), ofUser, 'the other limit was none')
  })

  test('can be sent back as they are returned, and change nothing', async () => {
    const batched = { type: 'batched', completionNumber: '3', condition: 'Came by' }
    const { id: combinedId } = await partner.addCombinedRule(2, { coinBudget: '5' })
    for (const id of [
      (await dataOf(create({ ...ALL_TERMS }))).id,
      (await dataOf(create(batched))).id,
      combinedId,
    ]) {
      const rule = await read(id)
      assert.deepEqual(await dataOf(change(id, rule)), rule)
      assert.deepEqual(
        await dataOf(change(id, { name: rule.name, type: rule.type, rules: rule.rules })),
        rule,
      )
      assert.deepEqual(
        await dataOf(change(id, { ...rule, version: 99, participants: 7, id: randomUUID() })),
        rule,
      )

      const rules = rule.rules.map((sub: object) => ({ ...sub, name: unique('part ') }))
      const copy = await dataOf(
        service.post(`${RULES}/create-rule`, { ...rule, name: unique('copy '), rules }, token),
      )
      const copied = await read(copy.id)
      for (const field of [...Object.keys(NO_TERMS), 'type', 'completionNumber', 'condition', 'coinValue'])
        assert.deepEqual(copied[field], rule[field], field)
      assert.deepEqual([copied.version, copied.participants, copied.budgetUsed], [1, '0', '0'])
    }
  })
})

suite('units', () => {
  test('pay what they are worth, and the award keeps them', async () => {
    const rule = await dataOf(create({ perUnit: true, coinValue: '1.5', maxCoinsPerAward: '50' }))
    const user = await partner.addUser()
    for (const [units, coins] of [
      ['19.99', '29.98'],
      [0.01, '29.99'],
      ['1000000000', '79.99'],
    ] as const) {
      const answer = await award(rule.name, { userId: user, units })
      assert.deepEqual([answer.status, answer.body.data.awarded], [201, true])
      assert.equal(await partner.coinsOf(user), coins)
    }
    const { events } = await dataOf(
      service.get('/api/v1/laas/events?types=award.paid&before=1000000&limit=3', token),
    )
    assert.deepEqual(
      events.map(({ data }: { data: Record<string, string> }) => [data.units, data.coinsPerUnit, data.coins]),
      [
        ['1000000000', '1.5', '50'],
        ['0.01', '1.5', '0.01'],
        ['19.99', '1.5', '29.98'],
      ],
    )
  })

  test('are needed by a rule that pays per unit, and refused by others', async () => {
    const perUnit = await dataOf(create({ perUnit: true }))
    const { name } = await partner.addRule()
    const missing = `units is required, since "${perUnit.name}" pays per unit.`
    const needless = `units must be left out, since "${name}" does not pay per unit.`
    const lastSeq = await lastEvent()
    assertFailure(await award(perUnit.name), 'invalid', missing)
    assertFailure(await award(name, { units: '1' }), 'invalid', needless)
    const form = 'be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99"'
    for (const units of [
      '0.0000001',
      '-1',
      0,
      '',
      '1000000000.1',
      1e30,
      '99999999999999999999',
      'ten',
      true,
      [],
    ])
      assertFailure(await award(perUnit.name, { units }), 'invalid', `units must ${form}.`)
    assert.equal(await lastEvent(), lastSeq, 'nothing was recorded')
  })

  async function lastEvent(): Promise<number> {
    const { events } = await dataOf(service.get('/api/v1/laas/events?before=1000000&limit=1', token))
    return events[0].seq
  }
})

test('a rule that nothing happens to starts and ends by itself, once, however many processes run', async () => {
  const other = await onboardTestPartner(service)
  const at = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString()
  const { id } = await other.addRule({ startsAt: at(1), endsAt: at(2) })
  const typesOfEvents = async () => {
    const { events } = await dataOf(
      service.get('/api/v1/laas/events?types=rule.started,rule.ended', other.token),
    )
    return events.map(({ type, data }: { type: string; data: { id: string } }) => [type, data.id])
  }
  await waitUntil(async () => (await typesOfEvents()).length >= 2, 'the rule has ended')
  const next = await other.addRule({ endsAt: at(1) })
  await waitUntil(async () => (await typesOfEvents()).length >= 3, 'another rule has ended')
  assert.deepEqual(await typesOfEvents(), [
    ['rule.started', id],
    ['rule.ended', id],
    ['rule.ended', next.id],
  ])
})

suite('the versions of a rule', () => {
  const versions = (id: string, query = '') => service.get(`${RULES}/${id}/versions${query}`, token)

  test('tell who changed what and when, newest first', async () => {
    const { id } = await partner.addRule({ coinValue: '10' })
    const created = await read(id)
    const changed = await dataOf(change(id, { coinValue: '12.5', coinBudget: '100' }))
    assert.equal((await change(id, { coinValue: '12.50' })).status, 200)
    const { data, next } = await dataOf(versions(id))

    const actor = { kind: 'team', id: data[0].actor.id, name: partner.email }
    const terms = ({
      id: _,
      participants,
      budgetUsed,
      budgetPeriodStart,
      budgetPeriodEnd,
      ...rule
    }: typeof created) => {
      const { updatedAt, ...shown } = rule
      return { ...shown, actor, createdAt: updatedAt }
    }
    assert.deepEqual(data, [terms(changed), terms(created)])
    assert.equal(next, null)
    assert.match(data[0].createdAt, TIMESTAMP)
    const { events } = await dataOf(
      service.get('/api/v1/laas/events?types=rule.updated&before=1000000&limit=1', token),
    )
    assert.deepEqual(events[0].data, { ...changed, actor })
  })

  test('restore an earlier one, when it is sent back as a change', async () => {
    const rule = await partner.addCombinedRule(2, {
      coinValue: '10',
      userLimitAward: '2',
      userLimitPeriod: 'day',
    })
    await change(rule.id, {
      coinValue: '1',
      userLimitAward: '-1',
      userLimitPeriod: 'total',
      endsAt: '2099-01-01T00:00:00Z',
    })
    const { data } = await dataOf(versions(rule.id))
    const restored = await dataOf(change(rule.id, data[1]))
    assert.equal(restored.version, 3)
    const [latest, , first] = (await dataOf(versions(rule.id))).data
    assert.deepEqual({ ...latest, version: 1, createdAt: first.createdAt }, first)
  })

  test('are read in pages', async () => {
    const { id } = await partner.addRule()
    for (let count = 2; count <= 5; count += 1) await change(id, { coinValue: String(count) })
    const seen: number[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: { version: number }[]; next: string | null } = await dataOf(
        versions(id, `?limit=2${cursor && `&cursor=${cursor}`}`),
      )
      seen.push(page.data.map(({ version }) => version))
      cursor = page.next
    }
    assert.deepEqual(seen, [[5, 4], [3, 2], [1]])
    for (const cursor of ['nonsense', 'LTE', 'MA', encodeURIComponent('MQ==')])
      assertFailure(
        await versions(id, `?cursor=${cursor}`),
        'invalid',
        'cursor must be the `next` of an earlier response.',
      )
  })

  test('are the own partner’s alone', async () => {
    const other = await onboardTestPartner(service)
    const { id } = await other.addRule()
    for (const unknown of [id, randomUUID()])
      assertFailure(await versions(unknown), 'notFound', 'Rule was not found.')
  })

  test('name the change that decided an award', async () => {
    const rule = await partner.addRule()
    await award(rule.name)
    await change(rule.id, { coinValue: '1' })
    await award(rule.name)
    const { events } = await dataOf(
      service.get('/api/v1/laas/events?types=award.paid&before=1000000&limit=2', token),
    )
    assert.deepEqual(
      events.map(({ data }: { data: { ruleVersion: number } }) => data.ruleVersion),
      [2, 1],
    )
  })
})
