import type { Statement } from '@laurel/sdk'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import type { FinanceSearch } from './finance-search.ts'

/** The zone of the days, and the event up to which a statement counts: its link shows the same figures for ever. */
export function AsOf({
  to,
  statement: { asOf, timeZone },
  month,
  search,
}: {
  to: '/finance' | '/finance/rules'
  statement: Statement
  month: string
  search: FinanceSearch
}) {
  return (
    <p className="as-of">
      Days in {timeZone} · as of{' '}
      <Anchor
        inherit
        underline="always"
        title="The address of exactly these figures"
        renderRoot={(props) => (
          <Link to={to} search={{ ...search, month, asOf: asOf.seq }} resetScroll={false} {...props} />
        )}
      >
        event {countText(asOf.seq)}
      </Anchor>
      {asOf.at && (
        <>
          , <Time at={asOf.at} format="full" />
        </>
      )}
      {search.asOf !== undefined && (
        <span className="no-print">
          {' · '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to={to} search={{ ...search, asOf: undefined }} resetScroll={false} {...props} />
            )}
          >
            Show the latest
          </Anchor>
        </span>
      )}
    </p>
  )
}

/** Says why figures may be incomplete, or of another zone. */
export function Counting({ counted: count, recount }: Pick<Statement, 'counted' | 'recount'>) {
  if (count.behind === 0 && !recount) return null
  return (
    <p className="counting" role="status">
      {count.behind > 0 && `Still counting ${counted(count.behind, 'event')}; the figures are incomplete. `}
      {recount &&
        `The days are being counted again for the time zone ${recount.timeZone}; ${counted(recount.behind, 'event')} left.`}
    </p>
  )
}
