import { isReason, LaurelRefusal, type RefusalDetails, type RefusalReason } from './errors.ts'
import type { FieldProblem } from './schemas.ts'

/** What a call that decides leads to: it is done, or refused for a reason. */
export type Result<Data> = Done<Data> | Refusal

export interface Done<Data> {
  ok: true
  data: Data
  /** Whether an earlier request with the same key led to this. */
  replayed: boolean
  requestId: string | undefined
}

export interface Refusal extends RefusalDetails {
  ok: false
  reason: RefusalReason
  /** Says what would have to change. */
  message: string
  replayed: boolean
  requestId: string | undefined
}

/** What became of one of many items. One that is wrong has the reason `invalid`. */
export type ItemResult<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: RefusalReason | 'invalid'; message: string; fields: FieldProblem[] }

/** A refusal as a value; any other failure is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof LaurelRefusal)) throw error
  const { reason, message, decision, wallet, replayed, requestId } = error
  return {
    ok: false,
    reason,
    message,
    ...(decision && { decision }),
    ...(wallet !== undefined && { wallet }),
    replayed,
    requestId,
  }
}

type Failure = { appErrorCode: string; error: string; fields?: FieldProblem[] }

export function itemResult<Data>({ status, data }: { status: string; data: unknown }): ItemResult<Data> {
  if (status === 'success') return { ok: true, data: data as Data }
  const { appErrorCode, error, fields = [] } = data as Failure
  return { ok: false, reason: isReason(appErrorCode) ? appErrorCode : 'invalid', message: error, fields }
}
