import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_WALLET, NO_MEMBER_LIMIT, ruleWith } from '../../../test/support/rule.ts'
import { BALANCE_MAX, COINS_MAX, type Coins } from '../ledger/coin.ts'
import type { MemberLimit, MemberLimitPeriod } from '../ledger/member-limit.ts'
import { type Period, periodAt } from '../rules/period.ts'
import { type CountPer, coinsFor, formatUnits, parseUnits, type Rule, type Units } from '../rules/rule.ts'
import {
  type Decision,
  decideAward,
  type LimitedWallet,
  NO_PROGRESS,
  type RuleProgress,
} from './decide-award.ts'

const NOW = new Date('2026-03-29T10:00:00Z')

type Input = {
  units?: Units
  progress?: RuleProgress
  wallet?: Partial<LimitedWallet>
  now?: Date
  limit?: MemberLimit
}

const decide = (
  rule: Rule,
  { units, progress = NO_PROGRESS, wallet, now = NOW, limit = NO_MEMBER_LIMIT }: Input = {},
): Decision =>
  decideAward(
    rule,
    { ruleName: 'order', units: units ?? null },
    progress,
    { ...EMPTY_WALLET, ...wallet },
    now,
    limit,
  )

/** The outcome, or the reason with the time to try again. */
function summary({ outcome, reason, retryAt }: Decision): string {
  return reason ? [reason, ...(retryAt ? [retryAt.toISOString()] : [])].join(' ') : outcome
}

/** The rule after a decision, as a batch leaves it. */
const ruleAfter = (rule: Rule, { outcome, budget }: Decision): Rule =>
  outcome === 'paid' && rule.coinBudget !== null
    ? { ...rule, budgetStart: budget.start, budgetUsed: budget.used }
    : rule

const units = (text: string) => parseUnits(text) as Units

suite('units', () => {
  test('are parsed to millionths, and written as the same amount', () => {
    assert.equal(parseUnits('19.99'), 19_990_000n)
    assert.equal(parseUnits(0.1), 100_000n)
    assert.equal(parseUnits('0.000001'), 1n)
    assert.equal(parseUnits('1000000000'), 10n ** 15n)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
        assert.equal(parseUnits(formatUnits(amount)), amount)
      }),
    )
  })

  test('are refused with 7 decimals, of 0, below 0, above the maximum and in any other form', () => {
    const wrong = [
      '0.0000001',
      '0',
      '0.0',
      '-1',
      '1000000000.000001',
      '1000000001',
      '99999999999999',
      '1e3',
      '.5',
    ]
    for (const value of [...wrong, '5.', '', ' 1', '1,5', '0x10', 'NaN', 1e21, -0.5, 1e-7, Number.NaN, 0])
      assert.equal(parseUnits(value), undefined, String(value))
  })

  test('pay coinValue times units, rounded down to hundredths', () => {
    const pays = (coins: Coins, amount: string) => coinsFor(ruleWith({ perUnit: true, coins }), units(amount))
    assert.equal(pays(100n, '19.99'), 1999n)
    assert.equal(pays(150n, '19.99'), 2998n)
    assert.equal(pays(1n, '0.999999'), 0n)
    assert.equal(pays(1n, '1'), 1n)
    assert.equal(pays(33n, '3.030303'), 99n)
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: COINS_MAX }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (coins, amount) => {
          const paid = coinsFor(ruleWith({ perUnit: true, coins }), amount)
          assert(paid * 1_000_000n <= coins * amount && (paid + 1n) * 1_000_000n > coins * amount)
        },
      ),
    )
  })

  test('pay at most maxCoinsPerAward', () => {
    const rule = ruleWith({ perUnit: true, coins: 100n, coinsPerAwardMax: 5000n })
    assert.equal(decide(rule, { units: units('49.99') }).coins, 4999n)
    assert.equal(decide(rule, { units: units('50') }).coins, 5000n)
    assert.equal(decide(rule, { units: units('1000000000') }).coins, 5000n)
  })

  test('worth less than a hundredth are refused, and those worth one are paid', () => {
    const rule = ruleWith({ perUnit: true, coins: 100n })
    assert.equal(summary(decide(rule, { units: units('0.009999') })), 'amount_too_small')
    assert.equal(decide(rule, { units: units('0.01') }).coins, 1n)
  })

  test('worth more than the coin limit are refused, also where a period would let the user try again', () => {
    const rule = ruleWith({ perUnit: true, coins: COINS_MAX })
    assert.equal(decide(rule, { units: units('1') }).coins, COINS_MAX)
    const limits = { coinBudget: BALANCE_MAX, budgetPeriod: 'day', userCoinsMax: BALANCE_MAX } as const
    for (const changes of [{}, limits, { ...limits, userLimitPeriod: 'day' } as const])
      assert.equal(summary(decide({ ...rule, ...changes }, { units: units('1.000001') })), 'balance_limit')
    const most = { ...rule, coinsPerAwardMax: COINS_MAX }
    assert.equal(decide(most, { units: units('1000000000') }).coins, COINS_MAX)
  })

  test('worth more than the wallet or the points can take are refused', () => {
    const rule = ruleWith({ perUnit: true, coins: 100n })
    const almostFull = { balance: 0n, points: BALANCE_MAX - 1999n }
    assert.equal(decide(rule, { units: units('19.99'), wallet: almostFull }).outcome, 'paid')
    assert.equal(summary(decide(rule, { units: units('20'), wallet: almostFull })), 'balance_limit')
  })
})

suite('a rule with a window', () => {
  const rule = ruleWith({
    startsAt: new Date('2026-03-01T09:00:00Z'),
    endsAt: new Date('2026-03-31T22:00:00Z'),
  })
  const at = (time: string) => summary(decide(rule, { now: new Date(time) }))

  test('pays from its start until before its end', () => {
    assert.equal(at('2026-03-01T08:59:59.999Z'), 'rule_not_started 2026-03-01T09:00:00.000Z')
    assert.equal(at('2026-03-01T09:00:00.000Z'), 'paid')
    assert.equal(at('2026-03-31T21:59:59.999Z'), 'paid')
    assert.equal(at('2026-03-31T22:00:00.000Z'), 'rule_ended')
  })

  test('counts no completion outside of it', () => {
    const visits = { ...rule, type: 'batched' as const, completionsNeeded: 3 }
    const early = decide(visits, { now: new Date('2026-02-01T00:00:00Z') })
    assert.deepEqual([early.reason, early.progress], ['rule_not_started', NO_PROGRESS])
    assert.equal(decide(visits, { now: new Date('2026-04-01T00:00:00Z') }).reason, 'rule_ended')
  })
})

suite('a budget', () => {
  test('pays its last coin, and refuses a payment that would pass it as a whole', () => {
    const rule = ruleWith({ coinBudget: 2500n, budgetUsed: 1500n })
    const last = decide(rule)
    assert.deepEqual([last.outcome, last.budget.used], ['paid', 2500n])
    const short = decide({ ...rule, budgetUsed: 1501n })
    assert.deepEqual([summary(short), short.coins, short.budget.used], ['budget_exhausted', 0n, 1501n])
  })

  test('refuses only the call that would pay', () => {
    const rule = ruleWith({ type: 'batched', completionsNeeded: 2, coinBudget: 10n, coins: 1000n })
    const counted = decide(rule)
    assert.equal(counted.outcome, 'counted')
    assert.equal(summary(decide(rule, { progress: counted.progress })), 'budget_exhausted')
  })

  test('of a period names the next one, unless the rule ends before or the payment never fits', () => {
    const rule = ruleWith({
      coinBudget: 1000n,
      budgetUsed: 1000n,
      budgetPeriod: 'day',
      timeZone: 'Europe/Berlin',
      budgetStart: new Date('2026-03-28T23:00:00Z'),
    })
    assert.equal(summary(decide(rule)), 'budget_exhausted 2026-03-29T22:00:00.000Z')
    const ends = (time: string) => summary(decide({ ...rule, endsAt: new Date(time) }))
    assert.equal(ends('2026-03-29T22:00:00.000Z'), 'budget_exhausted')
    assert.equal(ends('2026-03-29T22:00:00.001Z'), 'budget_exhausted 2026-03-29T22:00:00.000Z')
    assert.equal(summary(decide({ ...rule, coins: 1001n })), 'budget_exhausted')
    assert.equal(summary(decide({ ...rule, budgetPeriod: 'total', budgetStart: null })), 'budget_exhausted')
  })

  test('below what is used only stops new payments', () => {
    const rule = ruleWith({ coinBudget: 100n, budgetUsed: 5000n })
    assert.deepEqual([decide(rule).reason, decide(rule).budget.used], ['budget_exhausted', 5000n])
  })

  test('comes before a wallet that is full, and after all that concerns the user', () => {
    const rule = ruleWith({
      coinBudget: 1n,
      userAwardsMax: 1,
      userCoinsMax: 1n,
      participants: 1,
      participantsMax: 1,
    })
    const full = { wallet: { balance: BALANCE_MAX, points: BALANCE_MAX } }
    const reasons: (string | null)[] = []
    for (const changes of [
      { startsAt: new Date('2027-01-01T00:00:00Z') },
      { endsAt: new Date('2026-01-01T00:00:00Z') },
      {},
    ])
      reasons.push(decide({ ...rule, ...changes }, full).reason)
    const paid = { ...full, progress: { ...NO_PROGRESS, paidAwards: 1, paidCoins: 1n } }
    reasons.push(decide(rule, paid).reason)
    const newcomers = { ...rule, userCoinsMax: null }
    reasons.push(decide(newcomers, full).reason, decide({ ...newcomers, participants: 0 }, full).reason)
    reasons.push(decide({ ...newcomers, participants: 0, coinBudget: null }, full).reason)
    assert.deepEqual(reasons, [
      'rule_not_started',
      'rule_ended',
      'user_coins_reached',
      'user_limit_reached',
      'rule_full',
      'budget_exhausted',
      'balance_limit',
    ])
  })
})

suite('limits per user', () => {
  const monday = new Date('2026-03-29T22:00:00Z')
  const rule = ruleWith({
    userAwardsMax: 2,
    userCoinsMax: 1500n,
    userLimitPeriod: 'week',
    timeZone: 'Europe/Berlin',
  })

  test('count in their period, and begin at 0 in the next', () => {
    const first = decide({ ...rule, userCoinsMax: null })
    const second = decide({ ...rule, userCoinsMax: null }, { progress: first.progress })
    assert.deepEqual([first.user.awards, second.user.awards], [1, 2])
    const { progress } = second
    const again = (now: Date) => decide({ ...rule, userCoinsMax: null }, { progress, now })
    assert.equal(summary(again(new Date(monday.getTime() - 1))), `user_limit_reached ${monday.toISOString()}`)
    const next = again(monday)
    assert.deepEqual([next.outcome, next.user.awards, next.progress.paidAwards], ['paid', 1, 3])
  })

  test('on coins refuse what would pass them, with the next period where it fits then', () => {
    const { progress } = decide(rule)
    assert.equal(summary(decide(rule, { progress })), `user_coins_reached ${monday.toISOString()}`)
    assert.equal(decide({ ...rule, coins: 500n }, { progress }).outcome, 'paid')
    assert.equal(summary(decide({ ...rule, coins: 1501n }, { progress })), 'user_coins_reached')
  })

  test('refuse completions too, which could not lead to a payment', () => {
    const visits = { ...rule, type: 'batched' as const, completionsNeeded: 3 }
    const start = periodAt('week', 'Europe/Berlin', NOW)?.start as Date
    const paid = (awards: number, coins: Coins) => ({
      progress: {
        ...NO_PROGRESS,
        paidAwards: 1,
        periodStart: start,
        periodAwards: awards,
        periodCoins: coins,
      },
    })
    assert.equal(decide(visits, paid(2, 0n)).reason, 'user_limit_reached')
    assert.equal(decide(visits, paid(1, 501n)).reason, 'user_coins_reached')
    assert.equal(decide(visits, paid(1, 500n)).outcome, 'counted')
  })

  test('of all time count everything, whatever was counted in periods', () => {
    const progress = {
      ...NO_PROGRESS,
      paidAwards: 2,
      paidCoins: 2000n,
      periodStart: NOW,
      periodAwards: 0,
      periodCoins: 0n,
    }
    assert.equal(decide({ ...rule, userLimitPeriod: 'total' }, { progress }).reason, 'user_limit_reached')
    const coins = decide({ ...rule, userLimitPeriod: 'total', userAwardsMax: null }, { progress })
    assert.equal(summary(coins), 'user_coins_reached')
  })

  test('count from 0 after a change of the period or zone', () => {
    const { progress } = decide(rule)
    const changed = { ...rule, userLimitsSince: new Date('2026-03-29T09:00:00Z') }
    const decision = decide(changed, { progress })
    assert.deepEqual(
      [decision.outcome, decision.user.awards, decision.user.start],
      ['paid', 1, changed.userLimitsSince],
    )
  })

  test('leave places of participants to all time', () => {
    const full = { ...rule, userAwardsMax: null, userCoinsMax: null, participants: 1, participantsMax: 1 }
    const long = { ...NO_PROGRESS, paidAwards: 1, periodStart: new Date(0), periodAwards: 1, periodCoins: 1n }
    assert.equal(decide(full, { progress: long }).outcome, 'paid')
    assert.equal(decide(full).reason, 'rule_full')
  })
})

suite('the limit over all rules', () => {
  const monday = new Date('2026-03-29T22:00:00Z')
  const limit: MemberLimit = {
    memberCoinsMax: 1500n,
    memberLimitPeriod: 'week',
    memberLimitSince: null,
    timeZone: 'Europe/Berlin',
  }
  const rule = ruleWith({})
  /** The wallet of a member whom the rule was paid in this week. */
  const paidBefore = (coins: Coins) => {
    const memberPeriodStart = periodAt('week', 'Europe/Berlin', NOW)?.start as Date
    return { memberCoins: coins, memberPeriodStart }
  }

  test('pays up to its last coin, and refuses a payment that would pass it as a whole', () => {
    const first = decide(rule, { limit })
    assert.deepEqual([first.outcome, first.member?.coins, first.member?.coinsMax], ['paid', 1000n, 1500n])
    assert.equal(decide(rule, { limit, wallet: paidBefore(500n) }).member?.coins, 1500n)
    const over = decide(rule, { limit, wallet: paidBefore(501n) })
    assert.equal(summary(over), `member_limit_reached ${monday.toISOString()}`)
    assert.deepEqual([over.coins, over.member?.coins], [0n, 501n])
  })

  test('counts from 0 in the next period of the zone, and after a change of it', () => {
    const wallet = paidBefore(1500n)
    assert.equal(decide(rule, { limit, wallet, now: new Date(monday.getTime() - 1) }).outcome, 'refused')
    assert.equal(decide(rule, { limit, wallet, now: monday }).member?.coins, 1000n)
    const since = new Date('2026-03-29T09:00:00Z')
    const changed = decide(rule, { limit: { ...limit, memberLimitSince: since }, wallet })
    assert.deepEqual(changed.member, { start: since, coins: 1000n, coinsMax: 1500n })
  })

  test('has no time to try again when the amount alone exceeds it', () => {
    assert.equal(summary(decide({ ...rule, coins: 1501n }, { limit })), 'member_limit_reached')
    assert.equal(decide({ ...rule, coins: 1500n }, { limit }).outcome, 'paid')
  })

  test('refuses only the call that would pay, after the budget and before a full wallet', () => {
    const wallet = { ...paidBefore(1500n), balance: BALANCE_MAX }
    const visits = { ...rule, type: 'batched' as const, completionsNeeded: 2 }
    assert.equal(decide(visits, { limit, wallet }).outcome, 'counted')
    assert.equal(decide({ ...rule, coinBudget: 999n }, { limit, wallet }).reason, 'budget_exhausted')
    assert.equal(decide({ ...rule, userAwardsMax: 1 }, { limit, wallet }).reason, 'member_limit_reached')
    assert.equal(decide(rule, { wallet }).reason, 'balance_limit')
  })

  test('counts nothing while there is none', () => {
    assert.equal(decide(rule, { wallet: paidBefore(1500n) }).member, null)
  })
})

/** Times that cluster around the changes of clocks and of periods. */
const anyMoment = fc
  .tuple(
    fc.constantFrom(
      '2026-03-28T20:00:00Z',
      '2026-10-24T20:00:00Z',
      '2026-10-31T22:00:00Z',
      '2026-03-08T03:00:00Z',
    ),
    fc.integer({ min: 0, max: 60 * 60 }),
  )
  .map(([from, minutes]) => new Date(Date.parse(from) + minutes * 60_000))
const anyPeriod = fc.constantFrom<Period>('total', 'day', 'week', 'month')
const anyZone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
)

suite('over any calls, across the borders of periods', () => {
  const calls = fc.array(
    fc.record({ now: anyMoment, user: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 40n }) }),
    {
      maxLength: 60,
    },
  )
  const terms = fc.record({
    timeZone: anyZone,
    budgetPeriod: anyPeriod,
    userLimitPeriod: anyPeriod,
    coinBudget: fc.option(fc.bigInt({ min: 1n, max: 200n }), { nil: null }),
    userCoinsMax: fc.option(fc.bigInt({ min: 1n, max: 100n }), { nil: null }),
    userAwardsMax: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  })

  test('every period pays at most its budget and its limits, and a refusal names the limit that it would pass', () => {
    fc.assert(
      fc.property(terms, calls, (ruleLimits, list) => {
        let rule = ruleWith({ ...ruleLimits, perUnit: true, coins: 1n })
        const progress = new Map<number, RuleProgress>()
        const paid: { now: Date; user: number; coins: Coins }[] = []
        const inOrder = list.toSorted((one, other) => one.now.getTime() - other.now.getTime())
        const start = (period: Period, now: Date) =>
          periodAt(period, ruleLimits.timeZone, now)?.start.getTime()
        for (const { now, user, amount } of inOrder) {
          const decision = decide(rule, {
            now,
            units: amount * 1_000_000n,
            progress: progress.get(user) ?? NO_PROGRESS,
          })
          const ofRule = paid.filter(
            (each) => start(ruleLimits.budgetPeriod, each.now) === start(ruleLimits.budgetPeriod, now),
          )
          const ofUser = paid.filter(
            (each) =>
              each.user === user &&
              start(ruleLimits.userLimitPeriod, each.now) === start(ruleLimits.userLimitPeriod, now),
          )
          const sum = (rows: typeof paid) => rows.reduce((total, { coins }) => total + coins, 0n)
          const expected =
            ruleLimits.userAwardsMax !== null && ofUser.length >= ruleLimits.userAwardsMax
              ? 'user_limit_reached'
              : ruleLimits.userCoinsMax !== null && sum(ofUser) + amount > ruleLimits.userCoinsMax
                ? 'user_coins_reached'
                : ruleLimits.coinBudget !== null && sum(ofRule) + amount > ruleLimits.coinBudget
                  ? 'budget_exhausted'
                  : null
          assert.equal(decision.reason, expected)
          if (decision.retryAt) assert(decision.retryAt > now)
          if (decision.outcome !== 'paid') continue
          paid.push({ now, user, coins: amount })
          progress.set(user, decision.progress)
          rule = ruleAfter(rule, decision)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a call is refused at any time before retryAt, and at any time without one', () => {
    const more = fc.record({
      startsAt: fc.option(anyMoment, { nil: null }),
      endsAt: fc.option(anyMoment, { nil: null }),
      participantsMax: fc.constantFrom(0, 5, 5, 5),
      countPer: fc.constantFrom<CountPer>('call', 'day', 'week', 'month'),
      consecutive: fc.boolean(),
      completionsNeeded: fc.integer({ min: 1, max: 3 }),
    })
    const limits = fc.record({
      memberCoinsMax: fc.option(fc.bigInt({ min: 20n, max: 80n }), { nil: null }),
      memberLimitPeriod: fc.constantFrom<MemberLimitPeriod>('day', 'week', 'month'),
      memberLimitSince: fc.option(anyMoment, { nil: null }),
      timeZone: anyZone,
    })
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 65 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(
        terms,
        more,
        limits,
        calls,
        anyMoment,
        hours,
        (ruleLimits, others, anyLimit, list, now, later) => {
          // A limit is set before it limits.
          const { memberLimitSince: since } = anyLimit
          const limit = { ...anyLimit, memberLimitSince: since && since <= now ? since : null }
          let rule = ruleWith({ ...ruleLimits, perUnit: true, coins: 1n, type: 'batched' })
          let progress = NO_PROGRESS
          let wallet: Partial<LimitedWallet> = {}
          for (const { amount } of list) {
            const call = { progress, units: amount * 1_000_000n, wallet, limit }
            const limited = { ...rule, ...others }
            const { outcome, retryAt } = decide(limited, { ...call, now })
            const isRefused = (at: Date) => decide(limited, { ...call, now: at }).outcome === 'refused'
            if (retryAt) assert(!isRefused(retryAt) && isRefused(new Date(retryAt.getTime() - 1)))
            const times = later.map((hour) => new Date(now.getTime() + hour * 3_600_000))
            if (outcome === 'refused')
              for (const at of times) if (!retryAt || at < retryAt) assert(isRefused(at), at.toISOString())
            const decision = decide(rule, { ...call, now })
            progress = decision.progress
            if (decision.outcome === 'paid' && decision.member)
              wallet = { memberCoins: decision.member.coins, memberPeriodStart: decision.member.start }
            rule = ruleAfter(rule, decision)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

suite('retryAt', () => {
  // A Sunday, so that the day and the week end together, and the month later.
  const paid = { ...NO_PROGRESS, paidAwards: 1, paidCoins: 5n, periodAwards: 1, periodCoins: 5n }
  const ofDay = { ...paid, periodStart: new Date('2026-03-29T00:00:00Z') }
  const ofMonth = { ...paid, periodStart: new Date('2026-03-01T00:00:00Z') }
  const userDay = { coins: 5n, userAwardsMax: 1, userLimitPeriod: 'day' } as const
  const budgetMonth = {
    coinBudget: 5n,
    budgetPeriod: 'month',
    budgetUsed: 5n,
    budgetStart: new Date('2026-03-01T00:00:00Z'),
  } as const
  const at = (changes: Partial<Rule>, input: Input = { progress: ofDay }) =>
    summary(decide(ruleWith({ ...userDay, ...changes }), input))

  test('is the first time at which no reason is left that time removes', () => {
    assert.equal(at({}), 'user_limit_reached 2026-03-30T00:00:00.000Z')
    assert.equal(at(budgetMonth), 'user_limit_reached 2026-04-01T00:00:00.000Z')
    const startsAt = new Date('2026-04-15T08:00:00Z')
    assert.equal(at({ ...budgetMonth, startsAt }), 'rule_not_started 2026-04-15T08:00:00.000Z')
    const soon = { startsAt: new Date('2026-03-29T12:00:00Z') }
    assert.equal(at(soon), 'rule_not_started 2026-03-30T00:00:00.000Z')
    const monthly = { userLimitPeriod: 'month', coinBudget: 5n, budgetPeriod: 'day', budgetUsed: 5n } as const
    const daily = { budgetStart: new Date('2026-03-29T00:00:00Z') }
    const limited = at({ ...monthly, ...daily }, { progress: ofMonth })
    assert.equal(limited, 'user_limit_reached 2026-04-01T00:00:00.000Z')
  })

  test('is absent while a reason is left that time does not remove', () => {
    for (const changes of [
      { status: 'inactive' },
      { endsAt: new Date('2026-03-30T00:00:00Z') },
      { userLimitPeriod: 'total' },
      { userCoinsMax: 4n },
      { coinBudget: 4n, budgetPeriod: 'day' },
      { coinBudget: 5n, budgetUsed: 5n },
      { coins: COINS_MAX + 1n },
    ] as const)
      assert.doesNotMatch(at(changes), / /, JSON.stringify(Object.keys(changes)))
    const startsAt = new Date('2026-04-15T08:00:00Z')
    const full = { startsAt, participants: 1, participantsMax: 1 }
    assert.equal(at(full, {}), 'rule_not_started', 'another user has the place')
    assert.equal(at(full), 'rule_not_started 2026-04-15T08:00:00.000Z', 'the user has the place')
    assert.equal(at({ startsAt, coins: COINS_MAX + 1n }, {}), 'rule_not_started')
    const wallet = { balance: BALANCE_MAX, points: 0n }
    assert.equal(at({ startsAt }, { wallet }), 'rule_not_started')
  })
})
