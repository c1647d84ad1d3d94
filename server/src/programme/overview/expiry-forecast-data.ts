import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { CoinValue } from '../partners/partner.ts'
import { COIN_VALUE_EXAMPLE, CoinValueData, coinValueData } from '../partners/partner-data.ts'
import { Value, worthIn } from './coin-worth.ts'
import type { ExpiryForecast } from './read-expiry-forecast.ts'

const expiringFields = {
  coins: Type.String({ description: 'Coins that expire.' }),
  members: Type.Integer({ minimum: 0, description: 'Members who have any of them.' }),
  value: Value('What the coins are worth.'),
}

export const ExpiryForecastData = Type.Object(
  {
    date: Type.String({ format: 'date', description: "Today, in the programme's time zone." }),
    timeZone: Type.String({ description: 'The time zone in which the months begin.' }),
    months: Type.Array(
      Type.Object(
        {
          month: Type.String({ description: 'Year and month.' }),
          from: Type.String({ format: 'date' }),
          to: Type.String({ format: 'date' }),
          ...expiringFields,
        },
        { schemaName: 'ExpiringMonth' },
      ),
      {
        description:
          'This month and the eleven after it, also those in which nothing expires. Coins that expire at the end of the last day of a month are in that month.',
      },
    ),
    later: Type.Object(expiringFields, {
      schemaName: 'ExpiringLater',
      description: 'What expires after these months.',
    }),
    coins: Type.String({ description: 'All coins that expire.' }),
    value: Value('What these are worth.'),
    coinValue: Nullable(CoinValueData),
  },
  {
    schemaName: 'ExpiryForecast',
    examples: [
      {
        date: '2026-03-31',
        timeZone: 'UTC',
        months: [
          { month: '2026-03', from: '2026-03-01', to: '2026-03-31', coins: '0', members: 0, value: '0' },
          { month: '2026-04', from: '2026-04-01', to: '2026-04-30', coins: '210', members: 12, value: '2.1' },
        ],
        later: { coins: '40', members: 3, value: '0.4' },
        coins: '250',
        value: '2.5',
        coinValue: COIN_VALUE_EXAMPLE,
      },
    ],
  },
)

export function expiryForecastData(
  { edition, today, months, later }: ExpiryForecast,
  coinValue: CoinValue | undefined,
) {
  const coins = months.reduce((sum, month) => sum + month.coins, later.coins)
  const expiringData = (expiring: typeof later) => ({
    coins: formatCoins(expiring.coins),
    members: Number(expiring.members),
    value: worthIn(expiring.coins, coinValue),
  })
  return {
    date: today,
    timeZone: edition.timeZone,
    months: months.map(({ range, ...expiring }) => ({
      month: range.from.slice(0, 7),
      ...range,
      ...expiringData(expiring),
    })),
    later: expiringData(later),
    coins: formatCoins(coins),
    value: worthIn(coins, coinValue),
    coinValue: coinValue ? coinValueData(coinValue) : null,
  }
}
