import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../../dashboard/src/event-stream/events.ts'
import {
  historyQueryOf,
  isListed,
  matchesHistory,
  movementsQueryOf,
  readHistorySearch,
} from '../../../dashboard/src/history/history-filter.ts'

test('a filter asks for what people mean by a kind, a direction and days', () => {
  assert.deepEqual(historyQueryOf({}), { kind: 'history' })
  assert.deepEqual(historyQueryOf({ kind: 'taken', direction: 'in' }), {
    kind: 'adjustment',
    debitOrCredit: 'DE',
  })
  assert.deepEqual(
    historyQueryOf({ kind: 'award', reason: 'rule_full', from: '2026-03-01', to: '2026-03-31' }),
    {
      kind: 'award',
      reason: 'rule_full',
      day: '2026-03-01',
      toDay: '2026-03-31',
    },
  )
})

test('the days of a filter are those of the programme, in every time zone of the browser', () => {
  const { TZ } = process.env
  try {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
      process.env.TZ = zone
      assert.deepEqual(historyQueryOf({ from: '2026-03-01' }), {
        kind: 'history',
        from: '2026-03-01T00:00:00.000Z',
      })
      assert.deepEqual(movementsQueryOf({ from: '2026-03-01', to: '2026-03-31' }), {
        from: '2026-03-01T00:00:00.000Z',
        to: '2026-04-01T00:00:00.000Z',
      })
    }
  } finally {
    process.env.TZ = TZ
    if (TZ === undefined) delete process.env.TZ
  }
})

test('the file of movements has what it can be filtered by, and nothing else is pretended', () => {
  assert.deepEqual(movementsQueryOf({ kind: 'award', outcome: 'paid' }), { type: 'partner_user_award' })
  for (const filter of [
    { kind: 'award', outcome: 'refused' },
    { kind: 'membership' },
    { rule: 'welcome' },
    { q: 'ORD' },
  ] as const)
    assert.equal(movementsQueryOf(filter), null, JSON.stringify(filter))
})

test('an address that nobody made is read as far as it can be', () => {
  const { kind, from, reason, line } = readHistorySearch({ kind: 'x', from: 'now', reason: 'y', line: 7 })
  assert.deepEqual([kind, from, reason, line], [undefined, undefined, undefined, '7'])
})

test('a paused list counts the events that it would show', () => {
  const event = (type: string, data: object) =>
    ({ type, data, createdAt: '2026-03-02T10:00:00.000Z', seq: 1 }) as unknown as LiveEvent
  const refused = event('award.refused', { userId: 'u', ruleName: 'welcome', reason: 'rule_full' })
  for (const filter of [
    {},
    { user: 'u' },
    { kind: 'award', outcome: 'refused' },
    { reason: 'rule_full' },
    { q: 'WELC' },
    { from: '2026-03-02', to: '2026-03-02' },
  ] as const)
    assert.ok(matchesHistory(filter, refused), JSON.stringify(filter))
  for (const filter of [
    { user: 'v' },
    { kind: 'transfer' },
    { outcome: 'paid' },
    { reason: 'rule_ended' },
    { q: 'order' },
    { to: '2026-03-01' },
  ] as const)
    assert.ok(!matchesHistory(filter, refused), JSON.stringify(filter))
  assert.ok(!matchesHistory({}, event('rule.created', {})))
  assert.ok(isListed({ kind: 'award,reversal' }, refused))
  assert.ok(!isListed({ kind: 'all' }, event('user.left', { userId: 'u' })))
})
