import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { startMailSender } from '../../src/messages/mail/mail-sender.ts'
import { postMail } from '../../src/messages/mail/post-mail.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { createLog } from '../../src/runtime/process/logging.ts'
import { openDatabase, sql } from '../../src/storage/database/database.ts'
import { startJobs } from '../../src/storage/jobs/jobs.ts'
import { runInProcess } from '../support/command-line.ts'
import { asService, lockCounts } from '../support/database.ts'
import { refusal, startMailServer } from '../support/mail-server.ts'
import { onboardTestPartner } from '../support/partner.ts'
import {
  makeTestFolder,
  postmaster,
  queryEmbedded,
  runCommand,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { freePort, listen } from '../support/server.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const NAMES = [
  'movements',
  'wallets',
  'arrears',
  'parts',
  'counters',
  'boards',
  'segments',
  'events',
  'times',
  'days',
  'actors',
  'lots',
]
const COMMANDS = [
  'login',
  'logout',
  'whoami',
  'events',
  'listen',
  'trigger',
  'rules',
  'start',
  'audit',
  'jobs',
  'migrate',
  'partner',
  'rotate-keys',
  'seed',
  'distribute',
  'backup',
  'restore',
  'pause-sending',
  'resume-sending',
  'completion',
]

const folder = await makeTestFolder()
const service = await startTestService()

async function laurel(args: string[], settings: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runInProcess(args, settings)
  return { code, said: stderr.replace(/^Database: .*\n/, '') + stdout }
}

const DATABASE = { DATABASE_URL: asService(service.connectionString) }
const audit = (...args: string[]) => laurel(['audit', ...args], DATABASE)

/** What was said of each invariant, by its name, and the line after it when that tells of a row. */
function verdicts(said: string): Record<string, string> {
  const lines = said.split('\n')
  return Object.fromEntries(
    NAMES.map((name) => {
      const at = lines.findIndex((line) => line.startsWith(`${name} `))
      const verdict = /… (holds|BROKEN) \(\d+\.\d s\)$/.exec(lines[at] ?? '')?.[1]
      return [name, verdict === 'BROKEN' ? (lines[at + 1] ?? '').trim() : (verdict ?? said)]
    }),
  )
}

test('laurel without a command runs the service, as laurel start does', async () => {
  const { port } = new URL(await listen(createServer()))
  // Each ends at once, because the port is taken.
  const runs = await Promise.all([[], ['start']].map((args) => runCommand(args, { PORT: port })))
  for (const { code, said } of runs) {
    assert.equal(code, 1)
    assert.match(said, /Laurel cannot start\. Port \d+ on 127\.0\.0\.1 is taken/)
  }
})

test('the help names every command', async () => {
  const { code, said } = await runCommand(['--help'], {})
  assert.equal(code, 0)
  assert.match(said, /^Without a command, laurel runs the service, as laurel start does\.$/m)
  for (const command of COMMANDS) assert.match(said, new RegExp(`^  ${command} `, 'm'))
  assert.match(said, /\nHere, laurel is called as: npm run laurel -- COMMAND\n$/)
  for (const args of [['-h'], ['help']]) assert.deepEqual(await laurel(args), { code, said })
})

test('the help of a command has its options and examples', async () => {
  for (const args of [
    ['resume-sending', '--help'],
    ['help', 'resume-sending'],
  ]) {
    const { code, said } = await laurel(args)
    assert.match(said, /^Usage: laurel resume-sending \[options\]\n/)
    assert.match(said, /\n {2}--drop +drop what waited\n/)
    assert.match(said, /\nExamples:\n {2}laurel resume-sending --drop\n/)
    assert.equal(code, 0)
  }
})

test('a wrong command line gets one sentence, and the exit code 2', async () => {
  for (const [args, sentence] of [
    [['adit'], "Unknown command 'adit'. Did you mean audit?\n"],
    [['nothing'], "Unknown command 'nothing'. See npm run laurel -- --help.\n"],
    [['partner', 'remove'], "Unknown command 'remove'. See npm run laurel -- partner --help.\n"],
    [['audit', '--jsno'], "Unknown option '--jsno'. Did you mean --json?\n"],
    [['backup'], "Missing required argument 'file'. See npm run laurel -- backup --help.\n"],
    [
      ['distribute', '--shards', '0'],
      "Option '--shards <number>' argument '0' is invalid. Give a number from 1 to 4096, such as 32. See npm run laurel -- distribute --help.\n",
    ],
  ] as const)
    assert.deepEqual(await laurel([...args]), { code: 2, said: sentence })
})

test('laurel audit says what is wrong with its settings and exits with 2', async () => {
  const { code, said } = await runCommand(['audit'], { DATABASE_URL: 'mysql://localhost' })
  assert.deepEqual([code, said], [2, 'DATABASE_URL must start with postgres:// or postgresql://.\n'])
})

test('laurel says in one sentence that the database does not respond, and exits with 2', async () => {
  const DATABASE_URL = `postgres://laurel@127.0.0.1:${await freePort()}/laurel`
  const sentence =
    /^The PostgreSQL of DATABASE_URL does not respond \(connect ECONNREFUSED .+\)\. Start it, or correct DATABASE_URL\.\n$/
  for (const command of ['audit', 'jobs', 'rotate-keys']) {
    const { code, said } = await laurel([command], { DATABASE_URL })
    assert.match(said, sentence)
    assert.equal(code, 2, command)
  }
})

suite('laurel audit on the database of a live service', async () => {
  const partner = await onboardTestPartner(service)
  const { partnerId } = partner
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  const awardId = (await partner.award(userId, rule.name)).body.data.id
  await partner.transfer(userId, 4)
  const reversal = { body: { coins: 1 }, token: partner.token }
  assert.equal(
    (await service.request('POST', `/api/v1/laas/rules/award/${awardId}/reverse`, reversal)).status,
    201,
  )
  const [award] = await service.query<{ actorId: bigint }>('select actor_id as "actorId" from awards')
  const [created] = await service.query<{ at: string; later: Date }>(
    `select created_at::text as at, created_at + interval '1 hour' as later
    from lifecycle_events
    where type = 'rule.created'`,
  )
  // Has all that counted. The service would count the event that a damage adds in the ledger alone.
  assert.equal((await service.get('/api/v1/laas/overview', partner.token)).status, 200)
  const counts = await lockCounts(service, partner)
  after(counts.letGo)
  const holding = Object.fromEntries(NAMES.map((name) => [name, 'holds']))

  /** Each breaks one invariant and no other, and is taken back again. */
  const damages: Record<string, { by: string; undo: string; found: string; rows?: number }> = {
    movements: {
      by: `update wallets w set id = l.issuance_account from ledgers l where l.partner_id = w.partner_id`,
      undo: `update wallets set id = '${randomUUID()}'`,
      found: `${awardId}: is a movement of kind award without both of its accounts`,
      rows: 2,
    },
    arrears: {
      by: 'update wallets set adjusted = adjusted - 1, written_off = 1',
      undo: 'update wallets set adjusted = adjusted + 1, written_off = 0',
      found: `${userId}: owes 0, has 1 written off and -1 adjusted, but its movements sum up to 0, 0 and 0`,
    },
    parts: {
      by: 'update reversals set remaining = remaining + 1',
      undo: 'update reversals set remaining = remaining - 1',
      found: `${awardId}: is an award of which a reversal leaves 901, not 900`,
    },
    actors: {
      by: 'update awards set actor_id = actor_id + 1',
      undo: 'update awards set actor_id = actor_id - 1',
      found: `${awardId}: has no actor ${(award?.actorId ?? 0n) + 1n}`,
    },
    counters: {
      by: 'update rules set participants = participants + 1',
      undo: 'update rules set participants = participants - 1',
      found: `${rule.id}: counts 2 participants but paid 1`,
    },
    boards: {
      by: 'update wallets set month_spent = month_spent + 1',
      undo: 'update wallets set month_spent = month_spent - 1',
      found: `${userId}: scores wrongly in ${new Date().toISOString().slice(0, 7)}-01`,
    },
    segments: {
      by: `update board_segments set members = members + 1 where board = 'points'`,
      undo: `update board_segments set members = members - 1 where board = 'points'`,
      found: `${partnerId}: the points board of all time counts 2 in its segment 1, not 1`,
    },
    events: {
      by: 'update ledgers set last_seq = last_seq + 1',
      undo: 'update ledgers set last_seq = last_seq - 1',
      found: `${partnerId}: has 5 events from number 1 to 5 where its ledger says 6`,
    },
    times: {
      by: `update lifecycle_events set created_at = '${created?.later.toISOString()}' where type = 'rule.created'`,
      undo: `update lifecycle_events set created_at = '${created?.at}' where type = 'rule.created'`,
      found: `${partnerId}: has event 3 at an earlier time than the event before`,
    },
    lots: {
      by: 'update wallets set pending = pending + 1',
      undo: 'update wallets set pending = pending - 1',
      found: `${userId}: has 0 held, 1 pending and 0 expired, not 0, 0 and 0`,
    },
    days: {
      by: 'update day_totals set first_seq = first_seq + 1',
      undo: 'update day_totals set first_seq = first_seq - 1',
      found: `${partnerId}: does not count on ${new Date().toISOString().slice(0, 10)} the members that its events give`,
    },
  }
  const row = (found: string, rows = 1) => `${rows} rows; the first: partner ${partnerId}, ${found}`

  test('says that all invariants hold, and exits with 0', async () => {
    const { code, said } = await audit()
    assert.deepEqual(verdicts(said), holding)
    assert.match(said, /\nAll invariants hold\.\n$/)
    assert.equal(code, 0)
  })

  test('prints JSON with --json', async () => {
    const broken = async () => {
      const { code, said } = await audit('--json')
      const { holds, invariants } = JSON.parse(said)
      assert.deepEqual(
        invariants.map(({ name }: { name: string }) => name),
        NAMES,
      )
      return { code, holds, broken: invariants.filter((each: { holds: boolean }) => !each.holds) }
    }
    assert.deepEqual(await broken(), { code: 0, holds: true, broken: [] })
    const { by, undo } = damages.counters as { by: string; undo: string }
    await service.query(by)
    const found = await broken().finally(() => service.query(undo))
    assert.deepEqual([found.code, found.holds, found.broken.length], [1, false, 1])
    const problem = 'counts 2 participants but paid 1'
    assert.deepEqual(found.broken[0].first, { partnerId, id: rule.id, problem })
  })

  for (const [name, { by, undo, found, rows }] of Object.entries(damages)) {
    test(`names the row that breaks the invariant of ${name}, and exits with 1`, async () => {
      await service.query(by)
      const { code, said } = await audit().finally(() => service.query(undo))
      assert.deepEqual(verdicts(said), { ...holding, [name]: row(found, rows) })
      assert.match(said, /\n1 of 12 invariants are broken\.\n$/)
      assert.equal(code, 1)
    })
  }

  test('names the first row of each when all are broken at once', async () => {
    await service.query('update wallets set balance = balance + 5, points = points + 5')
    for (const { by } of Object.values(damages)) await service.query(by)
    const { code, said } = await runCommand(['audit'], DATABASE).finally(async () => {
      for (const { undo } of Object.values(damages)) await service.query(undo)
      await service.query('update wallets set balance = balance - 5, points = points - 5')
    })
    const all = verdicts(said)
    for (const [name, { found, rows }] of Object.entries(damages))
      if (name !== 'boards') assert.equal(all[name], row(found, rows))
    assert.equal(all.wallets, row(`${userId}: holds 505 but its movements sum up to 500`))
    assert.match(all.boards ?? '', new RegExp(`^2 rows; the first: partner ${partnerId}, ${userId}: scores `))
    assert.match(said, /\n12 of 12 invariants are broken\.\n$/)
    assert.equal(code, 1)
  })
})

test('laurel uses the embedded database, of a running service or by itself', async () => {
  const settings = { DATA_DIR: join(folder, 'data') }
  const running = await startLaurel(settings)
  const { pid } = postmaster(settings.DATA_DIR)
  const live = await laurel(['audit'], settings)
  assert.match(live.said, /\nAll invariants hold\.\n$/)
  assert.equal(live.code, 0)
  assert.equal((await laurel(['rotate-keys'], settings)).code, 0)
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  const logins = await queryEmbedded(
    settings.DATA_DIR,
    `select distinct usename as login from pg_stat_activity
    where datname = 'laurel' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  assert.deepEqual(logins, [{ login: 'laurel_service' }], 'no connection of a running service is a superuser')
  assert.equal(postmaster(settings.DATA_DIR).pid, pid, 'it went on with the database that was running')
  await terminate(running)

  const alone = await runCommand(['audit'], settings)
  assert.match(alone.said, /\nAll invariants hold\.\n$/)
  assert.equal(alone.code, 0)
  assert.equal((await laurel(['rotate-keys'], settings)).code, 0)
  assert.deepEqual(await laurel(['migrate'], settings), { code: 0, said: 'The tables are up to date.\n' })
  assert.throws(() => postmaster(settings.DATA_DIR), { code: 'ENOENT' }, 'the database is stopped again')
})

test('laurel jobs shows what waits and what failed in each queue, without its contents', async () => {
  const encryption = createEncryption(service.secretKey)
  const database = openDatabase({ connectionString: service.connectionString })
  const mail = { to: 'ada@mail.example', subject: 'Hello', text: 'Your code is 493817.' }
  await database.run(sql`delete from pgboss.job`)
  await database.transaction(async (tx) => {
    for (let count = 1; count <= 3; count += 1) await postMail(tx, encryption, mail, new Date())
  })
  const refusing = await startMailServer({
    onRecipient() {
      throw refusal(550, 'No ada@mail.example here')
    },
  })
  const log = createLog('silent')
  const jobs = await startJobs({ connectionString: service.connectionString, log })
  const smtpUrl = `smtp://127.0.0.1:${refusing.port}`
  await startMailSender({
    database,
    jobs,
    encryption,
    smtpUrl,
    from: 'a@b.example',
    origin: 'http://b.example',
    log,
  })
  const failedJobs = sql`select source_id as id from pgboss.job where name = 'failed'`
  await waitUntil(async () => (await database.many(failedJobs)).length === 3, 'three are given up')
  await jobs.stop()
  await refusing.close()
  await database.transaction((tx) => postMail(tx, encryption, mail, new Date()))
  const failed = await database.many<{ id: string }>(failedJobs)
  await database.close()

  const { code, said } = await laurel(['jobs'], DATABASE)
  assert.equal(code, 0, said)
  assert.match(said, /^queue +waiting +retrying +active +failed +oldest waiting\n/)
  assert.match(said, /\nmail +1 +0 +0 +3 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/)
  assert.match(said, /\npurge +0 +0 +0 +0 +–\n/)
  for (const { id } of failed) {
    assert.match(said, new RegExp(`UTC +mail +${id} +given up after 1 try +EENVELOPE 550 RCPT TO\n`))
  }
  assert.doesNotMatch(said, /ada|493817|Hello/)

  const asJson = await laurel(['jobs', '--json'], DATABASE)
  const { queues, failures } = JSON.parse(asJson.said)
  const mails = queues.find(({ name }: { name: string }) => name === 'mail')
  assert.deepEqual([Number(mails.waiting), Number(mails.failed)], [1, 3])
  assert.deepEqual(new Set(failures.map(({ id }: { id: string }) => id)), new Set(failed.map(({ id }) => id)))
})
