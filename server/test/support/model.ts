/** A second implementation of the contract, with maps and bigints: the expected responses and contents. */

type Status = 'active' | 'inactive'
type SubRule = { name: string; status: Status }

export type RuleGiven = {
  name: string
  type: 'single' | 'batched' | 'combined'
  coins: bigint
  participantsMax: number
  userLimit: number
  completions: number
  status: Status
  subRules: SubRule[]
}
export type RuleChange = Partial<Omit<RuleGiven, 'name' | 'type'>>

type Rule = RuleGiven & { everDecided: Set<string>; paid: Map<string, number>; progress: Map<string, Round> }
type Round = { completions: number; done: Set<string> }
type Scores = Map<string, bigint>
type Member = {
  isMember: boolean
  coins: bigint
  points: bigint
  earned: Map<string, bigint>
  spent: Map<string, bigint>
}
type Award = { user: string; rule: Rule; coins: bigint; month: string; isPaid: boolean; isReversed: boolean }

/** What a response says, without the ids that only the service knows. `award` numbers the awards from 0. */
type Decision =
  | { kind: 'done'; awarded?: boolean; award?: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'taken' | 'invalid' | 'missing' | 'notFound' | 'conflict' }
export type Outcome = Decision & { isReplay?: true }

const MISSING: Decision = { kind: 'missing' }
const refused = (reason: string): Decision => ({ kind: 'refused', reason })

export class Model {
  month = ''
  readonly members = new Map<string, Member>()
  readonly rules = new Map<string, Rule>()
  readonly awards: Award[] = []
  /** Every decided award call, paid, counted or refused, in order. */
  readonly decisions: { user: string; ruleName: string; outcome: string; reason: string | null }[] = []
  readonly #keys = new Map<string, { request: string; response: Decision }>()

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
    if (member) member.isMember = true
    else {
      this.members.set(user, { isMember: true, coins: 0n, points: 0n, earned: new Map(), spent: new Map() })
    }
  }

  leave(user: string): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return { kind: 'notFound' }
    member.isMember = false
    return { kind: 'done' }
  }

  createRule(given: RuleGiven): Decision {
    const names = [given.name, ...given.subRules.map((sub) => sub.name)]
    if (names.some((name) => this.#isTaken(name))) return { kind: 'taken' }
    this.rules.set(given.name, { ...given, everDecided: new Set(), paid: new Map(), progress: new Map() })
    return { kind: 'done' }
  }

  changeRule(name: string, change: RuleChange): Decision {
    const rule = this.rules.get(name) as Rule
    if (rule.type !== 'batched' && (change.completions ?? 1) !== 1) return { kind: 'invalid' }
    if (change.subRules) {
      if (rule.type !== 'combined' || change.subRules.length === 0) return { kind: 'invalid' }
      const kept = new Set(change.subRules.map((sub) => sub.name))
      if ([...rule.everDecided].some((decided) => decided !== name && !kept.has(decided)))
        return { kind: 'invalid' }
      const before = new Set(rule.subRules.map((sub) => sub.name))
      if ([...kept].some((sub) => !before.has(sub) && this.#isTaken(sub))) return { kind: 'taken' }
    }
    Object.assign(rule, change)
    return { kind: 'done' }
  }

  award(user: string, ruleName: string): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return MISSING
    const rule = [...this.rules.values()].find(
      ({ name, subRules }) => name === ruleName || subRules.some((sub) => sub.name === ruleName),
    )
    if (!rule) return MISSING
    rule.everDecided.add(ruleName)
    const reason = this.#refusal(rule, ruleName, user)
    const pays = reason === null && this.#countIn(rule, ruleName, user)
    const outcome = reason ? 'refused' : pays ? 'paid' : 'counted'
    this.decisions.push({ user, ruleName, outcome, reason })
    if (reason) return refused(reason)

    if (pays) {
      member.coins += rule.coins
      member.points += rule.coins
      add(member.earned, this.month, rule.coins)
      rule.paid.set(user, paidOf(rule, user) + 1)
      rule.progress.delete(user)
    }
    const { coins } = rule
    this.awards.push({ user, rule, coins, month: this.month, isPaid: pays, isReversed: false })
    return { kind: 'done', awarded: pays, award: this.awards.length - 1 }
  }

  transfer(user: string, coins: bigint): Decision {
    const member = this.members.get(user)
    if (!member?.isMember) return MISSING
    if (member.coins < coins) return refused('insufficient_coins')
    member.coins -= coins
    add(member.spent, this.month, coins)
    return { kind: 'done' }
  }

  /** Also of a user who has left: the wallet is kept. */
  reverse(index: number): Decision {
    const award = this.awards[index] as Award
    const member = this.members.get(award.user) as Member
    if (!award.isPaid) return refused('not_paid')
    if (award.isReversed) return refused('already_reversed')
    if (member.coins < award.coins) return refused('insufficient_coins')
    award.isReversed = true
    member.coins -= award.coins
    member.points -= award.coins
    add(member.earned, award.month, -award.coins)
    award.rule.paid.set(award.user, paidOf(award.rule, award.user) - 1)
    return { kind: 'done', awarded: false }
  }

  participants(name: string): number {
    return [...(this.rules.get(name) as Rule).paid.values()].filter((paid) => paid > 0).length
  }

  /** Users in the order of the board, with what they have and the position that equal amounts share. */
  pointsBoard(): Placed[] {
    return placed([...this.#shown()].map(([user, { points }]) => ({ user, amount: points })))
  }

  coinBoard(type: 'earner' | 'spender', month: string | null): Placed[] {
    const scores = [...this.#shown()].flatMap(([user, { earned, spent }]) => {
      const amount = scoreOf(type === 'earner' ? earned : spent, month)
      return amount === undefined ? [] : [{ user, amount }]
    })
    return placed(scores)
  }

  #shown(): [string, Member][] {
    return [...this.members].filter(([, { isMember }]) => isMember)
  }

  #isTaken(name: string): boolean {
    return [...this.rules.values()].some(
      (rule) => rule.name === name || rule.subRules.some((sub) => sub.name === name),
    )
  }

  #refusal(rule: Rule, ruleName: string, user: string): string | null {
    const subRule = rule.subRules.find((sub) => sub.name === ruleName)
    if (rule.type === 'combined' && !subRule) return 'combined_by_sub_rule'
    if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
    if (rule.userLimit !== -1 && paidOf(rule, user) >= rule.userLimit) return 'user_limit_reached'
    if (paidOf(rule, user) === 0 && this.participants(rule.name) >= rule.participantsMax) return 'rule_full'
    const { done } = roundOf(rule, user)
    if (done.has(ruleName) && !isComplete(rule, done)) return 'sub_rule_repeated'
    return null
  }

  /** Counts the completion in, and tells whether it pays. */
  #countIn(rule: Rule, ruleName: string, user: string): boolean {
    const { completions, done } = roundOf(rule, user)
    const round = { completions: completions + 1, done: new Set(done).add(ruleName) }
    rule.progress.set(user, round)
    return rule.type === 'combined' ? isComplete(rule, round.done) : round.completions >= rule.completions
  }
}

export type Placed = { user: string; amount: bigint; position: number }

const paidOf = (rule: Rule, user: string) => rule.paid.get(user) ?? 0
const roundOf = (rule: Rule, user: string): Round =>
  rule.progress.get(user) ?? { completions: 0, done: new Set() }
const isComplete = (rule: Rule, done: Set<string>) =>
  rule.subRules.every((sub) => sub.status === 'inactive' || done.has(sub.name))

function add(scores: Scores, month: string, coins: bigint): void {
  scores.set(month, (scores.get(month) ?? 0n) + coins)
}

/** Undefined when nothing was moved in the period; 0 when all of it was reversed. */
function scoreOf(scores: Scores, month: string | null): bigint | undefined {
  if (month !== null) return scores.get(month)
  return scores.size === 0 ? undefined : [...scores.values()].reduce((sum, coins) => sum + coins, 0n)
}

/** They come in the order of joining, which a stable sort keeps among equals. */
function placed(scores: { user: string; amount: bigint }[]): Placed[] {
  return scores
    .sort((left, right) => (left.amount === right.amount ? 0 : left.amount > right.amount ? -1 : 1))
    .map((score) => ({ ...score, position: 1 + scores.filter(({ amount }) => amount > score.amount).length }))
}
