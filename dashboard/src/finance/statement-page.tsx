import type { Statement } from '@laurel/sdk'
import { Anchor, Text } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinName, coinsText, counted } from '../format/coins.ts'
import { monthText } from '../format/time.ts'
import { useMay } from '../session/roles.ts'
import { AsOf, Counting } from './as-of.tsx'
import { ClosedNote, CloseMonth, useMonth } from './close-month.tsx'
import { FinanceFrame } from './finance-frame.tsx'
import { type FinanceSearch, monthBefore, monthOf } from './finance-search.ts'
import { MonthSwitch } from './month-switch.tsx'
import { PrintedTitle } from './printed-title.tsx'
import { statementQuery } from './queries.ts'
import { RuleTable } from './rule-table.tsx'
import { StatementActions } from './statement-actions.tsx'
import { StatementTable } from './statement-table.tsx'

/** Rules beyond these have a page of their own; so many fit on a printed page. */
const RULES_SHOWN = 10

export function StatementPage() {
  const search = useSearch({ from: '/signed-in/finance' })
  const month = monthOf(search)
  const query = useQuery(statementQuery(month, search.asOf))
  const before = useQuery(statementQuery(monthBefore(month), search.asOf))
  const closed = useMonth(month)?.closed
  return (
    <FinanceFrame
      part={monthText(month)}
      search={search}
      actions={
        <>
          <CloseMonth month={month} isQuiet />
          {query.data && <StatementActions statement={query.data} before={before.data} month={month} />}
        </>
      }
    >
      <div className="finance-head">
        <MonthSwitch to="/finance" month={month} />
        {closed && <ClosedNote closed={closed} asOf={search.asOf} />}
      </div>
      <Loaded query={query} loading={<LoadingStatement />}>
        {(statement) =>
          statement.asOf.seq === 0 ? (
            <NoStatement />
          ) : (
            <>
              <PrintedTitle what="Statement" month={month} />
              <Counting {...statement} />
              <Month statement={statement} before={before.data} month={month} search={search} />
            </>
          )
        }
      </Loaded>
    </FinanceFrame>
  )
}

const LoadingStatement = () => (
  <>
    <LoadingRows rows={10} />
    <LoadingRows rows={4} />
  </>
)

const NoStatement = () => (
  <EmptyState icon={IconReportMoney} title="Nothing to account for yet">
    The statement begins with the first {coinName().many} that a rule pays.
  </EmptyState>
)

function Month({
  statement,
  before,
  month,
  search,
}: {
  statement: Statement
  before: Statement | undefined
  month: string
  search: FinanceSearch
}) {
  const { byRule } = statement
  return (
    <>
      <div>
        <AsOf to="/finance" statement={statement} month={month} search={search} />
        <StatementTable statement={statement} before={before} month={month} />
        <Beside statement={statement} />
      </div>
      <Section
        title="By rule"
        actions={
          byRule.length > RULES_SHOWN && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link to="/finance/rules" search={{ month: search.month, asOf: search.asOf }} {...props} />
              )}
            >
              All {counted(byRule.length, 'rule')}
            </Anchor>
          )
        }
      >
        <RuleTable statement={statement} shownMax={RULES_SHOWN} />
      </Section>
    </>
  )
}

/** What changes no wallet: it is in no sum. */
function Beside({ statement: { fromExpired, owed, writtenOff, coinValue } }: { statement: Statement }) {
  const mayChange = useMay('changeOwnPartner')
  const notes = [
    ...(fromExpired.movements > 0
      ? [
          `${coinsText(fromExpired.coins)} of ${counted(fromExpired.movements, 'reversal')} had expired before`,
        ]
      : []),
    ...(owed.movements > 0
      ? [`${coinsText(owed.coins)} of ${counted(owed.movements, 'reversal')} are owed by members`]
      : []),
    ...(writtenOff.movements > 0
      ? [`${coinsText(writtenOff.coins)} of ${counted(writtenOff.movements, 'reversal')} were written off`]
      : []),
  ]
  return (
    <Text size="sm" c="dimmed" component="div" mt="xs" className="finance-notes">
      {notes.length > 0 && <p>Beside the wallets: {notes.join('; ')}.</p>}
      {coinValue && (
        <p>
          {coinsText(1)} = {coinValue.amount} {coinValue.currency} on the last day. Money is rounded,{' '}
          {coinName().many} are exact.
        </p>
      )}
      {!coinValue && mayChange && (
        <p className="no-print">
          <Anchor inherit component={Link} to="/settings" underline="always">
            Say what one {coinName().one} is worth
          </Anchor>{' '}
          to see the statement in money too.
        </p>
      )}
    </Text>
  )
}
