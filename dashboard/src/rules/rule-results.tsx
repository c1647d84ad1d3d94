import './rule-page.css'
import type { Rule, RuleResults, RuleVersion } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CoinsByDay, CoinsLegend } from '../components/coins-by-day.tsx'
import { Figure, Figures } from '../components/figure.tsx'
import { Section } from '../components/section.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import {
  changeText,
  coinName,
  coinsOf,
  coinsText,
  coinsTitle,
  coinText,
  counted,
  countText,
  hundredthsOf,
} from '../format/coins.ts'
import { comparisonText } from '../format/range.ts'
import { dayIn } from '../format/time.ts'
import { actorText } from '../members/actor.ts'
import { ruleDaysBeforeQuery, ruleVersionsQuery } from './queries.ts'
import { changesBetween } from './rule-diff.ts'
import type { RuleSearch } from './rule-search.ts'

const NAMES = { up: 'paid', down: 'reversed' }

/** Five figures of the chosen days, then the days themselves. */
export function Results({ rule, results, search }: { rule: Rule; results: RuleResults; search: RuleSearch }) {
  return (
    <>
      <Counting results={results} />
      <Strip results={results} search={search} />
      <DayChart rule={rule} results={results} search={search} />
    </>
  )
}

/** Says why figures may be incomplete, or of another zone. */
function Counting({ results: { counted: count, recount } }: { results: RuleResults }) {
  if (count.behind === 0 && !recount) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {count.behind > 0 &&
        `Still counting ${counted(count.behind, 'older event')}; the numbers are incomplete. `}
      {recount && `The days are being counted again for the time zone ${recount.timeZone}.`}
    </Text>
  )
}

type Totals = RuleResults['totals'] | RuleResults['previous'] | RuleResults['days'][number]

function Strip({
  results: { ruleId, days, totals, previous },
  search,
}: {
  results: RuleResults
  search: RuleSearch
}) {
  const change = (figureOf: (sums: Totals) => number) =>
    search.compare === 'none' ? null : changeText(figureOf(previous), figureOf(totals))
  const drawn = (figureOf: (sums: Totals) => number) => <Sparkline values={days.map(figureOf)} />
  const linkTo = (tab: Pick<RuleSearch, 'tab' | 'outcome'>) => (props: { className: string }) => (
    <Link
      to="/rules/$ruleId"
      params={{ ruleId }}
      search={{ ...search, outcome: undefined, reason: undefined, day: undefined, tab: undefined, ...tab }}
      resetScroll={false}
      {...props}
    />
  )
  const coins = (sums: Totals) => Number(sums.coins)
  const paid = (sums: Totals) => sums.paid
  const people = (sums: Totals) => sums.people
  return (
    <Figures>
      <Figure
        label={`${coinsTitle()} paid`}
        value={coinText(totals.coins)}
        tone="brass"
        change={change(coins)}
        note={totals.reversed === '0' ? undefined : `${coinText(totals.reversed)} reversed`}
        link={linkTo({ tab: 'awards', outcome: 'paid' })}
      >
        {drawn(coins)}
      </Figure>
      <Figure
        label="Payments"
        value={countText(totals.paid)}
        change={change(paid)}
        note={totals.counted === 0 ? undefined : `${countText(totals.counted)} counted towards one`}
        link={linkTo({ tab: 'awards', outcome: 'paid' })}
      >
        {drawn(paid)}
      </Figure>
      <Figure
        label="People"
        value={countText(totals.people)}
        change={change(people)}
        note={totals.newPeople === 0 ? undefined : `${countText(totals.newPeople)} for the first time`}
        link={linkTo({})}
      >
        {drawn(people)}
      </Figure>
      <Figure
        label="Refused"
        value={`${refusedPercent(totals)} %`}
        tone={refusedPercent(totals) > 10 ? 'clay' : 'ink'}
        change={
          search.compare === 'none' ? null : pointsText(refusedPercent(previous), refusedPercent(totals))
        }
        note={`${countText(totals.refused)} of ${countText(decidedCount(totals))}`}
        link={linkTo({ tab: 'refusals' })}
      >
        {drawn(({ refused }) => refused)}
      </Figure>
      <Figure
        label="Cost per person"
        value={costPerPerson(totals) === null ? '–' : coinText(costPerPerson(totals) ?? '')}
        change={change((sums) => Number(costPerPerson(sums) ?? 0))}
        note={`${coinName().many}, less what was reversed`}
        link={linkTo({})}
      >
        {drawn((sums) => Number(costPerPerson(sums) ?? 0))}
      </Figure>
    </Figures>
  )
}

const decidedCount = ({
  paid,
  counted: count,
  refused,
}: Pick<Totals, 'paid' | 'counted' | 'refused'>): number => paid + count + refused

export function refusedPercent(sums: Pick<Totals, 'paid' | 'counted' | 'refused'>): number {
  const all = decidedCount(sums)
  return all === 0 ? 0 : Math.round((sums.refused / all) * 100)
}

/** "+3 points": a share of shares would mislead. */
function pointsText(before: number, now: number): string | null {
  if (before === now) return null
  return `${now > before ? '+' : '−'}${counted(Math.abs(now - before), 'point')}`
}

/** Coins that wallets kept, for each person who was paid; null when nobody was. */
function costPerPerson({
  coins,
  reversed,
  people,
}: Pick<Totals, 'coins' | 'reversed' | 'people'>): string | null {
  if (people === 0) return null
  const kept = (hundredthsOf(coins) ?? 0n) - (hundredthsOf(reversed) ?? 0n)
  return coinsOf(kept / BigInt(people))
}

function DayChart({ rule, results, search }: { rule: Rule; results: RuleResults; search: RuleSearch }) {
  const navigate = useNavigate({ from: '/rules/$ruleId' })
  const { days, totals, previous, timeZone } = results
  const comparison = comparisonText(search, totals)
  const { data: before = [] } = useQuery(
    ruleDaysBeforeQuery(rule.id, comparison === null ? undefined : { from: previous.from, to: previous.to }),
  )
  const { data: versions } = useInfiniteQuery(ruleVersionsQuery(rule.id))
  const known = versions?.pages.flatMap(({ data }) => data) ?? []
  const limit = rule.budgetPeriod === 'day' ? Number(rule.coinBudget) : undefined
  return (
    <Section
      title={`${coinsTitle()} by day`}
      className="rule-chart"
      actions={
        <>
          <CoinsLegend comparison={comparison} names={NAMES} />
          {limit !== undefined && (
            <span className="rule-budget-line">budget of a day: {coinsText(rule.coinBudget)}</span>
          )}
        </>
      }
    >
      <CoinsByDay
        days={days.map(({ date, coins, reversed }) => ({ date, issued: coins, spent: reversed }))}
        before={comparison === null ? [] : before.map(({ coins }) => ({ issued: coins }))}
        today={dayIn(timeZone)}
        marks={marksOf(rule, results, known)}
        limit={limit}
        names={NAMES}
        caption={`What “${rule.name}” paid by day`}
        onDay={(day) =>
          void navigate({
            search: { ...search, tab: 'awards', outcome: undefined, reason: undefined, day },
            resetScroll: false,
          })
        }
      />
    </Section>
  )
}

/** When the rule changed, starts and ends, with what changed. */
function marksOf(rule: Rule, { versions, timeZone }: RuleResults, known: RuleVersion[]) {
  const byVersion = new Map(known.map((each) => [each.version, each]))
  const ofVersions = versions.map(({ version, date, actor }) => ({
    date,
    text: `v${version} · ${versionText(byVersion.get(version), byVersion.get(version - 1), version)} · ${actorText(actor)}`,
  }))
  const ofWindow = [
    ...(rule.startsAt ? [{ date: dayIn(timeZone, new Date(rule.startsAt)), text: 'Start' }] : []),
    ...(rule.endsAt ? [{ date: dayIn(timeZone, new Date(rule.endsAt)), text: 'End' }] : []),
  ]
  return [...ofVersions, ...ofWindow]
}

function versionText(
  version: RuleVersion | undefined,
  before: RuleVersion | undefined,
  number: number,
): string {
  if (number === 1) return 'Created'
  const changes = version && before ? changesBetween(before, version) : []
  if (changes.length === 0) return 'Changed'
  return changes.map((change) => `${change.label} ${change.before} → ${change.after}`).join(', ')
}
