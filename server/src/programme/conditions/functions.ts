import { type Bound, both, longer, share, smaller, type Visits } from './bounds.ts'
import { type Apply, finiteNumber, gives, type Overload, wholeNumber } from './operators.ts'
import {
  CLOCK_PART_NAMES,
  clockPart,
  durationPart,
  formatDuration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  secondsOf,
  timestampOfSeconds,
} from './times.ts'
import {
  compare,
  Duration,
  Failed,
  isList,
  isMap,
  KINDS,
  type Kind,
  keysOf,
  type Scope,
  spend,
  Timestamp,
  type Value,
} from './value.ts'

/** A function that expressions may call. */
export type CelFunction = {
  /** The kinds that it takes; of a method, that of its object first. */
  overloads: readonly Overload[]
  apply: Apply
  /** What of its arguments it looks through, for its steps. */
  looksThrough?: (parts: readonly Bound[]) => Bound
  /** Steps that do not depend on its arguments. */
  steps?: number
  /** The bound of a result that can be text or a list. */
  result?: (parts: readonly Bound[], visits: Visits) => Bound
}

/** A time that is first seen in a zone takes about 20 µs. */
const CLOCK_STEPS = 150
const PARSED_STEPS = 50
/** The most characters of a number, a time or a duration as text. */
const FORMATTED_LENGTH = 32
const NUMBER_LENGTH_MAX = 64
/** Counting a character is cheaper than comparing it. */
const COUNTED_SHARE = 1 / 2

const NUMBERS: readonly Kind[] = ['a whole number', 'a number']
const SCALARS: readonly Kind[] = ['true or false', 'text', ...NUMBERS, 'a time', 'a duration']

const first = ([part]: readonly Bound[]): Bound => part as Bound
const all = (parts: readonly Bound[]): Bound => parts.reduce(both)
const shorter = (parts: readonly Bound[]): Bound => parts.reduce(smaller)
const TEXT_TEST = [gives('true or false', 'text', 'text')]

function textTest(
  test: (text: string, part: string) => boolean,
  looksThrough: CelFunction['looksThrough'],
): CelFunction {
  return {
    overloads: TEXT_TEST,
    looksThrough: looksThrough ?? all,
    apply: (scope, text, part) => {
      if (typeof text !== 'string' || typeof part !== 'string') return undefined
      if (part.length > text.length) return false
      spend(scope, looksThrough === shorter ? part.length : text.length + part.length)
      return test(text, part)
    },
  }
}

/** Makes text of text. The result is at most `growth` times as long. */
const textChange = (change: (text: string) => string, growth: number): CelFunction => ({
  overloads: [gives('text', 'text')],
  looksThrough: (parts) => Array.from({ length: growth }, () => first(parts)).reduce(both),
  result: (parts) => Array.from({ length: growth }, () => first(parts)).reduce(both),
  apply: (scope, text) => {
    if (typeof text !== 'string') return undefined
    spend(scope, text.length * growth)
    return change(text)
  },
})

/** The methods of values. */
export const METHODS: Readonly<Record<string, CelFunction>> = {
  startsWith: textTest((text, part) => text.startsWith(part), shorter),
  endsWith: textTest((text, part) => text.endsWith(part), shorter),
  contains: textTest(containsText, all),
  lowerAscii: textChange((text) => foldAscii(text, 'A'), 1),
  upperAscii: textChange((text) => foldAscii(text, 'a'), 1),
  lower: textChange((text) => text.toLowerCase(), 2),
  sum: {
    overloads: NUMBERS.map((kind) => gives(kind, 'a list')),
    looksThrough: first,
    apply: sumOf,
  },
  min: extreme((order) => order < 0),
  max: extreme((order) => order > 0),
  ...Object.fromEntries(CLOCK_PART_NAMES.map((name) => [name, clockFunction(name)])),
}

/** The functions that stand before their arguments. */
export const FUNCTIONS: Readonly<Record<string, CelFunction>> = {
  int: {
    overloads: [...NUMBERS, 'text' as const, 'a time' as const].map((kind) => gives('a whole number', kind)),
    apply: (_, value) => toWhole(value),
  },
  double: {
    overloads: [...NUMBERS, 'text' as const].map((kind) => gives('a number', kind)),
    apply: (_, value) => toNumber(value),
  },
  string: {
    overloads: SCALARS.map((kind) => gives('text', kind)),
    steps: PARSED_STEPS,
    result: (parts, visits) => longer(first(parts), visits, FORMATTED_LENGTH),
    apply: (_, value) => toText(value),
  },
  bool: {
    overloads: [gives('true or false', 'true or false'), gives('true or false', 'text')],
    apply: (_, value) => toTruth(value),
  },
  timestamp: {
    overloads: [gives('a time', 'text'), gives('a time', 'a time'), gives('a time', 'a whole number')],
    steps: PARSED_STEPS,
    apply: (_, value) => {
      if (value instanceof Timestamp) return value
      if (typeof value === 'bigint') return timestampOfSeconds(value)
      return typeof value === 'string' ? parseTimestamp(value) : undefined
    },
  },
  duration: {
    overloads: [gives('a duration', 'text'), gives('a duration', 'a duration')],
    steps: PARSED_STEPS,
    apply: (_, value) => {
      if (value instanceof Duration) return value
      return typeof value === 'string' ? parseDuration(value) : undefined
    },
  },
  dyn: { overloads: KINDS.map((kind) => gives(kind, kind)), result: first, apply: (_, value) => value },
}

/** `size` stands before a value or after it. */
export const SIZE: CelFunction = {
  overloads: (['text', 'a list', 'a map'] as const).map((kind) => gives('a whole number', kind)),
  looksThrough: (parts) => share(first(parts), COUNTED_SHARE),
  apply: (scope, value) => {
    if (typeof value === 'string') return BigInt(charactersIn(scope, value))
    if (isList(value)) return BigInt(value.length)
    return isMap(value) ? BigInt(keysOf(scope, value).length) : undefined
  },
}

function clockFunction(name: string): CelFunction {
  const ofDuration = durationPart(name)
  const inUtc = clockPart(name, 'UTC')
  return {
    overloads: [
      gives('a whole number', 'a time'),
      ...(ofDuration ? [gives('a whole number', 'a duration')] : []),
    ],
    steps: CLOCK_STEPS,
    apply: (_, value) => {
      if (value instanceof Duration) return ofDuration?.(value.nanos)
      return value instanceof Timestamp ? inUtc(value) : undefined
    },
  }
}

/** The same part of a time in a zone. */
export const clockFunctionIn = (name: string, zone: string): CelFunction => {
  const part = clockPart(name, zone)
  return {
    overloads: [gives('a whole number', 'a time')],
    steps: CLOCK_STEPS,
    apply: (_, value) => (value instanceof Timestamp ? part(value) : undefined),
  }
}

function extreme(isBetter: (order: number) => boolean): CelFunction {
  return {
    overloads: SCALARS.map((kind) => gives(kind, 'a list')),
    looksThrough: first,
    result: first,
    apply: (scope, list) => {
      if (!isList(list)) return undefined
      spend(scope, list.length)
      const [start, ...others] = list
      if (start === undefined) return new Failed(() => 'the list is empty')
      let best = start
      for (const value of others) {
        const order = compare(scope, value, best)
        if (order === undefined) return new Failed(() => 'its elements have no order')
        if (isBetter(order)) best = value
      }
      return best
    },
  }
}

/**
 * Adds the elements of a list. What rounding loses of each addition is added at the end (Neumaier), so that a
 * thousand amounts come out exact to six decimals.
 */
function sumOf(scope: Scope<unknown>, list: Value): Value | Failed | undefined {
  if (!isList(list)) return undefined
  spend(scope, list.length)
  let whole = 0n
  let sum = 0
  let lost = 0
  let isDouble = false
  for (const value of list) {
    if (typeof value === 'bigint') whole += value
    else if (typeof value === 'number') {
      isDouble = true
      const next = sum + value
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
      sum = next
    } else return new Failed(() => 'it adds numbers only')
  }
  return isDouble ? finiteNumber(sum + lost + Number(whole)) : wholeNumber(whole)
}

/** Whether a text holds another one. Its work grows with their lengths, not their product. */
function containsText(text: string, part: string): boolean {
  if (part.length === 0) return true
  const prefixes = new Uint16Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    matched = extendMatch(part, prefixes, matched, part.charCodeAt(at))
    prefixes[at] = matched
  }
  matched = 0
  for (let at = 0; at < text.length; at++) {
    matched = extendMatch(part, prefixes, matched, text.charCodeAt(at))
    if (matched === part.length) return true
  }
  return false
}

function extendMatch(part: string, prefixes: Uint16Array, matched: number, code: number): number {
  let length = matched
  while (length > 0 && part.charCodeAt(length) !== code) length = prefixes[length - 1] as number
  return part.charCodeAt(length) === code ? length + 1 : length
}

function foldAscii(text: string, from: 'A' | 'a'): string {
  const start = from.charCodeAt(0)
  const units = Buffer.from(text, 'utf16le')
  for (let at = 0; at < units.length; at += 2) {
    const low = units[at] as number
    if (units[at + 1] === 0 && low >= start && low < start + 26) units[at] = low ^ 32
  }
  return units.toString('utf16le')
}

/** A character outside the basic plane takes two units. */
function charactersIn(scope: Scope<unknown>, text: string): number {
  spend(scope, text.length * COUNTED_SHARE)
  let count = 0
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++
    count++
  }
  return count
}

const NOT_A_NUMBER = new Failed(() => 'the text is not a number')
const INTEGER = /^[+-]?\d{1,20}$/
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i

function toWhole(value: Value): Value | Failed | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') return INTEGER.test(value) ? wholeNumber(BigInt(value)) : NOT_A_NUMBER
  // The largest whole numbers of 64 bits have no double, so their neighbours are refused with them.
  if (typeof value === 'number') {
    return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : new Failed(() => 'the number is too large')
  }
  return value instanceof Timestamp ? secondsOf(value) : undefined
}

function toNumber(value: Value): Value | Failed | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return undefined
  return value.length <= NUMBER_LENGTH_MAX && DECIMAL.test(value) ? finiteNumber(Number(value)) : NOT_A_NUMBER
}

function toText(value: Value): string | undefined {
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  return value === null || typeof value === 'object' ? undefined : String(value)
}

function toTruth(value: Value): Value | Failed | undefined {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : undefined
  if (['1', 't', 'true', 'TRUE', 'True'].includes(value)) return true
  if (['0', 'f', 'false', 'FALSE', 'False'].includes(value)) return false
  return new Failed(() => 'the text is neither true nor false')
}
