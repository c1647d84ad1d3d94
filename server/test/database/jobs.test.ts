import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import pg from 'pg'
import { getRollbackPlans, PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { jobs as ended } from '../../src/runtime/metrics/metrics.ts'
import { type Database, openDatabase, sql } from '../../src/storage/database/database.ts'
import { newId } from '../../src/storage/database/ids.ts'
import { migrate } from '../../src/storage/database/migrate.ts'
import { sendJob } from '../../src/storage/jobs/job-store.ts'
import { type JobOutcome, type Jobs, startJobs } from '../../src/storage/jobs/jobs.ts'
import { createCapturedLog } from '../support/captured-log.ts'
import { createTestDatabase } from '../support/database.ts'

const WORK = { workers: 1, jobsAtOnce: 5, pollSeconds: 1 }
const DONE: JobOutcome = { kind: 'done' }

const { connectionString, drop } = await createTestDatabase()
const database: Database = openDatabase({ connectionString })
const owner = new pg.Client({ connectionString })
await owner.connect()
let started: Jobs[] = []
const { log, logged, clear: clearLog, until } = createCapturedLog()

beforeEach(async () => {
  clearLog()
  await database.run(sql`delete from pgboss.job`)
})

afterEach(async () => {
  await Promise.all(started.map((jobs) => jobs.stop()))
  started = []
})

after(async () => {
  await owner.end()
  await database.close()
  await drop()
})

test('a job of a transaction that was rolled back was never there', async () => {
  const [kept, lost] = [newId(), newId()]
  await database.transaction(async (tx) => sendJob(tx, 'mail', kept))
  const failed = database.transaction(async (tx) => {
    sendJob(tx, 'mail', lost)
    throw new Error('the cause failed')
  })
  await assert.rejects(failed, /the cause failed/)
  await database.transaction(async (tx) => sendJob(tx, 'mail', undefined))
  assert.deepEqual(await ids(), [kept])
})

test('a job in a transaction is what pg-boss itself would write', async () => {
  const boss = new PgBoss({ connectionString, migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const [theirs, ours] = [newId(), newId()]
  await boss.send('mail', null, { id: theirs })
  await boss.stop({ graceful: false })
  await database.transaction(async (tx) => sendJob(tx, 'mail', ours))

  const row = async (id: string) => {
    const { rows } = await owner.query(
      `select j.*, keep_until - created_on as kept, start_after - created_on as waits from pgboss.job j where id = $1`,
      [id],
    )
    const { id: _, created_on, start_after, keep_until, ...rest } = rows[0]
    return rest
  }
  assert.deepEqual(await row(ours), await row(theirs))
})

test('a job is done once, by whichever of two processes takes it', async () => {
  const sent = Array.from({ length: 40 }, () => newId())
  await database.transaction(async (tx) => {
    for (const id of sent) sendJob(tx, 'mail', id)
  })
  const done: string[] = []
  for (let process = 1; process <= 2; process += 1) {
    await start(async (id) => {
      done.push(id)
      return DONE
    })
  }
  await until(
    async () => done.length >= sent.length && (await states()).every((state) => state === 'completed'),
  )
  assert.equal(done.length, sent.length)
  assert.deepEqual(new Set(done), new Set(sent))
})

test('a job that breaks off is tried again, and what it threw is not stored', async () => {
  let tries = 0
  const jobs = await start(async () => {
    tries += 1
    if (tries === 1) throw new Error('the code is 493817')
    return DONE
  })
  await database.transaction(async (tx) => sendJob(tx, 'mail', newId()))
  jobs.wake('mail')
  await until(async () => (await states())[0] === 'retry')
  const { rows } = await owner.query('select output from pgboss.job')
  assert.deepEqual(rows, [{ output: { reason: 'unexpected error' } }])
  await owner.query('update pgboss.job set start_after = now()')
  jobs.wake('mail')
  await until(async () => (await states())[0] === 'completed')
})

test('a job that is given up is not tried again, and is listed for 30 days with its reason', async () => {
  let tries = 0
  const jobs = await start(async () => {
    tries += 1
    return { kind: 'given up', reason: 'refused' }
  })
  const id = newId()
  await database.transaction(async (tx) => sendJob(tx, 'mail', id))
  jobs.wake('mail')
  await until(async () => (await states()).includes('failed'))
  const { rows } = await owner.query(
    `select source_name, source_id, source_output, keep_until - created_on = interval '30 days' as kept from pgboss.job where name = 'failed'`,
  )
  assert.deepEqual(rows, [
    { source_name: 'mail', source_id: id, source_output: { reason: 'refused' }, kept: true },
  ])
  assert.match(logged(), /"reason":"refused","msg":"job given up/)
  const { values } = await ended.get()
  const counted = values.find(({ labels }) => labels.queue === 'mail' && labels.outcome === 'given_up')
  assert.equal(counted?.value, 1)
  assert.equal(tries, 1)
})

test('what repeats is there once in its span of time, however many processes ask', async () => {
  let runs = 0
  const purge = async () => {
    runs += 1
    return DONE
  }
  for (let process = 1; process <= 3; process += 1) {
    const jobs = await startJobs({ connectionString, log })
    started.push(jobs)
    await jobs.work('purge', { ...WORK, jobsAtOnce: 1 }, purge)
    jobs.repeat('purge', 86_400)
  }
  await until(async () => (await states()).includes('completed'))
  for (const jobs of started.splice(0)) await jobs.stop()
  assert.deepEqual([runs, (await states()).length], [1, 1])
})

test('a job whose process died is done by another, and jobs that are long done are removed', async () => {
  const [stranded, old] = [newId(), newId()]
  await database.transaction(async (tx) => {
    sendJob(tx, 'mail', stranded)
    sendJob(tx, 'mail', old)
  })
  const past = `now() - interval '1 hour'`
  await owner.query(
    `update pgboss.job set state = 'active', started_on = ${past}, heartbeat_on = ${past} where id = $1`,
    [stranded],
  )
  await owner.query(`update pgboss.job set state = 'completed', completed_on = ${past} where id = $1`, [old])
  await owner.query('update pgboss.queue set monitor_claim_on = null, maintain_on = null')
  const done: string[] = []
  await start(async (id) => {
    done.push(id)
    return DONE
  })
  await until(async () => (await ids()).length === 1 && (await states())[0] === 'retry')
  await owner.query('update pgboss.job set start_after = now()')
  await until(async () => (await states())[0] === 'completed')
  assert.deepEqual(done, [stranded])
  assert.equal(logged(), '', 'the rights of the service are enough for all of it')
})

test('a stop waits for what is under way and takes nothing more', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun = 0
  const jobs = await start(async () => {
    begun += 1
    await finished
    return DONE
  })
  const [first, second] = [newId(), newId()]
  await database.transaction(async (tx) => sendJob(tx, 'mail', first))
  jobs.wake('mail')
  await until(async () => begun === 1)
  const stopped = jobs.stop()
  await database.transaction(async (tx) => sendJob(tx, 'mail', second))
  jobs.wake('mail')
  finish()
  await stopped
  started = []
  const { rows } = await owner.query('select id, state::text from pgboss.job order by id')
  assert.deepEqual(rows, [
    { id: first, state: 'completed' },
    { id: second, state: 'created' },
  ])
})

test('the service may use the queue, but neither change its tables nor add a queue', async () => {
  const asService = (statement: string) => owner.query(`set role laurel_service; ${statement}`)
  try {
    await assert.rejects(asService('drop table pgboss.job_common'), /must be owner/)
    await assert.rejects(
      asService(`select pgboss.create_queue('other', '{"policy": "standard"}')`),
      /permission denied for table queue/,
    )
  } finally {
    await owner.query('reset role')
  }
})

test('tables of an earlier pg-boss are brought up to date at the start', async () => {
  const version = async () => (await owner.query('select version from pgboss.version')).rows[0].version
  const latest = bossPackage.pgboss.schema
  await owner.query(getRollbackPlans('pgboss', latest))
  assert.equal(await version(), latest - 1)
  await migrate(connectionString)
  assert.equal(await version(), latest)
})

async function start(perform: Parameters<Jobs['work']>[2]): Promise<Jobs> {
  const jobs = await startJobs({ connectionString, log })
  started.push(jobs)
  await jobs.work('mail', WORK, perform)
  return jobs
}

async function ids(): Promise<string[]> {
  return (await owner.query('select id from pgboss.job')).rows.map(({ id }) => id)
}

async function states(): Promise<string[]> {
  return (await owner.query(`select state::text from pgboss.job`)).rows.map(({ state }) => state)
}
