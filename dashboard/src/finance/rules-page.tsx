import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { monthText } from '../format/time.ts'
import { AsOf, Counting } from './as-of.tsx'
import { FinanceFrame } from './finance-frame.tsx'
import { monthBefore, monthOf, RULE_ORDERS, type RuleOrder } from './finance-search.ts'
import { MonthSwitch } from './month-switch.tsx'
import { PrintedTitle } from './printed-title.tsx'
import { statementQuery } from './queries.ts'
import { RuleTable } from './rule-table.tsx'
import { StatementActions } from './statement-actions.tsx'

const ORDER_LABELS: Record<RuleOrder, string> = {
  issued: 'Issued',
  reversed: 'Reversed',
  net: 'Net',
  name: 'Name',
}

/** Every rule of a month. */
export function FinanceRulesPage() {
  const search = useSearch({ from: '/signed-in/finance/rules' })
  const navigate = useNavigate({ from: '/finance/rules' })
  const month = monthOf(search)
  const { order = 'issued' } = search
  const query = useQuery(statementQuery(month, search.asOf))
  const before = useQuery(statementQuery(monthBefore(month), search.asOf))
  const sort = (next: string) =>
    void navigate({
      search: { ...search, order: RULE_ORDERS.find((each) => each === next && each !== 'issued') },
      resetScroll: false,
    })
  return (
    <FinanceFrame
      part={`By rule, ${monthText(month)}`}
      search={search}
      actions={query.data && <StatementActions statement={query.data} before={before.data} month={month} />}
    >
      <div className="finance-head">
        <MonthSwitch to="/finance/rules" month={month} />
        <SegmentedControl
          size="xs"
          aria-label="Sort by"
          value={order}
          onChange={sort}
          data={RULE_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
        />
      </div>
      <Loaded query={query} loading={<LoadingRows rows={8} />}>
        {(statement) => (
          <>
            <PrintedTitle what="Rules" month={month} />
            <Counting {...statement} />
            <div>
              <AsOf to="/finance/rules" statement={statement} month={month} search={search} />
              <RuleTable statement={statement} order={order} />
            </div>
          </>
        )}
      </Loaded>
    </FinanceFrame>
  )
}
