import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleWith } from '../../../test/support/rule.ts'
import { newTrial, type TriedActivity, trialResult, tryActivity } from './trial.ts'

const activity = (changes: Partial<TriedActivity> = {}): TriedActivity => ({
  id: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
  type: 'visit',
  userId: 'ada',
  reference: null,
  properties: null,
  occurredAt: new Date(0),
  balance: 0n,
  points: 0n,
  createdAt: new Date('2026-03-01T23:30:00Z'),
  member: null,
  isUnreadable: false,
  ...changes,
})

const resultOf = (
  rule: Parameters<typeof ruleWith>[0],
  activities: TriedActivity[],
  { asWritten = true } = {},
) => {
  const trial = newTrial(ruleWith({ activityType: 'visit', ...rule }), { asWritten })
  for (const each of activities) tryActivity(trial, each)
  return trialResult(trial)
}

test('counters begin at zero and are those of the backtest alone', () => {
  const used = { participants: 1000, budgetUsed: 9_000n, coinBudget: 2_000n }
  const result = resultOf(used, [activity(), activity({ userId: 'bob' }), activity()])
  assert.deepEqual([result.paid, result.coins, result.participants], [2, '20', 2])
  assert.deepEqual(result.refused, [{ reason: 'budget_exhausted', count: 1 }])
})

test('days are those of the rule', () => {
  const { days } = resultOf({ timeZone: 'Africa/Lagos' }, [
    activity(),
    activity({ createdAt: new Date('2026-03-02T23:00:00Z') }),
  ])
  assert.deepEqual(days, [
    { date: '2026-03-02', awards: 1, coins: '10' },
    { date: '2026-03-03', awards: 1, coins: '10' },
  ])
})

test('what is unreadable is left out, and a failed expression pays nothing', () => {
  const rule = { activityCondition: 'properties.total > 5' }
  const result = resultOf(rule, [
    activity({ properties: { total: 6 } }),
    activity({ isUnreadable: true }),
    activity(),
    activity({ type: 'order.paid' }),
  ])
  const { activities, matched, failed, unreadable, paid } = result
  assert.deepEqual(
    { activities, matched, failed, unreadable, paid },
    {
      activities: 3,
      matched: 1,
      failed: 1,
      unreadable: 1,
      paid: 1,
    },
  )
})

test('an inactive rule pays unless it is tried as written', () => {
  const rule = { status: 'inactive', endsAt: new Date(0) } as const
  assert.equal(resultOf(rule, [activity()], { asWritten: false }).paid, 1)
  assert.equal(resultOf(rule, [activity()]).paid, 0)
})

test('equal decisions have equal digests, and others do not', () => {
  const once = resultOf({}, [activity()]).digest
  assert.equal(resultOf({ name: 'other' }, [activity()]).digest, once)
  assert.notEqual(resultOf({ coins: 1n }, [activity()]).digest, once)
  assert.notEqual(resultOf({ status: 'inactive' }, [activity()]).digest, once)
})

test('the members with the most coins come first', () => {
  const members = Array.from({ length: 12 }, (_, index) => `m${index}`)
  const activities = members.flatMap((userId, index) =>
    Array.from({ length: index + 1 }, () => activity({ userId })),
  )
  const { top } = resultOf({}, activities)
  assert.equal(top.length, 10)
  assert.deepEqual(top[0], { userId: 'm11', coins: '120' })
})
