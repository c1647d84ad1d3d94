import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_WALLET, NO_MEMBER_LIMIT, ruleWith } from '../../../test/support/rule.ts'
import { periodAt } from '../rules/period.ts'
import type { CountPer, Rule } from '../rules/rule.ts'
import { type Decision, decideAward, NO_PROGRESS, type RuleProgress } from './decide-award.ts'
import { memberProgress } from './member-progress.ts'
import { progressWithout } from './streak.ts'

const daily = ruleWith({
  type: 'batched',
  completionsNeeded: 3,
  countPer: 'day',
  consecutive: true,
  timeZone: 'Europe/Berlin',
})
const anyDays = { ...daily, consecutive: false }

type Call = Decision & { seq: bigint; at: Date; before: RuleProgress }

/** One member with a rule. Its calls are numbered from 1, as events are. */
function memberOf(first: Rule) {
  let rule = first
  let progress = NO_PROGRESS
  const calls: Call[] = []
  return {
    call(time: string | Date): string {
      const at = new Date(time)
      const decision = decideAward(
        rule,
        { ruleName: 'order', units: null },
        progress,
        EMPTY_WALLET,
        at,
        NO_MEMBER_LIMIT,
      )
      const seq = BigInt(calls.length + 1)
      calls.push({ ...decision, seq, at, before: progress })
      if (decision.outcome !== 'refused')
        progress = {
          ...decision.progress,
          ...(decision.count?.continues === false && { streakSeq: seq }),
          ...(decision.outcome === 'paid' && { paidSeq: seq }),
        }
      return summary(decision)
    },
    /** Takes back a counted completion by its number. */
    reverse(number: number, time: string | Date): void {
      const { seq, at, count, before } = calls[number - 1] as Call
      const award = {
        seq,
        ruleName: 'order',
        createdAt: at,
        countStart: count?.start ?? null,
        countedBefore: count && before.countedAt,
      }
      progress = progressWithout(rule, award, progress, new Date(time))
    },
    change(terms: Partial<Rule>): void {
      rule = { ...rule, ...terms }
    },
    /** "2 of 3, until …", as its progress shows. */
    shown(time: string): string {
      const { reached, needed, streakEndsAt, countedUntil } = memberProgress(rule, progress, new Date(time))
      return [
        `${reached} of ${needed}`,
        ...(streakEndsAt ? [`ends ${shortOf(streakEndsAt)}`] : []),
        ...(countedUntil ? [`counted until ${shortOf(countedUntil)}`] : []),
      ].join(', ')
    },
    get count() {
      return progress.progress
    },
  }
}

const shortOf = (at: Date) => at.toISOString().slice(0, 16)

function summary({ outcome, reason, retryAt, reached, needed }: Decision): string {
  if (reason) return [reason, ...(retryAt ? [shortOf(retryAt)] : [])].join(' ')
  return `${outcome} ${reached}/${needed}`
}

const callsAt = (rule: Rule, times: string[]): string[] => {
  const member = memberOf(rule)
  return times.map((time) => member.call(time))
}

suite('a rule that counts once a day', () => {
  test('refuses another completion of the day, until the next one begins in its zone', () => {
    const member = memberOf(anyDays)
    assert.equal(member.call('2026-03-02T08:00:00Z'), 'counted 1/3')
    assert.equal(member.call('2026-03-02T22:59:59Z'), 'already_counted 2026-03-02T23:00')
    assert.equal(member.count, 1)
    assert.equal(member.call('2026-03-02T23:00:00Z'), 'counted 2/3')
  })

  test('counts on over days without one, and the payment counts for its day', () => {
    assert.deepEqual(
      callsAt(anyDays, [
        '2026-03-02T08:00:00Z',
        '2026-03-09T08:00:00Z',
        '2026-04-01T08:00:00Z',
        '2026-04-01T09:00:00Z',
        '2026-04-02T09:00:00Z',
      ]),
      ['counted 1/3', 'counted 2/3', 'paid 3/3', 'already_counted 2026-04-01T22:00', 'counted 1/3'],
    )
  })

  test('counts days of 23 and 25 hours as one each', () => {
    assert.deepEqual(
      callsAt(anyDays, ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']),
      ['counted 1/3', 'already_counted 2026-03-29T22:00', 'counted 2/3'],
    )
    assert.deepEqual(
      callsAt(anyDays, ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']),
      ['counted 1/3', 'already_counted 2026-10-25T23:00', 'counted 2/3'],
    )
  })

  test('counts weeks from Monday, and months', () => {
    const weekly: Rule = { ...anyDays, countPer: 'week' }
    assert.deepEqual(
      callsAt(weekly, ['2026-03-02T08:00:00Z', '2026-03-08T22:59:00Z', '2026-03-08T23:00:00Z']),
      ['counted 1/3', 'already_counted 2026-03-08T23:00', 'counted 2/3'],
    )
    const monthly: Rule = { ...daily, countPer: 'month' }
    assert.deepEqual(
      callsAt(monthly, ['2026-01-31T22:59:00Z', '2026-02-28T22:00:00Z', '2026-02-28T23:00:00Z']),
      ['counted 1/3', 'counted 2/3', 'paid 3/3'],
    )
  })

  test('pays once a day when one completion is enough', () => {
    assert.deepEqual(
      callsAt({ ...anyDays, completionsNeeded: 1 }, ['2026-03-02T08:00:00Z', '2026-03-02T09:00:00Z']),
      ['paid 1/1', 'already_counted 2026-03-02T23:00'],
    )
  })
})

suite('a streak', () => {
  test('begins again at 1 after a day without a completion', () => {
    assert.deepEqual(
      callsAt(daily, [
        '2026-03-02T08:00:00Z',
        '2026-03-03T20:00:00Z',
        '2026-03-05T08:00:00Z',
        '2026-03-06T08:00:00Z',
        '2026-03-07T08:00:00Z',
        '2026-03-08T08:00:00Z',
      ]),
      ['counted 1/3', 'counted 2/3', 'counted 1/3', 'counted 2/3', 'paid 3/3', 'counted 1/3'],
    )
  })

  test('goes on over days of 23 and 25 hours', () => {
    const atMidnight = ['2026-03-27T23:00:00Z', '2026-03-29T21:59:00Z', '2026-03-30T21:59:00Z']
    assert.deepEqual(callsAt(daily, atMidnight), ['counted 1/3', 'counted 2/3', 'paid 3/3'])
    const inAutumn = ['2026-10-24T00:00:00Z', '2026-10-25T22:59:00Z', '2026-10-26T00:00:00Z']
    assert.deepEqual(callsAt(daily, inAutumn), ['counted 1/3', 'counted 2/3', 'paid 3/3'])
  })

  test('goes on over a day that its zone skipped', () => {
    const samoan = { ...daily, timeZone: 'Pacific/Apia' }
    assert.deepEqual(callsAt(samoan, ['2011-12-30T08:00:00Z', '2011-12-30T12:00:00Z']), [
      'counted 1/3',
      'counted 2/3',
    ])
  })

  test('shows how long it is and until when it lives', () => {
    const member = memberOf(daily)
    assert.equal(member.shown('2026-03-02T08:00:00Z'), '0 of 3')
    member.call('2026-03-02T08:00:00Z')
    assert.equal(
      member.shown('2026-03-02T09:00:00Z'),
      '1 of 3, ends 2026-03-03T23:00, counted until 2026-03-02T23:00',
    )
    assert.equal(member.shown('2026-03-03T22:59:00Z'), '1 of 3, ends 2026-03-03T23:00')
    assert.equal(member.shown('2026-03-03T23:00:00Z'), '0 of 3')
  })

  test('is lost by a refused call, which is no completion', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-03T08:00:00Z')
    member.change({ coinBudget: 100n, budgetPeriod: 'month' })
    // In the next month the payment would fit, but tomorrow already the call begins a new streak.
    assert.equal(member.call('2026-03-04T08:00:00Z'), 'budget_exhausted 2026-03-04T23:00')
    assert.equal(member.call('2026-03-05T08:00:00Z'), 'counted 1/3')
  })

  test('is refused by limits first, then as counted already, then by the budget', () => {
    const rule = { ...daily, completionsNeeded: 1, userAwardsMax: 1, coinBudget: 1000n, budgetUsed: 1000n }
    const counted = { ...NO_PROGRESS, countedAt: new Date('2026-03-02T08:00:00Z') }
    const reasonOf = (of: Rule, progress: RuleProgress) =>
      decideAward(
        of,
        { ruleName: 'order', units: null },
        progress,
        EMPTY_WALLET,
        new Date('2026-03-02T09:00:00Z'),
        NO_MEMBER_LIMIT,
      ).reason
    assert.equal(reasonOf(rule, { ...counted, paidAwards: 1 }), 'user_limit_reached')
    assert.equal(reasonOf(rule, counted), 'already_counted')
    assert.equal(reasonOf(rule, NO_PROGRESS), 'budget_exhausted')
  })
})

suite('a reversed completion', () => {
  test('of the running streak lowers it by one', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-03T08:00:00Z')
    member.reverse(1, '2026-03-03T09:00:00Z')
    assert.equal(
      member.shown('2026-03-03T09:00:00Z'),
      '1 of 3, ends 2026-03-04T23:00, counted until 2026-03-03T23:00',
    )
    assert.equal(member.call('2026-03-04T08:00:00Z'), 'counted 2/3')
  })

  test('frees the day if it is the latest and its day still runs, and the one before counts as the last', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-03T08:00:00Z')
    member.reverse(2, '2026-03-03T09:00:00Z')
    assert.equal(member.shown('2026-03-03T09:00:00Z'), '1 of 3, ends 2026-03-03T23:00')
    assert.equal(member.call('2026-03-03T10:00:00Z'), 'counted 2/3')
    member.reverse(3, '2026-03-03T11:00:00Z')
    assert.equal(member.call('2026-03-04T08:00:00Z'), 'counted 1/3')
  })

  test('of an earlier day does not free it, so the streak goes on', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-03T08:00:00Z')
    member.reverse(2, '2026-03-04T08:00:00Z')
    assert.equal(member.call('2026-03-04T09:00:00Z'), 'counted 2/3')
  })

  test('from before the running streak is taken back without changing the count', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-04T08:00:00Z')
    member.reverse(1, '2026-03-04T09:00:00Z')
    assert.equal(member.count, 1)
    assert.equal(member.call('2026-03-05T08:00:00Z'), 'counted 2/3')
  })

  test('that was the first of a new streak frees its day for another first', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-04T08:00:00Z')
    member.reverse(2, '2026-03-04T09:00:00Z')
    assert.equal(member.shown('2026-03-04T09:00:00Z'), '0 of 3')
    assert.equal(member.call('2026-03-04T10:00:00Z'), 'counted 1/3')
  })

  test('lowers the count of a rule that only counts once a day, too', () => {
    const member = memberOf(anyDays)
    member.call('2026-03-02T08:00:00Z')
    member.call('2026-03-09T08:00:00Z')
    member.reverse(1, '2026-03-09T09:00:00Z')
    assert.equal(member.shown('2026-03-09T09:00:00Z'), '1 of 3, counted until 2026-03-09T23:00')
    member.reverse(2, '2026-03-09T10:00:00Z')
    assert.equal(member.call('2026-03-09T11:00:00Z'), 'counted 1/3')
  })
})

suite('a change of the terms', () => {
  test('decides by the new zone and period in which the latest completion lies', () => {
    const member = memberOf(daily)
    member.call('2026-03-02T22:30:00Z')
    member.change({ timeZone: 'UTC' })
    assert.equal(member.call('2026-03-02T23:30:00Z'), 'already_counted 2026-03-03T00:00')
    member.change({ countPer: 'week' })
    assert.equal(member.call('2026-03-04T08:00:00Z'), 'already_counted 2026-03-09T00:00')
  })

  test('begins a streak where every call counted before', () => {
    const member = memberOf({ ...daily, countPer: 'call', consecutive: false })
    member.call('2026-03-02T08:00:00Z')
    member.change({ countPer: 'day', consecutive: true })
    assert.equal(member.call('2026-03-02T09:00:00Z'), 'counted 1/3')
    member.reverse(1, '2026-03-02T10:00:00Z')
    assert.equal(member.count, 1)
  })

  test('keeps the count where days need not follow each other', () => {
    const member = memberOf({ ...daily, countPer: 'call', consecutive: false })
    member.call('2026-03-02T08:00:00Z')
    member.change({ countPer: 'day' })
    assert.equal(member.call('2026-03-02T09:00:00Z'), 'counted 2/3')
    member.change({ countPer: 'call' })
    assert.equal(member.call('2026-03-02T10:00:00Z'), 'paid 3/3')
  })
})

/** Times that cluster around changes of clocks. */
const anyTimes = fc
  .array(
    fc.record({
      from: fc.constantFrom('2026-03-26T20:00:00Z', '2026-10-22T20:00:00Z', '2026-03-30T03:00:00Z'),
      minutes: fc.integer({ min: 0, max: 8 * 24 * 60 }),
      reverses: fc.option(fc.nat(9), { nil: null, freq: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) =>
    steps
      .map(({ from, minutes, reverses }) => ({ at: new Date(Date.parse(from) + minutes * 60_000), reverses }))
      .sort((left, right) => left.at.getTime() - right.at.getTime()),
  )
const anyRule = fc.record({
  countPer: fc.constantFrom<Exclude<CountPer, 'call'>>('day', 'week', 'month'),
  consecutive: fc.boolean(),
  completionsNeeded: fc.integer({ min: 1, max: 5 }),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Beirut', 'America/Havana', 'Australia/Lord_Howe'),
})

type Completion = { at: Date; isPaid: boolean; isReversed: boolean; isFreed: boolean; begins: boolean }

test('over any calls and reversals, a member is where a list of completions says', () => {
  fc.assert(
    fc.property(anyRule, anyTimes, (terms, steps) => {
      const rule = { ...daily, ...terms }
      const { countPer, consecutive, completionsNeeded: needed, timeZone } = terms
      const member = memberOf(rule)
      const completions: (Completion | null)[] = []
      const startOf = (at: Date) => periodAt(countPer, timeZone, at)?.start.getTime() as number
      const all = () => completions.filter((each) => each !== null)
      const counting = () => {
        const since = all().findLastIndex(({ isPaid, begins }) => isPaid || begins)
        const first = all()[since]?.begins && !all()[since]?.isPaid ? since : since + 1
        return all()
          .slice(first)
          .filter(({ isReversed }) => !isReversed).length
      }
      for (const { at, reverses } of steps) {
        const found = reverses === null ? null : completions[reverses]
        const isUsed =
          found &&
          all()
            .slice(all().indexOf(found))
            .some(({ isPaid }) => isPaid)
        if (reverses !== null && found && !found.isReversed && !isUsed) {
          found.isReversed = true
          const latest = all().findLast(({ isFreed }) => !isFreed)
          found.isFreed = found === latest && startOf(found.at) === startOf(at)
          member.reverse(reverses + 1, at)
          continue
        }
        const last = all().findLast(({ isFreed }) => !isFreed)
        const isAgain = last !== undefined && startOf(last.at) === startOf(at)
        const continues =
          !consecutive || (last !== undefined && startOf(last.at) === startOf(new Date(startOf(at) - 1)))
        const count = (continues ? counting() : 0) + 1
        const said = member.call(at).split(' ')
        if (isAgain) {
          assert.equal(said[0], 'already_counted')
          assert.equal(said[1], shortOf(periodAt(countPer, timeZone, at)?.end as Date))
          completions.push(null)
          continue
        }
        const isPaid = count >= needed
        assert.deepEqual(said, [isPaid ? 'paid' : 'counted', `${count}/${needed}`])
        completions.push({ at, isPaid, isReversed: false, isFreed: false, begins: !continues })
        assert.equal(member.count, counting())
      }
    }),
    { numRuns: 300 },
  )
})
