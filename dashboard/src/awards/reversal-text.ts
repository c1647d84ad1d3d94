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
    PLACE[String(plan.hasOtherAward)]?.(name, ruleName) ?? '',
    ...(plan.userLimitAward === '-1'
      ? []
      : [
          `One of the ${countText(Number(plan.userLimitAward))} payments that the rule allows ${name} is given back.`,
        ]),
    `The points and the boards of ${monthText(plan.paidAt)} change.`,
    ...(plan.ruleType === 'single'
      ? []
      : ['Progress is not restored: what led to this payment must be done again.']),
  ]
}

function balanceText({ balance, coins }: ReversalPlan): string {
  const after = balanceAfter(balance, coins)
  return after?.isEnough
    ? `balance ${coinText(balance)} → ${coinText(after.left)}`
    : `balance ${coinText(balance)}`
}

/** Whether the user remains a participant, by whether another paid award exists. */
const PLACE: Record<string, (name: string, ruleName: string) => string> = {
  true: (name, ruleName) => `${name} has another paid award of “${ruleName}” and keeps the place in it.`,
  false: (_name, ruleName) => `The place in “${ruleName}” becomes free.`,
  null: (name, ruleName) =>
    `The place in “${ruleName}” becomes free, unless ${name} has another paid award of it.`,
}

/** Explains why the service will refuse the reversal; null when the wallet holds enough. */
export function shortfallText({ coins, balance, name }: ReversalPlan): string | null {
  return balanceAfter(balance, coins)?.isEnough === false
    ? `${possessive(name)} wallet holds only ${coinsText(balance)}, fewer than the award gave, so it cannot be taken back now.`
    : null
}
