import { coinsText, coinText, counted, countText } from '../format/coins.ts'

/** A decided award, with its counters at that moment. */
export type Decided = {
  ruleName: string
  outcome: string
  reason: string | null
  explanation: string | null
  coins: string
  /** The coins that can still be reversed. */
  left: string
  reversed: boolean
  counters: {
    progress: number
    completionNumber: number
    userAwards: number
    /** -1 means no limit. */
    userLimitAward: number
    participants: number
    maxNumberOfParticipant: number
  }
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

/** The reason, with the counters at that moment. */
export function reasonText(decision: Decided): string {
  const { outcome, counters } = decision
  if (outcome === 'paid') return awardsUsed(counters)
  if (outcome === 'counted') {
    const left = counters.completionNumber - counters.progress
    return `${countText(left)} more ${left === 1 ? 'is' : 'are'} needed for a payment.`
  }
  return refusalText(decision)
}

function awardsUsed({ userAwards, userLimitAward }: Decided['counters']): string {
  if (userLimitAward !== -1) return `${countText(userAwards)} of ${countText(userLimitAward)} awards used.`
  return `${counted(userAwards, 'payment')} of this rule so far.`
}

function refusalText({ reason, explanation, ruleName, counters }: Decided): string {
  const { participants, maxNumberOfParticipant, userAwards, userLimitAward } = counters
  switch (reason) {
    case 'rule_inactive':
      return `“${ruleName}” was inactive.`
    case 'rule_full':
      return participants > maxNumberOfParticipant
        ? `The rule is full: ${countText(participants)} people were paid, and the limit is ${countText(maxNumberOfParticipant)}.`
        : `The rule is full: ${countText(participants)} of ${countText(maxNumberOfParticipant)} people were paid.`
    case 'user_limit_reached':
      return `The limit for one person is reached: ${countText(userAwards)} of ${countText(userLimitAward)} awards used.`
    case 'rule_not_started':
      return 'The rule had not started.'
    case 'rule_ended':
      return 'The rule had ended.'
    case 'user_coins_reached':
      return 'The person would have got more coins of this rule than its limit allows.'
    case 'budget_exhausted':
      return 'The payment would have passed the budget of the rule.'
    case 'sub_rule_repeated':
      return `“${ruleName}” was done already in this round; ${countText(counters.progress)} of ${countText(counters.completionNumber)} sub-rules are done.`
    default:
      return explanation ?? ''
  }
}
