import { Type } from 'typebox'
import { AwardReasonField } from '../awards/award-data.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { Totals } from './overview.ts'
import type { Overview } from './read-overview.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Coins = (description: string) => Type.String({ description })

const totals = {
  issued: Coins('Coins paid by awards.'),
  reversed: Coins('Coins of reversed awards.'),
  returned: Coins('Coins that users transferred to the partner.'),
  paid: Count('Paid awards.'),
  counted: Count('Awards counted towards a payment.'),
  refused: Count('Refused awards.'),
  newParticipants: Count('Users paid for the first time.'),
  joined: Count('Users who joined, including those who returned.'),
  left: Count('Users who left.'),
}

const TOTALS_EXAMPLE = {
  issued: '120',
  reversed: '10',
  returned: '4',
  paid: 12,
  counted: 3,
  refused: 1,
  newParticipants: 5,
  joined: 6,
  left: 1,
}

export const OverviewData = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          ...totals,
          participants: Count('Distinct users paid on this day.'),
        },
        { schemaName: 'OverviewDay' },
      ),
      { description: 'Every day of the period in UTC, oldest first, up to today.' },
    ),
    totals: Type.Object(
      { ...totals, participants: Count('Distinct users paid in the period.') },
      { schemaName: 'OverviewTotals', description: 'Totals of the period.' },
    ),
    previous: Type.Object(totals, {
      schemaName: 'OverviewPreviousTotals',
      description: 'Totals of the previous period of the same length.',
    }),
    refusals: Type.Array(
      Type.Object(
        { reason: AwardReasonField(), count: Count('Awards refused for this reason.') },
        { schemaName: 'RefusalCount' },
      ),
      { description: 'Refused awards of the period by reason, most frequent first.' },
    ),
    members: Count('Current members.'),
    coinsInWallets: Coins('Coins in the wallets of all users now.'),
    walletsWithCoins: Count('Users whose wallet holds coins now, including former members.'),
    participantsEver: Count('Distinct users ever paid.'),
    counted: Type.Object(
      {
        events: Count('The number of the last counted event.'),
        behind: Count('Later events that are not counted yet.'),
      },
      {
        schemaName: 'OverviewCounted',
        description:
          'Events before the request are counted, unless so many are waiting that counting takes a while.',
      },
    ),
  },
  {
    schemaName: 'Overview',
    examples: [
      {
        days: [{ date: '2026-03-01', ...TOTALS_EXAMPLE, participants: 8 }],
        totals: { ...TOTALS_EXAMPLE, participants: 8 },
        previous: { ...TOTALS_EXAMPLE, issued: '100' },
        refusals: [{ reason: 'rule_full', count: 1 }],
        members: 40,
        coinsInWallets: '2106.5',
        walletsWithCoins: 28,
        participantsEver: 31,
        counted: { events: 214, behind: 0 },
      },
    ],
  },
)

export function overviewData({ days, totals, participants, previous, refusals, allTime }: Overview) {
  return {
    days: days.map((day) => ({
      date: day.date,
      ...totalsData(day),
      participants: Number(day.participants),
    })),
    totals: { ...totalsData(totals), participants: Number(participants) },
    previous: totalsData(previous),
    refusals: refusals.map(({ reason, count }) => ({ reason, count: Number(count) })),
    members: Number(allTime.members),
    coinsInWallets: formatCoins(allTime.coinsInWallets),
    walletsWithCoins: Number(allTime.walletsWithCoins),
    participantsEver: Number(allTime.participants),
    counted: { events: Number(allTime.counted), behind: Number(allTime.last - allTime.counted) },
  }
}

function totalsData(totals: Totals) {
  return {
    issued: formatCoins(totals.issued),
    reversed: formatCoins(totals.reversed),
    returned: formatCoins(totals.spent),
    paid: Number(totals.paid),
    counted: Number(totals.counted),
    refused: Number(totals.refused),
    newParticipants: Number(totals.newParticipants),
    joined: Number(totals.joined),
    left: Number(totals.left),
  }
}
