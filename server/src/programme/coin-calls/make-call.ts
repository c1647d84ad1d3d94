import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../http/edge/request-caller.ts'
import { beginDryRun, isDryRun } from '../../http/input/dry-run.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import type { Decide, Forecast } from './forecast.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply; encryption: Encryption }

type Deciding<Asked, Record> = {
  decide: Decide<Asked, Record>
  forecast: Forecast<Asked, Record>
  /** The failure when something that the request names does not exist. */
  unknown: (what: string) => Error
}

/** A record, and the event after which it was forecast; null when the record is in the ledger. */
export type Decided<Record> = { record: Record; asOf: bigint | null }

/** Makes the call of a request, or forecasts it in a dry run. */
export async function makeCall<Asked, Record>(
  { request, reply, encryption }: Exchange,
  asked: Asked,
  { decide, forecast, unknown }: Deciding<Asked, Record>,
): Promise<Decided<Record>> {
  const actor = actorOf(request)
  if (!isDryRun(request)) {
    const result = await decide(actor, asked, keyOf(request, encryption))
    return { record: recordOf(result, reply, unknown), asOf: null }
  }
  beginDryRun(request, reply)
  const { asOf, results } = await forecast(actor, [asked])
  const [result] = results
  assert(result)
  return { record: recordOf(result, reply, unknown), asOf }
}
