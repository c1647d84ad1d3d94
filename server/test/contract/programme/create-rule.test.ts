import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { newRuleBody, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

/** A rule or sub-rule that is only awarded by name. */
const NO_ACTIVITY = { activityType: null, when: null }

const create = (changes: Record<string, unknown> = {}) =>
  service.post('/api/v1/laas/rules/create-rule', newRuleBody(changes), partner.token)
const read = async (id: string) => (await service.get(`/api/v1/laas/rules/${id}`, partner.token)).body.data

const CREATED = 'Rule created successfully'
const COINS =
  'must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5"'
const WHOLE = 'must be a whole number from 1 to 1000000000, such as "10"'
const NAME =
  'must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase"'
const subRule = (changes: Record<string, unknown> = {}) => ({
  name: unique('sub rule '),
  condition: 'Did it',
  ...changes,
})

test('creating a rule responds with the six documented fields', async () => {
  const body = newRuleBody()
  const answer = await service.post('/api/v1/laas/rules/create-rule', body, partner.token)

  assert.match(answer.body.data.id, UUID)
  assertSuccess(answer, 201, CREATED, {
    id: answer.body.data.id,
    name: body.name,
    coinValue: '10',
    condition: 'Paid an order',
    maxNumberOfParticipant: '1000',
    status: 'active',
  })
})

test('what is not said about a rule has its documented default', async () => {
  const { body } = await create()
  const rule = await read(body.data.id)

  assert.match(rule.createdAt, TIMESTAMP)
  assert.deepEqual(rule, {
    ...body.data,
    status: 'active',
    type: 'single',
    completionNumber: '1',
    countPer: 'call',
    consecutive: false,
    userLimitAward: '-1',
    userLimitPeriod: 'total',
    userCoinLimit: '-1',
    perUnit: false,
    maxCoinsPerAward: '-1',
    startsAt: null,
    endsAt: null,
    coinBudget: '-1',
    budgetPeriod: 'total',
    timeZone: 'UTC',
    displayName: null,
    archivedAt: null,
    shownToUsers: false,
    ...NO_ACTIVITY,
    unitsFrom: null,
    priority: 0,
    exclusiveGroup: null,
    pendingDays: 0,
    coinExpiry: null,
    rules: [],
    participants: '0',
    budgetUsed: '0',
    budgetPeriodStart: null,
    budgetPeriodEnd: null,
    version: 1,
    createdAt: rule.createdAt,
    updatedAt: rule.createdAt,
  })
})

test('a batched rule keeps everything that was said about it', async () => {
  const { body } = await create({
    type: 'batched',
    status: 'inactive',
    completionNumber: '5',
    userLimitAward: '3',
    coinValue: '2.50',
  })
  const rule = await read(body.data.id)

  assert.equal(body.data.status, 'inactive')
  assert.equal(body.data.coinValue, '2.5')
  assert.equal(rule.type, 'batched')
  assert.equal(rule.completionNumber, '5')
  assert.equal(rule.userLimitAward, '3')
})

test('a combined rule needs no condition, and its sub-rules are active unless they say otherwise', async () => {
  const first = subRule()
  const second = subRule({ status: 'inactive' })
  const answer = await create({ type: 'combined', condition: undefined, rules: [first, second] })
  const rule = await read(answer.body.data.id)

  assert.equal(answer.status, 201)
  assert.equal(answer.body.data.condition, '')
  assert.equal(rule.type, 'combined')
  assert.deepEqual(rule.rules, [
    { name: first.name, condition: 'Did it', status: 'active', ...NO_ACTIVITY },
    { name: second.name, condition: 'Did it', status: 'inactive', ...NO_ACTIVITY },
  ])
})

test('JSON numbers are taken where numeric strings are documented, and returned as strings', async () => {
  const { body } = await create({
    type: 'batched',
    coinValue: 0.01,
    maxNumberOfParticipant: 7,
    completionNumber: 2,
    userLimitAward: -1,
  })
  const rule = await read(body.data.id)

  assert.equal(rule.coinValue, '0.01')
  assert.equal(rule.maxNumberOfParticipant, '7')
  assert.equal(rule.completionNumber, '2')
  assert.equal(rule.userLimitAward, '-1')
})

test('the largest amount and the largest limits are taken', async () => {
  const answer = await create({
    coinValue: '1000000000',
    maxNumberOfParticipant: '1000000000',
    userLimitAward: '1000000000',
  })

  assert.equal(answer.status, 201)
  assert.equal(answer.body.data.coinValue, '1000000000')
  assert.equal(answer.body.data.maxNumberOfParticipant, '1000000000')
})

test('a name may have digits, dots, underscores, hyphens and inner spaces, up to 100 characters', async () => {
  for (const name of ['a', '7', 'a.b_c-d 9', 'x'.repeat(100)]) {
    const answer = await create({ name })
    assert.equal(answer.status, 201, name)
    assert.equal(answer.body.data.name, name)
  }
})

test('every missing field is named in one response', async () => {
  assertFailure(
    await service.post('/api/v1/laas/rules/create-rule', {}, partner.token),
    'invalid',
    'name is required; coinValue is required; maxNumberOfParticipant is required; condition is required.',
  )
})

test('wrong numbers are refused, all of them in one response', async () => {
  assertFailure(
    await create({
      type: 'batched',
      coinValue: '0.001',
      maxNumberOfParticipant: '0',
      completionNumber: '1.5',
      userLimitAward: '0',
    }),
    'invalid',
    `coinValue ${COINS}; maxNumberOfParticipant ${WHOLE}; completionNumber ${WHOLE}; userLimitAward must be "-1" for no maximum, or a whole number from 1 to 1000000000.`,
  )
})

test('an unknown status or type is refused', async () => {
  assertFailure(
    await create({ status: 'paused', type: 'double' }),
    'invalid',
    'status must be active or inactive; type must be single, batched or combined.',
  )
  assertFailure(
    await create({ type: 'Combined', condition: undefined, rules: [subRule()], completionNumber: '5' }),
    'invalid',
    'type must be single, batched or combined.',
  )
})

test('sub-rules and a completion number belong to the types that use them', async () => {
  assertFailure(
    await create({ rules: [subRule()], completionNumber: '2' }),
    'invalid',
    'rules must be left out unless type is combined; completionNumber must be 1 unless type is batched.',
  )
  assertFailure(
    await create({ type: 'combined', rules: [subRule()], completionNumber: '2' }),
    'invalid',
    'completionNumber must be 1 unless type is batched.',
  )
  assert.equal((await create({ completionNumber: '1' })).status, 201)
})

test('what is wrong with a sub-rule is named with its place in the list', async () => {
  assertFailure(
    await create({ type: 'combined', rules: [subRule(), { name: 'Upper', status: 'on' }] }),
    'invalid',
    `rules[1].condition is required; rules[1].name ${NAME}; rules[1].status must be active or inactive.`,
  )
})

test('a sub-rule can share its name neither with another one nor with its rule', async () => {
  const repeated = subRule()
  const name = unique('rule ')
  for (const rules of [[repeated, repeated], [subRule({ name })]]) {
    assertFailure(
      await create({ type: 'combined', name, rules }),
      'invalid',
      'rules must have names that differ from each other and from the name of the rule.',
    )
  }
})

test('a name that is taken by a rule or a sub-rule of the partner is refused', async () => {
  const sub = subRule()
  const { body } = await create({ type: 'combined', rules: [sub] })
  const name: string = body.data.name

  assertFailure(
    await create({ name }),
    'taken',
    `The rule name "${name}" is already taken; choose another one.`,
  )
  assertFailure(
    await create({ name: sub.name }),
    'taken',
    `The rule name "${sub.name}" is already taken; choose another one.`,
  )
  assertFailure(
    await create({ type: 'combined', rules: [subRule({ name }), sub] }),
    'taken',
    `The rule name "${name}", "${sub.name}" is already taken; choose another one.`,
  )
})
