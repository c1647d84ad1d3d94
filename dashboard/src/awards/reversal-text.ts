import { coinsOf, coinsText, coinText, countText, hundredthsOf } from '../format/coins.ts'
import { monthText } from '../format/time.ts'
import { possessive } from '../members/member-name.ts'

/** Everything that a reversal changes. */
export type ReversalPlan = {
  /** The coins to reverse. */
  coins: string
  /** The coins that can be reversed. */
  left: string
  /** What happens when the wallet holds fewer coins. */
  shortfall: 'refuse' | 'available' | 'owe'
  /** The award was paid at this time. */
  paidAt: string
  name: string
  balance: string
  ruleName: string
  ruleType: string
  /** -1 means no limit. */
  userLimitAward: string
  /** Whether the user has another paid award of the rule that is not reversed; null when unknown. */
  hasOtherAward: boolean | null
}

/** Describes the effects of a reversal, one sentence each. */
export function reversalText(plan: ReversalPlan): string[] {
  const points = `The points and the leaderboards of ${monthText(plan.paidAt)} change.`
  if (isPart(plan))
    return [
      coinsMoved(plan),
      `The award stays paid until the rest is reversed too: participants and limits do not change.`,
      points,
    ]
  if (isWrittenOff(plan))
    return [
      coinsMoved(plan),
      `${plan.name} keeps coins of the award, so it still counts: participants and limits do not change.`,
      points,
    ]
  return [
    coinsMoved(plan),
    PARTICIPATION[String(plan.hasOtherAward)]?.(plan.name, plan.ruleName) ?? '',
    ...(plan.userLimitAward === '-1'
      ? []
      : [
          `The payment no longer counts towards the limit of ${countText(Number(plan.userLimitAward))} for ${plan.name}.`,
        ]),
    points,
    ...(plan.ruleType === 'single'
      ? []
      : ['Progress is not restored: the user must complete the rule again.']),
  ]
}

const amountOf = (coins: string) => hundredthsOf(coins) ?? 0n

const isPart = ({ coins, left }: ReversalPlan) => amountOf(coins) < amountOf(left)

/** What the wallet lacks, in hundredths. */
const lackOf = ({ coins, balance }: ReversalPlan): bigint => {
  const lack = amountOf(coins) - amountOf(balance)
  return lack > 0n ? lack : 0n
}

const isWrittenOff = (plan: ReversalPlan) => plan.shortfall === 'available' && lackOf(plan) > 0n

function coinsMoved(plan: ReversalPlan): string {
  const { coins, name, balance, shortfall } = plan
  const lack = lackOf(plan)
  const wallet = `${possessive(name)} wallet`
  if (lack === 0n) {
    const after = coinsOf(amountOf(balance) - amountOf(coins))
    return `${coinsText(coins)} leave ${wallet} (balance ${coinText(balance)} → ${coinText(after)}).`
  }
  if (shortfall === 'refuse') return `${coinsText(coins)} leave ${wallet} (balance ${coinText(balance)}).`
  const rest = coinsText(coinsOf(lack))
  const fate = shortfall === 'owe' ? `${name} owes the other ${rest}` : `the other ${rest} are written off`
  return `${coinsText(balance)} leave ${wallet}, and ${fate}.`
}

/** Whether the user remains a participant, by whether another paid award exists. */
const PARTICIPATION: Record<string, (name: string, ruleName: string) => string> = {
  true: (name, ruleName) => `${name} has another paid award of “${ruleName}” and stays a participant.`,
  false: (_name, ruleName) => `“${ruleName}” has one participant fewer.`,
  null: (name, ruleName) =>
    `“${ruleName}” has one participant fewer, unless ${name} has another paid award of it.`,
}

/** Says that the wallet holds too few coins; null when it holds enough. */
export function shortfallText(plan: ReversalPlan): string | null {
  return lackOf(plan) === 0n
    ? null
    : `${possessive(plan.name)} wallet holds only ${coinsText(plan.balance)}, fewer than the ${coinText(plan.coins)} to reverse. Choose what happens.`
}
