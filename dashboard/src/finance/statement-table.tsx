import '../components/data-table.css'
import type { Statement } from '@laurel/sdk'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { changeText, coinName, coinText, countText, signedText } from '../format/coins.ts'
import { moneyText } from '../format/money.ts'
import { kindLabel, linesOfKind } from '../format/statement-kinds.ts'
import { monthText } from '../format/time.ts'
import { AdjustmentLines } from './adjustment-lines.tsx'
import { daysOfMonth, monthBefore } from './finance-search.ts'
import { RuleLines } from './rule-lines.tsx'
import { StatementLine } from './statement-line.tsx'

type Movements = Statement['kinds'][number]

/** From opening to closing: every kind of movement, and the sum is exact. */
export function StatementTable({
  statement,
  before,
  month,
}: {
  statement: Statement
  before: Statement | undefined
  month: string
}) {
  const { opening, openingValue, kinds, closing, closingValue, movements, coinValue } = statement
  const money = (value: string | null) => (value && coinValue ? moneyText(value, coinValue.currency) : null)
  return (
    <table className="data-table statement" aria-label={`Statement of ${monthText(month)}`}>
      <colgroup>
        <col />
        <col width="18%" />
        {coinValue && <col width="16%" />}
        <col width="13%" />
        <col width="17%" />
        <col width="9%" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Kind</span>
          </th>
          <th scope="col" data-amount>
            <span className="coin-name">{coinName().many}</span>
          </th>
          {coinValue && (
            <th scope="col" data-amount>
              Value
            </th>
          )}
          <th scope="col" data-amount>
            Movements
          </th>
          <th scope="col" data-amount>
            {monthText(monthBefore(month))}
          </th>
          <th scope="col" data-amount>
            ±
          </th>
        </tr>
      </thead>
      <tbody>
        <StatementLine
          isTotal
          label="Opening"
          coins={coinText(opening)}
          value={coinValue && money(openingValue)}
          before={before && coinText(before.opening)}
          change={before && changeText(before.opening, opening)}
        />
        {kinds.map((each) => (
          <KindLines
            key={each.kind}
            statement={statement}
            movements={each}
            before={before}
            month={month}
            value={coinValue && money(each.value)}
          />
        ))}
        <StatementLine
          isTotal
          label="Closing"
          coins={coinText(closing)}
          value={coinValue && money(closingValue)}
          movements={countText(movements)}
          before={before && coinText(before.closing)}
          change={before && changeText(before.closing, closing)}
        />
      </tbody>
    </table>
  )
}

/** One kind, and below it, when it is open, what it consists of. */
function KindLines({
  statement,
  movements: { kind, coins, change, movements },
  before,
  month,
  value,
}: {
  statement: Statement
  movements: Movements
  before: Statement | undefined
  month: string
  value: string | null
}) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const isCredit = !change.startsWith('-')
  const earlier = before?.kinds.find((each) => each.kind === kind)
  const label = kindLabel(kind)
  const details = movements > 0 ? detailsOf(kind, statement, before, month) : null
  const lines = linesOfKind(kind)
  const history = (props: { className: string; children: ReactNode }) =>
    lines && movements > 0 ? (
      <Link to="/history" search={{ ...lines, ...daysOfMonth(month) }} {...props} />
    ) : null
  return (
    <>
      <StatementLine
        label={
          details ? (
            <button type="button" className="row-link cut" aria-expanded={isOpen} onClick={toggle}>
              <IconChevronRight size={14} className="statement-chevron" aria-hidden />
              {label}
            </button>
          ) : (
            (history({ className: 'row-link cut', children: label }) ?? label)
          )
        }
        coins={
          (details &&
            history({
              className: 'statement-link',
              children: <SignedCoins coins={coins} isCredit={isCredit} />,
            })) ||
          (movements === 0 ? '0' : <SignedCoins coins={coins} isCredit={isCredit} />)
        }
        value={value && movements > 0 && !isCredit ? `−${value}` : value}
        movements={countText(movements)}
        before={earlier && (earlier.movements === 0 ? '0' : signedText(earlier.coins, isCredit))}
        change={earlier && changeText(earlier.coins, coins)}
        isLink={details !== null || (lines !== undefined && movements > 0)}
      />
      {isOpen && details}
    </>
  )
}

function SignedCoins({ coins, isCredit }: { coins: string; isCredit: boolean }) {
  return (
    <span className="amount" data-credit={isCredit || undefined}>
      {signedText(coins, isCredit)}
    </span>
  )
}

function detailsOf(
  kind: string,
  statement: Statement,
  before: Statement | undefined,
  month: string,
): ReactNode {
  if (kind === 'issued') return <RuleLines statement={statement} before={before} month={month} />
  if (kind === 'added') return <AdjustmentLines kind="added" statement={statement} month={month} />
  if (kind === 'deducted') return <AdjustmentLines kind="taken" statement={statement} month={month} />
  return null
}
