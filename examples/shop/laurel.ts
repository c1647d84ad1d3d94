import { type ActivityResult, Laurel, LaurelError, type RefusalReason } from '@laurel/sdk'
import type { ShopActivities } from './programme.ts'
import { CLIENT_ID, CLIENT_SECRET, LAUREL_URL } from './settings.ts'

/** Fetches its tokens itself, and repeats a call that got no response. A visitor waits, so not for long. */
export const laurel = new Laurel<ShopActivities>({
  baseUrl: LAUREL_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  timeoutMs: 5_000,
  retries: 2,
})

export const isUnavailable = (error: unknown): boolean =>
  error instanceof LaurelError && (error.status === 0 || error.status >= 500)

/** Whether a call for a customer failed because they ended the connection with the shop. */
export const hasLeft = (error: unknown): boolean =>
  error instanceof LaurelError && [401, 403, 404].includes(error.status)

const PLAIN_WORDS: Partial<Record<RefusalReason, string>> = {
  insufficient_coins: 'You cannot spend that many coins.',
  too_many_holds: 'Too many of your orders are open. Try again in a quarter of an hour.',
  user_limit_reached: 'You have had this one already. Come back tomorrow.',
  user_coins_reached: 'You have earned as much as you can with this for now.',
  rule_inactive: 'This reward is paused.',
  rule_not_started: 'This reward has not started yet.',
  rule_ended: 'This reward is over.',
  rule_full: 'This reward has no places left.',
  already_counted: 'This one counts already. Come back for the next.',
  member_limit_reached: 'You have earned as much as you can for now.',
  budget_exhausted: 'Today’s rewards are all given out.',
  return_exceeds: 'This order was refunded already.',
  unknown_user: 'You are not a member any more. Sign in again to join.',
  unknown_rule: 'This reward does not exist any more.',
}

/** Says why in words for a customer; the message of the refusal is for engineers. */
export const inPlainWords = ({
  reason,
  message = 'This reward is not open to you now.',
}: {
  reason: RefusalReason
  message?: string
}): string => PLAIN_WORDS[reason] ?? message

/** What rules made of an activity, a sentence each. */
export const outcomesInPlainWords = ({ awards, refused }: ActivityResult): string[] => [
  ...awards.map(({ ruleName, awarded, decision }) => {
    if (awarded) return `Earned ${decision?.coins} coins for “${ruleName}”.`
    const { progress, completionNumber } = decision?.counters ?? {}
    return `${progress} of ${completionNumber} towards “${ruleName}”.`
  }),
  ...refused.map((rule) => `No coins for “${rule.ruleName}”: ${inPlainWords(rule)}`),
]
