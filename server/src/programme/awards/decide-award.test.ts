import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { ruleWith as anyRuleWith, EMPTY_WALLET, NO_MEMBER_LIMIT } from '../../../test/support/rule.ts'
import { BALANCE_MAX, COINS_MAX } from '../ledger/coin.ts'
import { NO_TRIGGER, type Rule, type RuleStatus, type SubRule } from '../rules/rule.ts'
import {
  type Decision as Decided,
  decideAward,
  type LimitedWallet,
  NO_PROGRESS,
  progressKey,
  type RuleProgress,
} from './decide-award.ts'

const NOW = new Date('2026-03-01T09:30:00Z')

type Decision = Pick<Decided, 'outcome' | 'reached' | 'needed' | 'progress'> & { reason?: string }

/** What these tests look at: coins, periods and budgets have their own. */
function decide(
  rule: Rule,
  ruleName: string,
  before = NO_PROGRESS,
  wallet: Partial<LimitedWallet> = {},
): Decision {
  const decided = decideAward(
    rule,
    { ruleName, units: null },
    before,
    { ...EMPTY_WALLET, ...wallet },
    NOW,
    NO_MEMBER_LIMIT,
  )
  const { outcome, reason, reached, needed, progress } = decided
  const { paidAwards, subRulesDone } = progress
  return {
    outcome,
    reached,
    needed,
    ...(reason && { reason }),
    progress: progressWith({ paidAwards, progress: progress.progress, subRulesDone }),
  }
}

test('a single rule pays on each call', () => {
  const paid = { outcome: 'paid', reached: 1, needed: 1 }
  assert.deepEqual(callInOrder(ruleWith({ name: 'order' }), ['order', 'order']), [
    { ...paid, progress: progressWith({ paidAwards: 1 }) },
    { ...paid, progress: progressWith({ paidAwards: 2 }) },
  ])
})

suite('a batched rule', () => {
  const visits = ruleWith({ name: 'visit', type: 'batched', completionsNeeded: 3 })

  test('counts completions and pays on the last one needed', () => {
    const decisions = callInOrder(visits, ['visit', 'visit', 'visit', 'visit'])
    assert.deepEqual(decisions, [
      { outcome: 'counted', reached: 1, needed: 3, progress: progressWith({ progress: 1 }) },
      { outcome: 'counted', reached: 2, needed: 3, progress: progressWith({ progress: 2 }) },
      { outcome: 'paid', reached: 3, needed: 3, progress: progressWith({ paidAwards: 1 }) },
      { outcome: 'counted', reached: 1, needed: 3, progress: progressWith({ paidAwards: 1, progress: 1 }) },
    ])
  })

  test('pays once when progress is far past a lowered completionsNeeded', () => {
    const decision = decide({ ...visits, completionsNeeded: 2 }, 'visit', progressWith({ progress: 7 }))
    assert.equal(summary(decision), 'paid 8/2')
    assert.deepEqual(decision.progress, progressWith({ paidAwards: 1 }))
  })

  test('needs more completions when completionsNeeded is raised', () => {
    const decision = decide({ ...visits, completionsNeeded: 5 }, 'visit', progressWith({ progress: 2 }))
    assert.equal(summary(decision), 'counted 3/5')
    assert.deepEqual(decision.progress, progressWith({ progress: 3 }))
  })
})

suite('a combined rule', () => {
  const profile = combinedOf({ photo: 'active', address: 'active', phone: 'active' })

  test('pays on the call that completes its last sub-rule, in any order, and then begins a new round', () => {
    const decisions = callInOrder(profile, ['phone', 'photo', 'address', 'photo'])
    assert.deepEqual(decisions.map(summary), ['counted 1/3', 'counted 2/3', 'paid 3/3', 'counted 1/3'])
    assert.deepEqual(
      decisions.map(({ progress }) => progress),
      [
        progressWith({ subRulesDone: ['phone'] }),
        progressWith({ subRulesDone: ['phone', 'photo'] }),
        progressWith({ paidAwards: 1 }),
        progressWith({ paidAwards: 1, subRulesDone: ['photo'] }),
      ],
    )
  })

  test('does not wait for an inactive sub-rule', () => {
    const rule = combinedOf({ photo: 'active', address: 'inactive' })
    assert.equal(summary(decide(rule, 'photo')), 'paid 1/1')
  })

  test('pays at the next call of any sub-rule when a change left all its active sub-rules done', () => {
    const progress = progressWith({ subRulesDone: ['photo', 'address'] })
    const changed = combinedOf({ photo: 'active', address: 'active', phone: 'inactive' })
    for (const name of ['photo', 'address']) {
      const decision = decide(changed, name, progress)
      assert.equal(summary(decision), 'paid 2/2')
      assert.deepEqual(decision.progress, progressWith({ paidAwards: 1 }))
    }
  })

  test('remembers a sub-rule that was made inactive, for when it is active again', () => {
    const progress = progressWith({ subRulesDone: ['photo'] })
    const without = combinedOf({ photo: 'inactive', address: 'active', phone: 'active' })
    const counted = decide(without, 'address', progress)
    assert.equal(summary(counted), 'counted 1/2')
    assert.deepEqual(counted.progress, progressWith({ subRulesDone: ['photo', 'address'] }))
    assert.equal(summary(decide(profile, 'phone', counted.progress)), 'paid 3/3')
  })

  test('waits for a sub-rule that was added', () => {
    const grown = combinedOf({ photo: 'active', address: 'active', phone: 'active', mail: 'active' })
    const progress = progressWith({ subRulesDone: ['photo', 'address'] })
    assert.equal(summary(decide(grown, 'phone', progress)), 'counted 3/4')
  })
})

/** That the progress stays as it was is a property of every refusal. */
suite('a call is refused', () => {
  const profile = combinedOf({ photo: 'active', address: 'active', fax: 'inactive' })
  const order = ruleWith({ name: 'order' })
  const visits = ruleWith({ name: 'visit', type: 'batched', completionsNeeded: 5 })

  test('with combined_by_sub_rule when it names the combined rule itself', () => {
    const progress = progressWith({ subRulesDone: ['photo'] })
    assert.equal(summary(decide(profile, profile.name, progress)), 'combined_by_sub_rule 1/2')
  })

  test('with rule_inactive when the rule is inactive, for every type', () => {
    for (const [rule, name, needed] of [
      [order, 'order', 1],
      [visits, 'visit', 5],
      [profile, 'photo', 2],
    ] as const)
      assert.equal(summary(decide({ ...rule, status: 'inactive' }, name)), `rule_inactive 0/${needed}`)
  })

  test('with rule_inactive when the sub-rule is inactive', () => {
    assert.equal(summary(decide(profile, 'fax')), 'rule_inactive 0/2')
  })

  test('with user_limit_reached when the user has all the awards the rule allows, or more', () => {
    const limited = { ...order, userAwardsMax: 2 }
    const after = (paidAwards: number) => summary(decide(limited, 'order', progressWith({ paidAwards })))
    assert.deepEqual([1, 2, 5].map(after), ['paid 1/1', 'user_limit_reached 0/1', 'user_limit_reached 0/1'])
  })

  test('with user_limit_reached at once, not after completions that could never be paid', () => {
    const progress = progressWith({ paidAwards: 1 })
    assert.equal(
      summary(decide({ ...visits, userAwardsMax: 1 }, 'visit', progress)),
      'user_limit_reached 0/5',
    )
  })

  test('with rule_full when all slots are taken and the user is not a participant', () => {
    const full = { ...order, participants: 7, participantsMax: 7 }
    assert.equal(summary(decide(full, 'order')), 'rule_full 0/1')
    assert.equal(summary(decide({ ...full, participants: 6 }, 'order')), 'paid 1/1')
  })

  test('with rule_full also when the user was on the way to a first payment', () => {
    const full = { ...visits, participants: 1, participantsMax: 1 }
    assert.equal(summary(decide(full, 'visit', progressWith({ progress: 3 }))), 'rule_full 3/5')
  })

  test('with sub_rule_repeated when the sub-rule is done in this round', () => {
    const progress = progressWith({ subRulesDone: ['photo'] })
    assert.equal(summary(decide(profile, 'photo', progress)), 'sub_rule_repeated 1/2')
  })

  test('with balance_limit when the wallet or the points would exceed their maximum', () => {
    const rule = { ...order, coins: 500n }
    for (const [wallet, expected] of [
      [{ balance: BALANCE_MAX - 500n, points: BALANCE_MAX - 500n }, 'paid 1/1'],
      [{ balance: BALANCE_MAX - 499n, points: BALANCE_MAX - 499n }, 'balance_limit 0/1'],
      [{ balance: 0n, points: BALANCE_MAX - 499n }, 'balance_limit 0/1'],
    ] as const)
      assert.equal(summary(decide(rule, 'order', NO_PROGRESS, wallet)), expected)
  })

  test('with balance_limit only when it would pay: a completion that counts moves no coins', () => {
    const full = { ...EMPTY_WALLET, balance: BALANCE_MAX, points: BALANCE_MAX }
    const decisions = callInOrder({ ...visits, completionsNeeded: 2 }, ['visit', 'visit'], full)
    assert.deepEqual(decisions.map(summary), ['counted 1/2', 'balance_limit 1/2'])
  })
})

test('when several reasons apply, the refusal names the one to fix first', () => {
  const everything = {
    ...combinedOf({ photo: 'active', address: 'active' }),
    status: 'inactive' as RuleStatus,
    userAwardsMax: 1,
    participants: 1,
    participantsMax: 1,
  }
  const progress = progressWith({ paidAwards: 1, subRulesDone: ['photo'] })
  const newcomer = progressWith({ subRulesDone: ['photo'] })
  for (const [changes, name, before, expected] of [
    [{}, everything.name, progress, 'combined_by_sub_rule'],
    [{}, 'photo', progress, 'rule_inactive'],
    [{ status: 'active' }, 'photo', progress, 'user_limit_reached'],
    [{ status: 'active', userAwardsMax: null }, 'photo', progress, 'sub_rule_repeated'],
    [{ status: 'active' }, 'photo', newcomer, 'rule_full'],
  ] as const)
    assert.equal(reasonOf(decide({ ...everything, ...changes }, name, before)), expected)
})

test('each pair of user and rule has its own key', () => {
  assert.notEqual(progressKey('a', 'bc'), progressKey('ab', 'c'))
})

suite('for any rule, user and wallet', () => {
  test('a refusal returns the progress unchanged', () => {
    fc.assert(
      fc.property(anyCall(), ({ rule, name, progress, wallet }) => {
        const decision = decide(rule, name, progress, wallet)
        if (decision.outcome === 'refused') assert.deepEqual(decision.progress, progress)
      }),
      { numRuns: 1000 },
    )
  })

  test('deciding changes neither the rule nor the progress nor the wallet', () => {
    fc.assert(
      fc.property(anyCall(), ({ rule, name, progress, wallet }) => {
        const before = structuredClone({ rule, progress, wallet })
        decide(rule, name, progress, wallet)
        assert.deepEqual({ rule, progress, wallet }, before)
      }),
    )
  })

  test('a payment adds one paid award and starts the round anew, and a count adds none', () => {
    fc.assert(
      fc.property(anyCall(), ({ rule, name, progress, wallet }) => {
        const decision = decide(rule, name, progress, wallet)
        if (decision.outcome === 'paid') {
          assert.deepEqual(decision.progress, progressWith({ paidAwards: progress.paidAwards + 1 }))
          assert(decision.reached >= decision.needed)
        }
        if (decision.outcome === 'counted') {
          assert.equal(decision.progress.paidAwards, progress.paidAwards)
          assert(decision.reached < decision.needed)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('a payment keeps the wallet and the points within their maximum', () => {
    fc.assert(
      fc.property(anyCall(), ({ rule, name, progress, wallet }) => {
        if (decide(rule, name, progress, wallet).outcome !== 'paid') return
        assert(wallet.balance + rule.coins <= BALANCE_MAX)
        assert(wallet.points + rule.coins <= BALANCE_MAX)
      }),
    )
  })

  test('an inactive rule never pays and never counts', () => {
    fc.assert(
      fc.property(anyCall(), ({ rule, name, progress, wallet }) => {
        const decision = decide({ ...rule, status: 'inactive' }, name, progress, wallet)
        assert.equal(decision.outcome, 'refused')
      }),
    )
  })

  test('a full rule pays the users who already take part in it, and refuses all others', () => {
    fc.assert(
      fc.property(anyCall(), fc.nat(5), ({ rule, name, progress }, over) => {
        const open = { ...rule, status: 'active' as RuleStatus, userAwardsMax: null, participants: 0 }
        const full = { ...open, participants: rule.participantsMax + over }
        const withPlace = { ...progress, paidAwards: progress.paidAwards + 1 }
        assert.deepEqual(decide(full, name, withPlace), decide(open, name, withPlace))
        const newcomer = decide(full, name, { ...progress, paidAwards: 0 })
        assert.equal(newcomer.outcome, 'refused')
      }),
      { numRuns: 500 },
    )
  })
})

suite('over any sequence of calls', () => {
  test('one user is never paid more often than the current userAwardsMax', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null })
    const steps = fc.array(fc.record({ name: anyName, userAwardsMax: limit }), { maxLength: 60 })
    fc.assert(
      fc.property(anyRule(), steps, (rule, calls) => {
        let progress = NO_PROGRESS
        for (const { name, userAwardsMax } of calls) {
          const decision = decide({ ...rule, userAwardsMax }, name, progress)
          if (decision.outcome === 'paid' && userAwardsMax !== null)
            assert(decision.progress.paidAwards <= userAwardsMax)
          progress = decision.progress
        }
      }),
      { numRuns: 500 },
    )
  })

  test('with enough calls, a user is paid exactly up to the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (userAwardsMax, completionsNeeded) => {
          const rule = ruleWith({ name: 'visit', type: 'batched', completionsNeeded, userAwardsMax })
          const calls = Array.from({ length: userAwardsMax * completionsNeeded + 5 }, () => 'visit')
          const decisions = callInOrder(rule, calls)
          assert.equal(decisions.filter((decision) => decision.outcome === 'paid').length, userAwardsMax)
          assert.deepEqual(decisions.slice(-5).map(reasonOf), Array(5).fill('user_limit_reached'))
        },
      ),
    )
  })

  test('participants never exceed participantsMax, and existing participants are still paid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(9), { maxLength: 80 }),
        (participantsMax, callers) => {
          const rule = ruleWith({ name: 'order', participantsMax })
          const progressOf = new Map<number, RuleProgress>()
          for (const caller of callers) {
            const progress = progressOf.get(caller) ?? NO_PROGRESS
            const decision = decide(rule, 'order', progress)
            const hadSlot = progress.paidAwards > 0
            assert.equal(decision.outcome === 'paid', hadSlot || rule.participants < participantsMax)
            if (decision.outcome === 'paid' && !hadSlot) rule.participants += 1
            progressOf.set(caller, decision.progress)
          }
          const participants = [...progressOf.values()].filter((progress) => progress.paidAwards > 0).length
          assert.equal(participants, Math.min(participantsMax, new Set(callers).size))
        },
      ),
    )
  })

  test('a batched rule pays exactly every n-th completion', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(100), (completionsNeeded, count) => {
        const rule = ruleWith({ name: 'visit', type: 'batched', completionsNeeded })
        const decisions = callInOrder(rule, Array(count).fill('visit'))
        decisions.forEach((decision, index) => {
          assert.equal(decision.outcome, (index + 1) % completionsNeeded === 0 ? 'paid' : 'counted')
        })
      }),
    )
  })

  test('a completionNumber lowered to the progress or below pays at the next call', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.nat(), fc.nat(), (needed, seed, otherSeed) => {
        const completions = 1 + (seed % (needed - 1))
        const lowered = 1 + (otherSeed % completions)
        const rule = ruleWith({ name: 'visit', type: 'batched', completionsNeeded: needed })
        const progress = callInOrder(rule, Array(completions).fill('visit')).at(-1)?.progress as RuleProgress
        assert.equal(progress.progress, completions)
        const decision = decide({ ...rule, completionsNeeded: lowered }, 'visit', progress)
        assert.equal(decision.outcome, 'paid')
        assert.equal(decision.progress.progress, 0)
      }),
    )
  })

  test('a combined rule pays exactly when all its active sub-rules are done, even if their statuses change', () => {
    const names = ['a', 'b', 'c', 'd']
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ call: fc.constantFrom(...names) }) },
      { weight: 1, arbitrary: fc.record({ turn: fc.constantFrom(...names) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const active = new Set(names)
        let done = new Set<string>()
        let progress = NO_PROGRESS
        for (const each of steps) {
          if ('turn' in each) {
            if (!active.delete(each.turn)) active.add(each.turn)
            continue
          }
          const rule = combinedOf(
            Object.fromEntries(names.map((name) => [name, active.has(name) ? 'active' : 'inactive'])),
          )
          const decision = decide(rule, each.call, progress)
          assert.equal(reasonOf(decision) ?? decision.outcome, expectedOf(each.call, active, done))
          if (decision.outcome === 'counted') done.add(each.call)
          if (decision.outcome === 'paid') done = new Set()
          assert.deepEqual(new Set(decision.progress.subRulesDone), done)
          progress = decision.progress
        }
      }),
      { numRuns: 500 },
    )

    function expectedOf(call: string, active: Set<string>, done: Set<string>): string {
      if (!active.has(call)) return 'rule_inactive'
      if ([...active].every((name) => done.has(name))) return 'paid'
      if (done.has(call)) return 'sub_rule_repeated'
      return [...active].every((name) => name === call || done.has(name)) ? 'paid' : 'counted'
    }
  })
})

function ruleWith(changes: Partial<Rule>): Rule {
  return anyRuleWith({ name: 'rule', ...changes })
}

function combinedOf(subRules: Record<string, RuleStatus>): Rule {
  const named = Object.entries(subRules).map(
    ([name, status]): SubRule => ({
      name,
      condition: `Did ${name}`,
      status,
      hasHistory: false,
      ...NO_TRIGGER,
    }),
  )
  return ruleWith({ name: 'profile', type: 'combined', subRules: named })
}

function progressWith(changes: Partial<RuleProgress>): RuleProgress {
  return { ...NO_PROGRESS, ...changes }
}

/** Decides calls of one user in order, each after the one before. */
function callInOrder(rule: Rule, names: string[], wallet = EMPTY_WALLET): Decision[] {
  const decisions: Decision[] = []
  for (const name of names)
    decisions.push(decide(rule, name, decisions.at(-1)?.progress ?? NO_PROGRESS, wallet))
  return decisions
}

const reasonOf = (decision: Decision | undefined) =>
  decision?.outcome === 'refused' ? decision.reason : undefined

/** Such as "counted 1/3", or a reason in place of the outcome. */
const summary = (decision: Decision) =>
  `${reasonOf(decision) ?? decision.outcome} ${decision.reached}/${decision.needed}`

const SUB_RULE_NAMES = ['a', 'b', 'c']
const anyName = fc.constantFrom('rule', ...SUB_RULE_NAMES)
const anyStatus = fc.constantFrom<RuleStatus>('active', 'inactive')

function anyRule(): fc.Arbitrary<Rule> {
  const shared = {
    status: fc.constantFrom<RuleStatus>('active', 'active', 'active', 'inactive'),
    coins: fc.bigInt({ min: 1n, max: COINS_MAX }),
    participantsMax: fc.integer({ min: 1, max: 5 }),
    participants: fc.nat(6),
    userAwardsMax: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  }
  const subRules = fc
    .record({ a: anyStatus, b: anyStatus, c: anyStatus })
    .map((statuses) => combinedOf(statuses).subRules)
  return fc.oneof(
    fc.record(shared).map((rule) => ruleWith({ ...rule, type: 'single' })),
    fc
      .record({ ...shared, completionsNeeded: fc.integer({ min: 1, max: 5 }) })
      .map((rule) => ruleWith({ ...rule, type: 'batched' })),
    fc.record({ ...shared, subRules }).map((rule) => ruleWith({ ...rule, type: 'combined' })),
  )
}

/** A call as the service makes it: only combined rules are called by sub-rule names. */
function anyCall() {
  return anyRule().chain((rule) =>
    fc.record({
      rule: fc.constant(rule),
      name: rule.type === 'combined' ? anyName : fc.constant(rule.name),
      progress: fc
        .record({
          paidAwards: fc.nat(5),
          progress: rule.type === 'batched' ? fc.nat(6) : fc.constant(0),
          subRulesDone: rule.type === 'combined' ? fc.subarray(SUB_RULE_NAMES) : fc.constant([]),
        })
        .map((progress): RuleProgress => progressWith(progress)),
      wallet: fc
        .record({ spent: fc.constantFrom(0n, 1n, COINS_MAX), points: closeToTheLimit })
        .map(({ spent, points }) => ({ points, balance: points > spent ? points - spent : 0n })),
    }),
  )
}

const closeToTheLimit = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: BALANCE_MAX - 2n * COINS_MAX, max: BALANCE_MAX }),
)
