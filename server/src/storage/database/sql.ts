import { createHash } from 'node:crypto'

/** A statement or a fragment with its values. A statement with an empty name is not prepared. */
export class Sql {
  readonly shape: Shape
  readonly values: readonly EncodedValue[]
  readonly name: string

  constructor(shape: Shape, values: readonly EncodedValue[], name = shape.name) {
    this.shape = shape
    this.values = values
    this.name = name
  }

  get text(): string {
    return this.shape.text
  }

  /** Whether it writes nothing. It may lock rows. */
  get isRead(): boolean {
    return this.shape.isRead
  }
}

/** The text of a statement around its parameters. Each way of nesting fragments has its own shape. */
export type Shape = {
  id: number
  parts: readonly string[]
  caller: string
  name: string
  text: string
  isRead: boolean
}

type EncodedValue = string | Buffer | null

let shapesMade = 0
const templates = new WeakMap<TemplateStringsArray, { plain?: Shape; composed: Map<string, Shape> }>()

/** Makes a statement from a template. A nested `sql` becomes text, any other value a parameter. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  let known = templates.get(strings)
  if (!known) {
    known = { composed: new Map() }
    templates.set(strings, known)
  }
  if (!values.some(isSql)) {
    known.plain ??= newShape(strings, callerName())
    return new Sql(known.plain, values.map(encode))
  }
  const key = values.map((value) => (isSql(value) ? value.shape.id : '')).join()
  let shape = known.composed.get(key)
  if (!shape) {
    shape = newShape(flatten(strings, values), callerName())
    known.composed.set(key, shape)
  }
  return new Sql(
    shape,
    values.flatMap((value) => (isSql(value) ? value.values : encode(value))),
  )
}

/** A fragment made of names in the code, never of a value. */
export const fixedText = (text: string): Sql => new Sql(newShape([text], 'module'), [])

/** Joins the conditions of a `where` with `and`. Null is a condition that does not apply. */
export function allOf(first: Sql, ...conditions: (Sql | null)[]): Sql {
  return conditions.reduce<Sql>((left, right) => (right ? sql`${left} and ${right}` : left), first)
}

/** Joins selects with the same columns. The first names them. */
export function unionAll([first, ...others]: Sql[]): Sql {
  return others.reduce((left, right) => sql`${left} union all ${right}`, first as Sql)
}

type ColumnType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'bytea'
  | 'json'
  | 'jsonb'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

type Column<Row, Name extends string> =
  | (CamelCase<Name> extends keyof Row ? ColumnType : never)
  | ComputedColumn<Row>

type ComputedColumn<Row> = { type: ColumnType; of: (row: Row) => unknown }

/** Columns whose names the compiler finds among the properties of a row. */
export type ColumnsOf<Row, Columns> = Columns & { [Name in keyof Columns & string]: Column<Row, Name> }

type RowsTable = { one: Shape; list: Shape; properties: readonly string[] }

const knownTables = new Map<string, RowsTable>()

/**
 * Makes a table of rows for a statement: `rowsTable('months', rows, { user_id: 'uuid', month: 'date' })`.
 * Each column reads the property of its name in camel case, or calls its function. With `single: 'values'`, a
 * row alone is a row of values, which costs the database less: a call alone has lists of one. Citus refuses
 * values in some joins, such as that of `findMovementContexts`.
 */
export function rowsTable<Row extends object, const Columns extends Record<string, unknown>>(
  table: string,
  rows: readonly Row[],
  columns: ColumnsOf<Row, Columns>,
  { single = 'list' }: { single?: 'list' | 'values' } = {},
): Sql {
  const { one, list, readers } = tableOf<Row>(table, columns)
  return single === 'values' && rows.length === 1
    ? new Sql(
        one,
        readers.map((of) => encode(of(rows[0] as Row))),
      )
    : new Sql(
        list,
        readers.map((of) => encodeArray(rows, of)),
      )
}

function tableOf<Row>(table: string, columns: Record<string, unknown>) {
  const list = columns as Record<string, ColumnType | ComputedColumn<Row>>
  let key = table
  for (const name in list) key += ` ${name} ${typeOf(list[name])}`
  let known = knownTables.get(key)
  if (!known) {
    known = newTable(table, list)
    knownTables.set(key, known)
  }
  const readers = Object.values(list).map((column, index): ((row: Row) => unknown) => {
    if (typeof column !== 'string') return column.of
    const property = known.properties[index] as keyof Row
    return (row) => row[property]
  })
  return { ...known, readers }
}

function newTable<Row>(table: string, columns: Record<string, ColumnType | ComputedColumn<Row>>): RowsTable {
  const names = Object.keys(columns)
  const types = names.map((name) => typeOf(columns[name]))
  const shapeOf = (rows: string) => newShape(`${rows} as ${table} (${names.join(', ')})`.split('\0'), table)
  return {
    one: shapeOf(`(values (${types.map((type) => `\0::${type}`).join(', ')}))`),
    list: shapeOf(`unnest(${types.map((type) => `\0::${type}[]`).join(', ')})`),
    properties: names.map(camelCase),
  }
}

const typeOf = <Row>(column: ColumnType | ComputedColumn<Row> | undefined) =>
  typeof column === 'object' ? column.type : column

const timesRun = new Map<string, number>()
const rowsInserted = new Map<string, number>()

/** Notes that this process inserts rows into a table, for `replanOnGrowth`. */
export const noteInserted = (table: string, rows: number): void =>
  void rowsInserted.set(table, (rowsInserted.get(table) ?? 0) + rows)

/**
 * Plans a statement again each time its number of runs doubles, or the rows that this process inserted into one of these
 * tables are four times as many: its tables may grow a thousandfold before the database updates their statistics.
 */
export function replanOnGrowth(statement: Sql, tables: readonly string[] = []): Sql {
  const times = (timesRun.get(statement.name) ?? 0) + 1
  timesRun.set(statement.name, times)
  const plans = tables.reduce(
    (sum, table) => sum + Math.floor(Math.log2(1 + (rowsInserted.get(table) ?? 0)) / 2),
    Math.floor(Math.log2(times)),
  )
  return new Sql(statement.shape, statement.values, `${statement.shape.name}${plans}`)
}

export const camelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const isSql = (value: unknown): value is Sql => value instanceof Sql

const WRITE = /\b(insert\s+into|delete\s+from|update\s+\w+\s+(as\s+\w+\s+|\w+\s+)?set)\b/i

export function newShape(parts: readonly string[], caller: string): Shape {
  shapesMade += 1
  const body = parts.reduce((left, right, index) => `${left}$${index}${right}`)
  const text = `/* ${caller} */ ${body}`
  return {
    id: shapesMade,
    parts,
    caller,
    name: createHash('sha1').update(text).digest('base64url'),
    text,
    isRead: /^\s*(select|with)\b/i.test(body) && !WRITE.test(body),
  }
}

function flatten(strings: readonly string[], values: readonly unknown[]): string[] {
  const parts = [strings[0] as string]
  for (const [index, value] of values.entries()) {
    const [first = '', ...rest] = isSql(value) ? value.shape.parts : ['', '']
    parts.push((parts.pop() as string) + first, ...rest)
    parts.push((parts.pop() as string) + strings[index + 1])
  }
  return parts
}

/** A bundle numbers functions of one name. */
const FRAME = /^\s+at (?:async )?(?:Object\.|Module\.|process\.)?([\w$.]+?)(?:\$\d+)? \((?!node:)/
/** A callback without a name gets that of the timer which runs it. Helpers make statements for the stores. */
const UNNAMED =
  /^(Array|Promise|new|Immediate|Timeout|insertRows|groupByPartner|findOf|findByKey|findForEachRow)\b|anonymous/
const FILE = /\/([\w.-]+)\.[jt]s:/

/** The function that made the statement, or its file, for `pg_stat_activity` and logs. Runs once for each shape. */
function callerName(): string {
  const frames = (new Error().stack ?? '').split('\n').slice(3)
  for (const frame of frames) {
    const [, name] = FRAME.exec(frame) ?? []
    if (name && !UNNAMED.test(name)) return name
  }
  return FILE.exec(frames[0] ?? '')?.[1] ?? 'module'
}

function encode(value: unknown): EncodedValue {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return timeText(value)
  if (Buffer.isBuffer(value)) return value
  return Array.isArray(value) ? encodeArray(value, (element) => element) : JSON.stringify(value)
}

let lastTime = Number.NaN
let lastText = ''

/** The rows of a batch share few times, and writing one is slow. */
function timeText(date: Date): string {
  const time = date.getTime()
  if (time !== lastTime) {
    lastText = date.toISOString()
    lastTime = time
  }
  return lastText
}

function encodeArray<Row>(rows: readonly Row[], of: (row: Row) => unknown): string {
  let list = ''
  for (const row of rows) list += `${list === '' ? '' : ','}${encodeElement(of(row))}`
  return `{${list}}`
}

/** What is not a text or an object has nothing to escape. A batch has thousands of these. */
function encodeElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return `"${value}"`
  const encoded = encode(value) as string | Buffer
  return quote(Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : encoded)
}

const quote = (text: string) =>
  `"${text.includes('"') || text.includes('\\') ? text.replaceAll(/["\\]/g, '\\$&') : text}"`
