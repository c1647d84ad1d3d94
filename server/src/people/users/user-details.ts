import type { Outbound, SignRequest } from '../../messages/outbound/outbound.ts'
import { isNotSetUp } from '../../programme/partners/not-set-up.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import type { FieldProblem } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import {
  keptRecord,
  parseRecord,
  recordProblems,
  type SeenField,
  seenFields,
  type UserRecord,
} from './user-record.ts'

/** A lookup of a user at a partner's userDetailsUrl. */
export type UserDetailsLookup = {
  outcome: UserDetailsOutcome
  /** The HTTP status; null when no response came or it was not accepted. */
  status: number | null
  tookMs: number
  /** The problem in one sentence; null when the record was found. */
  detail: string | null
  problems: FieldProblem[]
  fields: SeenField[]
  /** Whether the address is unavailable, rather than responding with something wrong. */
  isOutage: boolean
  record: UserRecord | null
}

export type UserDetailsOutcome =
  | 'found'
  | 'not_found'
  | 'user_details_unreachable'
  | 'user_details_invalid'
  | 'user_details_mismatch'

export type UserDetailsServices = {
  config: Pick<Config, 'origin'>
  outbound: Outbound
  signRequest: SignRequest
}

const SIGNATURE_HEADER = 'laurel-signature'

/**
 * Fetches a user's record from the partner. Bank and identity data are checked for their shape and dropped.
 */
export async function fetchUserDetails(
  { config, outbound, signRequest }: UserDetailsServices,
  { userDetailsUrl, clientId }: Pick<Partner, 'userDetailsUrl' | 'clientId'>,
  tag: string,
  now: Date,
): Promise<UserDetailsLookup> {
  if (isNotSetUp(userDetailsUrl, config)) {
    const detail = 'userDetailsUrl is not set; set it with PATCH partners/me.'
    return { ...problem('user_details_unreachable', detail), status: null, tookMs: 0 }
  }
  const started = performance.now()
  const response = await outbound.get(withTag(userDetailsUrl, tag), {
    headers: async (url) => ({
      accept: 'application/json',
      'user-agent': 'Laurel',
      [SIGNATURE_HEADER]: await signRequest({ audience: clientId, url }, now),
    }),
  })
  const finding = response.ok
    ? readResponse(response.status, response.body, tag)
    : problem('user_details_unreachable', `userDetailsUrl could not be asked: ${response.detail}.`, {
        isOutage: response.problem === 'unreachable' || response.problem === 'timeout',
      })
  return {
    ...finding,
    status: response.ok ? response.status : null,
    tookMs: Math.round(performance.now() - started),
  }
}

type Finding = Omit<UserDetailsLookup, 'status' | 'tookMs'>

function readResponse(status: number, body: Buffer, tag: string): Finding {
  if (status === 404) return problem('not_found', 'The partner knows no user with this tag.')
  if (status !== 200) {
    const detail = `userDetailsUrl must answer with status 200, or 404 for an unknown tag, but answered ${status}.`
    return problem('user_details_unreachable', detail, { isOutage: status >= 500 || status === 429 })
  }
  const input = parseRecord(body)
  if (!input) return problem('user_details_invalid', 'userDetailsUrl must answer with one JSON object.')
  const fields = seenFields(input)
  const problems = recordProblems(input)
  if (problems.length > 0) {
    const wrong = problems.map((each) => `${each.field} ${each.problem}`).join('; ')
    const detail = `The record that userDetailsUrl answers is not as documented: ${wrong}.`
    return problem('user_details_invalid', detail, { fields, problems })
  }
  const record = keptRecord(input)
  if (record.tag !== tag.toLowerCase()) {
    const detail = 'userDetailsUrl must answer the record of the tag that was asked for.'
    return problem('user_details_mismatch', detail, { fields })
  }
  return { outcome: 'found', detail: null, problems, fields, isOutage: false, record }
}

function problem(outcome: UserDetailsOutcome, detail: string, more: Partial<Finding> = {}): Finding {
  return { problems: [], fields: [], isOutage: false, record: null, ...more, outcome, detail }
}

/** Keeps the existing query as it is written, since a signature may cover it. */
function withTag(userDetailsUrl: string, tag: string): URL {
  const url = new URL(userDetailsUrl)
  if (url.searchParams.has('tag')) url.searchParams.set('tag', tag)
  else url.search += `${url.search === '' ? '?' : '&'}tag=${encodeURIComponent(tag)}`
  return url
}
