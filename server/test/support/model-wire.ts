import assert from 'node:assert/strict'
import type { ApiEvent } from './events.ts'
import {
  type ActivityResult,
  type ModelEvent,
  NONE,
  type RuleChange,
  type RuleGiven,
  type SubRule,
} from './model.ts'

/** Between the words of the API and those of the model. */

export function decimal(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')
  return amount < 0n ? `-${text}` : text
}

export const hundredths = (amount: string | number): bigint => BigInt(Math.round(Number(amount) * 100))

/** Units and shares. */
export function sixDecimals(amount: bigint): string {
  const digits = amount.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}

export const millionths = (amount: string | number): bigint => BigInt(Math.round(Number(amount) * 1_000_000))

/** Rule terms as requests send and responses show them. */
export function wireTerms(given: RuleChange & { name?: string; type?: string }): Record<string, unknown> {
  const max = (amount: bigint) => (amount === NONE ? '-1' : decimal(amount))
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const wire = {
    name: given.name,
    type: given.type,
    condition: given.condition,
    status: given.status,
    coinValue: given.coins && decimal(given.coins),
    perUnit: given.perUnit,
    maxCoinsPerAward: given.awardMax && max(given.awardMax),
    maxNumberOfParticipant: given.participantsMax?.toString(),
    completionNumber: given.completions?.toString(),
    countPer: given.countPer,
    consecutive: given.consecutive,
    startsAt: given.startsAt === undefined ? undefined : time(given.startsAt),
    endsAt: given.endsAt === undefined ? undefined : time(given.endsAt),
    coinBudget: given.budget && max(given.budget),
    budgetPeriod: given.budgetPeriod,
    userLimitAward: given.userLimit?.toString(),
    userCoinLimit: given.userCoins && max(given.userCoins),
    userLimitPeriod: given.userPeriod,
    timeZone: given.zone,
    activityType: given.activityType,
    when: given.when,
    unitsFrom: given.unitsFrom,
    priority: given.priority,
    exclusiveGroup: given.exclusiveGroup,
    rules: given.subRules?.map((sub) => ({ ...sub, condition: 'Did it' })),
  }
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined))
}

/** The terms of a rule that a response or an event shows. */
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
export function termsOf(data: any): RuleGiven {
  const max = (amount: string) => (amount === '-1' ? NONE : hundredths(amount))
  const time = (at: string | null) => (at === null ? null : Date.parse(at))
  return {
    name: data.name,
    type: data.type,
    condition: data.condition,
    status: data.status,
    coins: hundredths(data.coinValue),
    perUnit: data.perUnit,
    awardMax: max(data.maxCoinsPerAward),
    participantsMax: Number(data.maxNumberOfParticipant),
    completions: Number(data.completionNumber),
    countPer: data.countPer,
    consecutive: data.consecutive,
    startsAt: time(data.startsAt),
    endsAt: time(data.endsAt),
    budget: max(data.coinBudget),
    budgetPeriod: data.budgetPeriod,
    userLimit: Number(data.userLimitAward),
    userCoins: max(data.userCoinLimit),
    userPeriod: data.userLimitPeriod,
    zone: data.timeZone,
    activityType: data.activityType,
    when: data.when,
    unitsFrom: data.unitsFrom,
    priority: data.priority,
    exclusiveGroup: data.exclusiveGroup,
    subRules: data.rules.map(({ name, status, activityType, when }: SubRule) => ({
      name,
      status,
      activityType,
      when,
    })),
  }
}

type Known = { userOf: (userId: string) => string | undefined; transactionIds: string[] }

/** An event in the words of the model. */
export function modelEvent({ type, seq, data }: ApiEvent, { userOf, transactionIds }: Known): ModelEvent {
  const [noun, verb] = type.split('.')
  const user = userOf(data.userId)
  if (type === 'user.updated') return { type, user, names: new Set(data.attributes) }
  if (noun === 'user') return { type, user }
  if (noun === 'activity')
    return {
      type,
      user,
      activityType: data.type,
      reference: data.reference,
      properties: data.properties,
      occurredAt: Date.parse(data.occurredAt),
      ...walletOf(data.walletBefore),
      refused: refusedOf(data),
      ledTo: data.lastSeq - seq,
    }
  if (noun === 'rule') return { type, rule: data.name, version: data.version }
  if (noun === 'order' || noun === 'return') {
    const { reference, share, shareTotal, reason } = data
    const given = { type, reference, share: millionths(share), total: millionths(shareTotal) }
    return reason ? { ...given, reason } : given
  }
  const amounts = (...fields: string[]) =>
    Object.fromEntries(fields.map((field) => [field, hundredths(data[field])]))
  const record = { type, user, reference: data.reference, ...amounts('coins', 'balance', 'points') }
  if (type === 'award.reversed') {
    const parts = amounts('taken', 'owed', 'writtenOff', 'left')
    return { ...record, ruleName: data.ruleName, ...parts, awarded: data.awarded }
  }
  if (type === 'reversal.refused') return { ...record, ruleName: data.ruleName, reason: data.reason }
  if (noun === 'award') return { ...record, ...awardFields(data) }
  return {
    ...record,
    ...(verb === 'refused' && { reason: data.reason }),
    ...((verb === 'refunded' || noun === 'refund') && { original: transactionIds.indexOf(data.originalId) }),
    ...((verb === 'adjusted' || noun === 'adjustment') && { isCredit: data.debitOrCredit === 'CR' }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
const awardFields = ({ counters, ...data }: any) => ({
  ruleName: data.ruleName,
  reason: data.reason,
  units: data.units === null ? null : millionths(data.units),
  version: data.ruleVersion,
  retryAt: data.retryAt === null ? null : Date.parse(data.retryAt),
  progress: counters.progress,
  needed: counters.completionNumber,
  userAwards: counters.userAwards,
  userCoins: counters.userCoins === null ? null : hundredths(counters.userCoins),
  participants: counters.participants,
  budgetUsed: counters.budgetUsed === null ? null : hundredths(counters.budgetUsed),
  memberCoins: counters.memberCoins === undefined ? null : hundredths(counters.memberCoins),
})

const walletOf = ({ coins, points }: Record<'coins' | 'points', string>): ActivityResult['wallet'] => ({
  balance: hundredths(coins),
  points: hundredths(points),
})

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
const refusedOf = (data: any): ActivityResult['refused'] =>
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
  data.refused.map(({ ruleName, reason, retryAt }: any) => ({
    ruleName,
    reason,
    retryAt: retryAt === undefined ? null : Date.parse(retryAt),
  }))

/** What a response says that came of an activity. */
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
export function activityResult(data: any): ActivityResult {
  return {
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
    awards: data.awards.map(({ ruleName, decision }: any) => ({
      ruleName,
      outcome: decision.outcome,
      coins: hundredths(decision.coins),
    })),
    refused: refusedOf(data),
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is.
    evaluations: data.evaluations.map(({ ruleName, ruleVersion, outcome, reason, error }: any) => {
      assert.equal(error !== null, reason === 'evaluation_failed')
      return { ruleName, version: ruleVersion, outcome: outcome ?? reason }
    }),
    wallet: walletOf(data.wallet),
  }
}

export const isAward = ({ type }: ApiEvent): boolean => /^award\.(paid|counted|refused)$/.test(type)
export const isTransaction = ({ type }: ApiEvent): boolean =>
  /^(coins|transfer|refund|adjustment)\./.test(type)
/** A start or an end, which the service may tell later than it happens. */
export const isPhase = ({ type }: ApiEvent): boolean => type === 'rule.started' || type === 'rule.ended'
