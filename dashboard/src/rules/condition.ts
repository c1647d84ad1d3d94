import { addDays, instantText, isDay } from '../format/time.ts'
import { typedNumber } from '../format/typed-number.ts'

/** What a row looks at. */
export type Subject =
  | { of: 'property'; path: string[] }
  /** Any element of a list of the activity, such as an item of an order. */
  | { of: 'item'; list: string[]; field: string[] }
  | { of: 'attribute'; name: string }
  | { of: 'points' | 'balance' | 'membership' | 'joined' | 'weekday' | 'hour' | 'date' }

export const TEXT_TESTS = ['is', 'isNot', 'oneOf', 'contains', 'startsWith'] as const
export const NUMBER_TESTS = ['equals', 'atLeast', 'moreThan', 'atMost', 'lessThan'] as const
export const TRUTH_TESTS = ['yes', 'no'] as const
export const PRESENCE_TESTS = ['present', 'absent'] as const
export const DAY_TESTS = ['from', 'until', 'between'] as const

export type Test =
  | (typeof TEXT_TESTS)[number]
  | (typeof NUMBER_TESTS)[number]
  | (typeof TRUTH_TESTS)[number]
  | (typeof PRESENCE_TESTS)[number]
  | (typeof DAY_TESTS)[number]
  | 'on'
  | 'hours'

/** One comparison, with its values as typed. */
export type Row = { subject: Subject; test: Test; values: string[] }

/** Rows of which all or any must hold. Without rows it always holds. */
export type Rows = { join: 'all' | 'any'; rows: Row[] }

/** Units of an activity: one property, or the sum of its items. */
export type Units =
  | { of: 'property'; path: string[] }
  | { of: 'sum'; list: string[]; price: string[]; quantity: string[]; where: ItemRow[] }

/** A comparison of an item. */
export type ItemRow = { field: string[]; test: Test; values: string[] }

const OPERATORS = {
  is: '==',
  isNot: '!=',
  equals: '==',
  atLeast: '>=',
  moreThan: '>',
  atMost: '<=',
  lessThan: '<',
} as const

/** The tests that an operator between a value and a text, or a number, stands for. */
export const testOf = (operator: string, isText: boolean): Test | undefined =>
  (isText ? (['is', 'isNot'] as const) : NUMBER_TESTS).find((test) => OPERATORS[test] === operator)

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Words that the language keeps for itself. */
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const isPlainName = (name: string): boolean => NAME.test(name) && !RESERVED.has(name)

const textLiteral = (text: string): string => JSON.stringify(text.toWellFormed())

/** "properties.items", and "properties["line items"]" for a name with other characters. */
const pathText = (root: string, path: string[]): string =>
  path.reduce((text, name) => (isPlainName(name) ? `${text}.${name}` : `${text}[${textLiteral(name)}]`), root)

/** The expression that complete rows write. */
export const expressionOf = ({ join, rows }: Rows, zone: string): string =>
  rows.map((row) => rowExpression(row, zone)).join(join === 'all' ? ' && ' : ' || ')

function rowExpression({ subject, test, values }: Row, zone: string): string {
  switch (subject.of) {
    case 'property':
      return comparison('properties', subject.path, { test, values })
    case 'attribute':
      return comparison('member.attributes', [subject.name], { test, values })
    case 'item':
      return `${pathText('properties', subject.list)}.exists(i, ${comparison('i', subject.field, { test, values })})`
    case 'points':
    case 'balance':
      return compared(`member.${subject.of}`, { test, values })
    case 'membership':
      return `now - member.joinedAt ${operatorOf(test)} duration("${Number(values[0]) * 24}h")`
    case 'joined':
      return days('member.joinedAt', { test, values }, zone)
    case 'date':
      return days('activity.occurredAt', { test, values }, zone)
    case 'weekday':
      return `activity.occurredAt.getDayOfWeek(${textLiteral(zone)}) in [${values.join(', ')}]`
    case 'hour':
      return hours(`activity.occurredAt.getHours(${textLiteral(zone)})`, values)
  }
}

type Comparison = Pick<Row, 'test' | 'values'>

const operatorOf = (test: Test): string => OPERATORS[test as keyof typeof OPERATORS]

function comparison(root: string, path: string[], { test, values }: Comparison): string {
  const subject = pathText(root, path)
  if (test === 'present' || test === 'absent') {
    const isIn = `${textLiteral(path.at(-1) ?? '')} in ${pathText(root, path.slice(0, -1))}`
    return test === 'present' ? isIn : `!(${isIn})`
  }
  return compared(subject, { test, values })
}

function compared(subject: string, { test, values }: Comparison): string {
  const [first = ''] = values
  switch (test) {
    case 'yes':
      return `${subject} == true`
    case 'no':
      return `${subject} == false`
    case 'oneOf':
      return `${subject} in [${values.map(textLiteral).join(', ')}]`
    case 'contains':
    case 'startsWith':
      return `${subject}.${test}(${textLiteral(first)})`
    case 'is':
    case 'isNot':
      return `${subject} ${operatorOf(test)} ${textLiteral(first)}`
    default:
      return `${subject} ${operatorOf(test)} ${numberOf(first)}`
  }
}

/** Both days are in it: it ends when the day after the last one begins. */
function days(subject: string, { test, values }: Comparison, zone: string): string {
  const [first = '', last = first] = values
  const from = `${subject} >= timestamp("${instantText(first, zone)}")`
  const until = `${subject} < timestamp("${instantText(addDays(test === 'until' ? first : last, 1), zone)}")`
  if (test === 'from') return from
  return test === 'until' ? until : `(${from} && ${until})`
}

/** From 22 to 6 goes over midnight. */
function hours(subject: string, [from = '', to = '']: string[]): string {
  const join = Number(from) < Number(to) ? '&&' : '||'
  return `(${subject} >= ${from} ${join} ${subject} < ${to})`
}

/** The expression for the units that complete rows write. */
export function unitsExpression(units: Units): string {
  if (units.of === 'property') return pathText('properties', units.path)
  const { list, price, quantity, where } = units
  const filter = where.map(({ field, ...test }) => comparison('i', field, test)).join(' && ')
  const each = [price, quantity].filter((path) => path.length > 0).map((path) => pathText('i', path))
  return `${pathText('properties', list)}${filter && `.filter(i, ${filter})`}.map(i, ${each.join(' * ')}).sum()`
}

/** A number as the language takes it; undefined for other text. */
export function numberOf(text: string): string | undefined {
  const number = text.trim().startsWith('-') ? text.trim() : typedNumber(text)
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(number) ? number : undefined
}

/** What is missing in a row; undefined when it is complete. */
export function rowProblem({ subject, test, values }: Row): string | undefined {
  return subjectProblem(subject) ?? valueProblem(subject.of, test, values)
}

function subjectProblem(subject: Subject): string | undefined {
  if (subject.of === 'property') return isPath(subject.path) ? undefined : 'Name the property.'
  if (subject.of === 'attribute') return subject.name ? undefined : 'Name the attribute.'
  if (subject.of !== 'item') return undefined
  return isPath(subject.list) && isPath(subject.field) ? undefined : 'Name the list and its property.'
}

export const isPath = (path: string[]): boolean => path.length > 0 && path.every((name) => name !== '')

export const itemProblem = ({ field, test, values }: ItemRow): string | undefined =>
  isPath(field) ? valueProblem('item', test, values) : 'Name the property.'

function valueProblem(of: Subject['of'], test: Test, values: string[]): string | undefined {
  const [first = '', second = ''] = values
  if (includes(TRUTH_TESTS, test) || includes(PRESENCE_TESTS, test)) return undefined
  if (test === 'on') return values.length > 0 ? undefined : 'Choose a day.'
  if (test === 'hours') return first !== second ? undefined : 'Choose two different hours.'
  if (includes(DAY_TESTS, test)) return dayProblem(test, first, second)
  if (test === 'oneOf') return values.length > 0 ? undefined : 'Enter a text.'
  if (includes(TEXT_TESTS, test)) return first === '' ? 'Enter a text.' : undefined
  if (of === 'membership') return /^\d{1,5}$/.test(first) ? undefined : 'Enter a number of days.'
  return numberOf(first) === undefined ? 'Enter a number.' : undefined
}

function dayProblem(test: Test, first: string, last: string): string | undefined {
  if (!isDay(first) || (test === 'between' && !isDay(last))) return 'Choose a day.'
  return test === 'between' && last < first ? 'The last day is before the first.' : undefined
}

const includes = (tests: readonly string[], test: Test): boolean => tests.includes(test)

export function unitsProblem(units: Units): string | undefined {
  if (units.of === 'property') return isPath(units.path) ? undefined : 'Name the property.'
  if (!isPath(units.list)) return 'Name the list.'
  if (!isPath(units.price)) return 'Name the amount of an item.'
  return units.where.map(itemProblem).find(Boolean)
}
