import { coinName } from '../format/coins.ts'
import { programmeZone, weekdayText, wholeDayText } from '../format/time.ts'
import type { ItemRow, Row, Rows, Subject, Test } from './condition.ts'
import { rowsOf, unitsOf } from './read-condition.ts'

export const TEST_LABELS: Record<Test, string> = {
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  contains: 'contains',
  startsWith: 'starts with',
  equals: 'equals',
  atLeast: 'is at least',
  moreThan: 'is more than',
  atMost: 'is at most',
  lessThan: 'is less than',
  yes: 'is true',
  no: 'is false',
  present: 'is there',
  absent: 'is missing',
  from: 'is on or after',
  until: 'is on or before',
  between: 'is between',
  on: 'is one of',
  hours: 'is between',
}

/** By the numbers that expressions have for them; a week begins on Monday. */
export const WEEKDAYS: [day: string, name: string][] = [
  ['1', 'Monday'],
  ['2', 'Tuesday'],
  ['3', 'Wednesday'],
  ['4', 'Thursday'],
  ['5', 'Friday'],
  ['6', 'Saturday'],
  ['0', 'Sunday'],
]

/** "items › category": a property inside another one. */
export const pathName = (path: string[]): string => path.join(' › ') || '…'

/** What a row looks at, in words. */
function subjectName(subject: Subject): string {
  switch (subject.of) {
    case 'property':
      return pathName(subject.path)
    case 'item':
      return `an element of ${pathName(subject.list)} whose ${pathName(subject.field)}`
    case 'attribute':
      return `the member’s ${subject.name || '…'}`
    case 'points':
      return 'the member’s points'
    case 'balance':
      return `the member’s ${coinName().many}`
    case 'membership':
      return 'days since joining'
    case 'joined':
      return 'the day of joining'
    case 'weekday':
      return 'the day of the week'
    case 'hour':
      return 'the hour'
    case 'date':
      return 'the date'
  }
}

type Trigger = { activityType: string; when?: string | null }

/** "order.paid arrives and total is at least 50": which activities award a rule. */
export function triggerText({ activityType, when }: Trigger, zone = programmeZone()): string {
  const type = activityType.trim() || '…'
  if (!when) return `${type} arrives`
  const found = rowsOf(when, zone)
  if (!found) return `${type} arrives and meets its condition`
  const isEither = found.join === 'any' && found.rows.length > 1
  return `${type} arrives and ${isEither ? 'either ' : ''}${rowsText(found)}`
}

function rowsText({ join, rows }: Rows): string {
  const texts = rows.map(rowText)
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${join === 'all' ? 'and' : 'or'} ${last}`
}

/** A condition in words; the expression where rows cannot write it. */
export function conditionText(when: string | null, zone = programmeZone()): string {
  if (when === null) return 'always'
  const found = rowsOf(when, zone)
  return found ? rowsText(found) : when
}

function rowText({ subject, test, values }: Row): string {
  const [first = '', second = ''] = values
  if (subject.of === 'item')
    return `${pathName(subject.list)} has one whose ${pathName(subject.field)} ${testText(test, values)}`
  if (subject.of === 'weekday')
    return `it is ${orList(values.map((day) => WEEKDAYS.find(([each]) => each === day)?.[1] ?? day))}`
  if (subject.of === 'hour') return `it is between ${first}:00 and ${second}:00`
  if (subject.of === 'date') return `it is ${daysText(test, first, second)}`
  if (subject.of === 'joined') return `the member joined ${daysText(test, first, second)}`
  if (subject.of === 'membership') return `the member joined ${daysAgo(test, first)}`
  const text = testText(test, values)
  const isMany = subject.of === 'points' || subject.of === 'balance'
  return `${subjectName(subject)} ${isMany ? text.replace(/^is /, 'are ').replace(/^equals /, 'equal ') : text}`
}

const testText = (test: Test, values: string[]): string => {
  if (values.length === 0) return TEST_LABELS[test]
  const isNumber = ['equals', 'atLeast', 'moreThan', 'atMost', 'lessThan'].includes(test)
  return `${TEST_LABELS[test]} ${orList(isNumber ? values : values.map((value) => `“${value}”`))}`
}

function daysText(test: Test, first: string, last: string): string {
  if (test === 'from') return `on or after ${wholeDayText(first)}`
  if (test === 'until') return `on or before ${wholeDayText(first)}`
  if (first === last) return `on ${wholeDayText(first)}`
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  return `from ${isOneYear ? weekdayText(first) : wholeDayText(first)} to ${wholeDayText(last)}`
}

const DAYS_AGO: Partial<Record<Test, string>> = {
  equals: 'exactly',
  atLeast: 'at least',
  moreThan: 'more than',
  atMost: 'at most',
  lessThan: 'less than',
}

const daysAgo = (test: Test, days: string): string =>
  `${DAYS_AGO[test]} ${days} ${days === '1' ? 'day' : 'days'} ago`

const orList = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? '…') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

/** What a rule that pays per unit is paid for; null where only its expression says it. */
export function unitsText(source: string): string | null {
  const units = unitsOf(source)
  if (!units) return null
  if (units.of === 'property') return pathName(units.path)
  const { list, price, quantity, where } = units
  const amount = [price, quantity].filter((path) => path.length > 0).map(pathName)
  const of = where.length > 0 ? ` whose ${where.map(itemText).join(' and ')}` : ''
  return `${amount.join(' × ')} of ${pathName(list)}${of}`
}

const itemText = ({ field, test, values }: ItemRow): string => `${pathName(field)} ${testText(test, values)}`
