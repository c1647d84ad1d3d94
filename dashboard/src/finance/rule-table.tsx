import type { RuleStatement, Statement } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../components/data-table.tsx'
import { coinsOf, coinText, counted, countText, hundredthsOf, signedText } from '../format/coins.ts'
import { moneyText, worthOf } from '../format/money.ts'
import type { RuleOrder } from './finance-search.ts'

const hundredths = (coins: string): bigint => {
  const amount = hundredthsOf(coins.replace('-', '')) ?? 0n
  return coins.startsWith('-') ? -amount : amount
}

const sumOf = (rules: RuleStatement[], field: 'issued' | 'reversed' | 'net'): string =>
  coinsOf(rules.reduce((sum, rule) => sum + hundredths(rule[field]), 0n))

/** "12.3 %" of everything that was issued. */
function shareText(issued: string, all: string): string {
  const whole = Number(all)
  return whole === 0 ? '' : `${(Math.round((Number(issued) / whole) * 1000) / 10).toFixed(1)} %`
}

/** Sorted by coins or by name; the service lists the rule that issued most first. */
function sortedRules(rules: RuleStatement[], order: RuleOrder): RuleStatement[] {
  if (order === 'name') return rules.toSorted((left, right) => left.ruleName.localeCompare(right.ruleName))
  return rules.toSorted((left, right) => {
    const difference = hundredths(right[order]) - hundredths(left[order])
    return difference === 0n ? 0 : difference > 0n ? 1 : -1
  })
}

/** What each rule issued and what came back, with the total of all. Rules beyond `shownMax` are one line. */
export function RuleTable({
  statement: { byRule, coinValue },
  order = 'issued',
  shownMax = Number.POSITIVE_INFINITY,
}: {
  statement: Statement
  order?: RuleOrder
  shownMax?: number
}) {
  if (byRule.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No rule paid anything in this month.
      </Text>
    )
  const all = sumOf(byRule, 'issued')
  const sorted = sortedRules(byRule, order)
  const money = (net: string) => (coinValue ? moneyText(worthOf(net, coinValue), coinValue.currency) : '')
  const cells = (rules: RuleStatement[]) => ({
    issued: sumOf(rules, 'issued'),
    reversed: sumOf(rules, 'reversed'),
    net: sumOf(rules, 'net'),
    payments: rules.reduce((sum, { payments }) => sum + payments, 0),
  })
  const rest = sorted.slice(shownMax)
  return (
    <DataTable
      label="By rule"
      rows={sorted.slice(0, shownMax)}
      keyOf={({ ruleId }) => ruleId}
      link={({ ruleId }, props) => <Link to="/rules/$ruleId" params={{ ruleId }} {...props} />}
      columns={[
        { name: 'Rule', cell: ({ ruleName }) => <bdi>{ruleName}</bdi>, phone: 'title' },
        {
          name: 'Issued',
          cell: ({ issued }) => (
            <span className="amount" data-credit>
              {coinText(issued)}
            </span>
          ),
          isAmount: true,
          width: '16%',
          phone: 'value',
        },
        {
          name: 'Reversed',
          cell: ({ reversed }) => <Reversed coins={reversed} />,
          isAmount: true,
          width: '14%',
          phone: 'more',
        },
        { name: 'Net', cell: ({ net }) => netText(net), isAmount: true, width: '16%' },
        {
          name: 'Share',
          cell: ({ issued }) => shareText(issued, all),
          isAmount: true,
          width: '9%',
          phone: 'aside',
        },
        { name: 'Payments', cell: ({ payments }) => countText(payments), isAmount: true, width: '11%' },
        ...(coinValue
          ? ([
              { name: 'Value', cell: ({ net }: RuleStatement) => money(net), isAmount: true, width: '14%' },
            ] as const)
          : []),
      ]}
      footer={
        <>
          {rest.length > 0 && (
            <SumLine
              name={counted(rest.length, 'other rule')}
              {...cells(rest)}
              all={all}
              money={money}
              isRest
            />
          )}
          <SumLine name="Total" {...cells(byRule)} all={all} money={money} />
        </>
      }
    />
  )
}

const Reversed = ({ coins }: { coins: string }) => (
  <>
    {reversedText(coins)}
    <span className="phone-only"> reversed</span>
  </>
)

const reversedText = (reversed: string): string => (reversed === '0' ? '0' : signedText(reversed, false))

const netText = (net: string): string => coinText(net).replace('-', '−')

function SumLine({
  name,
  issued,
  reversed,
  net,
  payments,
  all,
  money,
  isRest = false,
}: {
  name: string
  issued: string
  reversed: string
  net: string
  payments: number
  all: string
  money: (net: string) => string
  isRest?: boolean
}) {
  const value = money(net)
  return (
    <tr data-rest={isRest || undefined}>
      <td data-phone="title">{name}</td>
      <td data-amount data-phone="value">
        {coinText(issued)}
      </td>
      <td data-amount data-phone="more">
        <Reversed coins={reversed} />
      </td>
      <td data-amount>{netText(net)}</td>
      <td data-amount data-phone="aside">
        {shareText(issued, all)}
      </td>
      <td data-amount>{countText(payments)}</td>
      {value && <td data-amount>{value}</td>}
    </tr>
  )
}
