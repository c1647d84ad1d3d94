import type { Statement } from '@laurel/sdk'
import { Link } from '@tanstack/react-router'
import { changeText, counted, countText, signedText } from '../format/coins.ts'
import { moneyText, worthOf } from '../format/money.ts'
import { StatementLine } from './statement-line.tsx'

const RULES_SHOWN = 10

/** What each rule issued, the one that issued most first. */
export function RuleLines({
  statement: { byRule, coinValue },
  before,
  month,
}: {
  statement: Statement
  before: Statement | undefined
  month: string
}) {
  const issuing = byRule.filter(({ payments }) => payments > 0)
  const rest = issuing.length - RULES_SHOWN
  return (
    <>
      {issuing.slice(0, RULES_SHOWN).map(({ ruleId, ruleName, issued, payments }) => {
        const earlier = before && (before.byRule.find((each) => each.ruleId === ruleId)?.issued ?? '0')
        return (
          <StatementLine
            key={ruleId}
            isDetail
            isLink
            label={
              <Link to="/rules/$ruleId" params={{ ruleId }} className="row-link cut">
                <bdi>{ruleName}</bdi>
              </Link>
            }
            coins={signedText(issued, true)}
            value={coinValue && moneyText(worthOf(issued, coinValue), coinValue.currency)}
            movements={
              <>
                {countText(payments)}
                <span className="phone-only"> ×</span>
              </>
            }
            before={earlier && (earlier === '0' ? earlier : signedText(earlier, true))}
            change={earlier && changeText(earlier, issued)}
          />
        )
      })}
      {rest > 0 && (
        <StatementLine
          isDetail
          isLink
          label={
            <Link to="/finance/rules" search={(search) => ({ ...search, month })} className="row-link cut">
              {counted(rest, 'more rule')}
            </Link>
          }
          coins={null}
          value={coinValue && ''}
        />
      )}
    </>
  )
}
