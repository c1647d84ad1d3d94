import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  type ApiResponse,
  assertFailure,
  assertSuccess,
  TOKEN_MISSING,
  typesOf,
  UUID,
} from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { RULE_FULL, RULE_INACTIVE, SUB_RULE_REPEATED, USER_LIMIT } from '../../support/refusals.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const CREATED = 'Rule award created successfully'
const BALANCE =
  'The award, the wallet or the points of the user would be too large: an award pays up to 1000000000 coins, a wallet and points hold up to 70000000000000.'

const { memberOf, coinsOf } = partner
const change = async (ruleId: string, changes: Record<string, unknown>) => {
  const answer = await service.request('PATCH', `/api/v1/laas/rules/${ruleId}`, {
    token: partner.token,
    body: changes,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const readRule = async (ruleId: string) =>
  (await service.get(`/api/v1/laas/rules/${ruleId}`, partner.token)).body.data

function assertAwarded(answer: ApiResponse, awarded: boolean): void {
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.equal(answer.body.data.awarded, awarded)
}

test('an award responds with the seven documented fields', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule()
  const answer = await partner.award(userId, rule.name, 'Order 1042')

  assert.deepEqual(typesOf(answer.body), {
    status: 'string',
    message: 'string',
    data: {
      id: 'string',
      ruleId: 'string',
      ruleName: 'string',
      userId: 'string',
      awarded: 'boolean',
      note: 'string',
      partnerId: 'string',
    },
  })
  assert.match(answer.body.data.id, UUID)
  assertSuccess(answer, 201, CREATED, {
    id: answer.body.data.id,
    ruleId: rule.id,
    ruleName: rule.name,
    userId,
    awarded: true,
    note: 'Order 1042',
    partnerId: partner.partnerId,
  })
})

test('the note of an award without a narration is null', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()

  assert.equal((await partner.award(userId, name)).body.data.note, null)
  assert.equal((await partner.award(userId, name, '')).body.data.note, null)
})

test('a narration may have several lines, in any script', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const narration = 'Zweiter\tKauf\nÀ bientôt 🎉 日本語'

  assert.equal((await partner.award(userId, name, narration)).body.data.note, narration)
})

test('a single rule pays on every call', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '2.5' })
  for (let call = 0; call < 3; call += 1) assertAwarded(await partner.award(userId, name), true)

  assert.equal(await coinsOf(userId), '7.5')
})

test('a batched rule pays on every completionNumber-th call', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '3' })
  const awarded = []
  for (let call = 0; call < 7; call += 1) awarded.push((await partner.award(userId, name)).body.data.awarded)

  assert.deepEqual(awarded, [false, false, true, false, false, true, false])
  assert.equal(await coinsOf(userId), '20')
})

test('a completion that only counts is a success with the same fields', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const answer = await partner.award(userId, rule.name)

  assertSuccess(answer, 201, CREATED, {
    id: answer.body.data.id,
    ruleId: rule.id,
    ruleName: rule.name,
    userId,
    awarded: false,
    note: null,
    partnerId: partner.partnerId,
  })
})

test('one user does not complete a batched rule for another', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '2' })

  assertAwarded(await partner.award(first, name), false)
  assertAwarded(await partner.award(second, name), false)
  assertAwarded(await partner.award(first, name), true)
})

test('a combined rule pays with its last sub-rule, in any order, and then a new round begins', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addCombinedRule(3)
  const [a, b, c] = rule.parts as unknown as [string, string, string]

  for (const round of [
    [a, b, c],
    [c, a, b],
  ] as const) {
    assertAwarded(await partner.award(userId, round[0]), false)
    assertAwarded(await partner.award(userId, round[1]), false)
    const last = await partner.award(userId, round[2])
    assertSuccess(last, 201, CREATED, {
      id: last.body.data.id,
      ruleId: rule.id,
      ruleName: round[2],
      userId,
      awarded: true,
      note: null,
      partnerId: partner.partnerId,
    })
  }
  assert.equal(await coinsOf(userId), '20')
})

test('an inactive sub-rule is not needed for the payment', async () => {
  const userId = await partner.addUser()
  const [active, inactive] = [unique('part '), unique('part ')]
  await partner.addRule({
    type: 'combined',
    rules: [
      { name: active, condition: 'Did it' },
      { name: inactive, condition: 'Did it', status: 'inactive' },
    ],
  })

  assertFailure(await partner.award(userId, inactive), 'refused', RULE_INACTIVE, 'rule_inactive')
  assertAwarded(await partner.award(userId, active), true)
})

test('a sub-rule repeated within a round is refused with sub_rule_repeated', async () => {
  const userId = await partner.addUser()
  const { parts } = await partner.addCombinedRule(2)
  await partner.award(userId, parts[0])

  assertFailure(await partner.award(userId, parts[0]), 'refused', SUB_RULE_REPEATED, 'sub_rule_repeated')
  assertAwarded(await partner.award(userId, parts[1]), true)
})

test('awarding a combined rule by its own name is refused, naming its sub-rules', async () => {
  const userId = await partner.addUser()
  const { name, parts } = await partner.addCombinedRule(2)

  assertFailure(
    await partner.award(userId, name),
    'refused',
    `A combined rule is awarded by its sub-rules: award "${parts[0]}", "${parts[1]}" instead.`,
    'combined_by_sub_rule',
  )
})

test('an inactive rule is refused with rule_inactive', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ status: 'inactive' })
  const combined = await partner.addCombinedRule(2, { status: 'inactive' })

  assertFailure(await partner.award(userId, name), 'refused', RULE_INACTIVE, 'rule_inactive')
  assertFailure(await partner.award(userId, combined.parts[0]), 'refused', RULE_INACTIVE, 'rule_inactive')
  assert.equal(await coinsOf(userId), '0')
})

test('a full rule is refused with rule_full, but still pays the users who already take part in it', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const { name, id } = await partner.addRule({ maxNumberOfParticipant: '1' })

  assertAwarded(await partner.award(first, name), true)
  assertFailure(await partner.award(second, name), 'refused', RULE_FULL, 'rule_full')
  assertAwarded(await partner.award(first, name), true)
  assert.equal((await readRule(id)).participants, '1')
  assert.equal(await coinsOf(second), '0')
})

test('a user at the limit is refused with user_limit_reached, and others are not', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const { name } = await partner.addRule({ userLimitAward: '2' })

  assertAwarded(await partner.award(first, name), true)
  assertAwarded(await partner.award(first, name), true)
  assertFailure(await partner.award(first, name), 'refused', USER_LIMIT, 'user_limit_reached')
  assertAwarded(await partner.award(second, name), true)
})

test('the user limit counts payments, not completions', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '2', userLimitAward: '1' })

  assertAwarded(await partner.award(userId, name), false)
  assertAwarded(await partner.award(userId, name), true)
  assertFailure(await partner.award(userId, name), 'refused', USER_LIMIT, 'user_limit_reached')
})

test('a completion that could never lead to a payment is refused at once and not counted', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const batched = await partner.addRule({
    type: 'batched',
    completionNumber: '2',
    maxNumberOfParticipant: '1',
  })
  const combined = await partner.addCombinedRule(2, { maxNumberOfParticipant: '1' })
  for (const name of [batched.name, batched.name, ...combined.parts]) await partner.award(first, name)

  assertFailure(await partner.award(second, batched.name), 'refused', RULE_FULL, 'rule_full')
  assertFailure(await partner.award(second, combined.parts[0]), 'refused', RULE_FULL, 'rule_full')

  await change(batched.id, { maxNumberOfParticipant: '2' })
  assertAwarded(await partner.award(second, batched.name), false)
})

test('what would take a wallet or its points beyond 70,000,000,000,000 coins is refused with balance_limit', async () => {
  const [full, spent] = (await partner.addUsers(2)) as [string, string]
  const { name } = await partner.addRule({ coinValue: '10' })
  const batched = await partner.addRule({ type: 'batched', completionNumber: '2', coinValue: '10' })
  const setWallet = async (userId: string, points: string, spent: string) => {
    await service.query(
      `update wallets set points = $2, spent = $3, balance = $2::bigint - $3::bigint, has_spent = $3::bigint > 0,
        spent_segment = case when $3::bigint > 0 then coalesce(spent_segment, 1) end where user_id = $1`,
      [userId, points, spent],
    )
    await service.query(
      `update ledgers l set wallets_with_coins =
          (select count(*) from wallets w where w.partner_id = l.partner_id and w.balance > 0)
        where partner_id = $1`,
      [partner.partnerId],
    )
  }

  try {
    await setWallet(full, '6999999999999001', '0')
    await setWallet(spent, '6999999999999001', '6999999999999001')
    for (const userId of [full, spent])
      assertFailure(await partner.award(userId, name), 'refused', BALANCE, 'balance_limit')
    assertAwarded(await partner.award(full, batched.name), false)
    assertFailure(await partner.award(full, batched.name), 'refused', BALANCE, 'balance_limit')

    await setWallet(full, '6999999999999000', '0')
    assertAwarded(await partner.award(full, name), true)
    assert.equal(await coinsOf(full), '70000000000000')
    const board = await service.get(`/api/v1/laas/leaderboard/new?userId=${full}`, partner.token)
    assert.deepEqual(board.body.data.userPosition, { userId: full, amount: 70_000_000_000_000, position: 1 })
    const transfer = await partner.transfer(full, '0.01')
    assert.equal(transfer.status, 201)
    assert.equal(await coinsOf(full), '69999999999999.99')
  } finally {
    await setWallet(full, '1000', '1')
    await setWallet(spent, '0', '0')
  }
  assert.equal(await coinsOf(full), '9.99')
})

test('an unknown user is not found, with the documented 400', async () => {
  const { name } = await partner.addRule()

  assertFailure(await partner.award(randomUUID(), name), 'missing', 'User was not found.')
  assertFailure(await partner.award('nobody', name), 'missing', 'User was not found.')
})

test('a user who exists but is not onboarded with this partner is not found', async () => {
  const other = await onboardTestPartner(service)
  const { name } = await partner.addRule()

  assertFailure(await partner.award(await other.addUser(), name), 'missing', 'User was not found.')
})

test('the id of a membership does not name a user', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()

  assertFailure(await partner.award((await memberOf(userId)).id, name), 'missing', 'User was not found.')
})

test('an unknown rule is not found, and so is one of another partner', async () => {
  const other = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const theirs = await other.addRule()

  assertFailure(await partner.award(userId, unique('no rule ')), 'missing', 'Rule was not found.')
  assertFailure(await partner.award(userId, theirs.name), 'missing', 'Rule was not found.')
  assertFailure(await partner.award(userId, theirs.name.toUpperCase()), 'missing', 'Rule was not found.')
})

test('a user id in upper case names the same user', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const answer = await partner.award(userId.toUpperCase(), name)

  assert.equal(answer.status, 201)
  assert.equal(answer.body.data.userId, userId)
})

test('missing fields are named in one response', async () => {
  assertFailure(
    await service.post('/api/v1/laas/rules/award', {}, partner.token),
    'invalid',
    'userId is required; ruleName is required.',
  )
  assertFailure(await partner.award('', 'x'), 'invalid', 'userId is required.')
  assertFailure(await partner.award(randomUUID(), ''), 'invalid', 'ruleName is required.')
})

test('an award needs a token', async () => {
  const body = { userId: randomUUID(), ruleName: 'x' }

  assertFailure(await service.post('/api/v1/laas/rules/award', body), 'unauthorized', TOKEN_MISSING)
})

test('every decision is kept with its reason and counters; a call for an unknown user is no decision', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({
    type: 'batched',
    completionNumber: '2',
    maxNumberOfParticipant: '1',
    userLimitAward: '1',
  })
  await partner.award(first, rule.name)
  await partner.award(first, rule.name)
  await partner.award(first, rule.name)
  await partner.award(second, rule.name)
  await partner.award(randomUUID(), rule.name)
  const decisions = await service.query(
    `select user_id = $2 as first, outcome, reason, coins::text, progress, progress_needed, user_awards,
      user_awards_max, participants, participants_max
    from awards
    where rule_id = $1
    order by seq`,
    [rule.id, first],
  )

  const limits = { progress_needed: 2, user_awards_max: 1, participants_max: 1 }
  assert.deepEqual(decisions, [
    {
      first: true,
      outcome: 'counted',
      reason: null,
      coins: '0',
      progress: 1,
      user_awards: 0,
      participants: 0,
      ...limits,
    },
    {
      first: true,
      outcome: 'paid',
      reason: null,
      coins: '1000',
      progress: 2,
      user_awards: 1,
      participants: 1,
      ...limits,
    },
    {
      first: true,
      outcome: 'refused',
      reason: 'user_limit_reached',
      coins: '0',
      progress: 0,
      user_awards: 1,
      participants: 1,
      ...limits,
    },
    {
      first: false,
      outcome: 'refused',
      reason: 'rule_full',
      coins: '0',
      progress: 0,
      user_awards: 0,
      participants: 1,
      ...limits,
    },
  ])
})
