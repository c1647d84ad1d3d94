import { coinText } from '../shared/coins.ts'
import type { Decision } from './queries.ts'
import { refusalWords } from './refusal-words.ts'

/** What an award did, in a few words, and why if it was refused. */
export function outcomeWords({ outcome, coins, reversed, reason, counters }: Decision): {
  words: string
  why?: string
} {
  const amount = `${coinText(coins)} ${coins === '1' ? 'coin' : 'coins'}`
  if (reversed) return { words: `Paid ${amount}, taken back since` }
  if (outcome === 'paid') return { words: `Paid ${amount}` }
  if (outcome === 'counted') return { words: `Counted, ${counters.progress} of ${counters.completionNumber}` }
  return { words: 'Refused', why: refusalWords(reason ?? '').words }
}
