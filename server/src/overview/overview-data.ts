import { Type } from 'typebox'
import { formatCoins } from '../ledger/coin.ts'
import type { Totals } from './overview.ts'
import type { Overview } from './read-overview.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Coins = (description: string) => Type.String({ description })

const totals = {
  issued: Coins('Coins that awards paid.'),
  reversed: Coins('Coins of reversed awards.'),
  returned: Coins('Coins that users transferred to the partner.'),
  paid: Count('Awards that paid.'),
  counted: Count('Awards that were counted towards a payment.'),
  refused: Count('Awards that were refused.'),
  newParticipants: Count('Users who were paid for the first time.'),
  joined: Count('Users who became members, again or for the first time.'),
  left: Count('Users whose membership ended.'),
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
      Type.Object({
        date: Type.String({ format: 'date' }),
        ...totals,
        participants: Count('Distinct users who were paid on this day.'),
      }),
      { description: 'Every day of the period (UTC), oldest first; the last one is today.' },
    ),
    totals: Type.Object(
      { ...totals, participants: Count('Distinct users who were paid in the period.') },
      { description: 'The whole period.' },
    ),
    previous: Type.Object(totals, { description: 'The previous period of the same length.' }),
    refusals: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'The code of the refusal.' }),
        count: Count('How many awards were refused with it.'),
      }),
      { description: 'Reasons for refusals in the period, most frequent first.' },
    ),
    members: Count('Users who are members now.'),
    coinsInWallets: Coins('Coins that all users hold with the partner now.'),
    participantsEver: Count('Distinct users who were ever paid.'),
    counted: Type.Object(
      {
        events: Count('The number of the last event that is counted here.'),
        behind: Count('How many later events are not counted yet.'),
      },
      {
        description:
          'Events before the request are counted, unless too many are waiting to be counted at once.',
      },
    ),
  },
  {
    examples: [
      {
        days: [{ date: '2026-03-01', ...TOTALS_EXAMPLE, participants: 8 }],
        totals: { ...TOTALS_EXAMPLE, participants: 8 },
        previous: { ...TOTALS_EXAMPLE, issued: '100' },
        refusals: [{ reason: 'rule_full', count: 1 }],
        members: 40,
        coinsInWallets: '2106.5',
        participantsEver: 31,
        counted: { events: 214, behind: 0 },
      },
    ],
  },
)

export function overviewData({ days, totals, participants, previous, refusals, tally }: Overview) {
  return {
    days: days.map((day) => ({
      date: day.date,
      ...totalsData(day),
      participants: Number(day.participants),
    })),
    totals: { ...totalsData(totals), participants: Number(participants) },
    previous: totalsData(previous),
    refusals: refusals.map(({ reason, count }) => ({ reason, count: Number(count) })),
    members: Number(tally.members),
    coinsInWallets: formatCoins(tally.coinsInWallets),
    participantsEver: Number(tally.participants),
    counted: { events: Number(tally.counted), behind: Number(tally.last - tally.counted) },
  }
}

function totalsData(totals: Totals) {
  return {
    issued: formatCoins(totals.issued),
    reversed: formatCoins(totals.reversed),
    returned: formatCoins(totals.returned),
    paid: Number(totals.paid),
    counted: Number(totals.counted),
    refused: Number(totals.refused),
    newParticipants: Number(totals.newParticipants),
    joined: Number(totals.joined),
    left: Number(totals.left),
  }
}
