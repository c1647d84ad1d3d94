import { type FieldProblem, wrong } from '../http/failure.ts'
import { COIN_AMOUNT_NEEDED, parseCoins } from './coin.ts'

/** Refuses a coin amount in `coins` that is not one. */
export function checkCoins({ coins }: { coins?: unknown }): FieldProblem[] {
  if (typeof coins !== 'string' && typeof coins !== 'number') return []
  if (coins === '') return [wrong('coins', 'is required')]
  return parseCoins(coins) === undefined ? [wrong('coins', `must ${COIN_AMOUNT_NEEDED}`)] : []
}
