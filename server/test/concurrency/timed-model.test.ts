import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../support/api.ts'
import { withClient } from '../support/database.ts'
import { randomFrom } from '../support/random.ts'
import { startTestService } from '../support/service.ts'
import { moveTo, STARTS_AT, someTime, startTimedRun } from '../support/timed-run.ts'

/** `npm run test:model` makes more runs; MODEL_SEED repeats one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 4)
const STEPS = 80
const FIRST_SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)

const service = await startTestService()
const second = await service.startAnother()
let calls = 0
/** Calls go to both in turn. */
const either = apiOf(service.url, (...call) => {
  calls += 1
  return (calls % 2 === 0 ? service : second).request(...call)
})

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run
  test(`coins in time are what the contract says, MODEL_SEED=${seed}`, () => runOnce(seed))
}

test('and the ledger is sound', async () => {
  assert.deepEqual(await service.query('select * from broken_invariants limit 20'), [])
})

async function runOnce(seed: number): Promise<void> {
  const below = randomFrom(seed)
  let now = STARTS_AT
  const setClock = (at: number) => {
    service.clock.now = new Date(at)
  }
  setClock(now)
  await withClient(service.connectionString, async (client) => {
    const run = await startTimedRun({ api: either, client, below })
    for (let step = 0; step < STEPS; step += 1) {
      if (below(3) === 0) {
        now += someTime(below)
        await moveTo(now, { client, runs: [run], setClock })
        await run.signInAgain()
      }
      await run.act()
      await run.compare()
    }
  })
}
