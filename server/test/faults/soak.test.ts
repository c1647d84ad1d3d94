import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { withClient } from '../support/database.ts'
import { type Answered, type MixedLoad, startMixedLoad } from '../support/mixed-load.ts'
import { embeddedUrl, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import type { MemorySample } from '../support/sample-memory.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `npm run test:soak` sets 30, and then memory is judged as well. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0)
const SHORT_SECONDS = 8
const SAMPLES_SECONDS = MINUTES > 0 ? 10 : 2
/** Two cores also have the database, the receiver and the callers to run. */
const LOAD =
  MINUTES > 0
    ? { partners: 6, users: 20, callers: 2, pauseMs: 150 }
    : { partners: 3, users: 5, callers: 2, pauseMs: 20 }

/**
 * The first third of the run fills caches and pools. After it, the heap after a collection may grow by this
 * share and these bytes. That is generous: on a quiet machine, 300 bytes left by each request are more.
 */
const WARM_UP = 1 / 3
const HEAP_GROWTH_MAX = 1.15
const HEAP_GROWTH_BYTES_MAX = 8e6
const FILES_GROWTH_MAX = 30

const folder = await makeTestFolder()
const dataDir = join(folder, 'data')
const samplesFile = join(folder, 'samples')
const sampler = new URL('../support/sample-memory.ts', import.meta.url)

test('a mixed load of several partners is answered, kept exactly once, and leaves nothing behind', async (t) => {
  const laurel = await startLaurel({
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_DELIVERY: 'on',
    PASSWORD_HASHING: MINUTES > 0 ? 'full' : 'cheap',
    NODE_OPTIONS: `--import ${sampler.href}`,
    SAMPLES_FILE: samplesFile,
    SAMPLES_SECONDS: String(SAMPLES_SECONDS),
  })
  const load = await startMixedLoad(laurel, await startReceiver(), LOAD)
  t.after(async () => {
    await load.stop()
    await load.closeStreams()
  })
  const databases: DatabaseSample[] = []
  const end = Date.now() + (MINUTES * 60 || SHORT_SECONDS) * 1000
  while ((Date.now() < end || !load.hasMadeAllKinds()) && load.failures.length === 0) {
    await pause(SAMPLES_SECONDS * 1000)
    databases.push(await sampleDatabase())
    if (MINUTES > 0) process.stdout.write(`${progressOf(load, databases)}\n`)
  }
  await load.stop()
  assert.deepEqual(load.failures, [])
  await waitUntil(load.hasReadAll, 'every reader has read all events')
  await load.closeStreams()
  assert.deepEqual(load.failures, [])
  await assertExact(load)

  for (const [kind, times] of load.made) t.diagnostic(`${kind}: ${times}`)
  t.diagnostic(
    `repeated events: ${load.partners.flatMap(({ readers }) => readers).map(({ repeated }) => repeated)}`,
  )
  const [first, last] = [databases[0], databases.at(-1)] as [DatabaseSample, DatabaseSample]
  t.diagnostic(`unavailable: ${load.unavailable()} repeated, ${load.unanswered()} not repeated`)
  t.diagnostic(`database: ${megabytes(first.bytes)} → ${megabytes(last.bytes)} MB`)
  t.diagnostic(`connections: at most ${Math.max(...databases.map(({ connections }) => connections))}`)
  for (const [program, samples] of samplesByProgram()) {
    const judged = new Growth(samples.filter((_, index) => index >= samples.length * WARM_UP))
    t.diagnostic(`${program}: ${judged}`)
    if (MINUTES > 0) judged.assertFlat(program)
  }
  await terminate(laurel)
})

/** Settlements follow other movements and have no response. */
const TABLES: Record<keyof Answered, string> = {
  awards: 'awards',
  transactions: "coin_transactions where kind <> 'settlement'",
  reversals: 'reversals',
  returns: 'returns',
}

/** What was answered is in the ledger once; what was not is, at most, a call without a key. */
async function assertExact({ answered, unanswered }: MixedLoad): Promise<void> {
  let others = 0
  for (const [table, rows] of Object.entries(TABLES) as [keyof Answered, string][]) {
    const found = (await query(`select id from ${rows}`)).map(({ id }) => id)
    const ids = new Set(found)
    assert.equal(ids.size, found.length)
    assert.equal(new Set(answered[table]).size, answered[table].length)
    assert.deepEqual(
      answered[table].filter((id) => !ids.has(id)),
      [],
      table,
    )
    others += found.length - answered[table].length
  }
  assert(others <= unanswered(), `${others} that were not answered`)
  assert.deepEqual(await query('select * from broken_invariants'), [])
}

const query = async (text: string): Promise<Record<string, unknown>[]> =>
  (await withClient(embeddedUrl(dataDir), (client) => client.query(text))).rows

type DatabaseSample = { bytes: number; connections: number }

async function sampleDatabase(): Promise<DatabaseSample> {
  const [row] = await query(`
    select pg_database_size(current_database())::float as bytes, count(*)::integer as connections
    from pg_stat_activity
    where datname = current_database()`)
  return row as DatabaseSample
}

function samplesByProgram(): [string, MemorySample[]][] {
  const lines = readFileSync(samplesFile, 'utf8').trim().split('\n')
  const samples = lines.map((line) => JSON.parse(line) as MemorySample)
  return Object.entries(Object.groupBy(samples, ({ program }) => program)) as [string, MemorySample[]][]
}

function progressOf({ made, answered, unavailable }: MixedLoad, databases: DatabaseSample[]): string {
  const requests = [...made.values()].reduce((sum, times) => sum + times, 0)
  const { bytes, connections } = databases.at(-1) as DatabaseSample
  const programs = samplesByProgram().map(([program, samples]) => {
    const { rss, heap, files } = samples.at(-1) as MemorySample
    return `${program} rss ${megabytes(rss)} heap ${megabytes(heap)} MB, ${files} files`
  })
  return [
    new Date().toISOString(),
    `${requests} requests`,
    `${answered.awards.length} awards`,
    `${unavailable()} repeated`,
    `database ${megabytes(bytes)} MB, ${connections} connections`,
    ...programs,
  ].join(' · ')
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

const median = (values: number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] as number

/** What a process grew by between the first and the last fifth of its samples. */
class Growth {
  readonly #samples: MemorySample[]

  constructor(samples: MemorySample[]) {
    this.#samples = samples
  }

  assertFlat(program: string): void {
    const [heapBefore, heapAfter] = this.#endsOf('heap')
    assert(heapAfter <= heapBefore * HEAP_GROWTH_MAX + HEAP_GROWTH_BYTES_MAX, `${program}: ${this}`)
    const [filesBefore, filesAfter] = this.#endsOf('files')
    assert(filesAfter <= filesBefore + FILES_GROWTH_MAX, `${program}: ${this}`)
  }

  toString(): string {
    const [rss, heap, external] = (['rss', 'heap', 'external'] as const).map((of) => {
      const [before, after] = this.#endsOf(of).map(megabytes)
      return `${of} ${before} → ${after} MB (${megabytes(this.#perHour(of))} an hour)`
    })
    return `${rss}, ${heap}, ${external}, files ${this.#endsOf('files').join(' → ')}`
  }

  #endsOf(of: 'rss' | 'heap' | 'external' | 'files'): [number, number] {
    const values = this.#samples.map((sample) => sample[of])
    const fifth = Math.ceil(values.length / 5)
    return [median(values.slice(0, fifth)), median(values.slice(-fifth))]
  }

  /** The slope of the line that fits best. */
  #perHour(of: 'rss' | 'heap' | 'external'): number {
    const hours = this.#samples.map(({ at }) => at / 3_600_000)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [middle, average] = [mean(hours), mean(this.#samples.map((sample) => sample[of]))]
    let [up, along] = [0, 0]
    for (const [index, sample] of this.#samples.entries()) {
      const distance = (hours[index] as number) - middle
      up += distance * (sample[of] - average)
      along += distance ** 2
    }
    return along === 0 ? 0 : up / along
  }
}
