import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TOKEN_MISSING } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { onboardTestPartner, signIn, unique } from '../../support/partner.ts'
import { RULE_FULL, USER_LIMIT } from '../../support/refusals.ts'
import { useClockService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const { service, second } = await useClockService()
const userDetailsUrl = await startUserDetails()

const REVERSED = 'Award reversed successfully'
const NOT_PAID = 'The award was refused, so there is nothing to take back.'
const ALREADY = 'The award was taken back before; it cannot be taken back twice.'
const COIN_BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'

const partner = await onboardTestPartner(service, { userDetailsUrl })
const reverse = (awardId: string, token = partner.token) =>
  service.request('POST', `/api/v1/laas/rules/award/${awardId}/reverse`, { token })
const awardedId = async (userId: string, ruleName: string): Promise<string> => {
  const answer = await partner.award(userId, ruleName)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}
const { coinsOf } = partner
const participantsOf = async (ruleId: string) =>
  (await service.get(`/api/v1/laas/rules/${ruleId}`, partner.token)).body.data.participants
const pointsOf = async (userId: string) =>
  (await service.get(`/api/v1/laas/leaderboard/new?userId=${userId}`, partner.token)).body.data.userPosition

/** All of a partner's boards, wallets, rules and decisions, to see that nothing has changed. */
const everything = (who = partner) =>
  service.query(
    `select (select jsonb_agg(w order by user_id) from wallets w where partner_id = $1) as wallets,
      (select jsonb_agg(m order by user_id, month) from monthly_scores m where partner_id = $1) as months,
      (select jsonb_agg(b order by board, month, negated_score, joined_no) from board_segments b where partner_id = $1) as segments,
      (select jsonb_agg(s order by rule_id, user_id) from rule_progress s where partner_id = $1) as progress,
      (select jsonb_agg(r order by id) from rules r where partner_id = $1) as rules,
      (select jsonb_agg(a order by id) from awards a where partner_id = $1) as awards,
      (select count(*) from movements where partner_id = $1) as movements`,
    [who.partnerId],
  )

test('a reversal takes the coins and points back and responds with the award, awarded false', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '2.5' })
  const award = await partner.award(userId, rule.name, 'Order 1042')
  const answer = await reverse(award.body.data.id)
  const { reversalId } = answer.body.data
  assertSuccess(answer, 201, REVERSED, {
    ...award.body.data,
    awarded: false,
    reversalId,
    coins: '2.5',
    taken: '2.5',
    owed: '0',
    writtenOff: '0',
    left: '0',
  })

  assert.equal(await coinsOf(userId), '0')
  assert.equal((await pointsOf(userId)).amount, 0)
  assert.equal(await participantsOf(rule.id), '0')
})

test('a reversal of a sub-rule award names the sub-rule and the combined rule', async () => {
  const userId = await partner.addUser()
  const name = unique('part ')
  const rule = await partner.addRule({ type: 'combined', rules: [{ name, condition: 'Did it' }] })
  const { body } = await reverse(await awardedId(userId, name))
  assert.deepEqual([body.data.ruleName, body.data.ruleId, body.data.awarded], [name, rule.id, false])
})

test('the id of an award may be written in upper case', async () => {
  const userId = await partner.addUser()
  const id = await awardedId(userId, (await partner.addRule()).name)
  assert.equal((await reverse(id.toUpperCase())).body.data.id, id)
})

test('the row of a reversed award stays as it was', async () => {
  const userId = await partner.addUser()
  const id = await awardedId(userId, (await partner.addRule()).name)
  const row = () => service.query('select * from awards where id = $1', [id])
  const before = await row()
  await reverse(id)
  assert.equal(before.length, 1)
  assert.deepEqual(await row(), before)
})

test('a reversal frees the participant slot', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ maxNumberOfParticipant: '1' })
  const id = await awardedId(ada, rule.name)
  assertFailure(await partner.award(bea, rule.name), 'refused', RULE_FULL, 'rule_full')
  await reverse(id)
  assert.equal(await participantsOf(rule.id), '0')
  await awardedId(bea, rule.name)
  assertFailure(await partner.award(ada, rule.name), 'refused', RULE_FULL, 'rule_full')
})

test('the participant slot stays taken while the user has another paid award of the rule', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ maxNumberOfParticipant: '1' })
  const [first, second] = [await awardedId(ada, rule.name), await awardedId(ada, rule.name)]
  await reverse(first)
  assert.equal(await participantsOf(rule.id), '1')
  assertFailure(await partner.award(bea, rule.name), 'refused', RULE_FULL, 'rule_full')
  await reverse(second)
  assert.equal(await participantsOf(rule.id), '0')
  await awardedId(bea, rule.name)
})

test('a reversal gives the count of the user limit back', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ userLimitAward: '1' })
  const id = await awardedId(userId, name)
  assertFailure(await partner.award(userId, name), 'refused', USER_LIMIT, 'user_limit_reached')
  await reverse(id)
  await awardedId(userId, name)
  assertFailure(await partner.award(userId, name), 'refused', USER_LIMIT, 'user_limit_reached')
})

test('progress is not restored: after a reversal a batched rule begins at nothing, and what was counted since stays', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const call = async () => (await partner.award(userId, name)).body.data
  await call()
  const paid = await call()
  await reverse(paid.id)
  assert.equal((await call()).awarded, false)
  const again = await call()
  assert.equal(again.awarded, true)
  assert.equal((await call()).awarded, false)
  await reverse(again.id)
  assert.equal((await call()).awarded, true)
})

test('progress is not restored: after a reversal a combined rule is in the round it was in', async () => {
  const userId = await partner.addUser()
  const [a, b] = [unique('part '), unique('part ')]
  await partner.addRule({ type: 'combined', rules: [a, b].map((name) => ({ name, condition: 'Did it' })) })
  await partner.award(userId, a)
  const paid = await awardedId(userId, b)
  await partner.award(userId, a)
  await reverse(paid)
  const repeated = await partner.award(userId, a)
  assert.equal(repeated.body.data.appErrorCode, 'sub_rule_repeated')
  assert.equal((await partner.award(userId, b)).body.data.awarded, true)
})

test('an award takes back what it gave, whatever the rule pays now', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '3' })
  const id = await awardedId(userId, rule.name)
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
    token: partner.token,
    body: { coinValue: '50', status: 'inactive', maxNumberOfParticipant: '1', userLimitAward: '1' },
  })
  assert.equal((await reverse(id)).status, 201)
  assert.equal(await coinsOf(userId), '0')
})

test('what was refused is refused with not_paid, and nothing changes', async () => {
  const userId = await partner.addUser()
  const inactive = await partner.addRule({ status: 'inactive' })
  await partner.award(userId, inactive.name)
  const listed = await service.get(`/api/v1/laas/decisions?userId=${userId}`, partner.token)
  const refused: string = listed.body.data.decisions[0].id
  const before = await everything()
  assertFailure(await reverse(refused), 'refused', NOT_PAID, 'not_paid')
  assert.deepEqual(await everything(), before)
})

test('a second reversal is refused with already_reversed, and nothing changes', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const id = await awardedId(userId, name)
  await awardedId(userId, name)
  await reverse(id)
  const before = await everything()
  assertFailure(await reverse(id), 'refused', ALREADY, 'already_reversed')
  assert.deepEqual(await everything(), before)
  assert.equal(await coinsOf(userId), '10')
})

test('of parallel reversals of one award, one takes it back', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const id = await awardedId(userId, name)
  await awardedId(userId, name)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? service : second).request('POST', `/api/v1/laas/rules/award/${id}/reverse`, {
        token: partner.token,
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertFailure(answer, 'refused', ALREADY, 'already_reversed')
  assert.equal(await coinsOf(userId), '10')
})

test('a wallet with too few coins is refused with insufficient_coins, and nothing changes', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '10' })
  const id = await awardedId(userId, name)
  await partner.transfer(userId, '0.01')
  const before = await everything()
  assertFailure(
    await reverse(id),
    'refused',
    'The wallet holds only 9.99 coins, fewer than the award gave.',
    'insufficient_coins',
  )
  assert.deepEqual(await everything(), before)

  await awardedId(userId, name)
  assert.equal((await reverse(id)).status, 201)
  assert.equal(await coinsOf(userId), '9.99')
})

test('an award that is not there is 404, and so is one of another partner', async () => {
  const other = await onboardTestPartner(service)
  const theirs = await other.award(await other.addUser(), (await other.addRule()).name)
  const before = await everything(other)
  assertFailure(await reverse(randomUUID()), 'notFound', 'Award was not found.')
  assertFailure(await reverse(theirs.body.data.id), 'notFound', 'Award was not found.')
  assert.deepEqual(await everything(other), before)
  assertFailure(
    await reverse('first'),
    'invalid',
    'id must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55.',
  )
  assertFailure(
    await service.post(`/api/v1/laas/rules/award/${randomUUID()}/reverse`, undefined),
    'unauthorized',
    TOKEN_MISSING,
  )
})

test('an award of a user who left can be reversed, and the user comes back without it', async () => {
  const tag = unique('leaver')
  const joined = await service.post('/api/v1/laas/users/onboard', { tag }, partner.token)
  const { userId } = joined.body.data
  const rule = await partner.addRule({ maxNumberOfParticipant: '1' })
  const [first, second] = [await awardedId(userId, rule.name), await awardedId(userId, rule.name)]
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })

  assert.equal((await reverse(first)).status, 201)
  assert.equal(await participantsOf(rule.id), '1')
  assert.equal((await reverse(second)).status, 201)
  assert.equal(await participantsOf(rule.id), '0')
  assert.deepEqual(await pointsOf(userId), { userId, amount: 0, position: 0 })
  assert.deepEqual(await service.query('select * from broken_invariants limit 5'), [])

  await service.post('/api/v1/laas/users/onboard', { tag }, partner.token)
  assert.equal(await coinsOf(userId), '0')
  const { data } = (await service.get(`${COIN_BOARD}?userId=${userId}`, partner.token)).body
  assert.equal(data.userPosition.amount, '0')
  assert.notEqual(data.userPosition.position, 0)
})

test('a reversal counts in the month of the award, and the user stays on the coin boards with 0', async () => {
  const moveTo = async (time: string) => {
    service.clock.now = new Date(time)
    return (await signIn(service, who.email)).token
  }
  service.clock.now = new Date('2026-01-15T12:00:00.000Z')
  const who = await onboardTestPartner(service)
  const ada = await who.addUser()
  const bea = await who.addUser()
  await who.addRule({ name: 'ten', coinValue: '10' })
  await who.addRule({ name: 'three', coinValue: '3' })
  const inJanuary = await who.award(ada, 'ten')
  await who.award(bea, 'three')

  let token = await moveTo('2026-02-15T12:00:00.000Z')
  const award = (userId: string, ruleName: string) =>
    service.post('/api/v1/laas/rules/award', { userId, ruleName }, token)
  const inFebruary = await award(ada, 'three')

  token = await moveTo('2026-03-15T12:00:00.000Z')
  const board = async (query: string) =>
    (await service.get(`${COIN_BOARD}?${query}&userId=${ada}`, token)).body.data
  const entries = async (query: string) => {
    const { data, userPosition, count } = await board(query)
    assert.equal(count, String(data.length))
    return [data.map(({ userId, coins }: Record<string, string>) => [userId, coins]), userPosition.position]
  }
  assert.equal((await reverse(inJanuary.body.data.id, token)).status, 201)
  assert.deepEqual(await entries('month=1&year=2026'), [
    [
      [bea, '3'],
      [ada, '0'],
    ],
    2,
  ])
  assert.deepEqual(await entries('month=2&year=2026'), [[[ada, '3']], 1])
  assert.deepEqual(await entries('month=3&year=2026'), [[], 0])
  assert.deepEqual(await entries(''), [
    [
      [ada, '3'],
      [bea, '3'],
    ],
    1,
  ])

  assert.equal((await reverse(inFebruary.body.data.id, token)).status, 201)
  assert.deepEqual(await entries('month=2&year=2026'), [[[ada, '0']], 1])
  assert.deepEqual(await entries(''), [
    [
      [bea, '3'],
      [ada, '0'],
    ],
    2,
  ])
  const yearly = await service.get(`${COIN_BOARD}?year=2026`, token)
  assert.deepEqual(yearly.body.data.leaderboards, {
    January: [
      { userId: bea, coins: '3' },
      { userId: ada, coins: '0' },
    ],
    February: [{ userId: ada, coins: '0' }],
    March: [],
  })
  const points = await service.get(`/api/v1/laas/leaderboard/new?userId=${ada}`, token)
  assert.deepEqual(points.body.data.userPosition, { userId: ada, amount: 0, position: 2 })
  service.clock.now = undefined
})

test('a reversal is an event with the next number, and so is a refused one', async () => {
  const userId = await partner.addUser()
  const id = await awardedId(userId, (await partner.addRule()).name)
  await reverse(id)
  await reverse(id)
  const told = (await allEvents(service, partner.token)).slice(-2)
  const rows = await service.query<{ id: string }>(
    'select id from reversals where award_id = $1 order by seq',
    [id],
  )
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.reversalId]),
    ['award.reversed', 'reversal.refused'].map((type, index) => [type, rows[index]?.id]),
  )
})
