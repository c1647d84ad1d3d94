import { hundredthsOf } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'

/** How a line names its member. */
export type MemberName = { kind: 'userId' | 'email' | 'tag' | 'ownId'; value: string }

/** One award of a pasted or uploaded list. A line with a problem is not sent. */
export type AwardLine = {
  /** From 1, as an editor counts. */
  line: number
  member: MemberName
  units: string | null
  reference: string | null
  note: string | null
  problem: string | null
}

export const LINES_MAX = 5_000
const REFERENCE_LENGTH_MAX = 100
const NOTE_LENGTH_MAX = 1_000

type Field = 'member' | 'tag' | 'email' | 'units' | 'reference' | 'note'

/** Words of a heading, without spaces and signs. */
const HEADINGS: Record<string, Field> = {
  member: 'member',
  customer: 'member',
  customerid: 'member',
  user: 'member',
  userid: 'member',
  id: 'member',
  yourid: 'member',
  ownid: 'member',
  externalid: 'member',
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  tag: 'tag',
  units: 'units',
  unit: 'units',
  amount: 'units',
  total: 'units',
  reference: 'reference',
  order: 'reference',
  orderid: 'reference',
  ordernumber: 'reference',
  note: 'note',
  narration: 'note',
  comment: 'note',
}

/**
 * Reads a list of awards: a line each, fields separated by commas, semicolons or tabs, quoted or not. The first line
 * may name the columns; otherwise they are member, units (of a rule that pays per unit), reference and note.
 */
export function readAwardLines(text: string, { perUnit }: { perUnit: boolean }): AwardLine[] {
  const rows = readRows(text)
  const [first] = rows
  const named = first?.fields.map((field) => HEADINGS[field.toLowerCase().replaceAll(/[^a-z]/g, '')])
  const hasHeading =
    named?.some((field) => field === 'member' || field === 'tag' || field === 'email') ?? false
  const columns: (Field | undefined)[] =
    hasHeading && named ? named : ['member', ...(perUnit ? (['units'] as const) : []), 'reference', 'note']
  return rows.slice(hasHeading ? 1 : 0).map((row) => awardLine(row, columns, perUnit))
}

type Row = { line: number; fields: string[] }

function awardLine({ line, fields }: Row, columns: (Field | undefined)[], perUnit: boolean): AwardLine {
  const textIn = (field: Field): string => fields[columns.indexOf(field)]?.trim() ?? ''
  const member = memberOf(textIn)
  const [units, reference, note] = [textIn('units'), textIn('reference'), textIn('note')]
  return {
    line,
    member,
    units: perUnit && units ? typedNumber(units) : null,
    reference: reference || null,
    note: note || null,
    problem:
      member.value === ''
        ? 'The member is missing.'
        : (unitsProblem(units, perUnit) ??
          (reference.length > REFERENCE_LENGTH_MAX ? 'The reference has more than 100 characters.' : null) ??
          (note.length > NOTE_LENGTH_MAX ? 'The note has more than 1,000 characters.' : null)),
  }
}

function unitsProblem(units: string, perUnit: boolean): string | null {
  if (!perUnit) return units === '' ? null : 'This rule does not pay per unit; leave the units out.'
  if (units === '') return 'The units are missing: this rule pays per unit.'
  return unclearNumber(units) ?? (isUnits(typedNumber(units)) ? null : `“${units}” is no amount above 0.`)
}

/** Up to six decimals, as the service takes them. */
const isUnits = (text: string): boolean => {
  const [, whole = '', part = ''] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  return whole !== '' && (hundredthsOf(whole) !== null || /[1-9]/.test(part))
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** An address has an @ inside, a tag one before it; anything else is an id. */
function memberOf(textIn: (field: Field) => string): MemberName {
  const value = textIn('member')
  const [email, tag] = [textIn('email'), textIn('tag')]
  if (value === '' && email !== '') return { kind: 'email', value: email }
  if (value === '' && tag !== '') return { kind: 'tag', value: tag.replace(/^@/, '') }
  if (UUID.test(value)) return { kind: 'userId', value: value.toLowerCase() }
  if (value.startsWith('@')) return { kind: 'tag', value: value.slice(1) }
  return { kind: /.@./.test(value) ? 'email' : 'ownId', value }
}

/** Splits text into rows of fields; empty lines are left out. */
function readRows(text: string): Row[] {
  const separator = separatorOf(text)
  const rows: Row[] = []
  let [fields, field, isQuoted, line, begin]: [string[], string, boolean, number, number] = [
    [],
    '',
    false,
    1,
    1,
  ]
  const endRow = () => {
    fields.push(field)
    if (fields.some((each) => each.trim() !== '')) rows.push({ line: begin, fields })
    fields = []
    field = ''
  }
  const source = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? ''
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') field += character
      else if (source[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && field.trim() === '') {
      field = ''
      isQuoted = true
    } else if (character === separator) {
      fields.push(field)
      field = ''
    } else if (character === '\n') {
      endRow()
      begin = line
    } else field += character
  }
  endRow()
  return rows
}

/** The sign that the first line has most of: spreadsheets of some countries write semicolons. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign
}
