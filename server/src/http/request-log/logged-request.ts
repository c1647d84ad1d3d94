import type { Credential } from '../../runtime/caller.ts'

export type LoggedRequest = {
  partnerId: string
  id: string
  /** The X-Request-Id that a proxy gave, instead of our id. */
  givenId: string | null
  method: string
  /** The query is left out. */
  path: string
  operation: string | null
  status: number
  durationMs: number
  errorType: string | null
  appErrorCode: string | null
  error: string | null
  caller: Credential['kind']
  teamMemberId: string | null
  address: string | null
  createdAt: Date
}

export const PATH_CHARACTERS_MAX = 500
export const ERROR_CHARACTERS_MAX = 1_000

export const hasFailed = ({ status }: { status: number }): boolean => status >= 400

/** Reads of the dashboard are not logged; they would outnumber all other requests. */
export const isTeamRead = ({
  caller,
  method,
  status,
}: {
  caller: Credential['kind']
  method: string
  status: number
}): boolean => caller === 'team' && (method === 'GET' || method === 'HEAD') && !hasFailed({ status })
