import type { Statement } from '@laurel/sdk'
import { saveFile } from '../components/save-file.ts'
import { csvOf } from '../format/csv.ts'
import { worthOf } from '../format/money.ts'
import { kindLabel } from '../format/statement-kinds.ts'

/** Amounts are exact decimals. The name says of which month a file is, and as of which event. */
const nameOf = ({ from, asOf }: Statement, what: string): string =>
  `${what}-${from.slice(0, 7)}-as-of-event-${asOf.seq}.csv`

const valueHead = ({ coinValue }: Statement): string[] =>
  coinValue ? [`Value in ${coinValue.currency}`] : []

export function saveStatement(statement: Statement, before: Statement | undefined): void {
  const { opening, openingValue, kinds, closing, closingValue, movements, fromExpired, owed, writtenOff } =
    statement
  const value = (text: string | null) => (text === null ? [] : [text])
  const earlier = (kind: string) => before?.kinds.find((each) => each.kind === kind)?.change ?? ''
  const rows = [
    ['Line', 'Coins', ...valueHead(statement), 'Movements', 'Month before'],
    ['Opening', opening, ...value(openingValue), '', before?.opening ?? ''],
    ...kinds.map(({ kind, change, value: worth, movements: count }) => [
      kindLabel(kind),
      change,
      ...value(worth && change.startsWith('-') ? `-${worth}` : worth),
      String(count),
      earlier(kind),
    ]),
    ['Closing', closing, ...value(closingValue), String(movements), before?.closing ?? ''],
    [
      'Reversed of what had expired',
      fromExpired.coins,
      ...value(fromExpired.value),
      String(fromExpired.movements),
      before?.fromExpired.coins ?? '',
    ],
    ['Owed by members', owed.coins, ...value(owed.value), String(owed.movements), before?.owed.coins ?? ''],
    [
      'Written off',
      writtenOff.coins,
      ...value(writtenOff.value),
      String(writtenOff.movements),
      before?.writtenOff.coins ?? '',
    ],
  ]
  saveFile(csvOf(rows), nameOf(statement, 'statement'))
}

export function saveRules(statement: Statement): void {
  const { byRule, coinValue } = statement
  const rows = [
    ['Rule', 'Rule id', 'Issued', 'Payments', 'Reversed', 'Reversals', 'Net', ...valueHead(statement)],
    ...byRule.map(({ ruleName, ruleId, issued, payments, reversed, reversals, net }) => [
      ruleName,
      ruleId,
      issued,
      String(payments),
      reversed,
      String(reversals),
      net,
      ...(coinValue ? [worthOf(net, coinValue)] : []),
    ]),
  ]
  saveFile(csvOf(rows), nameOf(statement, 'rules'))
}
