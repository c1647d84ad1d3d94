import type { Month } from '@laurel/sdk'
import { IconCalendarMonth } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { coinName, coinsOf, coinText, hundredthsOf, netText } from '../format/coins.ts'
import { moneyText } from '../format/money.ts'
import { shortMonthText } from '../format/time.ts'
import { ClosedNote, CloseMonth } from './close-month.tsx'
import { FinanceFrame } from './finance-frame.tsx'
import { currentMonth, monthSearch } from './finance-search.ts'
import { monthsQuery } from './queries.ts'

export function MonthsPage() {
  const query = useInfiniteQuery(monthsQuery)
  return (
    <FinanceFrame part="Months">
      <CursorList
        query={query}
        rowsOf={({ data }) => data}
        loading={<LoadingRows rows={8} />}
        empty={
          <EmptyState icon={IconCalendarMonth} title="No months yet">
            The first month begins with the first {coinName().many} that a rule pays.
          </EmptyState>
        }
      >
        {(months) => <MonthTable months={months} />}
      </CursorList>
    </FinanceFrame>
  )
}

function MonthTable({ months }: { months: Month[] }) {
  const hasValue = months.some(({ coinValue }) => coinValue !== null)
  return (
    <DataTable
      label="Months"
      rows={months}
      keyOf={({ month }) => month}
      link={({ month }, props) => <Link to="/finance" search={{ month: monthSearch(month) }} {...props} />}
      columns={[
        {
          name: 'Month',
          cell: ({ month }) => `${shortMonthText(month)} ${month.slice(0, 4)}`,
          phone: 'title',
        },
        { name: 'Opening', cell: ({ opening }) => coinText(opening), isAmount: true, width: '13%' },
        { name: 'Issued', cell: (month) => changeOf(month, 'issued'), isAmount: true, width: '13%' },
        { name: 'Spent', cell: (month) => changeOf(month, 'spent'), isAmount: true, width: '13%' },
        { name: 'Others', cell: otherChanges, isAmount: true, width: '13%' },
        {
          name: 'Closing',
          cell: ({ closing }) => <b>{coinText(closing)}</b>,
          isAmount: true,
          width: '13%',
          phone: 'value',
        },
        ...(hasValue
          ? ([{ name: 'Value', cell: worth, isAmount: true, width: '13%', phone: 'aside' }] as const)
          : []),
        { name: 'Closed', cell: (month) => <Note {...month} />, width: '12%', phone: 'more' },
      ]}
    />
  )
}

const worth = ({ closingValue, coinValue }: Month) =>
  closingValue && coinValue && moneyText(closingValue, coinValue.currency)

const changeOf = ({ kinds }: Month, kind: string): string =>
  netText(kinds.find((each) => each.kind === kind)?.change ?? '0')

/** All other kinds together. */
function otherChanges({ kinds }: Month): string {
  const others = kinds.filter(({ kind }) => kind !== 'issued' && kind !== 'spent')
  const sum = others.reduce((total, { change }) => {
    const amount = hundredthsOf(change.replace('-', '')) ?? 0n
    return change.startsWith('-') ? total - amount : total + amount
  }, 0n)
  return netText(coinsOf(sum))
}

function Note({ month, closed }: Month) {
  if (month === currentMonth()) return <span className="quiet">So far</span>
  return closed ? <ClosedNote closed={closed} isTitled /> : <CloseMonth month={month} />
}
