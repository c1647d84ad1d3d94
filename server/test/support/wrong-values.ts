import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { FORMATS } from '../../src/http/input/fields.ts'

/** A schema of a request, as far as wrong values follow from it. References are resolved. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  readOnly?: boolean
}

/** Written into the JSON as it stands, for numbers that JavaScript cannot hold. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const HOSTILE = { toString: 1, valueOf: 1, toJSON: 1, length: -1 }
export const CONTROLS = ['\u0000', 'a\u0000b', 'ab\u0007', '\u001bab', 'a\u007fb', 'a\u0085b', 'a\u009fb']
export const BROKEN_UNICODE = ['a\ud800b', 'ab\udc00', '\udfff\ud800']
export const INJECTIONS = ["'; drop table users; --", '1 or 1=1', '{{7*7}}']
const TEXTS_MAX = 5_000

/** Wrong somewhere: of another type, form, script, length or case. What a schema allows is left out. */
const NO_TEXTS = [7, 0, -0, 1.5, 1e21, new Json('1e400'), true, false, [], ['x'], [[]], {}, { a: 1 }, HOSTILE]
const TEXTS = [
  ...['', ' ', 'a\nb', 'a\tb', 'ab', 'a b c', ' first', 'first ', 'First Purchase', 'prämie', 'emoji 🎉'],
  ...['a/b', 'a"b', 'ada!', '😀😀😀', '__proto__', 'constructor', 'x'.repeat(300), 'x'.repeat(TEXTS_MAX)],
  ...['-1', '0', '1.5', '12345', '1234567', '12 456', '١٢٣٤٥٦', '123456\n', '123_456', '9'.repeat(400)],
  ...['+', '++23', '+12345', '+23a', '+٢٣', '+2348012345678', '801-234-567', '0000000', '٠٨٠١٢٣٤٥'],
  ...['ada@', '@mail.example', 'ada@mail', 'ada@-mail.example', 'ada@mail..example', 'ada@mail.example.'],
  ...['a da@mail.example', 'ada@mail.example, bea@mail.example', '<ada@mail.example>', 'ada@exämple.example'],
  ...['ada@mail.example\n', 'ada@mail.example\r\nBcc: bea@mail.example', `${'a'.repeat(243)}@mail.example`],
  ...[
    '1990-1-1',
    '1990-13-01',
    '1990-02-30',
    '1900-02-29',
    '10/12/1990',
    '1990-12-10T00:00:00Z',
    '٢٠٠٠-٠١-٠١',
  ],
  ...['soon', '2026-02-30T00:00:00Z', '2027-01-01', '2027-01-01T25:00:00Z', '2027-01-01T00:00:00'],
  ...['00000000-0000-0000-0000-00000000000g', '{00000000-0000-0000-0000-000000000000}', '0'.repeat(36)],
  ...CONTROLS,
  ...CONTROLS.map((text) => `${text}@mail.example`),
  ...INJECTIONS,
]

const ajv = new Ajv2020({ strict: false, formats: FORMATS })
const validators = new Map<string, ValidateFunction>()

/** Whether the API reference allows a value. */
function isAllowed(schema: Schema, value: unknown): boolean {
  const key = JSON.stringify(schema)
  const validate = validators.get(key) ?? ajv.compile(schema)
  validators.set(key, validate)
  return validate(value instanceof Json ? Number(value.text) : value)
}

/** Values that a field must not have, by its schema. `right` is an allowed one. */
export function wrongValues(schema: Schema, right?: unknown): unknown[] {
  const values = [...NO_TEXTS, ...TEXTS, ...beyondLimits(schema), ...wrongInside(schema, right)]
  return values.filter((value) => !isAllowed(schema, value))
}

/** The same for a parameter, as the address has it. An empty one counts as not given. */
export function wrongParameters({ type, ...schema }: Schema, isInPath: boolean): string[] {
  const isNumber = type === 'integer'
  const allowed = (text: string) =>
    isNumber ? isAllowed({ type, ...schema }, Number(text)) : isAllowed({ type: 'string', ...schema }, text)
  const encoded = TEXTS.filter((text) => text.trim() !== '')
    .concat(beyondLimits({ type: type as string, ...schema }).map(String))
    .filter((text) => !allowed(text))
    .map(encodeURIComponent)
  const raw = ['%00', '%20', '..%2f..%2fetc', "'%20or%20'1'='1", '%F0%9F%98%80', 'x'.repeat(9_000)]
  const broken = isInPath ? [] : ['%zz', '1e400', 'NaN', 'Infinity', 'null', '1e3']
  const text = (value: string) => new URLSearchParams(`x=${value}`).get('x') as string
  return [...encoded, ...[...raw, ...broken].filter((value) => !allowed(text(value)))]
}

function beyondLimits({ maxLength, minimum, maximum, maxItems, ...schema }: Schema): unknown[] {
  return [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maxLength === undefined || maxLength > TEXTS_MAX ? [] : ['🎉'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill('x'), Array(TEXTS_MAX).fill(null)]),
    ...(schema.maxProperties === undefined ? [] : [namedUpTo(schema.maxProperties + 1)]),
    ...(schema.enum ?? []).flatMap((each) => [`${each}`.toUpperCase(), ` ${each}`, `${each}\u0000`]),
  ]
}

const namedUpTo = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, 'x']))

function wrongInside({ items, additionalProperties }: Schema, right: unknown): unknown[] {
  if (typeof additionalProperties === 'object')
    return [7, null, {}, [], ...beyondLimits(additionalProperties)].map((value) => ({ a: value }))
  if (!items) return []
  const [first = 'x'] = Array.isArray(right) ? right : (items.enum ?? [])
  const elements = [null, 7, '', 'x', 'Award.paid', [], {}, HOSTILE]
  const fields = Object.entries(items.properties ?? {}).flatMap(([name, field]) => [
    ...wrongValues(field).map((value) => ({ ...(first as object), [name]: value })),
    ...(items.required?.includes(name) ? [{ ...(first as object), [name]: undefined }] : []),
  ])
  return [...[...elements, ...fields].map((element) => [element]), [first, first]]
}
