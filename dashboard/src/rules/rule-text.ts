import type { CoinExpiry } from '@laurel/sdk'
import { coinName, coinsOf, coinsText, countText, hundredthsOf, ordinal } from '../format/coins.ts'
import { coinLife, hasCoinLife } from '../format/expiry.ts'
import { zonedText } from '../format/time.ts'
import { triggerText, unitsText } from './condition-text.ts'

/** A rule that may be incomplete, with its numbers as typed. */
export type RuleDraft = {
  type: string
  status: string
  coinValue: string
  maxNumberOfParticipant: string
  completionNumber: string
  /** What one award of a batched rule counts for: call, day, week or month. */
  countPer: string
  /** Whether a period without an award starts the count again. */
  consecutive: boolean
  /** -1 means no limit. */
  userLimitAward: string
  userLimitPeriod: string
  /** -1 means no limit. */
  userCoinLimit: string
  /** Whether the coins are for one unit, such as a euro. */
  perUnit: boolean
  /** -1 means no limit. */
  maxCoinsPerAward: string
  startsAt: string | null
  endsAt: string | null
  /** -1 means none. */
  coinBudget: string
  budgetPeriod: string
  timeZone: string
  /** Null for a rule that is awarded by name only. */
  activityType?: string | null
  /** The condition as an expression; null for every activity of the type. */
  when?: string | null
  /** What a rule that pays per unit is paid for. */
  unitsFrom?: string | null
  priority?: number
  exclusiveGroup?: string | null
  /** As in the API; both absent where coins live as the programme says. */
  pendingDays?: number
  coinExpiry?: CoinExpiry | 'never' | null
  rules: SubRuleDraft[]
}

type SubRuleDraft = { name: string; status: string; activityType?: string | null; when?: string | null }

export const RULE_TYPES = [
  { value: 'single', title: 'Single', description: 'Every award pays.', example: 'A first purchase' },
  {
    value: 'batched',
    title: 'Batched',
    description: 'Every nth award pays.',
    example: 'Every 5th visit',
  },
  {
    value: 'combined',
    title: 'Combined',
    description: 'Pays when all sub-rules are done.',
    example: 'A complete profile',
  },
] as const

export const typeTitle = (type: string): string =>
  RULE_TYPES.find(({ value }) => value === type)?.title ?? type

const UNKNOWN = '…'

/** Describes what a rule does, one sentence each. */
export function ruleText(rule: RuleDraft): string[] {
  return [
    ...payment(rule),
    ...counting(rule),
    ...triggers(rule),
    ...userCoins(rule),
    ...budget(rule),
    ...window(rule),
    ...coinTimes(rule),
    ...whatIsInactive(rule),
  ]
}

function payment(rule: RuleDraft): string[] {
  if (rule.type === 'combined') return combinedPayment(rule)
  const need = wholeOf(rule.completionNumber)
  const isBatched = rule.type === 'batched' && need !== 1
  const trigger = rule.activityType ? triggerText({ ...rule, activityType: rule.activityType }) : null
  const time = isBatched ? whenCounted(rule, need, trigger !== null) : isOnce(rule) ? 'when' : 'each time'
  const what = trigger ?? (isBatched ? '' : 'you award it')
  return [
    `Pays ${coins(rule)}${perUnit(rule)} ${[time, what].filter(Boolean).join(' ')}, to ${people(rule)}, ${perUser(rule)}.`,
    ...(isBatched ? [`The ${trigger ? 'times' : 'awards'} in between are counted and pay nothing.`] : []),
    ...onceFull(rule),
  ]
}

function whenCounted({ countPer, consecutive }: RuleDraft, need: number | null, hasTrigger: boolean): string {
  const by = hasTrigger ? 'when' : 'with an award of the same member'
  if (consecutive) return `for ${need === null ? UNKNOWN : countText(need)} ${countPer}s in a row ${by}`
  const nth = need === null ? UNKNOWN : ordinal(need)
  if (countPer !== 'call') return `for every ${nth} ${countPer} ${by}`
  return `on every ${nth} ${hasTrigger ? 'time' : 'award of the same member'}`
}

/** What happens to a second award in a period, and to a period without one. */
function counting({ countPer, consecutive }: RuleDraft): string[] {
  if (countPer === 'call') return []
  const again = `${countPer === 'day' ? 'on' : 'in'} the same ${countPer}`
  return [
    `One award counts a ${countPer}; another one ${again} is refused.`,
    ...(consecutive ? [`A ${countPer} without an award starts the count again.`] : []),
  ]
}

function combinedPayment(rule: RuleDraft): string[] {
  const active = rule.rules.filter(({ status }) => status === 'active').map(({ name }) => quoted(name))
  if (active.length === 0)
    return ['Pays nothing, because it has no active sub-rule: every award of it is refused.']
  const limits = `${paidPeople(rule)} paid, ${perUser(rule)}.`
  if (active.length === 1)
    return [
      `Pays ${coins(rule)} ${isOnce(rule) ? 'when' : 'each time'} a member is awarded ${active[0]}.`,
      limits,
      ...onceFull(rule),
    ]
  const all = `${active.length === 2 ? 'both' : 'all of'} ${listed(active)}`
  const next = isOnce(rule) ? '.' : '; then a new round begins.'
  return [
    `Pays ${coins(rule)} once a member has been awarded ${all}, in any order${next}`,
    limits,
    ...onceFull(rule),
  ]
}

/** What the activities of sub-rules are, and how the rule goes together with others. */
function triggers({ type, rules, priority = 0, exclusiveGroup }: RuleDraft): string[] {
  const subRules = type === 'combined' ? rules : []
  return [
    ...subRules.flatMap(({ name, activityType, when }) =>
      activityType
        ? [`${quoted(name)} is done when ${triggerText({ activityType, when: when ?? null })}.`]
        : [],
    ),
    ...(priority === 0
      ? []
      : [`It is decided ${priority > 0 ? 'before' : 'after'} rules without a priority (${priority}).`]),
    ...(exclusiveGroup
      ? [`Of the rules in the group “${exclusiveGroup}”, only the first that pays or counts takes part.`]
      : []),
  ]
}

/** A full rule still pays its participants, which is easily missed. */
function onceFull(rule: RuleDraft): string[] {
  const most = wholeOf(rule.maxNumberOfParticipant)
  if (isOnce(rule) || most === null || most === 1 || isForEveryone(rule)) return []
  return [`When ${countedPeople(rule)} have been paid, only they can be paid again.`]
}

function whatIsInactive(rule: RuleDraft): string[] {
  if (rule.status !== 'active') return ['It is paused: every award of it is refused until it is started.']
  if (rule.type !== 'combined') return []
  const inactive = rule.rules.filter(({ status }) => status !== 'active').map(({ name }) => quoted(name))
  if (inactive.length === 0 || inactive.length === rule.rules.length) return []
  const [are, they] = inactive.length === 1 ? ['is', 'it is'] : ['are', 'they are']
  return [`${listed(inactive)} ${are} inactive: ${they} not needed and cannot be awarded.`]
}

function perUnit(rule: RuleDraft): string {
  if (!rule.perUnit) return ''
  const most = isNone(rule.maxCoinsPerAward) ? '' : ` (at most ${amount(rule.maxCoinsPerAward)} per award)`
  const unit =
    rule.activityType && rule.unitsFrom
      ? `for each 1 of ${unitsText(rule.unitsFrom) ?? 'what its expression says'}`
      : 'per unit'
  return ` ${unit}${most}`
}

function userCoins({ userCoinLimit, userLimitPeriod }: RuleDraft): string[] {
  if (isNone(userCoinLimit)) return []
  return [`One member gets at most ${amount(userCoinLimit)} ${perPeriod(userLimitPeriod)}.`]
}

function budget({ coinBudget, budgetPeriod }: RuleDraft): string[] {
  if (isNone(coinBudget)) return []
  const until = budgetPeriod === 'total' ? '' : `, until the next ${budgetPeriod} begins`
  return [
    `The budget is ${amount(coinBudget)} ${perPeriod(budgetPeriod)}; a payment that would pass it is refused${until}.`,
  ]
}

/** Says when it runs, and by which clock. */
function window(rule: RuleDraft): string[] {
  const { startsAt, endsAt, timeZone, budgetPeriod, userLimitPeriod, countPer } = rule
  const [from, to] = [startsAt, endsAt].map((at) => at && zonedText(at, timeZone))
  const runs =
    from && to ? `It runs from ${from} until ${to}` : from ? `It starts on ${from}` : `It ends on ${to}`
  if (from || to) return [`${runs} (${timeZone}).`]
  const hasPeriod = budgetPeriod !== 'total' || userLimitPeriod !== 'total' || countPer !== 'call'
  return hasPeriod ? [`Days, weeks and months begin in the time zone ${timeZone}.`] : []
}

/** When coins can be spent, and until when; nothing where they stay for ever. */
export function coinTimes(rule: Pick<RuleDraft, 'pendingDays' | 'coinExpiry'>): string[] {
  const life = hasCoinLife(rule) ? coinLife(rule) : null
  return life ? [life.sentence, ...(life.days ? [life.days] : [])] : []
}

const perPeriod = (period: string) => (period === 'total' ? 'in all' : `a ${period}`)

const isNone = (limit: string) => limit.trim() === '-1'

function amount(text: string): string {
  const hundredths = hundredthsOf(text)
  return hundredths === null ? `${UNKNOWN} ${coinName().many}` : coinsText(coinsOf(hundredths))
}

const coins = ({ coinValue }: RuleDraft) => amount(coinValue)

/** The largest number that the interface takes stands for no limit. */
export const NO_PARTICIPANT_LIMIT = '1000000000'

/** Whether the rule pays any number of people. */
export const isForEveryone = ({ maxNumberOfParticipant }: { maxNumberOfParticipant: string }): boolean =>
  maxNumberOfParticipant.trim() === NO_PARTICIPANT_LIMIT

const people = (rule: RuleDraft): string =>
  isForEveryone(rule) ? 'any number of people' : `at most ${countedPeople(rule)}`

function paidPeople(rule: RuleDraft): string {
  if (isForEveryone(rule)) return 'Any number of people are'
  return `At most ${countedPeople(rule)} ${wholeOf(rule.maxNumberOfParticipant) === 1 ? 'is' : 'are'}`
}

function countedPeople({ maxNumberOfParticipant }: RuleDraft): string {
  const most = wholeOf(maxNumberOfParticipant)
  if (most === null) return `${UNKNOWN} people`
  return most === 1 ? '1 person' : `${countText(most)} people`
}

function perUser(rule: RuleDraft): string {
  const limit = timesPerUser(rule)
  const per = rule.userLimitPeriod === 'total' ? '' : ` a ${rule.userLimitPeriod}`
  if (limit === 'none') return 'each any number of times'
  if (limit === 1) return per ? `each once${per}` : 'once each'
  return `each at most ${limit === null ? UNKNOWN : countText(limit)} times${per}`
}

/** "No limit", "At most once" or "At most 3 times a day". */
export function userLimitText({ userLimitAward, userLimitPeriod }: LimitPerUser): string {
  const limit = Number(userLimitAward)
  if (limit === -1) return 'No limit'
  const per = userLimitPeriod === 'total' ? '' : ` a ${userLimitPeriod}`
  return `${limit === 1 ? 'At most once' : `At most ${countText(limit)} times`}${per}`
}

type LimitPerUser = Pick<RuleDraft, 'userLimitAward' | 'userLimitPeriod'>

const isOnce = (rule: RuleDraft) => timesPerUser(rule) === 1 && rule.userLimitPeriod === 'total'

/** How often one member can be paid in a period; null while it is incomplete. */
export function timesPerUser({ userLimitAward }: RuleDraft): number | 'none' | null {
  return userLimitAward.trim() === '-1' ? 'none' : wholeOf(userLimitAward)
}

export function wholeOf(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) && Number(text) >= 1 ? Number(text) : null
}

/** What people read: the name for them, or the name that callers send. */
export const titleOf = ({ displayName, name }: { displayName: string | null; name: string }): string =>
  displayName ?? name

const quoted = (name: string) => `“${name.trim() || UNKNOWN}”`

/** "a", "a and b", "a, b and c". */
function listed(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
