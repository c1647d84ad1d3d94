import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { FORMATS, Nullable } from '../platform/fields.ts'
import type { Outbound } from '../platform/outbound.ts'

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

export type UserDetailsAnswer =
  | { found: true; record: UserRecord }
  | { found: false; code: UserDetailsProblem; detail: string }

type UserDetailsProblem =
  | 'not_found'
  | 'user_details_unreachable'
  | 'user_details_invalid'
  | 'user_details_mismatch'

const Text = Type.Refine(Type.String(), (value) => value.trim() !== '')
const OptionalText = Nullable(Type.String())
const OptionalFlag = Nullable(Type.Boolean())
const OptionalDate = Nullable(Type.Refine(Type.String({ maxLength: 40 }), isDateOrDateTime))
const OptionalLine = (maxLength: number) =>
  Nullable(Type.Refine(Type.String({ maxLength }), (value) => value === '' || FORMATS.line(value)))

const RecordFields = Type.Object({
  id: Text,
  tag: Text,
  fullname: Type.Refine(Type.String({ maxLength: 200 }), FORMATS.line),
  avatar: OptionalLine(2_048),
  email: Nullable(
    Type.Refine(Type.String({ maxLength: 254 }), (value) => value === '' || FORMATS.email(value)),
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

const recordChecks = checksOf(RecordFields.properties)
const kycChecks = checksOf(KycFields.properties)

/** Asks a partner about one of its users. Bank and identity data are checked for their shape and go no further. */
export async function fetchUserDetails(
  outbound: Outbound,
  userDetailsUrl: string,
  tag: string,
): Promise<UserDetailsAnswer> {
  const answer = await outbound.get(withTag(userDetailsUrl, tag), {
    headers: { accept: 'application/json', 'user-agent': 'Laurel' },
  })
  if (!answer.ok) {
    return problem('user_details_unreachable', `userDetailsUrl could not be asked: ${answer.detail}.`)
  }
  if (answer.status === 404) return problem('not_found', 'The partner knows no user with this tag.')
  if (answer.status !== 200) {
    const detail = `userDetailsUrl must answer with status 200, or 404 for an unknown tag, but answered ${answer.status}.`
    return problem('user_details_unreachable', detail)
  }
  return readUserDetails(answer.body, tag)
}

function readUserDetails(body: Buffer, tag: string): UserDetailsAnswer {
  const given = parseObject(body)
  if (!given) return problem('user_details_invalid', 'userDetailsUrl must answer with one JSON object.')
  const wrong = [...wrongFields(given, recordChecks), ...wrongKycFields(given.kyc)]
  if (wrong.length > 0) {
    const detail = `The record that userDetailsUrl answers must have these fields as documented: ${wrong.join(', ')}.`
    return problem('user_details_invalid', detail)
  }
  const record = given as Static<typeof RecordFields>
  if (record.tag.toLowerCase() !== tag.toLowerCase()) {
    return problem(
      'user_details_mismatch',
      'userDetailsUrl must answer the record of the tag that was asked for.',
    )
  }
  return {
    found: true,
    record: {
      tag: tag.toLowerCase(),
      fullname: record.fullname,
      avatar: record.avatar || null,
      email: record.email ?? '',
      phone: record.phone || null,
      countryCode: record.countryCode || null,
      gender: record.gender || null,
      dateOfBirth: record.dateOfBirth?.slice(0, 10) ?? null,
      isAdult: record.isAdult ?? false,
    },
  }
}

/** Leaves the query that is there as it is written, since a signature may cover it. */
function withTag(userDetailsUrl: string, tag: string): URL {
  const url = new URL(userDetailsUrl)
  if (url.searchParams.has('tag')) url.searchParams.set('tag', tag)
  else url.search += `${url.search === '' ? '?' : '&'}tag=${encodeURIComponent(tag)}`
  return url
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value instanceof Object && !Array.isArray(value)
}

type FieldCheck = { name: string; holds: (value: unknown) => boolean }

/** One check per field, because a validator of the whole record would report only the first few errors. */
function checksOf(fields: Record<string, TSchema>): FieldCheck[] {
  return Object.entries(fields).map(([name, schema]) => {
    const validator = Compile(schema)
    return { name, holds: (value) => validator.Check(value) }
  })
}

function wrongFields(given: Record<string, unknown>, checks: FieldCheck[]): string[] {
  return checks.filter(({ name, holds }) => !holds(given[name])).map(({ name }) => name)
}

/** A partner that knows nothing for a user's KYC may answer null or an empty object. */
function wrongKycFields(kyc: unknown): string[] {
  if (kyc === null) return []
  if (!isObject(kyc)) return ['kyc']
  if (Object.keys(kyc).length === 0) return []
  return wrongFields(kyc, kycChecks).map((name) => `kyc.${name}`)
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

function isDateOrDateTime(value: string): boolean {
  const date = value.slice(0, 10)
  return DATE_TIME.test(value) && FORMATS.date(date) && date >= '0001'
}

function problem(code: UserDetailsProblem, detail: string): UserDetailsAnswer {
  return { found: false, code, detail }
}
