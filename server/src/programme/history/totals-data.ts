import { Type } from 'typebox'
import { formatCoins } from '../ledger/coin.ts'
import type { HistoryTotals } from './totals-queries.ts'

export const TotalsData = Type.Object(
  {
    lines: Type.Integer(),
    credited: Type.String({ description: 'Coins that entered wallets.' }),
    debited: Type.String({ description: 'Coins that left wallets.' }),
    net: Type.String(),
    atLeast: Type.Boolean({
      description: 'Whether only the latest lines were summed up, so that there are more.',
    }),
  },
  { schemaName: 'DecisionTotals', description: 'Of all lines that pass the filter, not only of this page.' },
)

export const totalsData = ({ lines, credited, debited, isPartial }: HistoryTotals) => ({
  lines: Number(lines),
  credited: formatCoins(credited),
  debited: formatCoins(debited),
  net: formatCoins(credited - debited),
  atLeast: isPartial,
})
