import { Group, Stack } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty-state.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import type { BoardPart } from './board.ts'
import { BoardTable } from './board-table.tsx'
import { FindUser } from './find-user.tsx'
import { StandingNote } from './standing-note.tsx'

/** A board with its pages and a way to find someone on it. */
export function BoardCard({
  title,
  about,
  unit,
  amountTitle,
  controls,
  query,
  empty,
}: {
  title: string
  about: string
  unit: 'point' | 'coin'
  amountTitle: string
  controls?: ReactNode
  query: UseQueryResult<BoardPart>
  /** What to do when nobody is on the board. */
  empty: ReactNode
}) {
  const navigate = useNavigate({ from: '/leaderboards' })
  const show = (change: { page?: number; user?: string }) =>
    void navigate({ search: (search) => ({ ...search, page: undefined, user: undefined, ...change }) })
  return (
    <Card title={title} about={about}>
      <Group justify="space-between" gap="sm">
        {controls && <Group gap="sm">{controls}</Group>}
        <FindUser onFound={(user) => show({ user })} />
      </Group>
      <Loaded query={query} outline={<Outline rows={8} />}>
        {(part) => (
          <Stack gap="md">
            <StandingNote part={part} unit={unit} forget={() => show({})} />
            {part.count === 0 ? (
              <Empty icon={IconTrophy} title="Nobody is on this board yet">
                {empty}
              </Empty>
            ) : (
              <BoardTable places={part.places} amountTitle={amountTitle} found={part.standing?.userId} />
            )}
            {part.count > 0 && (
              <Pager
                page={part.page}
                lastpage={part.lastpage}
                count={part.count}
                onChange={(page) => show({ page })}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}
