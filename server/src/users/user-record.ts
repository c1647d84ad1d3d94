import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { FieldProblem } from '../http/failure.ts'
import { FORMATS } from '../http/fields.ts'

/** What a partner says about one of its users; `email` is "" when unknown. */
export type UserRecord = {
  tag: string
  fullname: string
  avatar: string | null
  email: string
  phone: string | null
  countryCode: string | null
  gender: string | null
  dateOfBirth: string | null
  isAdult: boolean
}

/** What is wrong with a field; never what it holds. */

/** A field of the response. Only values that others may see anyway are included. */
export type SeenField = { name: string; type: string; value?: string }

const Text = Type.Refine(Type.String({ must: 'be text that is not empty' }), (value) => value.trim() !== '')
const OptionalText = Type.Union([Type.String(), Type.Null()], { must: 'be text or null' })
const OptionalFlag = Type.Union([Type.Boolean(), Type.Null()], { must: 'be true, false or null' })
const OptionalDate = Type.Union(
  [Type.Refine(Type.String({ maxLength: 40 }), isDateOrDateTime), Type.Null()],
  { must: 'be a date such as 1990-12-31, with or without a time of day, or null' },
)
const OptionalLine = (maxLength: number) =>
  Type.Union(
    [Type.Refine(Type.String({ maxLength }), (value) => value === '' || FORMATS.line(value)), Type.Null()],
    { must: `be one line of text of at most ${maxLength} characters or null` },
  )

const RecordFields = Type.Object({
  id: Text,
  tag: Text,
  fullname: Type.Refine(
    Type.String({ maxLength: 200, must: 'be one line of text of at most 200 characters' }),
    FORMATS.line,
  ),
  avatar: OptionalLine(2_048),
  email: Type.Union(
    [
      Type.Refine(Type.String({ maxLength: 254 }), (value) => value === '' || FORMATS.email(value)),
      Type.Null(),
    ],
    { must: 'be an e-mail address of at most 254 characters, empty or null' },
  ),
  phone: OptionalLine(100),
  countryCode: OptionalLine(100),
  gender: OptionalLine(100),
  bvn: OptionalText,
  accountNumber: OptionalText,
  emailVerified: OptionalFlag,
  isAdult: OptionalFlag,
  dateOfBirth: OptionalDate,
})

const KycFields = Type.Object({
  id: OptionalText,
  bvn: OptionalText,
  streetAddress: OptionalText,
  city: OptionalText,
  state: OptionalText,
  postalCode: OptionalText,
  country: OptionalText,
  proofOfAddress: OptionalText,
  governmentId: OptionalText,
  userPhoto: OptionalText,
  verificationStatus: OptionalText,
  phone: OptionalText,
  bvnProvided: OptionalFlag,
  bvnValidated: OptionalFlag,
  addressProvided: OptionalFlag,
  addressValidated: OptionalFlag,
  idProvided: OptionalFlag,
  idValidated: OptionalFlag,
  isCompleted: OptionalFlag,
  phoneVerified: OptionalFlag,
  phoneCodeExpiresAt: OptionalDate,
})

/** The form of a partner's response, for the API reference. */
export const RECORD_FORM =
  'It responds with 404 for an unknown tag, or with 200 and one JSON object that has each of ' +
  `${Object.keys(RecordFields.properties).join(', ')} and kyc: id, tag and fullname are text, emailVerified and isAdult true, false or null, ` +
  `dateOfBirth a date or null, and the others text or null. kyc is null, {} or an object with each of ${Object.keys(KycFields.properties).join(', ')}: ` +
  'those that say whether something is so are true, false or null, phoneCodeExpiresAt is a date or null, and the others are text or null. ' +
  'id, emailVerified, bvn, accountNumber and kyc are checked for their form and not stored.'

const recordChecks = checksOf(RecordFields.properties)
const kycChecks = checksOf(KycFields.properties)

export type GivenRecord = Record<string, unknown>

/** The JSON object of a response; undefined when it is something else. */
export function parseRecord(body: Buffer): GivenRecord | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Every field that is not as documented. */
export function recordProblems(given: GivenRecord): FieldProblem[] {
  return [...problemsOf(given, recordChecks), ...kycProblems(given.kyc)]
}

/** The part of a valid record that is stored: no bank or identity data. */
export function keptRecord(given: GivenRecord): UserRecord {
  const record = given as Static<typeof RecordFields>
  return {
    tag: record.tag.toLowerCase(),
    fullname: record.fullname,
    avatar: record.avatar || null,
    email: record.email ?? '',
    phone: record.phone || null,
    countryCode: record.countryCode || null,
    gender: record.gender || null,
    dateOfBirth: record.dateOfBirth?.slice(0, 10) ?? null,
    isAdult: record.isAdult ?? false,
  }
}

const SHOWN_FIELDS = ['tag', 'fullname', 'avatar']
const SEEN_FIELDS_MAX = 100
const SEEN_CHARACTERS_MAX = 2_048

export function seenFields(given: GivenRecord): SeenField[] {
  const kyc = isObject(given.kyc) ? Object.entries(given.kyc) : []
  const fields = [...Object.entries(given), ...kyc.map(([name, value]) => [`kyc.${name}`, value] as const)]
  return fields.slice(0, SEEN_FIELDS_MAX).map(([name, value]) => ({
    name: name.slice(0, SEEN_CHARACTERS_MAX),
    type: typeName(value),
    ...(SHOWN_FIELDS.includes(name) &&
      typeof value === 'string' && { value: value.slice(0, SEEN_CHARACTERS_MAX) }),
  }))
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isObject(value: unknown): value is GivenRecord {
  return value instanceof Object && !Array.isArray(value)
}

type FieldCheck = { name: string; must: string; holds: (value: unknown) => boolean }

/** One check per field, because a validator of the whole record would report only the first few errors. */
function checksOf(fields: Record<string, TSchema & { must?: string }>): FieldCheck[] {
  return Object.entries(fields).map(([name, schema]) => {
    const validator = Compile(schema)
    return { name, must: schema.must ?? '', holds: (value) => validator.Check(value) }
  })
}

function problemsOf(given: GivenRecord, checks: FieldCheck[]): FieldProblem[] {
  return checks
    .filter(({ name, holds }) => !holds(given[name]))
    .map(({ name, must }) => problem(name, given[name], must))
}

/** A partner without KYC data may respond with null or an empty object. */
function kycProblems(kyc: unknown): FieldProblem[] {
  if (kyc === null) return []
  if (!isObject(kyc)) return [problem('kyc', kyc, 'be an object or null')]
  if (Object.keys(kyc).length === 0) return []
  return problemsOf(kyc, kycChecks).map((each) => ({ ...each, field: `kyc.${each.field}` }))
}

const problem = (field: string, value: unknown, must: string): FieldProblem => ({
  field,
  problem: value === undefined ? 'is missing' : `must ${must}`,
})

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

function isDateOrDateTime(value: string): boolean {
  const date = value.slice(0, 10)
  return DATE_TIME.test(value) && FORMATS.date(date) && date >= '0001'
}
