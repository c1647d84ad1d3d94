import { type Static, type TObject, type TSchemaOptions, Type } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { closed } from './unknown-fields.ts'

type FieldOptions = TSchemaOptions & {
  /** Completes the sentence "<field> must …" in the response to a wrong value. */
  must?: string
  /** An empty value counts as missing, although another field may stand in for this one. */
  isNeeded?: boolean
  /** Validates a query parameter without a value too, which otherwise counts as not given. */
  keepsEmpty?: boolean
  /** Lists the schema under this name in the API reference. */
  schemaName?: string
  /** The documented schema, where validation accepts more. */
  documentedAs?: unknown
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_TAB_AND_NEWLINE = /(?![\t\n\r])\p{Cc}/u
/** Characters that are not seen, so that two addresses look alike. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cn}\p{Co}]/u
const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text has no control characters, tabs and newlines included. */
export const isPlain = (value: string): boolean => value.isWellFormed() && !CONTROL.test(value)

export const FORMATS = {
  line: (value: string) => isPlain(value) && value.trim() !== '',
  prose: (value: string) => value.isWellFormed() && !CONTROL_BUT_TAB_AND_NEWLINE.test(value),
  email: (value: string) =>
    value.isWellFormed() && EMAIL.test(value) && !CONTROL.test(value) && !INVISIBLE.test(value),
  date: isDate,
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  'date-time': (value: string) => !Number.isNaN(Date.parse(value)),
  uri: (value: string) => URL.canParse(value),
}

function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

export const Uuid = (options: FieldOptions = {}) =>
  Type.String({
    format: 'uuid',
    must: 'be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
    ...options,
  })

/** One line of text. */
export const Line = (maxLength: number, options: FieldOptions = {}) =>
  Type.String({
    format: 'line',
    minLength: 1,
    maxLength,
    must: `be one line of text of at most ${maxLength} characters`,
    ...options,
  })

/** Text of any number of lines. */
export const Prose = (maxLength: number, options: FieldOptions = {}) =>
  Type.String({
    format: 'prose',
    maxLength,
    must: `be text of at most ${maxLength} characters without control characters`,
    ...options,
  })

export const EMAIL_INVISIBLE =
  'must be an e-mail address without invisible characters; write the address again instead of pasting it'

export const hasInvisible = (value: unknown): boolean => typeof value === 'string' && INVISIBLE.test(value)

export const Email = (options: FieldOptions = {}) =>
  Type.String({
    format: 'email',
    minLength: 1,
    maxLength: 254,
    must: 'be an e-mail address of at most 254 characters',
    ...options,
  })

/** A number that the interface writes as a string. A JSON number is accepted too. */
export const NumericString = (options: FieldOptions) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Number()], options)

/** A whole number of a range. */
export const WholeNumber = (
  minimum: number,
  maximum: number,
  options: FieldOptions & { default?: number } = {},
) => Type.Integer({ minimum, maximum, must: `be a whole number from ${minimum} to ${maximum}`, ...options })

export const OneOf = <const Word extends string>(words: readonly Word[], options: FieldOptions = {}) =>
  Type.Unsafe<Word>(
    Type.String({
      enum: [...words],
      must: words.length === 2 ? `be ${words.join(' or ')}` : `be one of ${words.join(', ')}`,
      ...options,
    }),
  )

export const Timestamp = (options: { description?: string } = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-03-01T09:30:00.000Z'], ...options })

export const TIME_MUST = 'be a time such as 2026-03-01T09:30:00Z'

/** A point in time in a request. `checkTimes` refuses those that do not exist. */
export const Time = (options: FieldOptions = {}) =>
  Type.String({
    pattern:
      '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
    format: 'date-time',
    must: TIME_MUST,
    ...options,
  })

/** Refuses days that do not exist and years that the database cannot store. */
export function checkTimes(times: Record<string, unknown>): FieldProblem[] {
  return Object.entries(times)
    .filter(([, value]) => typeof value === 'string' && !isTime(value))
    .map(([name]) => wrong(name, `must ${TIME_MUST}`))
}

function isTime(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return FORMATS.date(value.slice(0, 10)) && year >= 1 && year <= 9999
}

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** An object in a request, or null, which removes what is set. */
export function ObjectOrNull<T extends TObject>(schema: T) {
  const { schemaName: _, ...unnamed } = schema as T & FieldOptions
  return Type.Unsafe<Static<T> | null>({
    ...unnamed,
    type: ['object', 'null'],
    documentedAs: Nullable(closed(schema)),
  })
}

/** Fields of a response that only the service sets. They may be sent back. */
export const readOnlyFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))]))

/** Parses a whole number of at most 15 digits; undefined if the value is not one. */
export function parseWhole(value: string | number): number | undefined {
  return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined
}

export const isUuid = FORMATS.uuid

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Normalizes the id of a user. Any other text becomes the nil UUID, which matches no user. */
export const userIdOf = (text: string): string => (isUuid(text) ? text.toLowerCase() : NIL_UUID)
