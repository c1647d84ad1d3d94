import type { Credential } from '../http/credential.ts'

/** A request that was answered. */
export type LoggedRequest = {
  partnerId: string
  id: string
  method: string
  /** Without its query. */
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

export const REQUESTS_KEPT_DAYS = 3
export const PATH_CHARACTERS_MAX = 500
export const ERROR_CHARACTERS_MAX = 1_000

export const hasFailed = ({ status }: { status: number }): boolean => status >= 400

/** What the dashboard reads while somebody looks at it would drown all else. */
export const isLookingAround = ({
  caller,
  method,
  status,
}: {
  caller: Credential['kind']
  method: string
  status: number
}): boolean => caller === 'team' && (method === 'GET' || method === 'HEAD') && !hasFailed({ status })
