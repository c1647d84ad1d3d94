import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { AwardReasonField } from '../awards/award-data.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { CoinValue } from '../partners/partner.ts'
import { COIN_VALUE_EXAMPLE, CoinValueData, coinValueData } from '../partners/partner-data.ts'
import { Value, worthIn } from './coin-worth.ts'
import { COUNTED_EXAMPLE, countedData, countedFields } from './counted-data.ts'
import { kindsOf, movementsOf } from './kinds.ts'
import type { Overview, Totals } from './read-overview.ts'
import { movementFields, movementsData } from './statement-data.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Coins = (description: string) => Type.String({ description })

const totals = {
  issued: Coins('Coins paid by awards.'),
  opened: Coins('Coins that members were imported with.'),
  added: Coins('Coins added by adjustments.'),
  refunded: Coins('Coins of transfers that were refunded.'),
  reversed: Coins('Coins that wallets gave back for reversed awards.'),
  returned: Coins('Coins that users transferred to the partner.'),
  deducted: Coins('Coins taken by adjustments.'),
  settled: Coins('Coins that settled what users owed.'),
  expired: Coins('Coins that expired.'),
  fromExpired: Coins('Coins of reversed awards that had expired. They change no wallet.'),
  owed: Coins('Coins of reversed awards that wallets could not give and users owe. They change no wallet.'),
  writtenOff: Coins('Coins of reversed awards that were written off. They change no wallet.'),
  opening: Coins('Coins in all wallets before.'),
  closing: Coins('Coins in all wallets after: opening, and everything that moved.'),
  paid: Count('Paid awards.'),
  counted: Count('Awards counted towards a payment.'),
  refused: Count('Refused awards.'),
  newParticipants: Count('Users paid for the first time.'),
  joined: Count('Users who joined, including those who returned.'),
  left: Count('Users who left.'),
}

const TOTALS_EXAMPLE = {
  issued: '120',
  opened: '0',
  added: '5',
  refunded: '0',
  reversed: '10',
  returned: '4',
  deducted: '0',
  settled: '1',
  expired: '0',
  fromExpired: '0',
  owed: '1',
  writtenOff: '0',
  opening: '1996.5',
  closing: '2106.5',
  paid: 12,
  counted: 3,
  refused: 1,
  newParticipants: 5,
  joined: 6,
  left: 1,
}

export const OverviewData = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          ...totals,
          participants: Count('Distinct users paid on this day.'),
        },
        { schemaName: 'OverviewDay' },
      ),
      { description: "Every day of the period in the programme's time zone, oldest first." },
    ),
    totals: Type.Object(
      { ...totals, participants: Count('Distinct users paid in the period.') },
      { schemaName: 'OverviewTotals', description: 'Totals of the period.' },
    ),
    previous: Type.Object(
      {
        from: Type.String({ format: 'date' }),
        to: Type.String({ format: 'date' }),
        ...totals,
        participants: Count('Distinct users paid in that period.'),
        issuedByDay: Type.Array(Type.String(), {
          description: 'Coins paid by awards on each of its days, oldest first.',
        }),
      },
      { schemaName: 'OverviewPreviousTotals', description: 'Totals of the period to compare with.' },
    ),
    kinds: Type.Array(
      Type.Object(
        { ...movementFields, previousCoins: Coins('The coins of this kind in the period to compare with.') },
        { schemaName: 'OverviewMovements' },
      ),
      {
        description:
          'Every kind of movement in the period, also those without any. The opening of the totals and all changes add up to their closing.',
      },
    ),
    refusals: Type.Array(
      Type.Object(
        { reason: AwardReasonField(), count: Count('Awards refused for this reason.') },
        { schemaName: 'RefusalCount' },
      ),
      { description: 'Refused awards of the period by reason, most frequent first.' },
    ),
    members: Count('Current members.'),
    coinsInWallets: Coins('Coins in the wallets of all users now.'),
    coinsInWalletsValue: Value('What these are worth.'),
    openingValue: Value('What the opening of the totals is worth.'),
    closingValue: Value('What the closing of the totals is worth.'),
    coinValue: Nullable(CoinValueData),
    walletsWithCoins: Count('Users whose wallet holds coins now, including former members.'),
    participantsEver: Count('Distinct users ever paid.'),
    ...countedFields,
  },
  {
    schemaName: 'Overview',
    examples: [
      {
        from: '2026-03-01',
        to: '2026-03-01',
        days: [{ date: '2026-03-01', ...TOTALS_EXAMPLE, participants: 8 }],
        totals: { ...TOTALS_EXAMPLE, participants: 8 },
        previous: {
          from: '2026-02-28',
          to: '2026-02-28',
          ...TOTALS_EXAMPLE,
          opening: '1886.5',
          closing: '1996.5',
          participants: 7,
          issuedByDay: ['120'],
        },
        kinds: [
          { kind: 'issued', coins: '120', change: '120', movements: 12, value: '1.2', previousCoins: '120' },
        ],
        refusals: [{ reason: 'rule_full', count: 1 }],
        members: 40,
        coinsInWallets: '2106.5',
        coinsInWalletsValue: '21.065',
        openingValue: '19.965',
        closingValue: '21.065',
        coinValue: COIN_VALUE_EXAMPLE,
        walletsWithCoins: 28,
        participantsEver: 31,
        ...COUNTED_EXAMPLE,
      },
    ],
  },
)

export function overviewData(
  { edition, range, days, totals, previous, refusals, allTime }: Overview,
  coinValue: CoinValue | undefined,
) {
  return {
    ...range,
    days: days.map((day) => ({ date: day.date, ...totalsData(day) })),
    totals: totalsData(totals),
    previous: {
      ...previous.range,
      ...totalsData(previous),
      issuedByDay: previous.days.map(({ byKind }) => formatCoins(movementsOf(byKind, 'issued').coins)),
    },
    kinds: kindsOf(totals.byKind, previous.byKind).map((kind) => ({
      ...movementsData(totals.byKind, kind, coinValue),
      previousCoins: formatCoins(movementsOf(previous.byKind, kind).coins),
    })),
    refusals: refusals.map(({ reason, count }) => ({ reason, count: Number(count) })),
    members: Number(allTime.members),
    coinsInWallets: formatCoins(allTime.coinsInWallets),
    coinsInWalletsValue: worthIn(allTime.coinsInWallets, coinValue),
    openingValue: worthIn(totals.opening, coinValue),
    closingValue: worthIn(totals.closing, coinValue),
    coinValue: coinValue ? coinValueData(coinValue) : null,
    walletsWithCoins: Number(allTime.walletsWithCoins),
    participantsEver: Number(allTime.participants),
    ...countedData(edition),
  }
}

function totalsData({ byKind, ...totals }: Totals) {
  const coinsOf = (kind: string) => formatCoins(movementsOf(byKind, kind).coins)
  return {
    issued: coinsOf('issued'),
    opened: coinsOf('opened'),
    added: coinsOf('added'),
    refunded: coinsOf('refunded'),
    reversed: coinsOf('reversed'),
    returned: coinsOf('spent'),
    deducted: coinsOf('deducted'),
    settled: coinsOf('settled'),
    expired: coinsOf('expired'),
    fromExpired: coinsOf('fromExpired'),
    owed: coinsOf('owed'),
    writtenOff: coinsOf('writtenOff'),
    opening: formatCoins(totals.opening),
    closing: formatCoins(totals.closing),
    paid: Number(totals.paid),
    counted: Number(totals.counted),
    refused: Number(totals.refused),
    newParticipants: Number(totals.newPeople),
    joined: Number(totals.joined),
    left: Number(totals.left),
    participants: Number(totals.people),
  }
}
