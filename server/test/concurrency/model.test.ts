import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allDone } from '../support/all-done.ts'
import { isOnCitus } from '../support/citus.ts'
import type { ApiEvent } from '../support/events.ts'
import { look } from '../support/model-look.ts'
import { BEGINNINGS, beginning, type Operation, type Step, steps } from '../support/model-operations.ts'
import { startRun } from '../support/model-run.ts'
import { replay } from '../support/replay.ts'
import { startTestService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'

/** Each run is another one. `npm run test:model` makes more; MODEL_SEED and MODEL_PATH repeat one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 6)
/** They act at the same time, so that their calls share batches. */
const PARTNERS = 3
const STEPS_BETWEEN_LOOKS = 15

const service = await startTestService({ batchSizeMax: 3 })
/** Requests go to both in turn, as two processes behind one address would. */
const second = await service.startAnother()
const userDetailsUrl = await startUserDetails()
const now = () => (service.clock.now as Date).getTime()

test('whatever partners do, in any order, the service responds with and holds what the model says', async () => {
  await afterAnything(RUNS, (runs) => Promise.all(runs.map((run) => run.look())))
  assert.deepEqual(await service.query('select * from broken_invariants limit 20'), [])
  if (isOnCitus) return
  const mixed = await service.query(
    'select xmin::text from awards group by xmin::text having count(distinct partner_id) > 1 limit 1',
  )
  assert.equal(mixed.length, 1, 'batches have mixed partners')
})

test('the log, read from 1 into an empty model, gives every wallet, board, budget and rule version', async () => {
  await afterAnything(Math.ceil(RUNS / 4), async (runs) => {
    for (const { live, userOf, ruleIds, settings, attributes, events } of runs) {
      const log = await events()
      const model = replay(log, userOf, { settings, attributes })
      model.now = now()
      await look(model, live)
      for (const id of ruleIds.values()) {
        const versions = await live.get(`/rules/${id}/versions?limit=100`)
        assert.deepEqual(versions.data, versionsIn(log, id).reverse())
      }
    }
  })
})

/** The versions of a rule as its events tell them. */
const versionsIn = (log: ApiEvent[], ruleId: string) =>
  log.flatMap(({ type, createdAt, data }) => {
    if (data.id !== ruleId || (type !== 'rule.created' && type !== 'rule.updated')) return []
    const { id: _, participants, budgetUsed, budgetPeriodStart, budgetPeriodEnd, updatedAt, ...terms } = data
    return [{ ...terms, createdAt }]
  })

type Run = Awaited<ReturnType<typeof startRun>>

/** Lets partners do anything, some times, and checks what came of it. */
function afterAnything(numRuns: number, check: (runs: Run[]) => Promise<unknown>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BEGINNINGS),
      fc.array(beginning, { minLength: PARTNERS, maxLength: PARTNERS }),
      steps(PARTNERS, { minLength: 30, maxLength: 60 }),
      (begins, first, then) => runAll(begins, [...together(first), ...then], check),
    ),
    {
      numRuns,
      // Each look for a smaller example repeats a whole run; hours of them would hide what failed.
      endOnFailure: !process.env.MODEL_SHRINKS,
      ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
      ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
    },
  )
}

/** The first operations of all partners, then the second ones, and so on. */
const together = (lists: Operation[][]): Operation[][] =>
  (lists[0] ?? []).map((_, index) => lists.map((list) => list[index] as Operation))

/** Each step takes a second. */
async function runAll(begins: number, all: Step[], check: (runs: Run[]) => Promise<unknown>): Promise<void> {
  const pass = (ms: number) => {
    service.clock.now = new Date(now() + ms)
  }
  service.clock.now = new Date(begins)
  const runs = await Promise.all(
    Array.from({ length: PARTNERS }, () => startRun([service, second], userDetailsUrl)),
  )
  let last = 'nothing'
  try {
    for (const [index, each] of all.entries()) {
      last = `step ${index}: ${show(each)}`
      pass(1_000)
      if (typeof each !== 'number')
        await allDone(runs.map((run, partner) => run.step(each[partner] as Operation)))
      else {
        pass(each * 60_000)
        await Promise.all(runs.map((run) => run.signInAgain()))
      }
      if (index % STEPS_BETWEEN_LOOKS === STEPS_BETWEEN_LOOKS - 1)
        await Promise.all(runs.map((run) => run.look()))
    }
    last = `all ${all.length} steps`
    await check(runs)
  } catch (error) {
    throw new Error(`after ${last}\n${(error as Error).message}`, { cause: error })
  }
}

const show = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
