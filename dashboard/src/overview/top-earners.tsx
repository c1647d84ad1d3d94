import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { thisMonth } from '../format/dates.ts'
import { BoardTable } from '../leaderboards/board-table.tsx'
import { topEarnersQuery } from './queries.ts'

/** Who earned the most coins in the month that is running. */
export function TopEarners() {
  const month = thisMonth()
  const query = useQuery(topEarnersQuery(month))
  return (
    <Card title="Top earners" about="Coins earned this month.">
      <Loaded query={query} outline={<Outline rows={5} />}>
        {({ places }) =>
          places.length === 0 ? (
            <Text size="sm">Nobody has earned coins this month yet.</Text>
          ) : (
            <Stack gap="sm">
              <BoardTable places={places} amountTitle="Coins" />
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/leaderboards" search={{ board: 'coins', month }} {...props} />
                )}
              >
                See the whole board
              </Anchor>
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}
