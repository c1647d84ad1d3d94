import { invalid } from '../../runtime/failure.ts'
import { ATTRIBUTES_MAX, type AttributeValue, isAttributeName } from '../members/attribute.ts'
import { LINE_FIELDS } from './import-line.ts'

const KINDS = ['text', 'number', 'boolean'] as const
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** What the cells below a name of the header are: a field of the line, or an attribute of this kind. */
export type Column =
  | { field: string; attribute?: never }
  | { attribute: string; kind: (typeof KINDS)[number]; field?: never }

const FIELDS = LINE_FIELDS.filter((field) => field !== 'attributes')
const KNOWN = [...FIELDS, 'attributes.<name>', 'attributes.<name>:number', 'attributes.<name>:boolean'].join(
  ', ',
)

/** Reads a header line. Refuses one that names no field, and one with an unknown column. */
export function readHeader(record: string[]): Column[] {
  const names = record.map((name) => name.trim())
  const columns = names.map(columnOf)
  // Quoting a line of a member would put personal data into the request log.
  if (columns.every((column) => column === undefined))
    throw invalid(`The first line names no column; begin with a header line of ${KNOWN}.`)
  const keys = columns.map((column) => column && (column.field ?? `attributes.${column.attribute}`))
  const unknown = names.find((_, index) => !keys[index] || keys.indexOf(keys[index]) !== index)
  if (unknown !== undefined)
    throw invalid(
      `The header line has a column "${unknown.slice(0, 50)}"; the columns are ${KNOWN}, each once.`,
    )
  if (!keys.includes('externalId')) throw invalid('The header line lacks the column externalId.')
  const known = columns as Column[]
  if (known.filter(({ attribute }) => attribute !== undefined).length > ATTRIBUTES_MAX)
    throw invalid(`The header line has more than ${ATTRIBUTES_MAX} attributes; leave some out.`)
  return known
}

function columnOf(name: string): Column | undefined {
  if (FIELDS.includes(name)) return { field: name }
  const [attribute = '', kindName = 'text'] = name.startsWith('attributes.')
    ? name.slice('attributes.'.length).split(':', 2)
    : []
  const kind = KINDS.find((each) => each === kindName)
  return kind && isAttributeName(attribute) ? { attribute, kind } : undefined
}

/** The value of a record, or what is wrong with one of its cells. An empty cell counts as not given. */
export function readCells(columns: Column[], record: string[]): { value: object } | { problem: string } {
  const value: Record<string, unknown> = {}
  const attributes: Record<string, AttributeValue> = {}
  for (const [index, cell] of record.entries()) {
    const column = columns[index]
    if (!column || cell === '') continue
    if (column.field !== undefined) value[column.field] = cell
    else {
      const read = readCell(column.kind, cell)
      if (read === undefined)
        return { problem: `attributes.${column.attribute} must be ${WORDS[column.kind]}.` }
      attributes[column.attribute] = read
    }
  }
  return { value: { ...value, ...(Object.keys(attributes).length > 0 && { attributes }) } }
}

const WORDS = { text: 'text', number: 'a number such as 12.5', boolean: 'true or false' } as const

function readCell(kind: (typeof KINDS)[number], cell: string): AttributeValue | undefined {
  const text = cell.trim()
  if (kind === 'text') return cell
  if (kind === 'number') return NUMBER.test(text) ? Number(text) : undefined
  return text === 'true' || text === 'false' ? text === 'true' : undefined
}
