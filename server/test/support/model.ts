import { type Period, periodEnd, periodStart } from './calendar.ts'
import { type Attributes, FAILED, matches, type Properties, type Seen, unitsOf } from './model-conditions.ts'

/**
 * A second implementation of the contract: lists of everything that was decided, from which each count, score and
 * budget is summed anew whenever it is needed. Amounts are hundredths of coins, units and shares millionths, times
 * milliseconds.
 */

type Status = 'active' | 'inactive'
/** Which activities award a rule or sub-rule: those of a type, where a condition holds. */
type Trigger = { activityType: string | null; when: string | null }
export type SubRule = { name: string; status: Status } & Trigger

/** Stands for no maximum. */
export const NONE = -1n

export type RuleGiven = Trigger & {
  name: string
  type: 'single' | 'batched' | 'combined'
  status: Status
  condition: string
  coins: bigint
  perUnit: boolean
  awardMax: bigint
  participantsMax: number
  completions: number
  countPer: 'call' | Exclude<Period, 'total'>
  consecutive: boolean
  startsAt: number | null
  endsAt: number | null
  budget: bigint
  budgetPeriod: Period
  userLimit: number
  userCoins: bigint
  userPeriod: Period
  zone: string
  unitsFrom: string | null
  priority: number
  exclusiveGroup: string | null
  subRules: SubRule[]
}
export type RuleChange = Partial<Omit<RuleGiven, 'name' | 'type'>>

export type Rule = RuleGiven & {
  version: number
  everDecided: Set<string>
  /** Periods of the budget and of the user limits are counted from here on. */
  budgetSince: number
  userSince: number
  /** When `rule.exhausted` was recorded for the budget that is still used up. */
  exhaustedAt: number | null
  phase: Phase
}
type Phase = 0 | 1 | 2
/** A rule or sub-rule that activities of a type award. */
type Listener = { rule: Rule; ruleName: string; trigger: Trigger; sub: SubRule | null }

type Member = {
  isMember: boolean
  coins: bigint
  owed: bigint
  writtenOff: bigint
  adjusted: bigint
  joinedAt: number
  attributes: Attributes
}

/** Every decided award, in the order of the events. `left` is not reversed, `taken` was given back by the wallet. */
export type Award = {
  user: string
  rule: Rule
  ruleName: string
  outcome: 'paid' | 'counted' | 'refused'
  reason: string | null
  reference: string | null
  coins: bigint
  left: bigint
  taken: bigint
  hasWriteOff: boolean
  isReversed: boolean
  /** Whether it counts for a period, until a reversal frees that. */
  holdsPeriod: boolean
  /** Whether a streak begins with it, because an earlier one had ended. */
  beginsStreak: boolean
  at: number
}
/** Every decided transfer, refund, adjustment and settlement, in the order of the events. */
type Transaction = {
  kind: 'transfer' | 'refund' | 'adjustment' | 'settlement'
  user: string
  coins: bigint
  left: bigint
  isRefused: boolean
  reference: string | null
  at: number
}

export type Shortfall = 'refuse' | 'available' | 'owe'
/** How much all rules pay one member, in the zone of the programme. */
export type MemberLimit = { coins: bigint; period: Exclude<Period, 'total'>; zone: string }

export type AwardGiven = { user: string; ruleName: string; units: bigint | null; reference: string | null }

export type ActivityGiven = {
  user: string
  type: string
  reference: string | null
  properties: Properties | null
  /** Null for now. */
  occurredAt: number | null
  /** Whether a customer who was never a member is joined first. */
  enrols: boolean
}
/** What came of an activity. */
export type ActivityResult = {
  awards: { ruleName: string; outcome: string; coins: bigint }[]
  refused: { ruleName: string; reason: string; retryAt: number | null }[]
  /** Every rule that listened: what it decided, or why it did not match. */
  evaluations: { ruleName: string; version: number; outcome: string }[]
  wallet: { balance: bigint; points: bigint }
}
type Activity = ActivityResult & {
  user: string
  type: string
  reference: string | null
  before: ActivityResult['wallet']
}

/** What a response says, without the ids that only the service knows. */
type Decision =
  | { kind: 'done'; awarded?: boolean; activity?: ActivityResult; attributes?: Attributes }
  | { kind: 'refused'; reason: string }
  | { kind: 'taken' | 'invalid' | 'missing' | 'notFound' | 'conflict' }
export type Outcome = Decision & { isReplay?: true }

export type ModelEvent = { type: string } & Record<string, unknown>

const DONE: Decision = { kind: 'done' }
const MISSING: Decision = { kind: 'missing' }
const INVALID: Decision = { kind: 'invalid' }
const refused = (reason: string): Decision => ({ kind: 'refused', reason })

export const WHOLE = 1_000_000n
const AWARD_MAX = 100_000_000_000n

export class Model {
  #now = 0
  readonly members = new Map<string, Member>()
  readonly rules = new Map<string, Rule>()
  readonly awards: Award[] = []
  readonly transactions: Transaction[] = []
  readonly activities: Activity[] = []
  readonly events: ModelEvent[] = []
  /** Starts and ends of rules, which the service may tell later than they happen. */
  readonly phases: ModelEvent[] = []
  /** The share of each order that was returned. */
  readonly returnedShares = new Map<string, bigint>()
  limit: MemberLimit = { coins: NONE, period: 'day', zone: 'UTC' }
  /** The awards before this one do not count towards the limit. */
  #limitSince = 0
  readonly #keys = new Map<string, { request: string; response: Decision }>()

  get now(): number {
    return this.#now
  }

  /** Rules start and end as time passes. */
  set now(now: number) {
    this.#now = now
    for (const rule of this.rules.values()) {
      const before = rule.phase
      rule.phase = phaseOf(rule, now)
      this.#recordPhases(rule, before)
    }
  }

  /** The first response to a key is stored, unless nothing was decided. */
  once(key: string | null, request: string, decide: () => Decision): Outcome {
    const earlier = key === null ? undefined : this.#keys.get(key)
    if (earlier)
      return earlier.request === request ? { ...earlier.response, isReplay: true } : { kind: 'conflict' }
    const response = decide()
    const isDecided = response.kind === 'done' || response.kind === 'refused'
    if (key !== null && isDecided) this.#keys.set(key, { request, response })
    return response
  }

  join(user: string): void {
    const member = this.members.get(user)
    if (member?.isMember) return
    if (member) member.isMember = true
    else {
      const nothing = { coins: 0n, owed: 0n, writtenOff: 0n, adjusted: 0n, attributes: {} }
      this.members.set(user, { isMember: true, ...nothing, joinedAt: this.#now })
    }
    this.events.push({ type: 'user.onboarded', user })
  }

  leave(user: string): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return { kind: 'notFound' }
    member.isMember = false
    this.events.push({ type: 'user.left', user })
    return DONE
  }

  /** Null removes one. A change of nothing is no event. */
  setAttributes(user: string, changes: Record<string, Attributes[string] | null>): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return { kind: 'notFound' }
    const names = Object.keys(changes).filter((name) => (member.attributes[name] ?? null) !== changes[name])
    const kept = Object.entries({ ...member.attributes, ...changes }).filter(([, value]) => value !== null)
    member.attributes = Object.fromEntries(kept) as Attributes
    if (names.length > 0) this.events.push({ type: 'user.updated', user, names: new Set(names) })
    return { kind: 'done', attributes: member.attributes }
  }

  setLimit(change: Partial<MemberLimit>): Decision {
    const before = this.limit
    this.limit = { ...before, ...change }
    const { coins, period, zone } = this.limit
    const isNew = (coins === NONE) !== (before.coins === NONE)
    if (isNew || period !== before.period || zone !== before.zone) this.#limitSince = this.awards.length
    return DONE
  }

  createRule(given: RuleGiven): Decision {
    if (!fits(given)) return INVALID
    const names = [given.name, ...given.subRules.map((sub) => sub.name)]
    if (names.some((name) => this.#isTaken(name))) return { kind: 'taken' }
    const rule: Rule = {
      ...given,
      version: 1,
      everDecided: new Set(),
      budgetSince: -Infinity,
      userSince: -Infinity,
      exhaustedAt: null,
      phase: phaseOf(given, this.#now),
    }
    this.rules.set(given.name, rule)
    this.#recordRule('rule.created', rule)
    return DONE
  }

  changeRule(name: string, change: RuleChange): Decision {
    const rule = this.rules.get(name) as Rule
    const { subRules = rule.subRules } = change
    if (rule.type !== 'batched' && (change.completions ?? 1) !== 1) return INVALID
    if (rule.type !== 'combined' && subRules.length > 0) return INVALID
    if (rule.type === 'combined' && subRules.length === 0) return INVALID
    const kept = new Set(subRules.map((sub) => sub.name))
    if ([...rule.everDecided].some((decided) => decided !== name && !kept.has(decided))) return INVALID
    // Without a type of activities, the expressions go, unless the change names them.
    const gone = change.activityType === null ? { when: null, unitsFrom: null } : {}
    const changed: Rule = { ...rule, ...gone, ...change }
    // A limit that goes takes its period with it.
    if (changed.budget === NONE && !change.budgetPeriod) changed.budgetPeriod = 'total'
    if (changed.userLimit === -1 && changed.userCoins === NONE && !change.userPeriod)
      changed.userPeriod = 'total'
    if (changed.countPer === 'call' && change.consecutive === undefined) changed.consecutive = false
    if (!fits(changed)) return INVALID
    if (isSame(rule, changed)) return DONE
    const before = new Set(rule.subRules.map((sub) => sub.name))
    if ([...kept].some((sub) => !before.has(sub) && this.#isTaken(sub))) return { kind: 'taken' }

    const isZoneNew = changed.zone !== rule.zone
    if (isZoneNew || changed.userPeriod !== rule.userPeriod) changed.userSince = this.#now
    if (isZoneNew || changed.budgetPeriod !== rule.budgetPeriod || rule.budget === NONE)
      changed.budgetSince = this.#now
    const was = {
      full: this.#isFull(rule),
      exhausted: this.#isExhausted(rule),
      budget: this.#budgetOf(rule),
      phase: rule.phase,
    }
    Object.assign(rule, changed, { version: rule.version + 1, phase: phaseOf(changed, this.#now) })
    this.#recordRule('rule.updated', rule)
    this.#recordPhases(rule, was.phase)
    if (!was.full && this.#isFull(rule)) this.#recordRule('rule.full', rule)
    const isExhausted = was.budget === this.#budgetOf(rule) ? was.exhausted : !this.#canPay(rule)
    rule.exhaustedAt = isExhausted ? this.#now : null
    if (isExhausted && !was.exhausted) this.#recordRule('rule.exhausted', rule)
    return DONE
  }

  award({ user, ruleName, units, reference }: AwardGiven): Decision {
    const member = this.members.get(user)
    const rule = this.#ruleNamed(ruleName)
    if (!member?.isMember || !rule) return MISSING
    if (rule.perUnit !== (units !== null)) return INVALID
    const { reason, outcome } = this.#decide(rule, { user, ruleName, units, reference }, 'by name')
    return reason ? refused(reason) : { kind: 'done', awarded: outcome === 'paid' }
  }

  /** Records what a customer did, and awards what matches. */
  activity({ user, type, reference, properties, occurredAt, enrols }: ActivityGiven): Decision {
    if (enrols && !this.members.has(user)) this.join(user)
    const member = this.members.get(user)
    if (!member?.isMember) return MISSING
    const { joinedAt, attributes } = member
    const before = this.#wallet(user)
    const seen: Seen = {
      properties: properties ?? {},
      activity: { type, reference, occurredAt: occurredAt ?? this.#now },
      member: {
        externalId: user,
        joinedAt,
        attributes,
        points: Number(before.points) / 100,
        balance: Number(before.balance) / 100,
      },
      now: this.#now,
    }
    // What matches is fixed before anything is decided.
    const listeners = this.#listeners(type).map((each) => ({ ...each, ...this.#match(each, user, seen) }))
    const recorded = this.#record('activity.recorded', user, {
      activityType: type,
      reference,
      properties,
      occurredAt: seen.activity.occurredAt,
    })
    const eventsBefore = this.events.length
    const result: ActivityResult = { awards: [], refused: [], evaluations: [], wallet: before }
    const takenBy = new Map<string | null, Rule>()
    for (const { rule, ruleName, units, outcome: unmatched } of listeners) {
      let outcome: string = unmatched ?? 'group_taken'
      const taker = takenBy.get(rule.exclusiveGroup) ?? rule
      if (unmatched === null && taker === rule) {
        const award = this.#decide(rule, { user, ruleName, units, reference }, 'by activity')
        outcome = award.outcome
        const { coins, reason, retryAt } = award
        if (reason) result.refused.push({ ruleName, reason, retryAt })
        else {
          result.awards.push({ ruleName, outcome, coins })
          if (rule.exclusiveGroup !== null) takenBy.set(rule.exclusiveGroup, rule)
        }
      }
      result.evaluations.push({ ruleName, version: rule.version, outcome })
    }
    result.wallet = this.#wallet(user)
    Object.assign(recorded, { refused: result.refused, ledTo: this.events.length - eventsBefore })
    this.activities.push({ ...result, user, type, reference, before })
    return { kind: 'done', activity: result }
  }

  /** What activities would lead to, one after the other. Changes nothing. */
  forecast(activities: ActivityGiven[]): Decision[] {
    const members = new Map([...this.members].map(([user, member]) => [user, { ...member }]))
    const rules = [...this.rules.values()].map((rule) => {
      const { exhaustedAt, everDecided } = rule
      return { rule, terms: { exhaustedAt, everDecided: new Set(everDecided) } }
    })
    const lists = [this.awards, this.transactions, this.activities, this.events] as unknown[][]
    const lengths = lists.map(({ length }) => length)
    try {
      return activities.map((each) => this.activity(each))
    } finally {
      for (const [index, list] of lists.entries()) list.length = lengths[index] as number
      for (const { rule, terms } of rules) Object.assign(rule, terms)
      this.members.clear()
      for (const [user, member] of members) this.members.set(user, member)
    }
  }

  /** In the order in which they are decided: by priority, then the oldest first. */
  #listeners(type: string): Listener[] {
    const rules = [...this.rules.values()].sort((one, other) => other.priority - one.priority)
    return rules
      .flatMap((rule) => [
        { rule, ruleName: rule.name, trigger: rule as Trigger, sub: null },
        ...rule.subRules.map((sub) => ({ rule, ruleName: sub.name, trigger: sub as Trigger, sub })),
      ])
      .filter(({ trigger }) => trigger.activityType === type)
  }

  /** Why a rule does not match, or for how many units it does. */
  #match(
    { rule, ruleName, trigger, sub }: Listener,
    user: string,
    seen: Seen,
  ): { outcome: string | null; units: bigint | null } {
    const not = (outcome: string) => ({ outcome, units: null })
    if (rule.status === 'inactive' || sub?.status === 'inactive') return not('rule_inactive')
    if (rule.startsAt !== null && this.#now < rule.startsAt) return not('rule_not_started')
    if (rule.endsAt !== null && this.#now >= rule.endsAt) return not('rule_ended')
    const isMatch = matches(trigger.when, seen)
    if (isMatch === FAILED) return not('evaluation_failed')
    if (!isMatch) return not('condition_false')
    const units = rule.unitsFrom === null ? null : unitsOf(rule.unitsFrom, seen)
    if (units === FAILED) return not('evaluation_failed')
    if (units === 0n) return not('no_units')
    const round = this.#round(rule, user)
    const isRoundOver = reachedBy(rule, round) >= neededBy(rule)
    if (sub && round.includes(ruleName) && !isRoundOver) return not('sub_rule_repeated')
    return { outcome: null, units }
  }

  /** Decides an award. One that a rule refuses to an activity is no award, and no event. */
  #decide(
    rule: Rule,
    { user, ruleName, units, reference }: AwardGiven,
    asked: 'by name' | 'by activity',
  ): Pick<Award, 'outcome' | 'reason' | 'coins'> & { retryAt: number | null } {
    const amount = amountOf(rule, units)
    const reason = this.#refusal(rule, { user, ruleName, amount })
    const round = this.#round(rule, user)
    const reached = reachedBy(rule, reason ? round : [...round, ruleName])
    const outcome = reason ? 'refused' : reached < neededBy(rule) ? 'counted' : 'paid'
    const coins = outcome === 'paid' ? amount : 0n
    const isNew = outcome === 'paid' && !this.#takesPart(rule, user)
    const holdsPeriod = rule.countPer !== 'call' && !reason
    const beginsStreak = holdsPeriod && !this.#continues(rule, user)
    const retryAt = reason ? this.#retryAt(rule, { user, ruleName, amount }) : null
    if (!reason || asked === 'by name') {
      rule.everDecided.add(ruleName)
      const recorded = this.#record(`award.${outcome}`, user, { ruleName, coins, reason, reference })
      const given = { user, rule, ruleName, outcome, reason, reference, coins, at: this.#now } as const
      const counts = { holdsPeriod, beginsStreak }
      this.awards.push({ ...given, ...counts, left: coins, taken: 0n, hasWriteOff: false, isReversed: false })
      if (outcome === 'paid') this.#credit(user, coins)
      Object.assign(recorded, this.#wallet(user), {
        units,
        version: rule.version,
        retryAt,
        progress: reached,
        needed: neededBy(rule),
        userAwards: this.#userAwards(rule, user),
        userCoins: rule.userCoins === NONE ? null : this.#userCoins(rule, user),
        participants: this.participants(rule),
        budgetUsed: rule.budget === NONE ? null : this.budgetUsed(rule),
        memberCoins: this.limit.coins === NONE ? null : this.#memberCoins(user),
      })
    }
    if (isNew && this.participants(rule) === rule.participantsMax) this.#recordRule('rule.full', rule)
    const usedUp = reason === 'budget_exhausted' || (outcome === 'paid' && !this.#canPay(rule))
    if (usedUp && !this.#isExhausted(rule)) {
      rule.exhaustedAt = this.#now
      this.#recordRule('rule.exhausted', rule)
    }
    return { outcome, reason, coins, retryAt }
  }

  transfer(user: string, coins: bigint, reference: string | null): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return MISSING
    const reason = member.coins < coins ? 'insufficient_coins' : null
    return this.#transact({ kind: 'transfer', user, coins, reference }, reason, () => {
      member.coins -= coins
    })
  }

  /** Null stands for all that is left. Also for a user who has left. */
  refund(index: number, asked: bigint | null): Decision {
    const original = this.transactions[index] as Transaction
    const { user, reference } = original
    const coins = asked ?? original.left
    const given = { kind: 'refund' as const, user, coins, reference, original: index }
    return this.#transact(given, refundRefusal(original, coins), () => {
      original.left -= coins
      this.#credit(user, coins)
    })
  }

  /** Also of a user who has left. */
  adjust(user: string, change: bigint, reference: string | null): Decision {
    const member = this.members.get(user)
    if (!member) return MISSING
    const isCredit = change > 0n
    const coins = isCredit ? change : -change
    const reason = member.coins + change < 0n ? 'insufficient_coins' : null
    return this.#transact({ kind: 'adjustment', user, coins, reference, isCredit }, reason, () => {
      member.adjusted += change
      if (isCredit) this.#credit(user, coins)
      else member.coins -= coins
    })
  }

  /** Null stands for all that is left. Also of a user who has left: the wallet is kept. */
  reverse(index: number, asked: bigint | null, shortfall: Shortfall): Decision {
    const award = this.awards[index] as Award
    const { user, ruleName, reference } = award
    const member = this.members.get(user) as Member
    const coins = asked ?? award.left
    const reason = this.#reversalRefusal(award, coins, shortfall, member.coins)
    if (reason) {
      this.#record('reversal.refused', user, { ruleName, coins, reason, reference })
      return refused(reason)
    }
    const { taken, owed, writtenOff } = split(coins, shortfall, member.coins)
    member.coins -= taken
    member.owed += owed
    member.writtenOff += writtenOff
    award.left -= coins
    award.taken += taken
    award.hasWriteOff ||= writtenOff > 0n
    award.isReversed = award.left === 0n
    const { rule } = award
    if (
      award.outcome === 'counted' &&
      award === this.#lastCounted(rule, user) &&
      this.#isInPeriod(rule, award.at)
    )
      award.holdsPeriod = false
    const awarded = award.outcome === 'paid' && !award.isReversed
    const parts = { coins, taken, owed, writtenOff, left: award.left, awarded }
    this.#record('award.reversed', user, { ruleName, ...parts, reference })
    const isGivenBack = taken > 0n && award.at >= this.#budgetStart(award.rule)
    if (isGivenBack && this.#canPay(award.rule)) award.rule.exhaustedAt = null
    return { kind: 'done', awarded }
  }

  /** Refunds a share of every transfer and reverses a share of every award with a reference, or does nothing. */
  returnOrder(reference: string, share: bigint, shortfall: Shortfall): Decision {
    const ofOrder = (each: { reference: string | null }) => each.reference === reference
    const transfers = this.transactions.filter(
      (each) => ofOrder(each) && each.kind === 'transfer' && !each.isRefused,
    )
    const awards = this.awards.filter((each) => ofOrder(each) && each.outcome !== 'refused')
    if (transfers.length + awards.length === 0) return MISSING
    const before = this.returnedShares.get(reference) ?? 0n
    const after = before + share
    const refuse = (reason: string) => {
      this.events.push({ type: 'return.refused', reference, share, total: before, reason })
      return refused(reason)
    }
    if (after > WHOLE) return refuse('return_exceeds')

    const due = ({ coins, left }: { coins: bigint; left: bigint }) => {
      const part = (coins * after) / WHOLE - (coins * before) / WHOLE
      return after === WHOLE ? left : least(part, left)
    }
    const refunds = transfers.map((each) => ({ each, coins: due(each) })).filter(({ coins }) => coins > 0n)
    const reversals = awards
      .map((each) => ({ each, coins: due(each) }))
      .filter(({ each, coins }) =>
        each.outcome === 'paid' ? coins > 0n : after === WHOLE && !each.isReversed && !this.#isUsed(each),
      )
    // What the wallets would hold, step by step.
    const held = new Map([...this.members].map(([user, { coins, owed }]) => [user, { coins, owed }]))
    for (const { each, coins } of refunds) {
      const wallet = held.get(each.user) as { coins: bigint; owed: bigint }
      const settled = least(wallet.owed, coins)
      wallet.owed -= settled
      wallet.coins += coins - settled
    }
    for (const { each, coins } of reversals) {
      const wallet = held.get(each.user) as { coins: bigint; owed: bigint }
      if (shortfall === 'refuse' && wallet.coins < coins) return refuse('insufficient_coins')
      wallet.coins -= least(wallet.coins, coins)
    }
    this.returnedShares.set(reference, after)
    this.events.push({ type: 'order.returned', reference, share, total: after })
    for (const { each, coins } of refunds) this.refund(this.transactions.indexOf(each), coins)
    for (const { each, coins } of reversals) this.reverse(this.awards.indexOf(each), coins, shortfall)
    return DONE
  }

  participants(rule: Rule): number {
    return new Set(
      this.#paid(rule)
        .filter(isCounted)
        .map(({ user }) => user),
    ).size
  }

  /** In the current period. */
  budgetUsed(rule: Rule): bigint {
    const start = this.#budgetStart(rule)
    return sum(this.#paid(rule).flatMap(({ at, coins, taken }) => (at >= start ? [coins - taken] : [])))
  }

  points(user: string): bigint {
    return sum(this.awards.flatMap((award) => (award.user === user ? [award.left] : [])))
  }

  spent(user: string): bigint {
    return sum(this.#transfers().flatMap((each) => (each.user === user ? [each.left] : [])))
  }

  /** Users in the order of the board, with what they have and the position that equal amounts share. */
  pointsBoard(): Placed[] {
    return placed(this.#shown().map((user) => ({ user, amount: this.points(user) })))
  }

  /** A board lists those who moved coins in the month, also when all of it was given back. */
  coinBoard(type: 'earner' | 'spender', month: string | null): Placed[] {
    const moved = type === 'earner' ? this.awards.filter(isPaid) : this.#transfers()
    const counted = moved.filter(({ at }) => month === null || monthOf(at) === month)
    const scores = this.#shown().flatMap((user) => {
      const own = counted.filter((each) => each.user === user)
      return own.length === 0 ? [] : [{ user, amount: sum(own.map(({ left }) => left)) }]
    })
    return placed(scores)
  }

  #shown(): string[] {
    return [...this.members].flatMap(([user, { isMember }]) => (isMember ? [user] : []))
  }

  #isTaken(name: string): boolean {
    return this.#ruleNamed(name) !== undefined
  }

  #ruleNamed(wanted: string): Rule | undefined {
    return [...this.rules.values()].find(
      ({ name, subRules }) => name === wanted || subRules.some((sub) => sub.name === wanted),
    )
  }

  #paid(rule: Rule, user?: string): Award[] {
    return this.awards.filter(
      (award) => award.rule === rule && isPaid(award) && (user === undefined || award.user === user),
    )
  }

  #transfers(): Transaction[] {
    return this.transactions.filter(({ kind, isRefused }) => kind === 'transfer' && !isRefused)
  }

  #budgetStart({ budgetPeriod, zone, budgetSince }: Rule): number {
    if (budgetPeriod === 'total') return -Infinity
    return Math.max(budgetSince, periodStart(budgetPeriod, zone, this.#now))
  }

  #ofPeriod(rule: Rule, user: string): Award[] {
    const { userPeriod, zone, userSince } = rule
    if (userPeriod === 'total') return this.#paid(rule, user)
    const start = Math.max(userSince, periodStart(userPeriod, zone, this.#now))
    return this.#paid(rule, user).filter(({ at }) => at >= start)
  }

  #userAwards(rule: Rule, user: string): number {
    return this.#ofPeriod(rule, user).filter(isCounted).length
  }

  #userCoins(rule: Rule, user: string): bigint {
    return sum(this.#ofPeriod(rule, user).map(({ coins, taken }) => coins - taken))
  }

  /** What all rules paid in the period of their limit. */
  #memberCoins(user: string): bigint {
    const start = periodStart(this.limit.period, this.limit.zone, this.#now)
    const counted = this.awards
      .slice(this.#limitSince)
      .filter((award) => award.user === user && award.at >= start)
    return sum(counted.map(({ coins, taken }) => coins - taken))
  }

  #takesPart(rule: Rule, user: string): boolean {
    return this.#paid(rule, user).some(isCounted)
  }

  #isFull(rule: Rule): boolean {
    return this.participants(rule) >= rule.participantsMax
  }

  /** Whether the budget has room for one more payment; by units, for the least. */
  #canPay(rule: Rule): boolean {
    return rule.budget === NONE || rule.budget - this.budgetUsed(rule) >= (rule.perUnit ? 1n : rule.coins)
  }

  #isExhausted(rule: Rule): boolean {
    return rule.exhaustedAt !== null && rule.exhaustedAt >= this.#budgetStart(rule)
  }

  /** What decides which payments fit into the budget. */
  #budgetOf(rule: Rule): string {
    const { budget, coins, perUnit, awardMax } = rule
    const used = budget === NONE ? 0n : this.budgetUsed(rule)
    return [budget, coins, perUnit, awardMax, used, this.#budgetStart(rule)].join()
  }

  /** The names of the completions that no payment has used. */
  #round(rule: Rule, user: string): string[] {
    if (!this.#continues(rule, user)) return []
    const own = this.awards.filter((award) => award.rule === rule && award.user === user)
    const unused = own.slice(own.findLastIndex(isPaid) + 1)
    return unused
      .slice(
        Math.max(
          0,
          unused.findLastIndex(({ beginsStreak }) => beginsStreak),
        ),
      )
      .flatMap(({ outcome, isReversed, ruleName }) =>
        outcome === 'counted' && !isReversed ? [ruleName] : [],
      )
  }

  /** The latest completion that counts for a period. */
  #lastCounted(rule: Rule, user: string): Award | undefined {
    return this.awards.findLast((award) => award.rule === rule && award.user === user && award.holdsPeriod)
  }

  #isInPeriod({ countPer, zone }: Rule, at: number): boolean {
    return countPer !== 'call' && at >= periodStart(countPer, zone, this.#now)
  }

  /** Whether a call now adds to the completions so far. */
  #continues(rule: Rule, user: string): boolean {
    const { countPer, consecutive, zone } = rule
    if (!consecutive || countPer === 'call') return true
    const dayBefore = periodStart(countPer, zone, this.#now) - 1
    return (this.#lastCounted(rule, user)?.at ?? -Infinity) >= periodStart(countPer, zone, dayBefore)
  }

  #isUsed(completion: Award): boolean {
    return this.awards
      .slice(this.awards.indexOf(completion) + 1)
      .some((later) => later.rule === completion.rule && later.user === completion.user && isPaid(later))
  }

  #refusal(rule: Rule, call: { user: string; ruleName: string; amount: bigint }): string | null {
    const { user, ruleName, amount } = call
    const { budget, userLimit, userCoins } = rule
    const subRule = rule.subRules.find((sub) => sub.name === ruleName)
    if (rule.type === 'combined' && !subRule) return 'combined_by_sub_rule'
    if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
    if (rule.startsAt !== null && this.#now < rule.startsAt) return 'rule_not_started'
    if (rule.endsAt !== null && this.#now >= rule.endsAt) return 'rule_ended'
    if (amount === 0n) return 'amount_too_small'
    if (amount > AWARD_MAX) return 'balance_limit'
    if (userLimit !== -1 && this.#userAwards(rule, user) >= userLimit) return 'user_limit_reached'
    if (userCoins !== NONE && this.#userCoins(rule, user) + amount > userCoins) return 'user_coins_reached'
    if (!this.#takesPart(rule, user) && this.#isFull(rule)) return 'rule_full'
    const round = this.#round(rule, user)
    const isRoundOver = reachedBy(rule, round) >= neededBy(rule)
    if (subRule && round.includes(ruleName) && !isRoundOver) return 'sub_rule_repeated'
    const last = this.#lastCounted(rule, user)
    if (last && this.#isInPeriod(rule, last.at)) return 'already_counted'
    if (reachedBy(rule, [...round, ruleName]) < neededBy(rule)) return null
    if (budget !== NONE && this.budgetUsed(rule) + amount > budget) return 'budget_exhausted'
    const { coins } = this.limit
    return coins !== NONE && this.#memberCoins(user) + amount > coins ? 'member_limit_reached' : null
  }

  /** The first time at which nothing would refuse the call; asks at the end of every period, and of the one after it. */
  #retryAt(rule: Rule, call: { user: string; ruleName: string; amount: bigint }): number | null {
    const now = this.#now
    const ends = (['day', 'week', 'month'] as const).flatMap((period) => {
      const end = periodEnd(period, rule.zone, now) as number
      return [
        end,
        periodEnd(period, rule.zone, end) as number,
        periodEnd(period, this.limit.zone, now) as number,
      ]
    })
    const times = [rule.startsAt ?? now, ...ends].filter((at) => at > now).sort((one, other) => one - other)
    try {
      return times.find((at) => this.#refusalAt(at, rule, call) === null) ?? null
    } finally {
      this.#now = now
    }
  }

  #refusalAt(
    at: number,
    rule: Rule,
    call: { user: string; ruleName: string; amount: bigint },
  ): string | null {
    this.#now = at
    return this.#refusal(rule, call)
  }

  #reversalRefusal(award: Award, coins: bigint, shortfall: Shortfall, held: bigint): string | null {
    if (award.outcome === 'refused') return 'not_paid'
    if (award.isReversed) return 'already_reversed'
    if (coins > award.left) return 'reversal_exceeds'
    if (award.outcome === 'counted') return this.#isUsed(award) ? 'completion_used' : null
    return shortfall === 'refuse' && held < coins ? 'insufficient_coins' : null
  }

  /** Records a transaction, then moves its coins and tells what the wallet holds afterwards. */
  #transact(
    given: Pick<Transaction, 'kind' | 'user' | 'coins' | 'reference'> & Record<string, unknown>,
    reason: string | null,
    move: () => void,
  ): Decision {
    const { kind, user, coins, reference, ...more } = given
    const type = reason ? `${kind}.refused` : MOVED[kind]
    const recorded = this.#record(type, user, { coins, ...(reason && { reason }), reference, ...more })
    const isRefused = reason !== null
    this.transactions.push({ kind, user, coins, left: coins, isRefused, reference, at: this.#now })
    if (reason) return refused(reason)
    move()
    Object.assign(recorded, this.#wallet(user))
    return DONE
  }

  /** Coins that enter a wallet first settle what its member owes. */
  #credit(user: string, coins: bigint): void {
    const member = this.members.get(user) as Member
    member.coins += coins
    const settled = least(member.owed, coins)
    if (settled === 0n) return
    this.#transact({ kind: 'settlement', user, coins: settled, reference: null }, null, () => {
      member.coins -= settled
      member.owed -= settled
    })
  }

  #record(type: string, user: string, fields: object): ModelEvent {
    const event = { type, user, ...fields, ...this.#wallet(user) }
    this.events.push(event)
    return event
  }

  #recordRule(type: string, { name, version }: Rule): void {
    this.events.push({ type, rule: name, version })
  }

  #recordPhases({ name, phase }: Rule, before: Phase): void {
    if (before < 1 && phase >= 1) this.phases.push({ type: 'rule.started', rule: name })
    if (before < 2 && phase >= 2) this.phases.push({ type: 'rule.ended', rule: name })
  }

  #wallet(user: string): { balance: bigint; points: bigint } {
    return { balance: this.members.get(user)?.coins ?? 0n, points: this.points(user) }
  }
}

export type Placed = { user: string; amount: bigint; position: number }

const MOVED = {
  transfer: 'coins.transferred',
  refund: 'coins.refunded',
  adjustment: 'coins.adjusted',
  settlement: 'coins.settled',
}

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
const isPaid = ({ outcome }: Award) => outcome === 'paid'
/** What is written off counts towards limits for ever. */
const isCounted = ({ left, hasWriteOff }: Award) => left > 0n || hasWriteOff
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)

function phaseOf({ startsAt, endsAt }: RuleGiven, now: number): Phase {
  if (endsAt !== null && endsAt <= now) return 2
  return startsAt !== null && startsAt > now ? 0 : 1
}

/** Whether the terms of a rule go together. */
function fits(rule: RuleGiven): boolean {
  const { perUnit, startsAt, endsAt } = rule
  if (perUnit ? rule.type !== 'single' : rule.awardMax !== NONE) return false
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) return false
  if (rule.budget === NONE && rule.budgetPeriod !== 'total') return false
  if (rule.countPer === 'call' ? rule.consecutive : rule.type !== 'batched') return false
  if (!triggersFit(rule)) return false
  return rule.userLimit !== -1 || rule.userCoins !== NONE || rule.userPeriod === 'total'
}

function triggersFit({ type, activityType, when, unitsFrom, perUnit, subRules }: RuleGiven): boolean {
  if (subRules.some((sub) => sub.activityType === null && sub.when !== null)) return false
  if (activityType === null) return when === null && unitsFrom === null
  return type !== 'combined' && perUnit === (unitsFrom !== null)
}

function isSame(left: RuleGiven, right: RuleGiven): boolean {
  const text = (rule: RuleGiven) =>
    JSON.stringify(rule, (_, value) => (value instanceof Set ? 0 : texted(value)))
  return text(left) === text(right)
}

const texted = (value: unknown) => (typeof value === 'bigint' ? String(value) : value)

function amountOf({ perUnit, coins, awardMax }: Rule, units: bigint | null): bigint {
  if (!perUnit || units === null) return coins
  const amount = (coins * units) / 1_000_000n
  return awardMax === NONE ? amount : least(amount, awardMax)
}

const activeSubs = ({ subRules }: Rule) => subRules.filter(({ status }) => status === 'active')
const neededBy = (rule: Rule): number =>
  rule.type === 'combined' ? activeSubs(rule).length : rule.completions
const reachedBy = (rule: Rule, round: string[]): number =>
  rule.type === 'combined' ? activeSubs(rule).filter(({ name }) => round.includes(name)).length : round.length

function refundRefusal({ kind, isRefused, left }: Transaction, coins: bigint): string | null {
  if (kind !== 'transfer' || isRefused) return 'not_refundable'
  if (left === 0n) return 'already_refunded'
  return coins > left ? 'refund_exceeds' : null
}

function split(coins: bigint, shortfall: Shortfall, held: bigint) {
  const taken = least(coins, held)
  const missing = coins - taken
  return {
    taken,
    owed: shortfall === 'owe' ? missing : 0n,
    writtenOff: shortfall === 'available' ? missing : 0n,
  }
}

/** They come in the order of joining, which a stable sort keeps among equals. */
function placed(scores: { user: string; amount: bigint }[]): Placed[] {
  return scores
    .sort((left, right) => (left.amount === right.amount ? 0 : left.amount > right.amount ? -1 : 1))
    .map((score) => ({ ...score, position: 1 + scores.filter(({ amount }) => amount > score.amount).length }))
}
