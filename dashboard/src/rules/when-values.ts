import type { Rule } from '@laurel/sdk'
import { randomId } from '@mantine/hooks'
import { programmeZone } from '../format/time.ts'
import {
  expressionOf,
  type ItemRow,
  type Row,
  type Rows,
  rowProblem,
  type Units,
  unitsExpression,
  unitsProblem,
} from './condition.ts'
import { rowsOf, unitsOf } from './read-condition.ts'

type Keyed<Value> = Value & { key: string }

/** A condition in the form: rows, or the expression itself. */
export type WhenValues = {
  view: 'rows' | 'expression'
  join: Rows['join']
  rows: Keyed<Row>[]
  /** What was typed in the view of the expression. */
  source: string
}

/** The units in the form. */
export type UnitsValues = {
  view: 'property' | 'sum' | 'expression'
  path: string[]
  list: string[]
  price: string[]
  quantity: string[]
  where: Keyed<ItemRow>[]
  source: string
}

export const keyed = <Value extends object>(value: Value): Keyed<Value> => ({ ...value, key: randomId() })

export const newRow = (): Keyed<Row> =>
  keyed({ subject: { of: 'property', path: [] }, test: 'is', values: [] })

export const newItemRow = (): Keyed<ItemRow> => keyed({ field: [], test: 'is', values: [] })

/** The form of an expression: rows if they write it. */
export function whenValues(source: string | null): WhenValues {
  const found = rowsOf(source ?? '', programmeZone())
  return {
    view: found ? 'rows' : 'expression',
    join: found?.join ?? 'all',
    rows: found?.rows.map(keyed) ?? [],
    source: source ?? '',
  }
}

/** The condition that the form writes; null for none. Rows that are not complete are left out. */
export function whenSource(when: WhenValues, zone = programmeZone()): string | null {
  if (when.view === 'expression') return when.source.trim() === '' ? null : when.source
  return expressionOf(completeRows(when), zone) || null
}

const completeRows = ({ join, rows }: WhenValues): Rows => ({
  join,
  rows: rows.filter((row) => rowProblem(row) === undefined).map(({ key: _, ...row }) => row),
})

function unitsValues(source: string | null): UnitsValues {
  const empty = { path: [], list: [], price: [], quantity: [], where: [], source: source ?? '' }
  if (source === null) return { ...empty, view: 'property' }
  const found = unitsOf(source)
  if (!found) return { ...empty, view: 'expression' }
  if (found.of === 'property') return { ...empty, view: 'property', path: found.path }
  const { list, price, quantity, where } = found
  return { ...empty, view: 'sum', list, price, quantity, where: where.map(keyed) }
}

/** The units that the form writes; null while they are not complete. */
export function unitsSource(values: UnitsValues): string | null {
  if (values.view === 'expression') return values.source.trim() === '' ? null : values.source
  const units = unitsIn(values)
  return unitsProblem(units) === undefined ? unitsExpression(units) : null
}

const unitsIn = ({ view, path, list, price, quantity, where }: UnitsValues): Units =>
  view === 'property'
    ? { of: 'property', path }
    : { of: 'sum', list, price, quantity, where: where.map(({ key: _, ...row }) => row) }

/** The fields of the form that say which activities award a rule. */
export type TriggerValues = {
  awardedBy: 'name' | 'activity'
  activityType: string
  when: WhenValues
  unitsFrom: UnitsValues
  priority: string
  exclusiveGroup: string
}

export const newTriggerValues = (): TriggerValues => ({
  awardedBy: 'name',
  activityType: '',
  when: whenValues(null),
  unitsFrom: unitsValues(null),
  priority: '0',
  exclusiveGroup: '',
})

export const triggerValuesOf = (rule: Rule): TriggerValues => ({
  awardedBy:
    rule.activityType !== null || rule.rules.some(({ activityType }) => activityType !== null)
      ? 'activity'
      : 'name',
  activityType: rule.activityType ?? '',
  when: whenValues(rule.when),
  unitsFrom: unitsValues(rule.unitsFrom),
  priority: String(rule.priority),
  exclusiveGroup: rule.exclusiveGroup ?? '',
})

type Shape = TriggerValues & { type: string; perUnit: boolean }

/** The same fields as the API takes them. */
export function triggerOf(values: Shape) {
  const isByActivity = values.awardedBy === 'activity'
  const hasType = isByActivity && values.type !== 'combined'
  const isPerUnit = hasType && values.type === 'single' && values.perUnit
  return {
    activityType: hasType ? values.activityType.trim() || null : null,
    when: hasType ? whenSource(values.when) : null,
    unitsFrom: isPerUnit ? unitsSource(values.unitsFrom) : null,
    priority: isByActivity && /^-?\d+$/.test(values.priority.trim()) ? Number(values.priority) : 0,
    exclusiveGroup: isByActivity ? values.exclusiveGroup.trim() || null : null,
  }
}

/** What is missing, by field. */
export function triggerProblems(
  values: Shape & { rules: { activityType: string; when: WhenValues }[] },
): Record<string, string> {
  if (values.awardedBy === 'name') return {}
  const problems: [string, string | undefined][] = [
    ['priority', /^-?\d+$/.test(values.priority.trim()) ? undefined : 'Enter a whole number.'],
  ]
  if (values.type === 'combined') {
    values.rules.forEach((sub, index) => {
      if (sub.activityType.trim() !== '') problems.push([`rules.${index}.when`, whenProblem(sub.when)])
    })
    if (values.rules.every(({ activityType }) => activityType.trim() === ''))
      problems.push(['rules.0.activityType', 'Choose the activity of at least one sub-rule.'])
  } else {
    problems.push(
      ['activityType', values.activityType.trim() === '' ? 'Choose an activity.' : undefined],
      ['when', whenProblem(values.when)],
    )
    if (values.type === 'single' && values.perUnit)
      problems.push(['unitsFrom', unitsMissing(values.unitsFrom)])
  }
  return Object.fromEntries(problems.filter((each): each is [string, string] => each[1] !== undefined))
}

const whenProblem = ({ view, rows }: WhenValues): string | undefined =>
  view === 'rows' && rows.some((row) => rowProblem(row) !== undefined)
    ? 'Complete or remove the rows that are marked.'
    : undefined

function unitsMissing(values: UnitsValues): string | undefined {
  if (values.view !== 'expression') return unitsProblem(unitsIn(values))
  return values.source.trim() === '' ? 'Write what to pay for.' : undefined
}
