import './board-table.css'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Amount } from '../components/amount.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Rank } from '../components/rank.tsx'
import { coinText } from '../format/coins.ts'
import { MemberLabel } from '../members/member-link.tsx'
import type { BoardEntry } from './queries.ts'

/** Of an amount; the column is as wide as its longest, so that names have the rest. */
const LENGTH_MAX = 13

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
  const amounts = entries.map(({ amount }) => coinText(amount))
  const longest = Math.max(...[amountTitle, ...amounts].map(({ length }) => length))
  // On a board where all are new, the word says nothing.
  const hasMovement = entries.some(({ previousPosition }) => previousPosition)
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
          cell: ({ position, user, amount }) => (
            <span className="place">
              <Rank position={position} hasMedal={amount !== '0'} />
              <MemberLabel user={user} />
            </span>
          ),
        },
        ...(hasMovement
          ? [
              {
                name: 'Since yesterday',
                cell: ({ position, previousPosition }: BoardEntry) => (
                  <Movement position={position} previous={previousPosition} />
                ),
                isAmount: true,
                isNameHidden: true,
                width: 64,
              },
            ]
          : []),
        {
          name: amountTitle,
          cell: ({ amount }) => <Amount coins={amount} />,
          isAmount: true,
          width: Math.min(longest, LENGTH_MAX) * 8 + 24,
        },
      ]}
    />
  )
}

/** Places won or lost since the day began. */
function Movement({ position, previous }: { position: number; previous: number | null }) {
  if (previous === null || previous === position) return null
  if (previous === 0)
    return (
      <Text size="xs" c="dimmed">
        new
      </Text>
    )
  const places = Math.abs(previous - position)
  const [mark, word] = previous > position ? ['▲', 'Up'] : ['▼', 'Down']
  return (
    <Text size="xs" c="dimmed" role="img" aria-label={`${word} ${places} since yesterday`}>
      {mark} {places}
    </Text>
  )
}
