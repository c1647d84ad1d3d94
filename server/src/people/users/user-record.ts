import { FORMATS } from '../../http/input/fields.ts'
import { isExternalId } from '../../programme/members/external-id.ts'
import type { FieldProblem } from '../../runtime/failure.ts'

/** A partner's record of one of its users; `email` is "" when unknown. */
export type UserRecord = {
  /** The partner's own id of the user; null when it cannot be one. */
  externalId: string | null
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

/** A field of the response. Only values that others may see anyway are included. */
export type SeenField = { name: string; type: string; value?: string }

/** `must` completes the sentence "<field> must …". */
type Field = { must: string; holds: (value: unknown) => boolean }

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextUpTo = (charactersMax: number, value: unknown): value is string =>
  isText(value) && [...value].length <= charactersMax
const orNull = (holds: Field['holds']) => (value: unknown) => value === null || holds(value)

const TEXT: Field = {
  must: 'be text that is not empty',
  holds: (value) => isText(value) && value.trim() !== '',
}
const FULL_NAME: Field = {
  must: 'be one line of text of at most 200 characters',
  holds: (value) => isTextUpTo(200, value) && FORMATS.line(value),
}
const EMAIL: Field = {
  must: 'be an e-mail address of at most 254 characters, empty or null',
  holds: orNull((value) => isTextUpTo(254, value) && (value === '' || FORMATS.email(value))),
}
const OPTIONAL_TEXT: Field = { must: 'be text or null', holds: orNull(isText) }
const OPTIONAL_FLAG: Field = {
  must: 'be true, false or null',
  holds: orNull((value) => typeof value === 'boolean'),
}
const OPTIONAL_DATE: Field = {
  must: 'be a date such as 1990-12-31, with or without a time of day, or null',
  holds: orNull((value) => isTextUpTo(40, value) && isDateOrDateTime(value)),
}
const optionalLine = (charactersMax: number): Field => ({
  must: `be one line of text of at most ${charactersMax} characters or null`,
  holds: orNull((value) => isTextUpTo(charactersMax, value) && (value === '' || FORMATS.line(value))),
})

const RECORD_FIELDS = {
  id: TEXT,
  tag: TEXT,
  fullname: FULL_NAME,
  avatar: optionalLine(2_048),
  email: EMAIL,
  phone: optionalLine(100),
  countryCode: optionalLine(100),
  gender: optionalLine(100),
  bvn: OPTIONAL_TEXT,
  accountNumber: OPTIONAL_TEXT,
  emailVerified: OPTIONAL_FLAG,
  isAdult: OPTIONAL_FLAG,
  dateOfBirth: OPTIONAL_DATE,
} satisfies Record<string, Field>

const KYC_FIELDS = {
  id: OPTIONAL_TEXT,
  bvn: OPTIONAL_TEXT,
  streetAddress: OPTIONAL_TEXT,
  city: OPTIONAL_TEXT,
  state: OPTIONAL_TEXT,
  postalCode: OPTIONAL_TEXT,
  country: OPTIONAL_TEXT,
  proofOfAddress: OPTIONAL_TEXT,
  governmentId: OPTIONAL_TEXT,
  userPhoto: OPTIONAL_TEXT,
  verificationStatus: OPTIONAL_TEXT,
  phone: OPTIONAL_TEXT,
  bvnProvided: OPTIONAL_FLAG,
  bvnValidated: OPTIONAL_FLAG,
  addressProvided: OPTIONAL_FLAG,
  addressValidated: OPTIONAL_FLAG,
  idProvided: OPTIONAL_FLAG,
  idValidated: OPTIONAL_FLAG,
  isCompleted: OPTIONAL_FLAG,
  phoneVerified: OPTIONAL_FLAG,
  phoneCodeExpiresAt: OPTIONAL_DATE,
} satisfies Record<string, Field>

/** The form of a partner's response, for the API reference. */
export const RECORD_FORM =
  'It responds with 404 for an unknown tag, or with 200 and one JSON object that has each of ' +
  `${Object.keys(RECORD_FIELDS).join(', ')} and kyc: id, tag and fullname are text, emailVerified and isAdult true, false or null, ` +
  `dateOfBirth a date or null, and the others text or null. kyc is null, {} or an object with each of ${Object.keys(KYC_FIELDS).join(', ')}: ` +
  'those that say whether something is so are true, false or null, phoneCodeExpiresAt is a date or null, and the others are text or null. ' +
  'id is kept as externalId if it has 1 to 100 visible characters and no other user has it. ' +
  'emailVerified, bvn, accountNumber and kyc are checked for their form and not stored.'

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
export function recordProblems(input: GivenRecord): FieldProblem[] {
  return [...problemsOf(input, RECORD_FIELDS), ...kycProblems(input.kyc)]
}

type ValidRecord = { id: string; tag: string; fullname: string } & Partial<
  Record<'avatar' | 'email' | 'phone' | 'countryCode' | 'gender' | 'dateOfBirth', string | null>
> & { isAdult?: boolean | null }

/** The part of a valid record that is stored: no bank or identity data. */
export function keptRecord(input: GivenRecord): UserRecord {
  const record = input as ValidRecord
  return {
    externalId: isExternalId(record.id) ? record.id : null,
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

export function seenFields(input: GivenRecord): SeenField[] {
  const kyc = isObject(input.kyc) ? Object.entries(input.kyc) : []
  const fields = [...Object.entries(input), ...kyc.map(([name, value]) => [`kyc.${name}`, value] as const)]
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

function problemsOf(input: GivenRecord, fields: Record<string, Field>): FieldProblem[] {
  return Object.entries(fields)
    .filter(([name, { holds }]) => !holds(input[name]))
    .map(([name, { must }]) => problem(name, input[name], must))
}

/** A partner without KYC data may respond with null or an empty object. */
function kycProblems(kyc: unknown): FieldProblem[] {
  if (kyc === null) return []
  if (!isObject(kyc)) return [problem('kyc', kyc, 'be an object or null')]
  if (Object.keys(kyc).length === 0) return []
  return problemsOf(kyc, KYC_FIELDS).map((each) => ({ ...each, field: `kyc.${each.field}` }))
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
