import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, UUID } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import {
  AMOUNT_TOO_SMALL,
  BALANCE_LIMIT,
  BUDGET_EXHAUSTED,
  orAfter,
  RULE_ENDED,
  RULE_FULL,
  RULE_INACTIVE,
  RULE_NOT_STARTED,
  SUB_RULE_REPEATED,
  USER_COINS,
  USER_LIMIT,
} from '../../support/refusals.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const AWARD = '/api/v1/laas/rules/award'

test('an award responds with the seven documented fields, whether it pays or only counts', async () => {
  const userId = await partner.addUser()
  const single = await partner.addRule()
  const batched = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const combined = await partner.addCombinedRule(1)
  for (const { ruleId, ruleName, awarded } of [
    { ruleId: single.id, ruleName: single.name, awarded: true },
    { ruleId: batched.id, ruleName: batched.name, awarded: false },
    { ruleId: batched.id, ruleName: batched.name, awarded: true },
    { ruleId: combined.id, ruleName: combined.parts[0], awarded: true },
  ]) {
    const answer = await partner.award(userId, ruleName, 'Order 1042')
    const { id } = answer.body.data
    assert.match(id, UUID)
    const { partnerId } = partner
    const data = { id, ruleId, ruleName, userId, awarded, note: 'Order 1042', partnerId }
    assertSuccess(answer, 201, 'Rule award created successfully', data)
  }
  assert.equal(await partner.coinsOf(userId), '30')
})

test('the note of an award is its narration, in any script and several lines, or null without one', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const text = 'Zweiter\tKauf\nÀ bientôt 🎉 日本語'
  for (const [narration, note] of [
    [undefined, null],
    ['', null],
    [text, text],
  ] as const)
    assert.equal((await dataOf(partner.award(userId, name, narration))).note, note)
})

test('a refused award has the reason as its code, a sentence that says what to change, and pays nothing', async () => {
  const [member, newcomer] = (await partner.addUsers(2)) as [string, string]
  const award = (userId: string, ruleName: string, fields = {}) =>
    service.post(AWARD, { userId, ruleName, ...fields }, partner.token)
  const startsAt = '2099-01-01T00:00:00.000Z'
  for (const [terms, reason, sentence, units] of [
    [{ status: 'inactive' }, 'rule_inactive', RULE_INACTIVE],
    [{ startsAt }, 'rule_not_started', orAfter(RULE_NOT_STARTED, startsAt)],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'rule_ended', RULE_ENDED],
    [{ userCoinLimit: '5' }, 'user_coins_reached', USER_COINS],
    [{ coinBudget: '5' }, 'budget_exhausted', BUDGET_EXHAUSTED],
    [{ perUnit: true, coinValue: '0.01' }, 'amount_too_small', AMOUNT_TOO_SMALL, '0.999999'],
    [{ perUnit: true, coinValue: '1000000000' }, 'balance_limit', BALANCE_LIMIT, '1.000001'],
  ] as const) {
    const { name } = await partner.addRule(terms)
    assertFailure(await award(member, name, units && { units }), 'refused', sentence, reason)
  }

  const limited = await partner.addRule({ userLimitAward: '1', maxNumberOfParticipant: '1' })
  const combined = await partner.addCombinedRule(2)
  const inactive = await partner.addCombinedRule(1, { status: 'inactive' })
  const [done, open] = combined.parts
  for (const name of [limited.name, done]) await dataOf(award(member, name))
  const bySubRule = `A combined rule is awarded by its sub-rules: award "${done}", "${open}" instead.`
  for (const [userId, name, reason, sentence] of [
    [member, inactive.parts[0], 'rule_inactive', RULE_INACTIVE],
    [member, limited.name, 'user_limit_reached', USER_LIMIT],
    [newcomer, limited.name, 'rule_full', RULE_FULL],
    [member, done, 'sub_rule_repeated', SUB_RULE_REPEATED],
    [member, combined.name, 'combined_by_sub_rule', bySubRule],
  ] as const)
    assertFailure(await award(userId, name), 'refused', sentence, reason)
  assert.deepEqual([await partner.coinsOf(member), await partner.coinsOf(newcomer)], ['10', '0'])
})

test('an unknown user is not found, with the documented 400, and neither is one of another partner or a membership', async () => {
  const other = await onboardTestPartner(service)
  const { name } = await partner.addRule()
  const { id: membershipId } = await partner.memberOf(await partner.addUser())
  for (const userId of [randomUUID(), 'nobody', await other.addUser(), membershipId])
    assertFailure(await partner.award(userId, name), 'missing', 'User was not found.')
})

test('an unknown rule is not found, and neither is one of another partner', async () => {
  const userId = await partner.addUser()
  const theirs = await (await onboardTestPartner(service)).addRule()
  for (const name of [unique('no rule '), theirs.name, theirs.name.toUpperCase()])
    assertFailure(await partner.award(userId, name), 'missing', 'Rule was not found.')
})

test('a user id in upper case names the same user', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  assert.equal((await dataOf(partner.award(userId.toUpperCase(), name))).userId, userId)
})

test('missing fields are named in one response', async () => {
  for (const [body, error] of [
    [{}, 'userId is required; ruleName is required.'],
    [{ userId: '', ruleName: 'x' }, 'userId is required.'],
    [{ userId: randomUUID(), ruleName: '' }, 'ruleName is required.'],
  ] as const)
    assertFailure(await service.post(AWARD, body, partner.token), 'invalid', error)
})
