import './overview.css'
import type { Overview, Rule } from '@laurel/sdk'
import { Anchor, Button, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { AlarmList } from '../alarms/alarm-list.tsx'
import { queryClient } from '../api/query-client.ts'
import type { NamedDecision } from '../awards/queries.ts'
import { Amount } from '../components/amount.tsx'
import { CoinsByDay, CoinsLegend } from '../components/coins-by-day.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Figure } from '../components/figure.tsx'
import { CoinIcon } from '../components/icons.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { RangePicker } from '../components/range-picker.tsx'
import { ReasonBars } from '../components/reason-bars.tsx'
import { Section } from '../components/section.tsx'
import { SmallArea, Sparkline } from '../components/sparkline.tsx'
import { Time } from '../components/time.tsx'
import { changeText, coinName, coinsTitle, coinText, counted, countText } from '../format/coins.ts'
import { moneyText, worthOf } from '../format/money.ts'
import { comparisonText, type Days, type RangeSearch } from '../format/range.ts'
import { outcomeText, refusalText } from '../format/sentences.ts'
import { dayIn, monthText, thisMonth } from '../format/time.ts'
import { useFirstDayStage } from '../layout/first-day.ts'
import { Page } from '../layout/page.tsx'
import { BoardTable } from '../leaderboards/board-table.tsx'
import type { BoardEntry } from '../leaderboards/queries.ts'
import { useSession } from '../session/session.ts'
import { Bridge } from './bridge.tsx'
import { latestQuery, movingRulesQuery, overviewQuery, resultDaysOf } from './queries.ts'

/** Running programmes do not load it. */
const FirstDay = lazy(async () => ({ default: (await import('./first-day.tsx')).FirstDay }))

export const prefetch = () => void queryClient.prefetchQuery(latestQuery(thisMonth()))

export function OverviewPage() {
  const search = useSearch({ from: '/signed-in/' })
  const navigate = useNavigate({ from: '/' })
  const month = thisMonth()
  const latest = useQuery(latestQuery(month))
  const overview = useQuery(overviewQuery(search))
  const isEmpty = latest.data?.awards.length === 0
  const { stage, setStage } = useFirstDayStage()
  const begins = isEmpty && stage === undefined
  useEffect(() => {
    if (begins) setStage('begun')
  }, [begins, setStage])
  return (
    <Page
      title="Overview"
      actions={
        !isEmpty && (
          <RangePicker
            search={search}
            onChange={(next) => void navigate({ search: next, resetScroll: false })}
          />
        )
      }
    >
      <AlarmList />
      <Loaded query={latest} loading={<LoadingOverview />}>
        {({ awards, entries }) => (
          <>
            {(begins || stage === 'begun') && (
              <Suspense fallback={<LoadingRows rows={4} height={56} />}>
                <FirstDay />
              </Suspense>
            )}
            {isEmpty && !begins && stage !== 'begun' && <NoAwards show={() => setStage('begun')} />}
            {!isEmpty && (
              <Loaded query={overview} loading={<LoadingOverview />}>
                {(data) => (
                  <>
                    <Programme overview={data} search={search} />
                    <div className="columns">
                      <Live awards={awards} />
                      <BoardOfMonth month={month} entries={entries} />
                    </div>
                  </>
                )}
              </Loaded>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** For those who have hidden the first steps. */
function NoAwards({ show }: { show: () => void }) {
  return (
    <EmptyState
      icon={IconCoins}
      title="Nothing was awarded yet"
      action={
        <Button variant="default" onClick={show}>
          Show the first steps
        </Button>
      }
    >
      The figures of your programme will be here.
    </EmptyState>
  )
}

const LoadingOverview = () => (
  <>
    <LoadingRows rows={1} height={140} />
    <LoadingRows rows={1} height={240} />
    <LoadingRows rows={6} />
  </>
)

function Programme({ overview, search }: { overview: Overview; search: RangeSearch }) {
  const days = { from: overview.from, to: overview.to }
  return (
    <>
      <Counting overview={overview} />
      <div className="overview-hero">
        <Hero overview={overview} />
        <Bridge overview={overview} isCompared={search.compare !== 'none'} />
      </div>
      <DayChart overview={overview} search={search} />
      <div className="columns">
        <MovingRules days={days} />
        <Refusals overview={overview} />
      </div>
    </>
  )
}

/** Says why figures may be incomplete, or of another zone. */
function Counting({ overview: { counted: count, recount } }: { overview: Overview }) {
  if (count.behind === 0 && !recount) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {count.behind > 0 &&
        `Still counting ${counted(count.behind, 'older event')}; the numbers are incomplete. `}
      {recount && `The days are being counted again for the time zone ${recount.timeZone}.`}
    </Text>
  )
}

function Hero({ overview }: { overview: Overview }) {
  const { coinValue } = useSession().partner
  const { coinsInWallets, walletsWithCoins, members, days } = overview
  return (
    <dl className="overview-wallets">
      <Figure
        label={
          <>
            <CoinIcon /> {coinsTitle()} in wallets
          </>
        }
        size="hero"
        value={coinText(coinsInWallets)}
        note={
          <>
            {coinValue && `worth ${moneyText(worthOf(coinsInWallets, coinValue), coinValue.currency)} · `}
            in {counted(walletsWithCoins, 'wallet')}, also of former members · {counted(members, 'member')}
          </>
        }
        link={(props) => <Link to="/members" {...props} />}
      >
        <SmallArea values={days.map(({ closing }) => Number(closing))} />
      </Figure>
    </dl>
  )
}

function DayChart({ overview, search }: { overview: Overview; search: RangeSearch }) {
  const navigate = useNavigate()
  const { from, to, days, previous, timeZone } = overview
  const comparison = comparisonText(search, { from, to })
  const before = previous.issuedByDay.map((issued) => ({ issued }))
  return (
    <Section title={`${coinsTitle()} by day`} actions={<CoinsLegend comparison={comparison} />}>
      <CoinsByDay
        days={days.map(({ date, issued, returned }) => ({ date, issued, spent: returned }))}
        before={comparison === null ? [] : before}
        today={dayIn(timeZone)}
        onDay={(date) => void navigate({ to: '/history', search: { from: date, to: date } })}
      />
    </Section>
  )
}

function MovingRules({ days }: { days: Days }) {
  const results = resultDaysOf(days)
  const query = useQuery(movingRulesQuery(results))
  return (
    <Section
      title="Rules that move"
      actions={
        <Anchor size="sm" component={Link} to="/rules">
          All rules
        </Anchor>
      }
    >
      <Loaded query={query} loading={<LoadingRows rows={6} />}>
        {(rules) => <MovingRuleTable rules={rules} span={`${Number.parseInt(results, 10)} days`} />}
      </Loaded>
    </Section>
  )
}

function MovingRuleTable({ rules, span }: { rules: Rule[]; span: string }) {
  return (
    <DataTable
      label="Rules that move"
      rows={rules}
      keyOf={({ id }) => id}
      link={({ id }, props) => <Link to="/rules/$ruleId" params={{ ruleId: id }} {...props} />}
      columns={[
        { name: 'Rule', cell: ({ displayName, name }) => displayName ?? name, phone: 'title' },
        {
          name: coinsTitle(),
          cell: ({ results }) => (
            <span className="amount" data-credit>
              {coinText(results?.coins ?? '0')}
            </span>
          ),
          isAmount: true,
          width: '24%',
          phone: 'value',
        },
        {
          name: '±',
          cell: ({ results }) => results && changeText(results.previousCoins, results.coins),
          isAmount: true,
          width: '12%',
          phone: 'aside',
        },
        {
          name: span,
          cell: ({ results }) => <Sparkline values={(results?.coinsByDay ?? []).map(Number)} />,
          isAmount: true,
          width: 112,
        },
        {
          name: 'People',
          cell: ({ results }) => countText(results?.people ?? 0),
          isAmount: true,
          width: '11%',
        },
        {
          name: 'Refused',
          cell: ({ results }) => results && <Refused {...results} />,
          isAmount: true,
          width: '12%',
          phone: 'more',
        },
      ]}
    />
  )
}

const REFUSED_OFTEN_PERCENT = 10

function Refused({ paid, counted: count, refused }: { paid: number; counted: number; refused: number }) {
  const all = paid + count + refused
  const percent = all === 0 ? 0 : Math.round((refused / all) * 100)
  return (
    <span className={percent > REFUSED_OFTEN_PERCENT ? 'often' : undefined}>
      {percent} %<span className="phone-only"> refused</span>
    </span>
  )
}

function Refusals({ overview: { totals, refusals, from, to } }: { overview: Overview }) {
  const all = totals.paid + totals.counted + totals.refused
  return (
    <Section title={`Refused ${countText(totals.refused)} of ${countText(all)}`}>
      {refusals.length === 0 ? (
        <Text size="sm" c="dimmed">
          No award was refused in these days.
        </Text>
      ) : (
        <ReasonBars
          label="Refusals by reason"
          reasons={refusals.map(({ reason, count }) => ({
            key: reason,
            text: refusalText(reason),
            count,
            link: (props) => <Link to="/history" search={{ kind: 'award', reason, from, to }} {...props} />,
          }))}
        />
      )}
    </Section>
  )
}

function Live({ awards }: { awards: NamedDecision[] }) {
  return (
    <Section
      title="Live"
      actions={
        <Anchor size="sm" component={Link} to="/history">
          History
        </Anchor>
      }
    >
      <div aria-live="polite">
        <DataTable
          label="Latest awards"
          rows={awards}
          keyOf={({ id }) => id}
          link={({ userId, id }, props) => (
            <Link to="/members/$userId" params={{ userId }} search={{ line: id }} {...props} />
          )}
          columns={[
            { name: 'Member', cell: ({ user }) => user.name, phone: 'title' },
            { name: 'Rule', cell: ({ ruleName }) => ruleName, width: '32%', phone: 'more' },
            { name: 'Outcome', cell: (award) => <Outcome award={award} />, isAmount: true, phone: 'value' },
            {
              name: 'When',
              cell: ({ createdAt }) => <Time at={createdAt} />,
              isAmount: true,
              width: '18%',
              phone: 'aside',
            },
          ]}
        />
      </div>
    </Section>
  )
}

function Outcome({ award }: { award: NamedDecision }) {
  if (award.outcome === 'paid' && !award.reversed) return <Amount coins={award.coins} isCredit />
  return <span className={award.outcome === 'refused' ? 'often' : 'quiet'}>{outcomeText(award)}</span>
}

function BoardOfMonth({ month, entries }: { month: string; entries: BoardEntry[] }) {
  const name = monthText(month).split(' ')[0]
  return (
    <Section
      title={`${name}’s board`}
      actions={
        <Anchor size="sm" renderRoot={(props) => <Link to="/boards" search={{ month }} {...props} />}>
          See the full board
        </Anchor>
      }
    >
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          No {coinName().many} were earned this month.
        </Text>
      ) : (
        <BoardTable entries={entries} amountTitle={coinsTitle()} />
      )}
    </Section>
  )
}
