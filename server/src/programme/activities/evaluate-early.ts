import { tooManyWaiting } from '../../runtime/failure.ts'
import { createSlices } from '../../runtime/queues/in-slices.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import type { Database } from '../../storage/database/database.ts'
import type { Condition } from '../conditions/condition.ts'
import { type ConditionInput, type Evaluated, evaluateExpression } from '../conditions/evaluate.ts'
import { createListenerMemory, type KnownListeners } from '../rules/known-listeners.ts'
import { expressionsOf, isClosed } from '../rules/listener.ts'
import type { Units } from '../rules/rule.ts'
import type { ActivityRequest, EarlyEvaluation } from './activity.ts'

/** What can take more steps than these has a slice of its own, and waits for other activities of its partner. */
const STEPS_AT_ONCE = 10_000
const WAITING_MAX = 1_000
const WAIT_MS_MAX = 10_000

/** How many steps in the batch delay it as much as an award. */
const STEPS_PER_AWARD = 1_000
/** Of the work of a slice, for each expression; time bounds it too. */
const WORK_PER_EXPRESSION = 512

/** Evaluates activities of a partner that are not evaluated yet. Returns a promise only if that takes long. */
export type EvaluateEarly = (
  partnerId: string,
  requests: readonly ActivityRequest[],
) => Promise<void> | undefined

/**
 * Evaluates expressions before the batch of their activities, outside the ledger's lock: those that read neither the
 * member nor the time, with the rules that the process remembers.
 */
export function createEarlyEvaluation({
  database,
}: {
  database: Pick<Database, 'forPartner'>
}): EvaluateEarly {
  const memory = createListenerMemory(database)
  // One at a time, so that a slice of another partner waits for one of this partner at most.
  const queue = createKeyedQueue({
    capacity: 1,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
    refused: tooManyWaiting,
  })

  async function evaluateLater(partnerId: string, requests: readonly ActivityRequest[]): Promise<void> {
    const known = await memory.recall(partnerId, new Set(requests.map(({ type }) => type)))
    if (isShort(requests, known)) {
      for (const request of requests) evaluateNow(request, known.get(request.type) as KnownListeners)
      return
    }
    await queue(partnerId, async () => {
      const slice = createSlices()
      await slice()
      for (const request of requests) {
        const evaluation = evaluate(request, known.get(request.type) as KnownListeners)
        for (let step = evaluation.next(); ; step = evaluation.next()) {
          if (step.done) {
            request.early = step.value
            break
          }
          const pause = slice(WORK_PER_EXPRESSION)
          if (pause) await pause
        }
      }
    })
  }

  return (partnerId, requests) => {
    const left = requests.filter(({ early }) => early === undefined)
    const [first, ...others] = left
    if (!first) return undefined
    const known = others.length === 0 ? memory.get(partnerId, first.type) : undefined
    if (!known || known.steps > STEPS_AT_ONCE) return evaluateLater(partnerId, left)
    evaluateNow(first, known)
    return undefined
  }
}

function isShort(requests: readonly ActivityRequest[], known: Map<string, KnownListeners>): boolean {
  let steps = 0
  for (const { type } of requests) {
    steps += (known.get(type) as KnownListeners).steps
    if (steps > STEPS_AT_ONCE) return false
  }
  return true
}

function evaluateNow(request: ActivityRequest, known: KnownListeners): void {
  const evaluation = evaluate(request, known)
  let step = evaluation.next()
  while (!step.done) step = evaluation.next()
  request.early = step.value
}

/** Yields before each expression. */
function* evaluate(request: ActivityRequest, known: KnownListeners): Generator<undefined, EarlyEvaluation> {
  const { type, properties, reference, occurredAt } = request
  const input: ConditionInput = {
    properties: properties ?? {},
    activity: { type, reference, occurredAt: occurredAt ?? NO_TIME },
    member: null,
    now: null,
  }
  const results: (Evaluated<boolean | Units> | undefined)[] = Array.from(known.places, () => undefined)
  const ruleIds = new Set<string>()
  let awards = 0
  let stepsInBatch = 0
  for (const listener of known.listeners) {
    if (isClosed(listener)) continue
    let canMatch = true
    for (const condition of expressionsOf(listener)) {
      if (!canMatch) break
      if (!isEarly(condition, request)) {
        stepsInBatch += condition.steps
        continue
      }
      const place = known.places.get(condition) as number
      if (results[place] === undefined) {
        yield
        results[place] = evaluateExpression(condition, input)
      }
      canMatch = canBe(results[place])
    }
    if (!canMatch) continue
    awards += 1
    ruleIds.add(listener.rule.id)
  }
  const weight = Math.max(1, awards + Math.floor(stepsInBatch / STEPS_PER_AWARD))
  return { known, results, ruleIds: [...ruleIds], weight }
}

/** Expressions that read the time are not evaluated with it. */
const NO_TIME = new Date(0)

/** Whether an expression reads nothing that only the batch knows. */
const isEarly = ({ readsMember, readsNow, readsOccurredAt }: Condition, { occurredAt }: ActivityRequest) =>
  !readsMember && !readsNow && (occurredAt !== null || !readsOccurredAt)

/** Whether a rule can match whose expression came to this. */
const canBe = (result: Evaluated<boolean | Units>): boolean =>
  result.kind === 'value' && result.value !== false && result.value !== 0n
