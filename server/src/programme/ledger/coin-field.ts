import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { COIN_AMOUNT_NEEDED, COIN_CHANGE_NEEDED, type Coins, parseCoinChange, parseCoins } from './coin.ts'

type Input = { coins?: unknown }

/** Refuses a coin amount in `coins` that is not one. */
export const checkCoins = (input: Input): FieldProblem[] => check(input, parseCoins, COIN_AMOUNT_NEEDED)

/** The same for an amount that may be negative. */
export const checkCoinChange = (input: Input): FieldProblem[] =>
  check(input, parseCoinChange, COIN_CHANGE_NEEDED)

function check(
  { coins }: Input,
  parse: (value: string | number) => Coins | undefined,
  needed: string,
): FieldProblem[] {
  if (typeof coins !== 'string' && typeof coins !== 'number') return []
  if (coins === '') return [wrong('coins', 'is required')]
  return parse(coins) === undefined ? [wrong('coins', `must ${needed}`)] : []
}
