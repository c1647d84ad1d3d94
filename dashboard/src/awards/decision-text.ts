import { coinsText, counted, countText } from '../format/coins.ts'

/** A decision on an award, with the counters that it was decided by. */
export type Decided = {
  ruleName: string
  outcome: string
  reason: string | null
  explanation: string | null
  coins: string
  reversed: boolean
  counters: {
    progress: number
    completionNumber: number
    userAwards: number
    /** -1 for no limit. */
    userLimitAward: number
    participants: number
    maxNumberOfParticipant: number
  }
}

/** What came of an award, in a few words: "Paid 25 coins". */
export function outcomeInWords({ outcome, coins, reversed, counters }: Decided): string {
  if (outcome === 'paid') return `Paid ${coinsText(coins)}${reversed ? ', taken back' : ''}`
  if (outcome === 'counted')
    return `Counted ${countText(counters.progress)} of ${countText(counters.completionNumber)}`
  return 'Refused'
}

/** Why, and how far the user and the rule were then. */
export function whyInWords(decision: Decided): string {
  const { outcome, counters } = decision
  if (outcome === 'paid') return awardsUsed(counters)
  if (outcome === 'counted') {
    const left = counters.completionNumber - counters.progress
    return `${countText(left)} more ${left === 1 ? 'is' : 'are'} needed for a payment.`
  }
  return refusalInWords(decision)
}

function awardsUsed({ userAwards, userLimitAward }: Decided['counters']): string {
  if (userLimitAward !== -1) return `${countText(userAwards)} of ${countText(userLimitAward)} awards used.`
  return `${counted(userAwards, 'payment')} of this rule by then.`
}

function refusalInWords({ reason, explanation, ruleName, counters }: Decided): string {
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
    case 'sub_rule_repeated':
      return `“${ruleName}” was done already in this round; ${countText(counters.progress)} of ${countText(counters.completionNumber)} sub-rules are done.`
    default:
      return explanation ?? ''
  }
}
