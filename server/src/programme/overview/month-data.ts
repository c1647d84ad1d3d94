import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import { type CoinValue, coinValueOn } from '../partners/partner.ts'
import { COIN_VALUE_EXAMPLE, CoinValueData, coinValueData } from '../partners/partner-data.ts'
import { Value, worthIn } from './coin-worth.ts'
import { kindsOf } from './kinds.ts'
import type { ClosedMonth } from './month-queries.ts'
import type { Month } from './read-months.ts'
import { MovementsData, movementsData } from './statement-data.ts'

const Amount = (description: string) => Type.String({ description })

export const ClosedMonthData = Type.Object(
  {
    month: Type.String(),
    seq: Type.Integer({
      minimum: 0,
      description: 'The number of the latest event at that time: `asOf` of the statement that was closed.',
    }),
    timeZone: Type.String({ description: 'The time zone in which the month began and ended.' }),
    closedAt: Timestamp(),
    actor: ActorData,
  },
  {
    schemaName: 'ClosedMonth',
    description: 'A note that the month was closed. Later movements still count on the days they happen.',
    examples: [
      {
        month: '2026-02',
        seq: 214,
        timeZone: 'UTC',
        closedAt: '2026-03-03T09:30:00.000Z',
        actor: ACTOR_EXAMPLE,
      },
    ],
  },
)

export const MonthData = Type.Object(
  {
    month: Type.String({ description: 'Year and month.' }),
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    opening: Amount('Coins in all wallets before the month.'),
    openingValue: Value('What these are worth.'),
    kinds: Type.Array(MovementsData, {
      description: 'Every kind of movement. Opening and all changes add up to closing.',
    }),
    closing: Amount('Coins in all wallets after it; of this month, now.'),
    closingValue: Value('What these are worth.'),
    coinValue: Nullable(CoinValueData),
    closed: Nullable(ClosedMonthData),
  },
  {
    schemaName: 'Month',
    examples: [
      {
        month: '2026-02',
        from: '2026-02-01',
        to: '2026-02-28',
        opening: '1900',
        openingValue: '19',
        kinds: [{ kind: 'issued', coins: '86.5', change: '86.5', movements: 9, value: '0.865' }],
        closing: '1986.5',
        closingValue: '19.865',
        coinValue: COIN_VALUE_EXAMPLE,
        closed: null,
      },
    ],
  },
)

export const closedMonthData = ({ month, seq, timeZone, closedAt, actor }: ClosedMonth) => ({
  month: month.slice(0, 7),
  seq: Number(seq),
  timeZone,
  closedAt: closedAt.toISOString(),
  actor,
})

/** A month that is not over has the value of today. */
export function monthData(
  { range, opening, closing, byKind, closed }: Month,
  coinValues: CoinValue[],
  today: string,
) {
  const coinValue = coinValueOn(coinValues, range.to < today ? range.to : today)
  return {
    month: range.from.slice(0, 7),
    ...range,
    opening: formatCoins(opening),
    openingValue: worthIn(opening, coinValue),
    kinds: kindsOf(byKind).map((kind) => movementsData(byKind, kind, coinValue)),
    closing: formatCoins(closing),
    closingValue: worthIn(closing, coinValue),
    coinValue: coinValue ? coinValueData(coinValue) : null,
    closed: closed ? closedMonthData(closed) : null,
  }
}
