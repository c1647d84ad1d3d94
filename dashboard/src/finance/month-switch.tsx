import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { monthText } from '../format/time.ts'
import { currentMonth, monthAfter, monthBefore, monthSearch } from './finance-search.ts'
import { monthsQuery } from './queries.ts'

/** Goes to the month before and to the one after, as far as the programme has any. */
export function MonthSwitch({ to, month }: { to: '/finance' | '/finance/rules'; month: string }) {
  const { data, hasNextPage } = useInfiniteQuery(monthsQuery)
  const first = hasNextPage === false ? data?.pages.at(-1)?.data.at(-1)?.month : undefined
  const hasBefore = first === undefined || month > first
  return (
    <div className="month-switch">
      <Step to={to} month={hasBefore ? monthBefore(month) : null} name="Month before">
        <IconChevronLeft size={18} aria-hidden />
      </Step>
      <h2 className="display">{monthText(month)}</h2>
      <Step to={to} month={month < currentMonth() ? monthAfter(month) : null} name="Month after">
        <IconChevronRight size={18} aria-hidden />
      </Step>
    </div>
  )
}

function Step({
  to,
  month,
  name,
  children,
}: {
  to: '/finance' | '/finance/rules'
  month: string | null
  name: string
  children: ReactNode
}) {
  // Without a month the arrow keeps its place.
  if (month === null) return <span className="month-step">{children}</span>
  return (
    <Link
      to={to}
      search={(search) => ({ ...search, month: monthSearch(month), asOf: undefined })}
      resetScroll={false}
      className="month-step"
      aria-label={`${name}: ${monthText(month)}`}
      title={monthText(month)}
    >
      {children}
    </Link>
  )
}
