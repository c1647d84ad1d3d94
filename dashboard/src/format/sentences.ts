import type { Counters, Decision, Hold, Reason, Shortfall } from '@laurel/sdk'
import { rangeText } from './coin-times.ts'
import {
  coinName,
  coinsOf,
  coinsText,
  coinText,
  counted,
  countText,
  hundredthsOf,
  netText,
  signedText,
  titled,
} from './coins.ts'
import { percentOf, restOf } from './percent.ts'
import { dateTimeText, monthText } from './time.ts'

/*
 * Every sentence on refusals and outcomes that people read. A test holds that none has a name of the API.
 */

export const possessive = (name: string): string => `${name}${name.endsWith('s') ? '’' : '’s'}`

/** Why something was refused, in a few words: for filters, bars and badges. */
const REASON_WORDS: Partial<Record<Reason, string | (() => string)>> = {
  rule_full: 'Rule full',
  user_limit_reached: 'Limit per member reached',
  rule_inactive: 'Rule paused',
  sub_rule_repeated: 'Sub-rule already done',
  already_counted: 'Counted in this period already',
  combined_by_sub_rule: 'Combined rule called directly',
  rule_not_started: 'Rule not started yet',
  rule_ended: 'Rule ended',
  budget_exhausted: 'Budget used up',
  member_limit_reached: 'Limit of all rules per member reached',
  user_coins_reached: () => `${titled(coinName().one)} limit per member reached`,
  amount_too_small: () => `Units worth less than 0.01 ${coinName().many}`,
  balance_limit: 'Wallet full, or amount too large',
  insufficient_coins: () => `Too few ${coinName().many} can be used`,
  hold_not_active: 'Hold ended before',
  capture_exceeds: 'More than is held',
  too_many_holds: 'Too much on hold',
  already_reversed: 'Reversed before',
  reversal_exceeds: 'More than is left of the award',
  completion_used: 'Completion already used by a payment',
  not_refundable: 'Nothing that can be refunded',
  already_refunded: 'Refunded before',
  refund_exceeds: 'More than is left to refund',
  return_exceeds: 'More than is left of the order',
  not_paid: 'Nothing was paid',
}

/** A reason that is unknown here is shown by its words. */
export function refusalText(reason: string): string {
  const words = REASON_WORDS[reason as Reason] ?? titled(reason.replaceAll('_', ' '))
  return typeof words === 'string' ? words : words()
}

/** What is known about a refusal. */
export type RefusalFacts = {
  ruleName?: string | null | undefined
  counters?: Counters | null | undefined
  /** What the wallet holds, whose wallet it is, and what was asked of it. */
  balance?: string | null | undefined
  name?: string | undefined
  coins?: string | null | undefined
  /** What is left of the award or of the payment. */
  left?: string | null | undefined
  /** What could be spent of the wallet, and what of it was held. */
  available?: string | null | undefined
  held?: string | null | undefined
  /** Whether pending coins are taken too, as by a reversal. */
  takesPending?: boolean
  /** How much of the order came back before, from 0 to 1. */
  returned?: string | null | undefined
  retryAt?: string | null | undefined
  /** Whether it was refused, not would be. */
  isPast?: boolean
}

type Sentence = (facts: RefusalFacts) => string

const ruleOf = ({ ruleName }: RefusalFacts) => (ruleName ? `“${ruleName}”` : 'The rule')
const walletOf = ({ name }: RefusalFacts) => (name ? `${possessive(name)} wallet` : 'The wallet')
const ofTotal = (used: string, total: string) => `${used} of ${total}`

/** Says that a part of the wallet cannot be taken; null when all of it can. */
function reservedText(
  balance: string,
  { available, held, coins, takesPending, isPast }: RefusalFacts,
): string | null {
  const [could, were] = isPast ? ['could', 'were'] : ['can', 'are']
  const all = `the ${coinsText(balance)} in the wallet`
  if (takesPending && held && held !== '0') return `Of ${all}, ${coinText(held)} ${were} held.`
  if (!takesPending && available && available !== balance)
    return available === '0'
      ? `None of ${all} ${could} be spent: they ${were} held or pending.`
      : `Of ${all}, ${coinText(available)} ${could} be spent; the rest ${were} held or pending.`
  // What was held is not known of a reversal that was refused.
  return coins && amountOf(coins) <= amountOf(balance) ? `Too many of ${all} ${were} held.` : null
}

const REFUSALS: Record<Reason | 'unknown_user' | 'unknown_rule', Sentence> = {
  rule_inactive: (facts) => `${ruleOf(facts)} ${facts.isPast ? 'was' : 'is'} paused.`,
  rule_not_started: (facts) => `${ruleOf(facts)} ${facts.isPast ? 'had' : 'has'} not started yet.`,
  rule_ended: (facts) => `${ruleOf(facts)} ${facts.isPast ? 'had' : 'has'} ended.`,
  rule_full: ({ counters }) => {
    if (!counters) return 'The rule is full: only people whom it paid before can be paid again.'
    const { participants, maxNumberOfParticipant: most } = counters
    return participants > most
      ? `The rule is full: ${countText(participants)} people were paid, and the limit is ${countText(most)}.`
      : `The rule is full: ${ofTotal(countText(participants), countText(most))} people were paid.`
  },
  user_limit_reached: ({ counters }) =>
    counters
      ? `The limit for one person is reached: ${ofTotal(countText(counters.userAwards), countText(counters.userLimitAward))} awards used.`
      : 'The limit for one person is reached.',
  user_coins_reached: ({ counters, isPast }) =>
    `The person would ${isPast ? 'have got' : 'get'} more ${coinName().many} of this rule than its limit allows${
      counters?.userCoins
        ? `: ${ofTotal(coinText(counters.userCoins), coinText(counters.userCoinLimit))} so far`
        : ''
    }.`,
  budget_exhausted: ({ counters, isPast }) =>
    `The payment would ${isPast ? 'have passed' : 'pass'} the budget of the rule${
      counters?.budgetUsed
        ? `: ${ofTotal(coinText(counters.budgetUsed), coinText(counters.coinBudget))} were used`
        : ''
    }.`,
  member_limit_reached: ({ counters, isPast }) =>
    `All rules together would ${isPast ? 'have paid' : 'pay'} the person more ${coinName().many} than the programme allows${
      counters?.memberCoins
        ? `: ${ofTotal(coinText(counters.memberCoins), coinText(counters.memberCoinLimit ?? ''))} so far`
        : ''
    }.`,
  amount_too_small: ({ isPast }) =>
    `The units ${isPast ? 'were' : 'are'} worth less than 0.01 ${coinName().many}.`,
  sub_rule_repeated: ({ ruleName, counters }) =>
    `${ruleName ? `“${ruleName}”` : 'This sub-rule'} was done already in this round${
      counters
        ? `; ${ofTotal(countText(counters.progress), countText(counters.completionNumber))} sub-rules are done`
        : ''
    }.`,
  already_counted: (facts) =>
    `${ruleOf(facts)} counts one award of a member in each period, and ${facts.isPast ? 'had' : 'has'} counted it.`,
  combined_by_sub_rule: () => 'A combined rule is awarded by its sub-rules; award one of them instead.',
  insufficient_coins: (facts) => {
    const { balance, coins, isPast } = facts
    if (!balance)
      return isPast
        ? `Too few ${coinName().many} of a wallet could be taken for its share.`
        : `Too few ${coinName().many} of a wallet can be taken for its share; choose what happens then.`
    const reserved = reservedText(balance, facts)
    if (reserved) return reserved
    const held = `${walletOf(facts)} ${isPast ? 'held' : 'holds'} ${coinsText(balance)}`
    return coins ? `${held}, fewer than ${coinText(coins)}.` : `${held}, fewer than needed.`
  },
  hold_not_active: () => 'The hold was captured or released before, or its time is over.',
  capture_exceeds: () => `The hold has fewer ${coinName().many}.`,
  too_many_holds: ({ isPast }) =>
    `The person would ${isPast ? 'have had' : 'have'} too many active holds, or holds of ${coinName().many} with too many dates.`,
  already_reversed: () => 'All of this award was reversed before.',
  reversal_exceeds: ({ left }) =>
    left
      ? `Only ${coinsText(left)} of the award are left to reverse.`
      : 'Less than that is left of the award.',
  completion_used: () => 'A payment has used this completion; reverse that payment instead.',
  not_refundable: () => `Only ${coinName().many} that a member spent can be refunded.`,
  already_refunded: () => 'All of this was refunded before.',
  refund_exceeds: ({ left }) =>
    left ? `Only ${coinsText(left)} are left to refund.` : 'Less than that is left to refund.',
  return_exceeds: ({ returned }) =>
    returned && returned !== '0'
      ? `Of the order, ${percentOf(returned)} came back before; ${returned === '1' ? 'nothing is left of it' : `at most ${percentOf(restOf(returned))} can come back now`}.`
      : 'More would come back than the whole order.',
  not_paid: () => 'The award was refused, so there is nothing to reverse.',
  balance_limit: ({ isPast }) =>
    `The amount, the wallet or the points would ${isPast ? 'have been' : 'be'} too large, or the ${coinName().many} in the wallet would ${isPast ? 'have had' : 'have'} too many dates.`,
  unknown_user: () => 'This person is not a member now.',
  unknown_rule: () => 'The rule no longer exists.',
  user_details_conflict: () => 'The e-mail address of this record belongs to another tag.',
  import_in_progress: () => 'Another import is running.',
  import_replaced: () => 'A later import took the place of this one.',
  import_finished: () => 'The import is finished and cannot be cancelled.',
  backtest_waiting: () => 'A backtest of someone else is waiting.',
  backtest_ended: () => 'The backtest has ended.',
  consent_required: () => 'This person unlinked from you and must consent again.',
  month_not_over: () => 'The month has not ended yet.',
  month_closed: () => 'The month was closed before.',
  coins_left: () => `The wallet still holds ${coinName().many}.`,
  too_many_webhooks: () => 'You have as many webhooks as you can.',
  webhook_disabled: () => 'The webhook is disabled.',
  not_redeliverable: () => 'This attempt was a test, without events.',
  too_many_secrets: () => 'You have as many client secrets as you can.',
  last_owner: () => 'The team would have no owner.',
  second_factor_active: () => 'The account has a second factor already.',
  second_factor_inactive: () => 'The account has no second factor.',
  second_factor_not_begun: () => 'There is no second factor to confirm.',
  own_second_factor: () => 'Your own second factor is removed with password and code.',
}

export const REFUSAL_REASONS = Object.keys(REFUSALS)

/** Why it was or would be refused, with what is known about it. */
export function refusalSentence(reason: string, facts: RefusalFacts = {}): string {
  const sentence = REFUSALS[reason as Reason]?.(facts) ?? `${refusalText(reason)}.`
  if (!facts.retryAt) return sentence
  const next = reason === 'already_counted' ? 'The next one counts' : 'It could pay'
  return `${sentence} ${next} from ${dateTimeText(facts.retryAt)}.`
}

/** A decided award, with its counters at that moment. */
export type Decided = {
  ruleName: string
  outcome: string
  reason: string | null
  coins: string
  /** The coins that can still be reversed. */
  left: string
  reversed: boolean
  counters: Counters
  retryAt?: string | null
}

/** "Paid 25 coins", "Counted 2 of 3" or "Refused". */
export function outcomeText({ outcome, coins, left, reversed, counters }: Decided): string {
  if (outcome === 'paid') {
    const part = left === coins ? '' : `, ${coinText(left)} left of it`
    return `Paid ${coinsText(coins)}${reversed ? ', reversed' : part}`
  }
  if (outcome === 'counted') {
    const count = `Counted ${countText(counters.progress)} of ${countText(counters.completionNumber)}`
    return reversed ? `${count}, reversed` : count
  }
  return 'Refused'
}

/** Why an award was paid, counted or refused, with the counters at that moment. */
export function reasonText({ outcome, reason, ruleName, counters, retryAt }: Decided): string {
  if (outcome === 'refused')
    return refusalSentence(reason ?? '', { ruleName, counters, retryAt, isPast: true })
  if (outcome === 'paid') return awardsUsed(counters)
  const left = counters.completionNumber - counters.progress
  return `${countText(left)} more ${left === 1 ? 'is' : 'are'} needed for a payment.`
}

function awardsUsed({ userAwards, userLimitAward }: Counters): string {
  if (userLimitAward !== -1) return `${countText(userAwards)} of ${countText(userLimitAward)} awards used.`
  return `${counted(userAwards, 'payment')} of this rule so far.`
}

/** What a line of the history is, without its rule: "Paid 20", "Refunded 5", "40 % of the order came back". */
export function lineText(line: Decision): string {
  const isRefused = line.outcome === 'refused'
  switch (line.kind) {
    case 'award':
      if (line.outcome === 'paid') return `Paid ${coinText(line.coins)}`
      if (isRefused) return 'Award refused'
      return `Counted ${countText(line.counters.progress)} of ${countText(line.counters.completionNumber)}`
    case 'transfer':
      return isRefused ? `Spending ${coinText(line.coins)} refused` : `Spent ${coinText(line.coins)}`
    case 'reversal':
      if (isRefused) return `Reversal${line.coins === '0' ? '' : ` of ${coinText(line.coins)}`} refused`
      return line.coins === '0' ? 'Completion reversed' : `Reversed ${coinText(line.coins)}`
    case 'refund':
      return isRefused ? `Refund of ${coinText(line.coins)} refused` : `Refunded ${coinText(line.coins)}`
    case 'adjustment': {
      const isAdded = line.debitOrCredit === 'CR'
      if (isRefused) return `${isAdded ? 'Adding' : 'Taking'} ${coinText(line.coins)} by hand refused`
      return `${isAdded ? 'Added' : 'Took'} ${coinText(line.coins)} by hand`
    }
    case 'opening':
      return `Imported with ${coinText(line.coins)}`
    case 'settlement':
      return `Settled ${coinText(line.coins)} that were owed`
    case 'expiry':
      return `${coinText(line.coins)} expired`
    case 'hold':
      return isRefused ? `Hold of ${coinText(line.coins)} refused` : `Held ${coinText(line.coins)}`
    case 'extension':
      return `Hold of ${coinText(line.coins)}${isRefused ? ': extension refused' : ' extended'}`
    case 'capture':
      return `Capture of ${coinText(line.coins)} refused`
    case 'release':
      return `Hold of ${coinText(line.coins)}${isRefused ? ': release refused' : ' released'}`
    case 'hold_expiry':
      return `Hold of ${coinText(line.coins)} ended by itself`
    case 'return':
      return isRefused
        ? `Return of ${percentOf(line.share)} of the order refused`
        : `${percentOf(line.share)} of the order came back`
    default:
      return MEMBERSHIP_TEXT[line.outcome]
  }
}

const MEMBERSHIP_TEXT = {
  joined: 'Joined',
  left: 'Left',
  claimed: 'Claimed with an account',
  erased: 'Erased',
}

/** What became of a hold: "Active until 18 Nov, 14:02", "4 of 6 captured". */
export function holdText({
  status,
  coins,
  captured,
  expiresAt,
}: Pick<Hold, 'status' | 'coins' | 'captured' | 'expiresAt'>): string {
  if (status === 'active') return `Active until ${dateTimeText(expiresAt)}`
  if (status === 'released') return 'Released'
  if (status === 'expired') return 'Ended by itself'
  return captured === coins ? 'Captured' : `${coinText(captured)} of ${coinText(coins)} captured`
}

/** What else is to say about a line: why it was refused, or what a reversal could not take. Empty when nothing. */
export function lineDetail(line: Decision): string {
  if (line.kind === 'award') return line.outcome === 'paid' ? '' : reasonText(line)
  if (line.kind === 'return') {
    if (line.reason) return refusalSentence(line.reason, { returned: line.shareTotal, isPast: true })
    return line.share === line.shareTotal ? '' : `${percentOf(line.shareTotal)} so far`
  }
  if (line.kind === 'membership') return ''
  if (line.reason) {
    const { coins, balance, available, retryAt } = line
    return refusalSentence(line.reason, {
      coins: coins === '0' ? null : coins,
      balance,
      available,
      retryAt,
      isPast: true,
    })
  }
  if (line.kind === 'hold' || line.kind === 'extension')
    return line.expiresAt ? `until ${dateTimeText(line.expiresAt)}` : ''
  return [
    ...(line.kind === 'transfer' && line.holdId ? ['captured from a hold'] : []),
    ...(line.fromExpired && line.fromExpired !== '0' ? [`${coinText(line.fromExpired)} had expired`] : []),
    ...(line.owed && line.owed !== '0' ? [`${coinText(line.owed)} owed`] : []),
    ...(line.writtenOff && line.writtenOff !== '0' ? [`${coinText(line.writtenOff)} written off`] : []),
  ].join(' · ')
}

/** When the coins of a credit can be spent, and until when; both null for at once and for ever. */
function momentsOf(line: Decision): [from: string | null, until: string | null] {
  if (line.kind === 'award')
    return line.outcome === 'paid' ? [line.availableAt, line.expiresAt] : [null, null]
  const isCredit = 'debitOrCredit' in line && line.debitOrCredit === 'CR' && line.outcome !== 'refused'
  return [null, isCredit ? line.expiresAt : null]
}

/** "from 15 Feb 2026 until the end of 16 May 2026"; null for at once and for ever. */
export const lifeText = (line: Decision): string | null => rangeText(...momentsOf(line)) || null

/** "to spend from 15 Feb 2026 until 16 May 2026", for lists; empty for at once and for ever. */
export function shortLife(line: Decision): string {
  const range = rangeText(...momentsOf(line), { lastDay: '' })
  return range && `to spend ${range}`
}

/** How a line changed a wallet; null when it did not. */
export function walletChange(line: Decision): { coins: string; isCredit: boolean } | null {
  if (line.kind === 'membership' || line.kind === 'return') return null
  if (line.outcome === 'refused' || line.outcome === 'counted') return null
  if (line.kind === 'award') return { coins: line.coins, isCredit: true }
  const coins = line.kind === 'reversal' ? (line.taken ?? line.coins) : line.coins
  return coins === '0' || line.debitOrCredit === null
    ? null
    : { coins, isCredit: line.debitOrCredit === 'CR' }
}

/** "128 lines: +1,250 in, −310 out, net +940". A sum of the latest lines alone says so. */
export function totalsText({
  lines,
  credited,
  debited,
  net,
  atLeast,
}: {
  lines: number
  credited: string
  debited: string
  net: string
  atLeast: boolean
}): string {
  const amounts = [
    ...(credited === '0' ? [] : [`${signedText(credited, true)} in`]),
    ...(debited === '0' ? [] : [`${signedText(debited, false)} out`]),
    ...(credited === '0' || debited === '0' ? [] : [`net ${netText(net)}`]),
  ]
  const text = [counted(lines, 'line'), ...amounts].join(' · ')
  return atLeast ? `At least ${text}` : text
}

/** Everything that a reversal changes. */
export type ReversalPlan = {
  /** The coins to reverse. */
  coins: string
  /** The coins that can be reversed. */
  left: string
  /** What happens when the wallet holds fewer coins. */
  shortfall: Shortfall
  /** The award was paid at this time. */
  paidAt: string
  name: string
  /** What the wallet holds, and what of it is held for a checkout. */
  balance: string
  held: string
  /** How the coins would be reversed, once the service has said so. */
  forecast?: { taken: string; owed: string; writtenOff: string } | undefined
  ruleName: string
  ruleType: string
  /** -1 means no limit. */
  userLimitAward: string
  /** Whether the user has another paid award of the rule that is not reversed; null when unknown. */
  hasOtherAward: boolean | null
}

/** What a reversal changes beside the wallet, one sentence each. */
export function reversalText(plan: ReversalPlan): string[] {
  const points = `The points and the boards of ${monthText(plan.paidAt)} change.`
  const expired = expiredOf(plan)
  const gone = expired > 0n ? [`${coinsText(coinsOf(expired))} had expired, so they leave no wallet.`] : []
  if (isPart(plan))
    return [
      ...gone,
      'The award stays paid until the rest is reversed too: participants and limits do not change.',
      points,
    ]
  if (isWrittenOff(plan))
    return [
      ...gone,
      `${plan.name} keeps ${coinName().many} of the award, so it still counts: participants and limits do not change.`,
      points,
    ]
  return [
    ...gone,
    PARTICIPATION[String(plan.hasOtherAward)]?.(plan.name, plan.ruleName) ?? '',
    ...(plan.userLimitAward === '-1'
      ? []
      : [
          `The payment no longer counts towards the limit of ${countText(Number(plan.userLimitAward))} for ${plan.name}.`,
        ]),
    points,
    ...(plan.ruleType === 'single' ? [] : ['Progress is not restored: the rule must be completed again.']),
  ]
}

const amountOf = (coins: string) => hundredthsOf(coins) ?? 0n

const isPart = ({ coins, left }: ReversalPlan) => amountOf(coins) < amountOf(left)

/** What the wallet lacks, in hundredths; as far as is known before the forecast. */
const lackOf = ({ coins, balance, held, forecast }: ReversalPlan): bigint => {
  if (forecast) return amountOf(forecast.owed) + amountOf(forecast.writtenOff)
  const lack = amountOf(coins) - (amountOf(balance) - amountOf(held))
  return lack > 0n ? lack : 0n
}

/** What of the coins to reverse had expired. */
const expiredOf = (plan: ReversalPlan): bigint =>
  plan.forecast ? amountOf(plan.coins) - amountOf(plan.forecast.taken) - lackOf(plan) : 0n

const isWrittenOff = (plan: ReversalPlan) =>
  plan.shortfall === 'available' && (plan.forecast ? amountOf(plan.forecast.writtenOff) : lackOf(plan)) > 0n

/** Whether the user remains a participant, by whether another paid award exists. */
const PARTICIPATION: Record<string, (name: string, ruleName: string) => string> = {
  true: (name, ruleName) => `${name} has another paid award of “${ruleName}” and stays a participant.`,
  false: (_name, ruleName) => `“${ruleName}” has one participant fewer.`,
  null: (name, ruleName) =>
    `“${ruleName}” has one participant fewer, unless ${name} has another paid award of it.`,
}

/** Says that the wallet holds too few coins, and what becomes of the rest; null when it holds enough. */
export function shortfallText(plan: ReversalPlan): string | null {
  const lack = lackOf(plan)
  if (lack === 0n) return null
  const { name, balance, held, coins, shortfall, forecast } = plan
  const why =
    held === '0'
      ? `${possessive(name)} wallet holds only ${coinsText(balance)}, fewer than the ${coinText(coins)} to reverse.`
      : `Of the ${coinsText(balance)} in ${possessive(name)} wallet, ${coinText(held)} are held, so fewer than the ${coinText(coins)} to reverse can be taken.`
  const rest = coinsText(coinsOf(lack))
  if (shortfall === 'owe') return `${why} ${name} owes the other ${rest}.`
  if (shortfall === 'refuse') return `${why} Choose what happens.`
  // What is held pays for itself when the hold ends.
  if (!forecast || forecast.owed === '0') return `${why} The other ${rest} are written off.`
  const owed = `${why} ${name} owes ${coinsText(forecast.owed)}, which are settled when the hold ends.`
  return forecast.writtenOff === '0'
    ? owed
    : `${owed} The other ${coinsText(forecast.writtenOff)} are written off.`
}
