import { addDays, instantText, isDay } from '../format/time.ts'
import { type ItemRow, NUMBER_TESTS, numberOf, type Row, type Rows, testOf, type Units } from './condition.ts'

/** The rows that write an expression; undefined when none do, or only in another time zone. */
export function rowsOf(source: string, zone: string): Rows | undefined {
  if (source.trim() === '') return { join: 'all', rows: [] }
  return read(source, (tokens) => {
    const rows = [readRow(tokens, zone)]
    const join = tokens.peek() === '||' ? '||' : '&&'
    while (tokens.has(join)) rows.push(readRow(tokens, zone))
    return { join: join === '||' ? 'any' : 'all', rows }
  })
}

/** The rows that write an expression of units; undefined when none do. */
export const unitsOf = (source: string): Units | undefined => read(source, readUnits)

function read<Value>(source: string, readAll: (tokens: Tokens) => Value): Value | undefined {
  const texts = tokensIn(source)
  if (!texts) return undefined
  try {
    const tokens = new Tokens(texts)
    const value = readAll(tokens)
    return tokens.peek() === undefined ? value : undefined
  } catch (error) {
    if (error instanceof NotInRows) return undefined
    throw error
  }
}

/** The expression has another form than the rows write. */
class NotInRows extends Error {}

const TOKEN =
  /\s*("(?:[^"\\\n\r]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_][A-Za-z0-9_]*|&&|\|\||[=!<>]=|[<>!()[\],.*-])/y

function tokensIn(source: string): string[] | undefined {
  const text = source.trimEnd()
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const [, token] = TOKEN.exec(text) ?? []
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

class Tokens {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  peek(ahead = 0): string | undefined {
    return this.#tokens[this.#at + ahead]
  }

  next(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new NotInRows()
    this.#at += 1
    return token
  }

  /** Takes these tokens if they are the next ones. */
  has(...tokens: string[]): boolean {
    const isNext = tokens.every((token, ahead) => this.peek(ahead) === token)
    if (isNext) this.#at += tokens.length
    return isNext
  }

  take(...tokens: string[]): void {
    if (!this.has(...tokens)) throw new NotInRows()
  }

  text(): string {
    const token = this.next()
    if (!token.startsWith('"')) throw new NotInRows()
    try {
      return JSON.parse(token) as string
    } catch {
      throw new NotInRows()
    }
  }

  number(): string {
    return some(numberOf(this.next()))
  }
}

function some<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new NotInRows()
  return value
}

function readRow(tokens: Tokens, zone: string): Row {
  if (tokens.has('now', '-')) return readMembership(tokens)
  if (tokens.peek() === '(') return readRange(tokens, zone)
  const isAbsent = tokens.has('!', '(')
  if (isAbsent || tokens.peek()?.startsWith('"')) return readPresence(tokens, isAbsent)
  if (tokens.has('activity', '.', 'occurredAt')) return readTime(tokens, 'date', zone)
  if (tokens.has('member', '.', 'joinedAt')) return readTime(tokens, 'joined', zone)
  for (const amount of ['points', 'balance'] as const)
    if (tokens.has('member', '.', amount)) return { subject: { of: amount }, ...readNumberTest(tokens) }
  if (tokens.has('member', '.', 'attributes')) {
    const [name, ...rest] = readPath(tokens)
    if (name === undefined || rest.length > 0) throw new NotInRows()
    return { subject: { of: 'attribute', name }, ...readTest(tokens) }
  }
  tokens.take('properties')
  const path = readPath(tokens)
  if (!tokens.has('.', 'exists', '(', 'i', ',')) {
    if (path.length === 0) throw new NotInRows()
    return { subject: { of: 'property', path }, ...readTest(tokens) }
  }
  const { field, ...test } = readItem(tokens)
  tokens.take(')')
  return { subject: { of: 'item', list: path, field }, ...test }
}

const METHODS = ['contains', 'startsWith', 'exists', 'filter', 'map', 'sum']

/** The names after a dot or in brackets, up to a method. */
function readPath(tokens: Tokens): string[] {
  const path: string[] = []
  for (;;) {
    if (tokens.peek() === '.' && !(METHODS.includes(tokens.peek(1) ?? '') && tokens.peek(2) === '(')) {
      tokens.next()
      const name = tokens.next()
      if (!/^[A-Za-z_]/.test(name)) throw new NotInRows()
      path.push(name)
    } else if (tokens.has('[')) {
      path.push(tokens.text())
      tokens.take(']')
    } else return path
  }
}

function readItem(tokens: Tokens): ItemRow {
  const isAbsent = tokens.has('!', '(')
  if (isAbsent || tokens.peek()?.startsWith('"')) {
    const name = tokens.text()
    tokens.take('in', 'i')
    const field = [...readPath(tokens), name]
    if (isAbsent) tokens.take(')')
    return { field, test: isAbsent ? 'absent' : 'present', values: [] }
  }
  tokens.take('i')
  const field = readPath(tokens)
  if (field.length === 0) throw new NotInRows()
  return { field, ...readTest(tokens) }
}

type Tested = Pick<Row, 'test' | 'values'>

function readTest(tokens: Tokens): Tested {
  for (const test of ['contains', 'startsWith'] as const)
    if (tokens.has('.', test, '(')) {
      const values = [tokens.text()]
      tokens.take(')')
      return { test, values }
    }
  if (tokens.has('in')) return { test: 'oneOf', values: readList(tokens, () => tokens.text()) }
  if (tokens.has('==', 'true')) return { test: 'yes', values: [] }
  if (tokens.has('==', 'false')) return { test: 'no', values: [] }
  if (!tokens.peek(1)?.startsWith('"')) return readNumberTest(tokens)
  const test = some(testOf(tokens.next(), true))
  return { test, values: [tokens.text()] }
}

function readNumberTest(tokens: Tokens): Tested {
  const test = some(testOf(tokens.next(), false))
  return { test, values: [tokens.number()] }
}

function readList(tokens: Tokens, readOne: () => string): string[] {
  tokens.take('[')
  const values = [readOne()]
  while (tokens.has(',')) values.push(readOne())
  tokens.take(']')
  return values
}

function readPresence(tokens: Tokens, isAbsent: boolean): Row {
  const name = tokens.text()
  tokens.take('in')
  const isAttribute = tokens.has('member', '.', 'attributes')
  if (!isAttribute) tokens.take('properties')
  const path = readPath(tokens)
  if (isAttribute && path.length > 0) throw new NotInRows()
  if (isAbsent) tokens.take(')')
  return {
    subject: isAttribute ? { of: 'attribute', name } : { of: 'property', path: [...path, name] },
    test: isAbsent ? 'absent' : 'present',
    values: [],
  }
}

function readMembership(tokens: Tokens): Row {
  tokens.take('member', '.', 'joinedAt')
  const test = some(testOf(tokens.next(), false))
  tokens.take('duration', '(')
  const [, hours] = /^(\d{1,6})h$/.exec(tokens.text()) ?? []
  tokens.take(')')
  if (hours === undefined || Number(hours) % 24 !== 0 || !NUMBER_TESTS.some((each) => each === test))
    throw new NotInRows()
  return { subject: { of: 'membership' }, test, values: [String(Number(hours) / 24)] }
}

function readTime(tokens: Tokens, of: 'date' | 'joined', zone: string): Row {
  if (of === 'date' && tokens.has('.', 'getDayOfWeek', '(')) {
    takeZone(tokens, zone)
    tokens.take('in')
    const values = readList(tokens, () => tokens.number())
    if (!values.every((day) => /^[0-6]$/.test(day))) throw new NotInRows()
    return { subject: { of: 'weekday' }, test: 'on', values }
  }
  if (tokens.has('>=')) return { subject: { of }, test: 'from', values: [readDay(tokens, zone)] }
  tokens.take('<')
  return { subject: { of }, test: 'until', values: [addDays(readDay(tokens, zone), -1)] }
}

function takeZone(tokens: Tokens, zone: string): void {
  if (tokens.text() !== zone) throw new NotInRows()
  tokens.take(')')
}

/** The day that begins at a time. */
function readDay(tokens: Tokens, zone: string): string {
  tokens.take('timestamp', '(')
  const at = tokens.text()
  tokens.take(')')
  const day = at.slice(0, 10)
  if (!isDay(day) || instantText(day, zone) !== at) throw new NotInRows()
  return day
}

function readRange(tokens: Tokens, zone: string): Row {
  tokens.take('(')
  const row = tokens.peek(3) === '.' ? readHours(tokens, zone) : readDays(tokens, zone)
  tokens.take(')')
  return row
}

function readDays(tokens: Tokens, zone: string): Row {
  const [of, ...subject]: ['date' | 'joined', ...string[]] =
    tokens.peek() === 'member'
      ? ['joined', 'member', '.', 'joinedAt']
      : ['date', 'activity', '.', 'occurredAt']
  tokens.take(...subject, '>=')
  const first = readDay(tokens, zone)
  tokens.take('&&', ...subject, '<')
  return { subject: { of }, test: 'between', values: [first, addDays(readDay(tokens, zone), -1)] }
}

function readHours(tokens: Tokens, zone: string): Row {
  const takeHours = () => {
    tokens.take('activity', '.', 'occurredAt', '.', 'getHours', '(')
    takeZone(tokens, zone)
  }
  takeHours()
  tokens.take('>=')
  const from = tokens.number()
  const join = tokens.next()
  takeHours()
  tokens.take('<')
  const to = tokens.number()
  const isHour = [from, to].every((hour) => /^(1?\d|2[0-4])$/.test(hour))
  if (!isHour || join !== (Number(from) < Number(to) ? '&&' : '||')) throw new NotInRows()
  return { subject: { of: 'hour' }, test: 'hours', values: [from, to] }
}

function readUnits(tokens: Tokens): Units {
  tokens.take('properties')
  const path = readPath(tokens)
  if (path.length === 0) throw new NotInRows()
  if (tokens.peek() === undefined) return { of: 'property', path }
  const where: ItemRow[] = []
  if (tokens.has('.', 'filter', '(', 'i', ',')) {
    do where.push(readItem(tokens))
    while (tokens.has('&&'))
    tokens.take(')')
  }
  tokens.take('.', 'map', '(', 'i', ',', 'i')
  const price = readPath(tokens)
  const quantity = tokens.has('*', 'i') ? readPath(tokens) : []
  tokens.take(')', '.', 'sum', '(', ')')
  if (price.length === 0) throw new NotInRows()
  return { of: 'sum', list: path, price, quantity, where }
}
