import { durationOf, timestampAt } from './times.ts'
import {
  compare,
  Duration,
  entryOf,
  Failed,
  isEqual,
  isList,
  isMap,
  isNumber,
  KINDS,
  type Kind,
  keyOf,
  type Scope,
  spend,
  Timestamp,
  type Value,
} from './value.ts'

/** The kinds that an operator or a function takes, and what it gives. */
export type Overload = { takes: readonly Kind[]; gives: Kind }

/** Applies an operator or a function; undefined if it does not take values of these kinds. */
export type Apply = (
  scope: Scope<unknown>,
  ...values: readonly [Value, ...Value[]]
) => Value | Failed | undefined

export type Operator = { overloads: readonly Overload[]; apply: Apply }

export const gives = (gives: Kind, ...takes: readonly Kind[]): Overload => ({ takes, gives })

const WHOLE = 'a whole number'
const NUMBER = 'a number'
const TRUTH = 'true or false'

const INT_MIN = -(2n ** 63n)
const INT_MAX = 2n ** 63n - 1n

const TOO_LARGE = new Failed(() => 'the result is too large')
const BY_ZERO = new Failed(() => 'division by zero')

export const wholeNumber = (value: bigint): bigint | Failed =>
  value >= INT_MIN && value <= INT_MAX ? value : TOO_LARGE

export const finiteNumber = (value: number): number | Failed => (Number.isFinite(value) ? value : TOO_LARGE)

/** A JSON number is a double. A whole number next to one counts as a double. */
const NUMBERS: readonly Overload[] = [
  { takes: [WHOLE, WHOLE], gives: WHOLE },
  { takes: [WHOLE, NUMBER], gives: NUMBER },
  { takes: [NUMBER, WHOLE], gives: NUMBER },
  { takes: [NUMBER, NUMBER], gives: NUMBER },
]

type Arithmetic = { whole: (a: bigint, b: bigint) => bigint; double: (a: number, b: number) => number }

function calculate(
  left: Value,
  right: Value,
  { whole, double }: Arithmetic,
): number | bigint | Failed | undefined {
  if (typeof left === 'bigint' && typeof right === 'bigint') return wholeNumber(whole(left, right))
  if (typeof left === 'number' && typeof right === 'number') return finiteNumber(double(left, right))
  if (typeof left === 'number' && typeof right === 'bigint') return finiteNumber(double(left, Number(right)))
  if (typeof left === 'bigint' && typeof right === 'number') return finiteNumber(double(Number(left), right))
  return undefined
}

const ADD: Arithmetic = { whole: (a, b) => a + b, double: (a, b) => a + b }
const SUBTRACT: Arithmetic = { whole: (a, b) => a - b, double: (a, b) => a - b }
const MULTIPLY: Arithmetic = { whole: (a, b) => a * b, double: (a, b) => a * b }
const DIVIDE: Arithmetic = { whole: (a, b) => a / b, double: (a, b) => a / b }

const isZero = (value: Value) => value === 0 || value === 0n

const ORDERED: readonly Kind[] = [TRUTH, 'text', 'a time', 'a duration']
const COMPARISONS: readonly Overload[] = [
  ...NUMBERS.map(({ takes }): Overload => ({ takes, gives: TRUTH })),
  ...ORDERED.map((kind): Overload => ({ takes: [kind, kind], gives: TRUTH })),
]

function comparison(holds: (order: number) => boolean): Operator {
  return {
    overloads: COMPARISONS,
    apply: (scope, left, right) => {
      const order = compare(scope, left, right as Value)
      return order === undefined ? undefined : holds(order)
    },
  }
}

const EQUALITIES: readonly Overload[] = [
  ...COMPARISONS,
  ...KINDS.flatMap((kind) => [
    gives(TRUTH, kind, kind),
    gives(TRUTH, kind, 'null'),
    gives(TRUTH, 'null', kind),
  ]),
]

function add(scope: Scope<unknown>, left: Value, right: Value): Value | Failed | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    spend(scope, left.length + right.length)
    return left + right
  }
  if (isList(left) && isList(right)) {
    spend(scope, left.length + right.length)
    return [...left, ...right]
  }
  if (left instanceof Timestamp && right instanceof Duration) return timestampAt(left.nanos + right.nanos)
  if (left instanceof Duration && right instanceof Timestamp) return timestampAt(left.nanos + right.nanos)
  if (left instanceof Duration && right instanceof Duration) return durationOf(left.nanos + right.nanos)
  return calculate(left, right, ADD)
}

function subtract(left: Value, right: Value): Value | Failed | undefined {
  if (left instanceof Timestamp && right instanceof Timestamp) return durationOf(left.nanos - right.nanos)
  if (left instanceof Timestamp && right instanceof Duration) return timestampAt(left.nanos - right.nanos)
  if (left instanceof Duration && right instanceof Duration) return durationOf(left.nanos - right.nanos)
  return calculate(left, right, SUBTRACT)
}

function isIn(scope: Scope<unknown>, value: Value, whole: Value): boolean | undefined {
  if (isList(whole)) return whole.some((element) => isEqual(scope, element, value))
  if (!isMap(whole)) return undefined
  const key = keyOf(value)
  return key !== undefined && entryOf(whole, key) !== undefined
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': { overloads: EQUALITIES, apply: (scope, left, right) => isEqual(scope, left, right as Value) },
  '!=': { overloads: EQUALITIES, apply: (scope, left, right) => !isEqual(scope, left, right as Value) },
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
  '+': {
    overloads: [
      ...NUMBERS,
      gives('text', 'text', 'text'),
      gives('a list', 'a list', 'a list'),
      gives('a time', 'a time', 'a duration'),
      gives('a time', 'a duration', 'a time'),
      gives('a duration', 'a duration', 'a duration'),
    ],
    apply: (scope, left, right) => add(scope, left, right as Value),
  },
  '-': {
    overloads: [
      ...NUMBERS,
      gives('a duration', 'a time', 'a time'),
      gives('a time', 'a time', 'a duration'),
      gives('a duration', 'a duration', 'a duration'),
    ],
    apply: (_, left, right) => subtract(left, right as Value),
  },
  '*': { overloads: NUMBERS, apply: (_, left, right) => calculate(left, right as Value, MULTIPLY) },
  '/': {
    overloads: NUMBERS,
    apply: (_, left, right) =>
      isZero(right as Value) && isNumber(left) ? BY_ZERO : calculate(left, right as Value, DIVIDE),
  },
  '%': {
    overloads: [gives(WHOLE, WHOLE, WHOLE)],
    apply: (_, left, right) => {
      if (typeof left !== 'bigint' || typeof right !== 'bigint') return undefined
      return right === 0n ? BY_ZERO : left % right
    },
  },
  in: {
    overloads: KINDS.flatMap((kind) => [gives(TRUTH, kind, 'a list'), gives(TRUTH, kind, 'a map')]),
    apply: (scope, value, whole) => isIn(scope, value, whole as Value),
  },
}

export function negate(value: Value): Value | Failed | undefined {
  if (typeof value === 'number') return -value
  return typeof value === 'bigint' ? wholeNumber(-value) : undefined
}
