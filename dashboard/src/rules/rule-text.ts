import { coinsOf, coinsText, countText, hundredthsOf, ordinal } from '../format/coins.ts'

/** A rule that may be incomplete, with its numbers as typed. */
export type RuleDraft = {
  type: string
  status: string
  coinValue: string
  maxNumberOfParticipant: string
  completionNumber: string
  /** -1 for no limit. */
  userLimitAward: string
  rules: { name: string; status: string }[]
}

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
  return [...payment(rule), ...whatIsInactive(rule)]
}

function payment(rule: RuleDraft): string[] {
  if (rule.type === 'combined') return combinedPayment(rule)
  const need = wholeOf(rule.completionNumber)
  const isBatched = rule.type === 'batched' && need !== 1
  const when = isBatched
    ? `on every ${need === null ? UNKNOWN : ordinal(need)} award of the same user`
    : userLimit(rule) === 1
      ? 'when you award it'
      : 'each time you award it'
  return [
    `Pays ${coins(rule)} ${when}, to at most ${people(rule)}, ${perUser(rule)}.`,
    ...(isBatched ? ['The awards in between are counted and pay nothing.'] : []),
    ...onceFull(rule),
  ]
}

function combinedPayment(rule: RuleDraft): string[] {
  const active = rule.rules.filter(({ status }) => status === 'active').map(({ name }) => quoted(name))
  if (active.length === 0)
    return ['Pays nothing, because it has no active sub-rule: every award of it is refused.']
  const limits = `At most ${people(rule)} ${wholeOf(rule.maxNumberOfParticipant) === 1 ? 'is' : 'are'} paid, ${perUser(rule)}.`
  if (active.length === 1)
    return [
      `Pays ${coins(rule)} ${userLimit(rule) === 1 ? 'when' : 'each time'} a user is awarded ${active[0]}.`,
      limits,
      ...onceFull(rule),
    ]
  const all = `${active.length === 2 ? 'both' : 'all of'} ${listed(active)}`
  const next = userLimit(rule) === 1 ? '.' : '; then a new round begins.'
  return [
    `Pays ${coins(rule)} once a user has been awarded ${all}, in any order${next}`,
    limits,
    ...onceFull(rule),
  ]
}

/** A full rule still pays its participants, which is easily missed. */
function onceFull(rule: RuleDraft): string[] {
  const most = wholeOf(rule.maxNumberOfParticipant)
  if (userLimit(rule) === 1 || most === null || most === 1) return []
  return [`When ${people(rule)} have been paid, only they can be paid again.`]
}

function whatIsInactive(rule: RuleDraft): string[] {
  if (rule.status !== 'active') return ['It is inactive: every award of it is refused until it is activated.']
  if (rule.type !== 'combined') return []
  const inactive = rule.rules.filter(({ status }) => status !== 'active').map(({ name }) => quoted(name))
  if (inactive.length === 0 || inactive.length === rule.rules.length) return []
  const [are, they] = inactive.length === 1 ? ['is', 'it is'] : ['are', 'they are']
  return [`${listed(inactive)} ${are} inactive: ${they} not needed and cannot be awarded.`]
}

/** The maximum payout of a rule; null while its numbers are incomplete. */
export function maximumText(rule: RuleDraft): string | null {
  const each = hundredthsOf(rule.coinValue)
  const most = wholeOf(rule.maxNumberOfParticipant)
  const times = userLimit(rule)
  if (each === null || most === null || times === null) return null
  if (times === 'none') return 'There is no limit to what it can pay in all.'
  return `It can pay at most ${coinsText(coinsOf(each * BigInt(most) * BigInt(times)))} in all.`
}

function coins({ coinValue }: RuleDraft): string {
  const amount = hundredthsOf(coinValue)
  return amount === null ? `${UNKNOWN} coins` : coinsText(coinsOf(amount))
}

function people({ maxNumberOfParticipant }: RuleDraft): string {
  const most = wholeOf(maxNumberOfParticipant)
  if (most === null) return `${UNKNOWN} people`
  return most === 1 ? '1 person' : `${countText(most)} people`
}

function perUser(rule: RuleDraft): string {
  const limit = userLimit(rule)
  if (limit === 'none') return 'each any number of times'
  if (limit === 1) return 'once each'
  return `each at most ${limit === null ? UNKNOWN : countText(limit)} times`
}

/** "No limit", "At most once" or "At most 3 times". */
export function userLimitText(limit: number): string {
  if (limit === -1) return 'No limit'
  return limit === 1 ? 'At most once' : `At most ${countText(limit)} times`
}

function userLimit({ userLimitAward }: RuleDraft): number | 'none' | null {
  return userLimitAward.trim() === '-1' ? 'none' : wholeOf(userLimitAward)
}

function wholeOf(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) && Number(text) >= 1 ? Number(text) : null
}

const quoted = (name: string) => `“${name.trim() || UNKNOWN}”`

/** "a", "a and b", "a, b and c". */
function listed(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
