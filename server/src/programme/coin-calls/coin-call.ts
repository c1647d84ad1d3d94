import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../http/edge/request-caller.ts'
import { beginDryRun, isDryRun } from '../../http/input/dry-run.ts'
import type { Actor } from '../../runtime/caller.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type KeyedRequest, keyOf, markReplay } from '../idempotency/idempotency-key.ts'
import { type CallResult, recordOf } from './call-result.ts'

/** One kind of call that moves coins. */
export type CoinCall<Request, Record> = {
  /** Decides a request and writes the decision. */
  decide: (actor: Actor, request: Request, keyed: KeyedRequest | null) => Promise<CallResult<Record>>
  /** Does what can be done for requests before they are queued; `decide` does it for one. */
  prepare?: (actor: Actor, requests: Request[]) => Promise<void>
  /** Decides requests as of now, each after those before it. Nothing is written; records have no id. */
  forecast: (actor: Actor, requests: Request[]) => Promise<Forecast<Record>>
}

export type Forecast<Record> = {
  /** The number of the last event that the forecast saw. */
  asOf: bigint
  results: CallResult<Record>[]
}

/** A record, and the event after which it was forecast; null when the record is in the ledger. */
export type Decided<Record> = { record: Record; asOf: bigint | null }

export type Exchange = { request: FastifyRequest; reply: FastifyReply; encryption: Encryption }

/** Makes the call of a request, or forecasts it in a dry run. `unknown` is the failure when something does not exist. */
export async function makeCall<Request, Record>(
  { request, reply, encryption }: Exchange,
  { decide, forecast }: CoinCall<Request, Record>,
  input: Request,
  unknown: (what: string) => Error,
): Promise<Decided<Record>> {
  const actor = actorOf(request)
  if (!isDryRun(request)) {
    const result = await decide(actor, input, keyOf(request, encryption))
    markReplay(reply, result.kind === 'decided' && result.isReplay)
    return { record: recordOf(result, unknown), asOf: null }
  }
  beginDryRun(request, reply)
  const { asOf, results } = await forecast(actor, [input])
  const [result] = results
  assert(result)
  return { record: recordOf(result, unknown), asOf }
}
