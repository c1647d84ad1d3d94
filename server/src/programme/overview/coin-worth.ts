import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { formatDecimal } from '../ledger/coin.ts'
import { type CoinValue, worthOf } from '../partners/partner.ts'

/** Hundredths of a coin times millionths of a currency. */
const DECIMALS = 8

/** An amount of money, exact, by what a coin is worth on the last day. */
export const Value = (description: string) =>
  Nullable(
    Type.String({
      description: `${description} In money, exact, by \`coinValue\`, the value of a coin on the last day; null without one.`,
    }),
  )

/** What coins are worth as text; null without a value. */
export const worthIn = (coins: bigint, coinValue: CoinValue | undefined): string | null =>
  coinValue ? formatDecimal(worthOf(coins, coinValue), DECIMALS) : null
