import type { Liability } from '@laurel/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../components/data-table.tsx'
import { Figure, Figures } from '../components/figure.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinName, coinsTitle, coinText, counted, countText } from '../format/coins.ts'
import { moneyText } from '../format/money.ts'
import { percentOf } from '../format/percent.ts'
import { dayText, wholeDayText } from '../format/time.ts'
import { Counting } from './as-of.tsx'
import { ExpiryForecast } from './expiry-forecast.tsx'
import { FinanceFrame } from './finance-frame.tsx'
import { LiabilityChart } from './liability-chart.tsx'
import { liabilityQuery, monthsQuery } from './queries.ts'
import { ShareBar } from './share-bar.tsx'

const MONTHS_SHOWN = 12

export function LiabilityPage() {
  const query = useQuery(liabilityQuery)
  return (
    <FinanceFrame part="Liability">
      <Loaded query={query} loading={<LoadingLiability />}>
        {(liability) => (
          <>
            <Counting {...liability} />
            <Sums liability={liability} />
            <TwelveMonths />
            <Ages liability={liability} />
            <ExpiryForecast />
          </>
        )}
      </Loaded>
    </FinanceFrame>
  )
}

const LoadingLiability = () => (
  <>
    <LoadingRows rows={1} height={80} />
    <LoadingRows rows={1} height={240} />
    <LoadingRows rows={5} />
  </>
)

function Sums({ liability }: { liability: Liability }) {
  const { date, coins, members, value, owed, redemption, coinValue } = liability
  const money = (worth: string | null) =>
    worth && coinValue ? moneyText(worth, coinValue.currency) : undefined
  const { from, to, issued, spent, rate } = redemption
  return (
    <Figures>
      <Figure
        label={`${coinsTitle()} in wallets, ${dayText(date)}`}
        value={coinText(coins)}
        note={[money(value) && `worth ${money(value)}`, `${counted(members, 'member')}, also former ones`]
          .filter(Boolean)
          .join(' · ')}
        link={(props) => <Link to="/members" {...props} />}
      />
      <Figure
        label="Spent of what was issued"
        value={rate === null ? '–' : percentOf(rate)}
        note={
          <span title={`${wholeDayText(from)} to ${wholeDayText(to)}`}>
            {coinText(spent)} of {coinText(issued)} in 12 months
          </span>
        }
        link={(props) => (
          <Link to="/history" search={{ kind: 'transfer', outcome: 'moved', from, to }} {...props} />
        )}
      />
      <Figure
        label="Owed by members"
        value={coinText(owed.coins)}
        note={[money(owed.value), 'for reversed awards; not in wallets'].filter(Boolean).join(' · ')}
        link={(props) => <Link to="/history" search={{ kind: 'reversal' }} {...props} />}
      />
    </Figures>
  )
}

function TwelveMonths() {
  const query = useInfiniteQuery(monthsQuery)
  return (
    <Section title="Twelve months" description="At the end of each month, and now.">
      <Loaded query={query} loading={<LoadingRows rows={1} height={220} />}>
        {({ pages }) => (
          <LiabilityChart
            months={pages
              .flatMap(({ data }) => data)
              .slice(0, MONTHS_SHOWN)
              .reverse()}
          />
        )}
      </Loaded>
    </Section>
  )
}

type Age = Liability['ages'][number]

const ageText = ({ fromDays, toDays }: Age): string =>
  toDays === null ? `More than ${fromDays - 1} days` : `${fromDays}–${toDays} days`

function Ages({ liability: { ages, coins: all, members, value, coinValue } }: { liability: Liability }) {
  const money = (worth: string | null) => (worth && coinValue ? moneyText(worth, coinValue.currency) : '')
  return (
    <Section
      title="By age"
      description={`How long ago each member last got or gave any ${coinName().many}. Those that rest longest are the least likely to be spent.`}
    >
      <DataTable
        label="By age"
        rows={ages}
        keyOf={({ fromDays }) => fromDays}
        columns={[
          { name: 'Last movement', cell: (age) => ageText(age), phone: 'title' },
          {
            name: 'Share',
            cell: ({ coins }) => <ShareBar coins={coins} all={all} />,
            width: '26%',
            phone: 'more',
          },
          {
            name: coinsTitle(),
            cell: ({ coins }) => coinText(coins),
            isAmount: true,
            width: '18%',
            phone: 'value',
          },
          {
            name: 'Members',
            cell: (age) => countText(age.members),
            isAmount: true,
            width: '14%',
          },
          ...(coinValue
            ? ([
                {
                  name: 'Value',
                  cell: (age: Age) => money(age.value),
                  isAmount: true,
                  width: '18%',
                  phone: 'aside',
                },
              ] as const)
            : []),
        ]}
        footer={
          <tr>
            <td data-phone="title">Total</td>
            <td />
            <td data-amount data-phone="value">
              {coinText(all)}
            </td>
            <td data-amount>{countText(members)}</td>
            {coinValue && (
              <td data-amount data-phone="aside">
                {money(value)}
              </td>
            )}
          </tr>
        }
      />
    </Section>
  )
}
