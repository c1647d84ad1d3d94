import { balanceAfter, coinsText, coinText, countText } from '../format/coins.ts'
import { monthText } from '../format/dates.ts'
import { possessive } from '../members/member-name.ts'

/** Everything that a reversal changes. */
export type ReversalPlan = {
  coins: string
  /** When the award was paid. */
  paidAt: string
  name: string
  balance: string
  ruleName: string
  ruleType: string
  /** -1 for no limit. */
  userLimitAward: string
  /** Whether the user has another paid award of the rule that is not reversed; null when unknown. */
  hasOtherAward: boolean | null
}

/** Describes the effects of a reversal, one sentence each. */
export function reversalText(plan: ReversalPlan): string[] {
  const { coins, name, ruleName } = plan
  return [
    `${coinsText(coins)} leave ${possessive(name)} wallet (${balanceText(plan)}).`,
    PARTICIPATION[String(plan.hasOtherAward)]?.(name, ruleName) ?? '',
    ...(plan.userLimitAward === '-1'
      ? []
      : [
          `The payment no longer counts towards the limit of ${countText(Number(plan.userLimitAward))} for ${name}.`,
        ]),
    `The points and the leaderboards of ${monthText(plan.paidAt)} change.`,
    ...(plan.ruleType === 'single'
      ? []
      : ['Progress is not restored: the user must complete the rule again.']),
  ]
}

function balanceText({ balance, coins }: ReversalPlan): string {
  const after = balanceAfter(balance, coins)
  return after?.isEnough
    ? `balance ${coinText(balance)} → ${coinText(after.left)}`
    : `balance ${coinText(balance)}`
}

/** Whether the user remains a participant, by whether another paid award exists. */
const PARTICIPATION: Record<string, (name: string, ruleName: string) => string> = {
  true: (name, ruleName) => `${name} has another paid award of “${ruleName}” and stays a participant.`,
  false: (_name, ruleName) => `“${ruleName}” has one participant fewer.`,
  null: (name, ruleName) =>
    `“${ruleName}” has one participant fewer, unless ${name} has another paid award of it.`,
}

/** Explains why the service will refuse the reversal; null when the wallet holds enough. */
export function shortfallText({ coins, balance, name }: ReversalPlan): string | null {
  return balanceAfter(balance, coins)?.isEnough === false
    ? `${possessive(name)} wallet holds only ${coinsText(balance)}, fewer than the award paid, so it cannot be reversed now.`
    : null
}
