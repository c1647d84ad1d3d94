import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { allDone } from '../support/all-done.ts'
import { openTestDatabase } from '../support/database.ts'
import { startKilledServers } from '../support/killed-servers.ts'
import { moveClockOf } from '../support/moved-clock.ts'
import { makeTestFolder } from '../support/process.ts'
import { randomFrom } from '../support/random.ts'
import { moveTo, STARTS_AT, someTime, startTimedRun, whenWritten } from '../support/timed-run.ts'

/** `npm run test:model` makes more runs; MODEL_SEED repeats one, but for the moments of its kills. */
const RUNS = Number(process.env.MODEL_RUNS ?? 2)
/** They act at the same time, so that their calls share batches. */
const PARTNERS = 3
const STEPS = 60
const FIRST_SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)

await makeTestFolder()
const { settings: databaseSettings, connectionString, client, closeFirst } = await openTestDatabase()
const settings = { ...databaseSettings, SECRET_KEY: randomBytes(32).toString('base64') }
const clock = await moveClockOf(client)
/** One for each partner of a run. */
const clients = Array.from({ length: PARTNERS }, () => new pg.Client({ connectionString }))
for (const each of clients) {
  await each.connect()
  closeFirst(() => each.end())
}

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run
  test(`coins in time are what the contract says though servers are killed, MODEL_SEED=${seed}`, (t) =>
    runOnce(t, seed))
}

async function runOnce(t: TestContext, seed: number): Promise<void> {
  const below = randomFrom(seed)
  const waitsForJob = seed % 2 === 0
  let now = STARTS_AT
  await clock.set(now)
  const servers = await startKilledServers(settings, randomFrom(seed + 1))
  try {
    const runs = await Promise.all(
      clients.map((own, index) =>
        startTimedRun({ api: servers.api, client: own, below: randomFrom(seed * PARTNERS + index) }),
      ),
    )
    servers.beginToKill()
    for (let step = 0; step < STEPS; step += 1) {
      if (below(3) === 0) {
        now += someTime(below)
        await moveTo(now, { client, runs, setClock: clock.set })
        if (waitsForJob && below(4) === 0) {
          if (below(2) === 0) await servers.killOne()
          await whenWritten(runs)
        }
      }
      await allDone(runs.map((run) => run.act().then(run.compare)))
    }
    assert.deepEqual(await brokenInvariants(), [])
  } finally {
    await servers.stop()
  }
  const { kills, doneUnanswered, notDone } = servers.counts
  t.diagnostic(`${kills} kills; retried calls: ${doneUnanswered} had been done, ${notDone} had not`)
  assert(kills > 0)
}

const brokenInvariants = async () => (await client.query('select * from broken_invariants limit 20')).rows
