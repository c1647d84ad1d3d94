import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { BoardCard } from './board-card.tsx'
import { pointsQuery } from './points-queries.ts'

/** Coins ever earned; every member is on it. */
export function PointsBoard() {
  const { page = 1, user } = useSearch({ from: '/signed-in/leaderboards' })
  const query = useQuery(pointsQuery(page, user))
  return (
    <BoardCard
      title="Points board"
      about="Coins ever earned from awards, less those taken back. Equal points share a position."
      unit="point"
      amountTitle="Points"
      query={query}
      empty={
        <>
          Every member is on it from the start.{' '}
          <Anchor underline="always" component={Link} to="/users">
            See how users come in
          </Anchor>
          .
        </>
      }
    />
  )
}
