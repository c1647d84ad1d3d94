import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { formatCoins, formatDecimal } from '../ledger/coin.ts'
import type { CoinValue } from '../partners/partner.ts'
import { COIN_VALUE_EXAMPLE, CoinValueData, coinValueData } from '../partners/partner-data.ts'
import { Value, worthIn } from './coin-worth.ts'
import { COUNTED_EXAMPLE, countedData, countedFields } from './counted-data.ts'
import type { Liability } from './read-liability.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Amount = (description: string) => Type.String({ description })
const Day = () => Type.String({ format: 'date' })

/** A share has so many decimals. */
const RATE_DECIMALS = 4

export const LiabilityData = Type.Object(
  {
    date: Type.String({ format: 'date', description: "Today, in the programme's time zone." }),
    coins: Amount('Coins in all wallets.'),
    members: Count('Members whose wallet holds coins, former ones included.'),
    value: Value('What the coins are worth.'),
    ages: Type.Array(
      Type.Object(
        {
          fromDays: Count('At least so many days since the last movement of the member.'),
          toDays: Nullable(Count('At most so many; null for any number.')),
          coins: Amount('Coins of these members.'),
          members: Count('Members whose wallet holds coins.'),
          value: Value('What the coins are worth.'),
        },
        { schemaName: 'LiabilityAge' },
      ),
      {
        description:
          'Members with coins by the days since coins last entered or left their wallet. All ages add up to the whole.',
      },
    ),
    owed: Type.Object(
      { coins: Amount('How many coins.'), value: Value('What the coins are worth.') },
      {
        schemaName: 'LiabilityOwed',
        description:
          'What members owe for reversed awards, and later payments settle. It is not in their wallets.',
      },
    ),
    redemption: Type.Object(
      {
        from: Day(),
        to: Day(),
        issued: Amount('Coins paid by awards, less those that reversals took back.'),
        spent: Amount('Coins that users transferred to the partner, less those that were refunded.'),
        rate: Nullable(
          Type.String({
            description: `Spent by issued, with ${RATE_DECIMALS} decimals, rounded down; null unless something was issued.`,
          }),
        ),
      },
      { schemaName: 'Redemption', description: 'The last twelve months.' },
    ),
    coinValue: Nullable(CoinValueData),
    ...countedFields,
  },
  {
    schemaName: 'Liability',
    examples: [
      {
        date: '2026-03-31',
        coins: '2106.5',
        members: 28,
        value: '21.065',
        ages: [
          { fromDays: 0, toDays: 30, coins: '2000', members: 20, value: '20' },
          { fromDays: 31, toDays: 90, coins: '100', members: 6, value: '1' },
          { fromDays: 91, toDays: 180, coins: '6.5', members: 2, value: '0.065' },
          { fromDays: 181, toDays: null, coins: '0', members: 0, value: '0' },
        ],
        owed: { coins: '1', value: '0.01' },
        redemption: { from: '2025-04-01', to: '2026-03-31', issued: '2400', spent: '320', rate: '0.1333' },
        coinValue: COIN_VALUE_EXAMPLE,
        ...COUNTED_EXAMPLE,
      },
    ],
  },
)

export function liabilityData(
  { edition, today, ages, owed, redemption }: Liability,
  coinValue: CoinValue | undefined,
) {
  const { range, issued, spent } = redemption
  const coins = ages.reduce((sum, age) => sum + age.coins, 0n)
  return {
    date: today,
    coins: formatCoins(coins),
    members: Number(ages.reduce((sum, { members }) => sum + members, 0n)),
    value: worthIn(coins, coinValue),
    ages: ages.map(({ fromDays, toDays, members, coins }) => ({
      fromDays,
      toDays,
      coins: formatCoins(coins),
      members: Number(members),
      value: worthIn(coins, coinValue),
    })),
    owed: { coins: formatCoins(owed), value: worthIn(owed, coinValue) },
    redemption: {
      ...range,
      issued: formatCoins(issued),
      spent: formatCoins(spent),
      rate:
        issued <= 0n ? null : formatDecimal((spent * 10n ** BigInt(RATE_DECIMALS)) / issued, RATE_DECIMALS),
    },
    coinValue: coinValue ? coinValueData(coinValue) : null,
    ...countedData(edition),
  }
}
