import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { rowsOf } from '../../support/database.ts'
import { allEvents } from '../../support/events.ts'
import { onboardByTag, onboardTestPartner, unique } from '../../support/partner.ts'
import { RULE_FULL } from '../../support/refusals.ts'
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
const awardedId = async (userId: string, ruleName: string): Promise<string> =>
  (await dataOf(partner.award(userId, ruleName))).id
const { coinsOf } = partner
const participantsOf = async (ruleId: string) =>
  (await service.get(`/api/v1/laas/rules/${ruleId}`, partner.token)).body.data.participants
const pointsOf = async (userId: string) =>
  (await service.get(`/api/v1/laas/leaderboard/new?userId=${userId}`, partner.token)).body.data.userPosition

/** What a refused reversal must leave as it was. */
const TABLES = [
  'wallets',
  'monthly_scores',
  'board_segments',
  'rule_progress',
  'rules',
  'awards',
  'movements',
]
const everything = (who = partner) => rowsOf(service, who, TABLES)

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
    narration: null,
  })

  assert.equal(await coinsOf(userId), '0')
  assert.equal((await pointsOf(userId)).amount, 0)
  assert.equal(await participantsOf(rule.id), '0')
})

test('a reversal of a sub-rule award names the sub-rule and the combined rule', async () => {
  const userId = await partner.addUser()
  const { id, parts } = await partner.addCombinedRule(1)
  const { ruleName, ruleId, awarded } = await dataOf(reverse(await awardedId(userId, parts[0])))
  assert.deepEqual([ruleName, ruleId, awarded], [parts[0], id, false])
})

test('the id of an award may be written in upper case', async () => {
  const userId = await partner.addUser()
  const id = await awardedId(userId, (await partner.addRule()).name)
  assert.equal((await reverse(id.toUpperCase())).body.data.id, id)
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
  const [a, b] = (await partner.addCombinedRule(2)).parts
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
})

test('an award of a user who left can be reversed, and the user comes back without it', async () => {
  const tag = unique('leaver')
  const { userId } = await dataOf(onboardByTag(service, partner, tag))
  const rule = await partner.addRule({ maxNumberOfParticipant: '1' })
  const [first, second] = [await awardedId(userId, rule.name), await awardedId(userId, rule.name)]
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })

  assert.equal((await reverse(first)).status, 201)
  assert.equal(await participantsOf(rule.id), '1')
  assert.equal((await reverse(second)).status, 201)
  assert.equal(await participantsOf(rule.id), '0')
  assert.deepEqual(await pointsOf(userId), { userId, amount: 0, position: 0 })
  assert.deepEqual(await brokenInvariants(service), [])

  await onboardByTag(service, partner, tag)
  assert.equal(await coinsOf(userId), '0')
  const { data } = (await service.get(`${COIN_BOARD}?userId=${userId}`, partner.token)).body
  assert.equal(data.userPosition.amount, '0')
  assert.notEqual(data.userPosition.position, 0)
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
