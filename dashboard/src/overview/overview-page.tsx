import { Anchor, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { outcomeInWords, whyInWords } from '../awards/decision-text.ts'
import type { NamedDecision } from '../awards/queries.ts'
import { Card } from '../components/card.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { Moment } from '../components/timestamp.tsx'
import { counted } from '../format/coins.ts'
import { thisMonth } from '../format/dates.ts'
import { Page } from '../layout/page.tsx'
import { BoardTable } from '../leaderboards/board-table.tsx'
import { PersonLink } from '../members/member-link.tsx'
import { Charts } from './charts.tsx'
import { GetStarted } from './get-started.tsx'
import { PERIOD_DEFAULT, PERIODS, type Period, periodOf } from './period.ts'
import { latestAwardsQuery, overviewQuery, topEarnersQuery } from './queries.ts'
import { Refusals } from './refusals.tsx'
import { Tiles } from './tiles.tsx'

/** How the programme is doing; before its first award, how to get there. */
export function OverviewPage() {
  const { days = PERIOD_DEFAULT } = useSearch({ from: '/signed-in/' })
  const latest = useQuery(latestAwardsQuery)
  const isEmpty = latest.data?.length === 0
  // Whoever was on the way to the first award sees the last steps ticked too.
  const [isNewcomer, setNewcomer] = useState(false)
  if (isEmpty && !isNewcomer) setNewcomer(true)
  return (
    <Page
      title="Overview"
      about={isEmpty ? undefined : 'How your programme is doing. Days are UTC days, and today is not over.'}
      actions={!isEmpty && <PeriodSwitch days={days} />}
    >
      <Loaded query={latest} outline={<Outline rows={6} height={96} />}>
        {(awards) => (
          <Stack gap="lg">
            {isNewcomer && <GetStarted isAwarded={!isEmpty} />}
            {!isEmpty && <Programme days={days} latest={awards} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** The numbers and the charts of a programme that runs. */
function Programme({ days, latest }: { days: Period; latest: NamedDecision[] }) {
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

/** How far back the overview looks. */
function PeriodSwitch({ days }: { days: Period }) {
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label="Period"
      value={String(days)}
      onChange={(chosen) =>
        void navigate({ to: '/', search: { days: periodOf(chosen) }, resetScroll: false })
      }
      data={PERIODS.map((period) => ({ value: String(period), label: `${period} days` }))}
    />
  )
}

/** What was decided last; new awards appear by themselves. */
function LatestAwards({ awards }: { awards: NamedDecision[] }) {
  return (
    <Card title="Latest awards" about="They appear here as they happen.">
      <ol className="rows" aria-live="polite">
        {awards.map((award) => (
          <AwardLine key={award.id} award={award} />
        ))}
      </ol>
    </Card>
  )
}

function AwardLine({ award }: { award: NamedDecision }) {
  return (
    <li className="row">
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <PersonLink userId={award.userId} person={award.person} />
        <Text size="xs" c="dimmed">
          <Moment at={award.createdAt} />
        </Text>
      </Group>
      <Text size="sm" pl={44}>
        <Text span inherit fw={550}>
          {outcomeInWords(award)}
        </Text>{' '}
        · {award.ruleName}
      </Text>
      {award.outcome === 'refused' && (
        <Text size="xs" c="dimmed" pl={44}>
          {whyInWords(award)}
        </Text>
      )}
    </li>
  )
}

/** Who earned the most coins in the month that is running. */
function TopEarners() {
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
