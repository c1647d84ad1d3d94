import { createEarlyEvaluation, type EvaluateEarly } from '../activities/evaluate-early.ts'
import type { CoinCall, Forecast } from '../coin-calls/coin-call.ts'
import { CALL_KINDS, type Call, type Kind, type RecordOf, type RequestOf } from './batch.ts'
import { createForecasts } from './forecasts.ts'
import { createPartnerQueues, type PartnerQueues, type QueueServices } from './partner-queues.ts'

type CoinCalls = { [K in Kind]: CoinCall<RequestOf<K>, RecordOf<K>> }

export type Engine = { coinCalls: CoinCalls; requireRoom: PartnerQueues['requireRoom'] }

/** Moves coins, with one queue per partner and batches that partners share. */
export function createEngine(services: QueueServices): Engine {
  const evaluateEarly = createEarlyEvaluation(services)
  const { enqueue, requireRoom } = createPartnerQueues(services, {
    async prepareAgain(partnerId, calls) {
      const requests = calls.flatMap((call) => (call.kind === 'activity' ? [call.request] : []))
      for (const request of requests) delete request.early
      await evaluateEarly(partnerId, requests)
    },
  })
  const forecast = createForecasts(services)

  // A record has the kind of its call: a key of another kind is a conflict, because its hash differs.
  const coinCall = <K extends Kind>(kind: K): CoinCall<RequestOf<K>, RecordOf<K>> => ({
    decide: (actor, request, keyed) =>
      enqueue({ ...actor, kind, request, keyed } as Call) as ReturnType<CoinCalls[K]['decide']>,
    forecast: (actor, requests) =>
      forecast(
        actor,
        requests.map((request) => ({ ...actor, kind, request, keyed: null }) as Call),
      ) as Promise<Forecast<RecordOf<K>>>,
  })
  const kinds = Object.keys(CALL_KINDS) as Kind[]
  const coinCalls = Object.fromEntries(kinds.map((kind) => [kind, coinCall(kind)])) as CoinCalls
  return { coinCalls: { ...coinCalls, activity: evaluating(coinCalls.activity, evaluateEarly) }, requireRoom }
}

/** Evaluates what activities can be evaluated for before they are queued. A forecast holds no lock. */
function evaluating(
  { decide, forecast }: CoinCalls['activity'],
  evaluateEarly: EvaluateEarly,
): CoinCalls['activity'] {
  return {
    async prepare({ partnerId }, requests) {
      await evaluateEarly(partnerId, requests)
    },
    decide(actor, request, keyed) {
      const evaluated = evaluateEarly(actor.partnerId, [request])
      return evaluated ? evaluated.then(() => decide(actor, request, keyed)) : decide(actor, request, keyed)
    },
    forecast,
  }
}
