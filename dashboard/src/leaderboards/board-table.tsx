import './board-table.css'
import { Link } from '@tanstack/react-router'
import { Amount } from '../components/amount.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Rank } from '../components/rank.tsx'
import { MemberLabel } from '../members/member-link.tsx'
import type { BoardEntry } from './queries.ts'

/** The entries of a board, with the found user highlighted. */
export function BoardTable({
  entries,
  amountTitle,
  found,
}: {
  entries: BoardEntry[]
  amountTitle: string
  found?: string | undefined
}) {
  return (
    <DataTable
      label="Board"
      rows={entries}
      keyOf={({ userId }) => userId}
      link={({ userId }, props) => <Link to="/members/$userId" params={{ userId }} {...props} />}
      isMarked={({ userId }) => userId === found}
      hasFixedColumns
      columns={[
        {
          name: 'Member',
          cell: ({ position, user }) => (
            <span className="place">
              <Rank position={position} />
              <MemberLabel user={user} />
            </span>
          ),
        },
        { name: amountTitle, cell: ({ amount }) => <Amount coins={amount} />, isAmount: true, width: '30%' },
      ]}
    />
  )
}
