import type { ExampleValue } from '../api/example-call.ts'
import { type ItemRow, numberOf, type Row, type Units } from './condition.ts'
import { rowsOf, unitsOf } from './read-condition.ts'

type Fields = { [name: string]: ExampleValue }

const SAMPLE_UNITS = 25

/** A name can be "__proto__". */
const newFields = (): Fields => Object.create(null)

/** Properties of an activity that a rule could pay: what its expressions read, with values that fit where rows say which. */
export function samplePropertiesOf(
  { when, unitsFrom }: { when?: string | null; unitsFrom?: string | null },
  zone: string,
): Fields {
  const sample = newFields()
  const rows = rowsOf(when ?? '', zone)
  const units = unitsFrom ? unitsOf(unitsFrom) : undefined
  for (const row of rows?.rows ?? []) addRow(sample, row)
  if (units) addUnits(sample, units)
  const unread = [rows ? '' : when, units ? '' : unitsFrom].join(' ')
  for (const [, name = ''] of unread.matchAll(/\bproperties\.([A-Za-z_]\w*)/g))
    if (!(name in sample)) sample[name] = name.toUpperCase()
  return sample
}

function addRow(sample: Fields, { subject, ...tested }: Row): void {
  if (subject.of === 'property') set(sample, subject.path, fitting(tested))
  if (subject.of === 'item') set(firstOf(sample, subject.list), subject.field, fitting(tested))
}

function addUnits(sample: Fields, units: Units): void {
  if (units.of === 'property') {
    setMissing(sample, units.path, SAMPLE_UNITS)
    return
  }
  const item = firstOf(sample, units.list)
  for (const { field, ...tested } of units.where) set(item, field, fitting(tested))
  setMissing(item, units.price, SAMPLE_UNITS)
  if (units.quantity.length > 0) setMissing(item, units.quantity, 1)
}

/** A value for which a comparison holds; undefined for none. */
function fitting({ test, values }: Pick<ItemRow, 'test' | 'values'>): ExampleValue | undefined {
  const [first = ''] = values
  const number = Number(numberOf(first))
  switch (test) {
    case 'absent':
      return undefined
    case 'yes':
    case 'no':
      return test === 'yes'
    case 'moreThan':
      return number + 1
    case 'lessThan':
      return number - 1
    case 'equals':
    case 'atLeast':
    case 'atMost':
      return number
    case 'isNot':
      return `not ${first}`
    case 'present':
      return 'TEXT'
    default:
      return first
  }
}

const isFields = (value: ExampleValue | undefined): value is Fields =>
  typeof value === 'object' && !Array.isArray(value)

function set(fields: Fields, path: string[], value: ExampleValue | undefined): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length > 0) set(fieldsAt(fields, name), rest, value)
  else if (value !== undefined) fields[name] = value
}

function setMissing(fields: Fields, path: string[], value: ExampleValue): void {
  let found: ExampleValue | undefined = fields
  for (const name of path) found = isFields(found) ? found[name] : undefined
  if (found === undefined) set(fields, path, value)
}

function fieldsAt(fields: Fields, name: string): Fields {
  const found = fields[name]
  if (isFields(found)) return found
  const made = newFields()
  fields[name] = made
  return made
}

/** The one element of a list. */
function firstOf(sample: Fields, list: string[]): Fields {
  const [last = ''] = list.slice(-1)
  const within = list.slice(0, -1).reduce(fieldsAt, sample)
  const found = within[last]
  const [element] = Array.isArray(found) ? found : []
  if (isFields(element)) return element
  const made = newFields()
  within[last] = [made]
  return made
}
