import { Anchor, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { outcomeText, reasonText } from '../awards/decision-text.ts'
import type { NamedDecision } from '../awards/queries.ts'
import { Card } from '../components/card.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { counted } from '../format/coins.ts'
import { thisMonth } from '../format/dates.ts'
import { Page } from '../layout/page.tsx'
import { BoardTable } from '../leaderboards/board-table.tsx'
import { MemberLink } from '../members/member-link.tsx'
import { Charts } from './charts.tsx'
import { GetStarted } from './get-started.tsx'
import { PERIOD_DEFAULT, PERIODS, type Period, periodOf } from './period.ts'
import { latestAwardsQuery, overviewQuery, topEarnersQuery } from './queries.ts'
import { Refusals } from './refusals.tsx'
import { Tiles } from './tiles.tsx'

export function OverviewPage() {
  const { days = PERIOD_DEFAULT } = useSearch({ from: '/signed-in/' })
  const latest = useQuery(latestAwardsQuery)
  const isEmpty = latest.data?.length === 0
  // A newcomer also sees the last steps completed.
  const [isNewcomer, setNewcomer] = useState(false)
  if (isEmpty && !isNewcomer) setNewcomer(true)
  return (
    <Page
      title="Overview"
      description={
        isEmpty
          ? undefined
          : 'How your programme is doing. Days are UTC days. Today, drawn with a dashed outline, is incomplete.'
      }
      actions={!isEmpty && <PeriodSwitch days={days} />}
    >
      <Loaded query={latest} loading={<LoadingRows rows={6} height={96} />}>
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

function Programme({ days, latest }: { days: Period; latest: NamedDecision[] }) {
  const query = useQuery(overviewQuery(days))
  return (
    <Loaded query={query} loading={<LoadingRows rows={6} height={96} />}>
      {(overview) => (
        <>
          {overview.counted.behind > 0 && (
            <Text size="sm" c="dimmed" role="status">
              Still counting {counted(overview.counted.behind, 'older event')}; the numbers are incomplete.
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

function LatestAwards({ awards }: { awards: NamedDecision[] }) {
  return (
    <Card title="Latest awards" description="New awards appear automatically.">
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
        <MemberLink userId={award.userId} user={award.user} />
        <Text size="xs" c="dimmed">
          <Timestamp at={award.createdAt} />
        </Text>
      </Group>
      <Text size="sm" pl={44}>
        <Text span inherit fw={550}>
          {outcomeText(award)}
        </Text>{' '}
        · {award.ruleName}
      </Text>
      {award.outcome === 'refused' && (
        <Text size="xs" c="dimmed" pl={44}>
          {reasonText(award)}
        </Text>
      )}
    </li>
  )
}

function TopEarners() {
  const month = thisMonth()
  const query = useQuery(topEarnersQuery(month))
  return (
    <Card title="Top earners" description="Coins earned this month (UTC).">
      <Loaded query={query} loading={<LoadingRows rows={5} />}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Text size="sm">No coins were earned this month.</Text>
          ) : (
            <Stack gap="sm">
              <BoardTable entries={entries} amountTitle="Coins" />
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/leaderboards" search={{ board: 'coins', month }} {...props} />
                )}
              >
                See the full board
              </Anchor>
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}
