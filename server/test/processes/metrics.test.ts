import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { measureDatabase } from '../../src/measure-database.ts'
import { INVARIANTS } from '../../src/programme/ledger/invariant-store.ts'
import { METRICS_PORT_DEFAULT } from '../../src/runtime/metrics/serve-metrics.ts'
import { activitiesOf, newType } from '../support/activities.ts'
import { dataOf } from '../support/api.ts'
import { runInProcess } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { StreamReader } from '../support/events.ts'
import { checkQueries, queriesOfAlerts, queriesOfDashboard, root } from '../support/monitoring.ts'
import { onboardPartnerWithRule, unique } from '../support/partner.ts'
import { ended, killAll, makeTestFolder, spawnLaurel, startLaurel, terminate } from '../support/process.ts'
import { addWebhook, answering, startReceiver } from '../support/receiver.ts'
import { scrape } from '../support/scrape.ts'
import { waitUntil } from '../support/wait-until.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const AWARD = { method: 'POST', route: '/api/v1/laas/rules/award' }

const folder = await makeTestFolder()
const { settings: database, drop } = await createTestDatabase()
const settings = { ...database, DATA_DIR: join(folder, 'data') }
const laurel = await startLaurel({ ...settings, METRICS_PORT: '0', WORKERS: '2', WEBHOOK_DELIVERY: 'on' })
const partner = await onboardPartnerWithRule(laurel, 3)

after(async () => {
  await killAll()
  await drop()
})

/** Each award on a connection of its own, so that both workers get some. */
async function award(count: number, ruleName: string): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const response = await fetch(`${laurel.url}${AWARD.route}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${partner.token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: JSON.stringify({ userId: partner.users[done % 3], ruleName }),
    })
    await response.arrayBuffer()
  }
}

test('one scrape has the figures of both workers, of the main process and of the delivery process', async () => {
  await award(8, partner.rule.name)
  await award(4, 'no such rule')
  const { sum, samples } = await scrape(laurel)

  for (const process of ['main', 'worker-1', 'worker-2', 'deliveries']) {
    assert.equal(sum('laurel_process_up', { process }), 1, process)
    assert.ok(sum('process_resident_memory_bytes', { process }) > 0, process)
    assert.ok(sum('nodejs_eventloop_lag_p99_seconds', { process }) > 0, process)
  }
  for (const process of ['worker-1', 'worker-2'])
    assert.ok(sum('laurel_decisions_total', { kind: 'award', process }) > 0, process)
  assert.equal(sum('laurel_decisions_total', { kind: 'award', outcome: 'paid' }), 8)
  assert.equal(sum('laurel_decisions_total', { kind: 'award', outcome: 'unknown' }), 4)
  assert.equal(sum('laurel_http_requests_total', { ...AWARD, status: '201' }), 8)
  assert.equal(sum('laurel_http_requests_total', { ...AWARD, status: '400' }), 4)
  assert.equal(sum('laurel_http_request_duration_seconds_count', AWARD), 12)
  assert.equal(sum('laurel_call_wait_seconds_count'), 12)
  assert.equal(sum('laurel_batch_calls_sum'), 12)
  assert.ok(sum('laurel_batch_duration_seconds_sum') > 0)
  assert.equal(sum('laurel_calls_waiting'), 0)
  assert.ok(sum('laurel_pool_connections', { pool: 'requests' }) > 0)
  assert.ok(samples.some(({ name }) => name === 'laurel_pool_connections_idle'))
  assert.equal(sum('laurel_pool_waiting'), 0)
  assert.equal(sum('laurel_database_up'), 1)
})

test('transfers, reversals, refusals and retries are counted by their kind and outcome', async () => {
  const before = await scrape(laurel)
  const [userId = ''] = partner.users
  const once = await partner.addRule({ coinValue: '5', userLimitAward: '1' })
  const awarded = await partner.award(userId, once.name)
  await partner.award(userId, once.name)
  await partner.transfer(userId, 1)
  await partner.transfer(userId, 1_000_000)
  await partner.reverse(awarded.body.data.id)
  const body = { userId, ruleName: partner.rule.name }
  for (let tries = 0; tries < 2; tries += 1)
    await laurel.request('POST', AWARD.route, {
      token: partner.token,
      body,
      headers: { 'idempotency-key': 'the-same' },
    })
  const now = await scrape(laurel)
  const counted = (kind: string, outcome: string) =>
    now.sum('laurel_decisions_total', { kind, outcome }) -
    before.sum('laurel_decisions_total', { kind, outcome })

  assert.equal(counted('award', 'paid'), 2)
  assert.equal(counted('award', 'refused'), 1)
  assert.equal(counted('award', 'replayed'), 1)
  assert.equal(counted('transfer', 'moved'), 1)
  assert.equal(counted('transfer', 'refused'), 1)
  assert.equal(counted('reversal', 'reversed'), 1)
})

test('activities are counted, what the service notes itself too, and how long that waits', async () => {
  const before = await scrape(laurel)
  await partner.addRule({ activityType: 'member.joined', coinValue: '3' })
  const welcomed = await dataOf(
    laurel.post('/api/v1/laas/users', { externalId: unique('customer-') }, partner.token),
  )
  await waitUntil(async () => (await partner.coinsOf(welcomed.userId)) === '3', 'the welcome is paid')
  await activitiesOf(laurel, partner).record({ type: newType(), userId: welcomed.userId })
  const isDecided = async () => (await scrape(laurel)).sum('laurel_noted_activities_age_seconds') === 0
  await waitUntil(isDecided, 'nothing that was noted waits')
  const recorded = { kind: 'activity', outcome: 'recorded' }
  const now = await scrape(laurel)
  assert.equal(
    now.sum('laurel_decisions_total', recorded) - before.sum('laurel_decisions_total', recorded),
    2,
  )
})

test('webhooks and streams are measured, and how late they are', async () => {
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.handleWith(answering(500))
  await addWebhook(laurel, partner.token, { url: good.url })
  await addWebhook(laurel, partner.token, { url: bad.url })
  const stream = await StreamReader.open(laurel, partner.token)
  await waitUntil(() => stream.events.length > 0, 'the stream has caught up')
  const seen = stream.events.length
  assert.equal((await scrape(laurel)).sum('laurel_event_lag_seconds_count'), 0)
  await partner.awardMany(1)
  await waitUntil(() => stream.events.length > seen, 'the stream has the new event')
  let measured = await scrape(laurel)
  await waitUntil(async () => {
    measured = await scrape(laurel)
    const outcomes = ['delivered', 'refused'].map((outcome) =>
      measured.sum('laurel_webhook_attempts_total', { outcome, process: 'deliveries' }),
    )
    return outcomes.every((count) => count > 0)
  }, 'both outcomes are counted')

  assert.equal(measured.sum('laurel_event_streams'), 1)
  assert.equal(measured.sum('laurel_event_lag_seconds_count'), 1)
  assert.ok(measured.sum('laurel_webhook_lag_seconds_count', { process: 'deliveries' }) > 0)
  assert.ok(measured.sum('laurel_webhook_attempt_duration_seconds_count') > 0)
  stream.request.destroy()
})

test('the queues of jobs are measured', async () => {
  const { samples } = await scrape(laurel)
  const queues = samples
    .filter(({ name }) => name === 'laurel_jobs_waiting')
    .map(({ labels }) => labels.queue)
  assert.deepEqual(
    new Set(queues),
    new Set(['failed', 'mail', 'purge', 'erase', 'import', 'backtest', 'alarms']),
  )
})

test('the result of an audit is in the next scrape', async () => {
  const audit = await runInProcess(['audit'], settings)
  assert.equal(audit.code, 0, audit.stdout)
  const { samples, sum } = await scrape(laurel)

  const checked = samples.filter(({ name }) => name === 'laurel_audit_broken_rows')
  assert.deepEqual(
    new Set(checked.map(({ labels }) => labels.invariant)),
    new Set(INVARIANTS.map(({ name }) => name)),
  )
  assert.equal(sum('laurel_audit_broken_rows'), 0)
  const at = sum('laurel_audit_timestamp_seconds', { invariant: 'days' })
  assert.ok(at > Date.now() / 1_000 - 3_600, String(at))
})

test('paused sending is measured until it is resumed', async () => {
  for (const [command, paused] of [
    ['pause-sending', 1],
    ['resume-sending', 0],
  ] as const) {
    const { code, stderr } = await runInProcess([command], settings)
    assert.equal(code, 0, stderr)
    assert.equal((await scrape(laurel)).sum('laurel_sending_paused'), paused)
  }
})

test('no label holds an id or a path that a caller made up', async () => {
  await laurel.get(`/api/v1/laas/users/${partner.users[0]}`, partner.token)
  await laurel.get('/made/up', partner.token)
  const { text, sum, samples } = await scrape(laurel)

  assert.doesNotMatch(text, UUID)
  assert.doesNotMatch(text, /made/)
  assert.ok(sum('laurel_http_requests_total', { route: 'none', status: '404' }) > 0)
  assert.ok(sum('laurel_http_requests_total', { route: '/api/v1/laas/users/:userId', status: '200' }) > 0)
  const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
  for (const name of ['partner', 'user', 'path', 'url', 'ip']) assert.ok(!names.has(name), name)
})

test('every metric and label in the alerts and on the dashboard is in a scrape', async () => {
  const found = await scrape(laurel)
  assert.ok(queriesOfAlerts().length >= 10 && queriesOfDashboard().length >= 20)
  assert.deepEqual(checkQueries([...queriesOfAlerts(), ...queriesOfDashboard()], found), [])
})

test('every metric of ours is described in the docs, and no other', async () => {
  const { types } = await scrape(laurel)
  const page = readFileSync(join(root, 'docs/monitoring.md'), 'utf8')
  const described = [...page.matchAll(/`(laurel_[a-z_]+)`/g)].map(([, name]) => name)
  const measured = [...types.keys()].filter((name) => name.startsWith('laurel_'))
  assert.deepEqual(new Set(described), new Set(measured))
})

test('no gauge is named like a counter, and every counter is', async () => {
  const { types } = await scrape(laurel)
  const wrong = [...types].filter(
    ([name, type]) =>
      (type === 'gauge' && name.endsWith('_total')) || (type === 'counter' && !name.endsWith('_total')),
  )
  assert.deepEqual(wrong, [])
})

const promtool = isInstalled('promtool') ? false : 'promtool is missing: apt-get install prometheus'

test('Prometheus accepts the alerts and the scrape', { skip: promtool }, async () => {
  execFileSync('promtool', ['check', 'rules', join(root, 'deploy/prometheus/alerts.yml')], { stdio: 'pipe' })
  const { text } = await scrape(laurel)
  const own = text.split('\n').filter((line) => /^(# \w+ )?laurel_/.test(line))
  execFileSync('promtool', ['check', 'metrics'], { input: `${own.join('\n')}\n`, stdio: 'pipe' })
})

test('a database that does not respond is measured as down', async () => {
  const registry = await measureDatabase('postgres://nobody@127.0.0.1:1/nothing')()
  assert.match(await registry.metrics(), /^laurel_database_up 0$/m)
})

test('how long the oldest noted activity waits is measured', async () => {
  const other = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: other.connectionString })
  await pool.query(
    `insert into noted_activities (partner_id, id, type, account_id, idempotency_key, noted_at)
    values (gen_random_uuid(), gen_random_uuid(), 'member.referred', gen_random_uuid(), gen_random_uuid(),
      now() - interval '1 hour')`,
  )
  const measure = measureDatabase(other.serviceConnectionString)
  const seconds = async () =>
    Number(/^laurel_noted_activities_age_seconds (\S+)$/m.exec(await (await measure()).metrics())?.[1])
  assert.ok((await seconds()) >= 3_600)
  await pool.query('delete from noted_activities')
  assert.equal(await seconds(), 0)
  await pool.end()
  await other.drop()
})

test('how long something has been due in a wallet is measured', async () => {
  const other = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: other.connectionString })
  await pool.query(
    `insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account,
      opening_account, expired_account, next_due_at, last_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), gen_random_uuid(), now() + due, now(), now()
    from unnest(array['-1 hour', '-1 minute', '1 hour']::interval[]) as due`,
  )
  const measure = measureDatabase(other.serviceConnectionString)
  const seconds = async () =>
    Number(/^laurel_due_wallets_age_seconds (\S+)$/m.exec(await (await measure()).metrics())?.[1])
  assert.ok((await seconds()) >= 3_600)
  await pool.query('update ledgers set next_due_at = null where next_due_at < now()')
  assert.equal(await seconds(), 0)
  await pool.end()
  await other.drop()
})

test('a default port that is taken keeps no service from starting, one that was asked for does', async () => {
  const taken = createServer()
  const begin = async () => {
    await new Promise<void>((resolve) => {
      // It may be taken already, which is as good.
      taken.once('error', () => resolve())
      taken.listen(METRICS_PORT_DEFAULT, '127.0.0.1', resolve)
    })
    return startLaurel({ ...settings, METRICS_PORT: '', LOG_LEVEL: 'info' })
  }
  let other = await begin()
  const isTaken = () => other.said().includes('the port for metrics is taken')
  while (!isTaken()) {
    // Logged after what becomes of the port for metrics.
    await waitUntil(() => isTaken() || other.said().includes('Server listening'), other.said)
    if (isTaken()) break
    // Whoever had it, such as a service of another test, has ended meanwhile.
    await terminate(other)
    other = await begin()
  }
  assert.doesNotMatch(other.said(), /^ +Metrics/m)
  await terminate(other)

  const { child, said } = spawnLaurel({ ...settings, METRICS_PORT: String(METRICS_PORT_DEFAULT) })
  await ended(child)
  assert.equal(child.exitCode, 1)
  assert.match(
    said(),
    /Laurel cannot start\. METRICS_PORT 9464 on 127\.0\.0\.1 cannot be used \(EADDRINUSE\)/,
  )
  taken.close()
})

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
