import type { Actor } from '../../runtime/caller.ts'
import type { CallResult, KeyedRequest } from '../idempotency/idempotency-key.ts'

/** Decides a request and writes the decision. */
export type Decide<Request, Record> = (
  actor: Actor,
  request: Request,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Record>>

/** Tells what requests would lead to now, each after those before it. Nothing is written; records have no id. */
export type Forecast<Request, Record> = (
  actor: Actor,
  requests: Request[],
) => Promise<{
  /** The number of the last event that it saw. */
  asOf: bigint
  results: CallResult<Record>[]
}>
