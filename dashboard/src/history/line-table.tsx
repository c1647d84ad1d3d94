import { Amount } from '../components/amount.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Time } from '../components/time.tsx'
import { coinsTitle } from '../format/coins.ts'
import { lineDetail, lineText, shortLife, walletChange } from '../format/sentences.ts'
import { actorText } from '../members/actor.ts'
import { UserLink } from '../members/member-link.tsx'
import { LineIcon } from './line-icon.tsx'
import { OrderLink } from './order-link.tsx'
import type { HistoryLine } from './queries.ts'

/** The lines of the history, one row each. A row opens all about it. */
export function LineTable({ lines, open }: { lines: HistoryLine[]; open: (line: HistoryLine) => void }) {
  return (
    <DataTable
      label="History"
      rows={lines}
      keyOf={({ kind, seq }) => `${kind} ${seq}`}
      open={open}
      openName={(line) => `Details of ${line.user?.name ?? 'the order'}`}
      columns={[
        {
          name: 'What',
          cell: (line) => (
            <span className="line-title">
              <LineIcon line={line} />
              <span className="cut">
                {lineText(line)}
                {'ruleName' in line && line.ruleName && <span className="quiet"> · {line.ruleName}</span>}
              </span>
            </span>
          ),
          width: '22%',
          phone: 'title',
        },
        {
          name: 'Member',
          cell: ({ userId, user }) =>
            userId &&
            user && (
              <UserLink userId={userId}>
                <bdi className="cut">{user.name}</bdi>
              </UserLink>
            ),
          width: '13%',
          phone: 'more',
        },
        {
          name: 'Why',
          cell: (line) => <span title={whyOf(line) || undefined}>{whyOf(line)}</span>,
        },
        {
          name: 'Order',
          cell: ({ reference }) => reference && <OrderLink reference={reference} />,
          width: '10%',
        },
        { name: 'By', cell: ({ actor }) => actor && actorText(actor), width: '9%' },
        {
          name: coinsTitle(),
          cell: (line) => {
            const change = walletChange(line)
            return change && <Amount {...change} />
          },
          isAmount: true,
          width: 120,
          phone: 'value',
        },
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: 104,
          phone: 'aside',
        },
      ]}
    />
  )
}

/** Why it was refused, what somebody wrote about it, and until when its coins can be spent. */
const whyOf = (line: HistoryLine): string =>
  [lineDetail(line), 'note' in line ? line.note : null, shortLife(line)].filter(Boolean).join(' · ')
