import { Group, Stack, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty-state.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { COIN_WORDS } from './coin-board.tsx'
import type { CoinBoardType } from './coin-queries.ts'
import { HeatTable } from './heat-table.tsx'
import { FIRST_OF_MONTH, yearQuery } from './year-query.ts'

/** Every month of a year side by side. */
export function YearCard({
  type,
  year,
  controls,
}: {
  type: CoinBoardType
  year: number
  controls: ReactNode
}) {
  const query = useQuery(yearQuery(type, year))
  const { title, about, empty } = COIN_WORDS[type]
  return (
    <Card title={`${title} of ${year}`} about={about}>
      <Group gap="sm">{controls}</Group>
      <Loaded query={query} outline={<Outline rows={8} />}>
        {(board) =>
          board.rows.length === 0 ? (
            <Empty icon={IconCalendarOff} title={`Nobody is on the board of ${year}`}>
              {empty}
            </Empty>
          ) : (
            <Stack gap="sm">
              <HeatTable board={board} title={`${title} by month of ${year}`} />
              <Text size="sm" c="dimmed">
                The stronger the colour, the more coins. Those with the most coins of the year are shown, out
                of the first {FIRST_OF_MONTH} of each month; months are UTC months.
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}
