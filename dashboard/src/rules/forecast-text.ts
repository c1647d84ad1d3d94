import type { Counters } from '@laurel/sdk'
import { coinsText, countText } from '../format/coins.ts'
import { refusalSentence } from '../format/sentences.ts'

type Forecast = { awarded: boolean; decision?: { coins: string; counters: Counters | null } }

/** "It would pay 10 coins." or "It would be counted: 2 of 3." */
export function awardForecastText({ awarded, decision }: Forecast): string {
  if (awarded && decision) return `It would pay ${coinsText(decision.coins)}.`
  const counters = decision?.counters
  if (!counters) return 'It would be counted and pay nothing yet.'
  return `It would be counted: ${countText(counters.progress)} of ${countText(counters.completionNumber)}.`
}

type Refused = {
  reason: string
  decision?: { counters: Counters | null; retryAt?: string | null }
}

/** Why an award would be refused now, and when a later one could pay. */
export const awardRefusalText = ({ reason, decision }: Refused): string =>
  refusalSentence(reason, { counters: decision?.counters, retryAt: decision?.retryAt })
