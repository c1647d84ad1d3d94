import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NamedDecision } from '../awards/queries.ts'
import { Loaded, Outline } from '../components/loaded.tsx'
import { counted } from '../format/coins.ts'
import { Charts } from './charts.tsx'
import { LatestAwards } from './latest-awards.tsx'
import type { Period } from './period.ts'
import { overviewQuery } from './queries.ts'
import { Refusals } from './refusals.tsx'
import { Tiles } from './tiles.tsx'
import { TopEarners } from './top-earners.tsx'

/** The numbers and the charts of a programme that runs. */
export function Programme({ days, latest }: { days: Period; latest: NamedDecision[] }) {
  const query = useQuery(overviewQuery(days))
  return (
    <Loaded query={query} outline={<Outline rows={6} height={96} />}>
      {(overview) => (
        <>
          {overview.counted.behind > 0 && (
            <Text size="sm" c="dimmed" role="status">
              Still counting {counted(overview.counted.behind, 'older event')}; the numbers grow until then.
            </Text>
          )}
          <Tiles overview={overview} days={days} />
          <Charts days={overview.days} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <LatestAwards awards={latest} />
            <Stack gap="lg">
              <TopEarners />
              <Refusals refusals={overview.refusals} />
            </Stack>
          </SimpleGrid>
        </>
      )}
    </Loaded>
  )
}
