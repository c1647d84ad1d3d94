import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { asService } from '../test/support/database.ts'
import { refusal, startMailServer } from '../test/support/mail-server.ts'
import { onboardTestPartner } from '../test/support/partner.ts'
import {
  makeTestFolder,
  postmaster,
  queryEmbedded,
  runCommand,
  startLaurel,
  terminate,
} from '../test/support/process.ts'
import { freePort } from '../test/support/server.ts'
import { startTestService } from '../test/support/service.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { createEncryption } from './crypto/encryption.ts'
import { openDatabase, sql } from './database/database.ts'
import { startJobs } from './jobs/jobs.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { postMail } from './mail/post-mail.ts'
import { createLog } from './process/logging.ts'

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
]
const HELP = `npm run laurel -- start             run the service; --help lists its settings
npm run laurel -- audit             check every invariant of the ledger, also while the service runs
npm run laurel -- backup FILE       write everything to one file, also while the service runs
npm run laurel -- distribute        divide the ledgers over the nodes of a Citus cluster, with DATABASE_SUPERUSER_URL
npm run laurel -- hold-sending      send no webhooks, mails or user-details requests, as in a copy for tests
npm run laurel -- jobs              list background jobs that wait, retry or failed
npm run laurel -- migrate           create or upgrade the tables, with DATABASE_OWNER_URL, and end
npm run laurel -- partner create --ecosystem NAME --name "BUSINESS" --email OWNER [--application "NAME"] [--print-link]
                                    register a partner; its owner gets a link to set the password
npm run laurel -- restore FILE      load a backup into an empty database, hold its sending, and audit it
npm run laurel -- resume-sending    send again, also what waited; with --drop, what waited is dropped
npm run laurel -- rotate-keys       create a new key for signing tokens, also while the service runs
npm run laurel -- seed              fill a development database with two partners and half a year of activity
npm run laurel -- upgrade-database  move the embedded database to the PostgreSQL of this version, while stopped

Run it with the settings of the service. It uses the database of DATABASE_URL, or the embedded one in DATA_DIR.
audit and restore exit with 1 if an invariant is broken, and with 2 if they fail.
distribute --shards N chooses the number of shards (32). It needs a stopped service the first time, and may be repeated.
partner create mails the link to the owner, or prints it with --print-link for you to hand over. It works once, within 7 days.
After rotate-keys, every process signs with the new key within a minute. Tokens of the old key stay valid until they expire.
upgrade-database takes the old PostgreSQL from npm, or from the folder that --old-binaries DIR names.
`

const folder = await makeTestFolder()
const service = await startTestService()

const laurel = (args: string[], settings: Record<string, string> = {}) => runCommand(args, settings)

const audit = () => laurel(['audit'], { DATABASE_URL: asService(service.connectionString) })

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

test('laurel without a command prints its help, and so does --help, also after a command', async () => {
  for (const args of [[], ['--help'], ['-h'], ['help'], ['hold-sending', '--help'], ['restore', '-h']])
    assert.deepEqual(await laurel(args), { code: 0, said: HELP }, args.join(' '))
  for (const args of [['adit'], ['partner'], ['partner', 'remove']])
    assert.deepEqual(await laurel(args), { code: 2, said: HELP }, args.join(' '))
})

test('laurel audit says what is wrong with its settings and exits with 2', async () => {
  const { code, said } = await laurel(['audit'], { DATABASE_URL: 'mysql://localhost' })
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
  // Has all that counted.
  assert.equal((await service.get('/api/v1/laas/overview', partner.token)).status, 200)
  const holding = Object.fromEntries(NAMES.map((name) => [name, 'holds']))

  /** Each breaks one invariant and no other, and is taken back again. */
  const damages: Record<string, { by: string; undo: string; found: string; rows?: number }> = {
    movements: {
      by: `update wallets w set id = l.issuance_account from ledgers l where l.partner_id = w.partner_id`,
      undo: `update wallets set id = gen_random_uuid()`,
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
      by: 'update wallets set month_returned = month_returned + 1',
      undo: 'update wallets set month_returned = month_returned - 1',
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
      by: `update lifecycle_events set created_at = created_at + interval '1 hour' where type = 'rule.created'`,
      undo: `update lifecycle_events set created_at = created_at - interval '1 hour' where type = 'rule.created'`,
      found: `${partnerId}: has event 3 at an earlier time than the event before`,
    },
    days: {
      by: 'update day_totals set paid = paid + 1',
      undo: 'update day_totals set paid = paid - 1',
      found: `${partnerId}: does not count on ${new Date().toISOString().slice(0, 10)} what its events give`,
    },
  }
  const row = (found: string, rows = 1) => `${rows} rows; the first: partner ${partnerId}, ${found}`

  test('says that all invariants hold, and exits with 0', async () => {
    const { code, said } = await audit()
    assert.deepEqual(verdicts(said), holding)
    assert.match(said, /\nAll invariants hold\.\n$/)
    assert.equal(code, 0)
  })

  for (const [name, { by, undo, found, rows }] of Object.entries(damages)) {
    test(`names the row that breaks the invariant of ${name}, and exits with 1`, async () => {
      await service.query(by)
      const { code, said } = await audit().finally(() => service.query(undo))
      assert.deepEqual(verdicts(said), { ...holding, [name]: row(found, rows) })
      assert.match(said, /\n1 of 11 invariants are broken\.\n$/)
      assert.equal(code, 1)
    })
  }

  test('names the first row of each when all are broken at once', async () => {
    await service.query('update wallets set balance = balance + 5, points = points + 5')
    for (const { by } of Object.values(damages)) await service.query(by)
    const { code, said } = await audit().finally(async () => {
      for (const { undo } of Object.values(damages)) await service.query(undo)
      await service.query('update wallets set balance = balance - 5, points = points - 5')
    })
    const all = verdicts(said)
    for (const [name, { found, rows }] of Object.entries(damages))
      if (name !== 'boards') assert.equal(all[name], row(found, rows))
    assert.equal(all.wallets, row(`${userId}: holds 505 but its movements sum up to 500`))
    assert.match(all.boards ?? '', new RegExp(`^2 rows; the first: partner ${partnerId}, ${userId}: scores `))
    assert.match(said, /\n11 of 11 invariants are broken\.\n$/)
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
    `select distinct usename as login from pg_stat_activity where datname = 'laurel' and pid <> pg_backend_pid()`,
  )
  assert.deepEqual(logins, [{ login: 'laurel_service' }], 'no connection of a running service is a superuser')
  assert.equal(postmaster(settings.DATA_DIR).pid, pid, 'it went on with the database that was running')
  await terminate(running)

  const alone = await laurel(['audit'], settings)
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
  const given = sql`select source_id as id from pgboss.job where name = 'failed'`
  await waitUntil(async () => (await database.many(given)).length === 3, 'three are given up')
  await jobs.stop()
  await refusing.close()
  await database.transaction((tx) => postMail(tx, encryption, mail, new Date()))
  const failed = await database.many<{ id: string }>(given)
  await database.close()

  const { code, said } = await laurel(['jobs'], { DATABASE_URL: asService(service.connectionString) })
  assert.equal(code, 0, said)
  assert.match(said, /^queue +waiting +retrying +active +failed +oldest waiting\n/)
  assert.match(said, /\nmail +1 +0 +0 +3 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/)
  assert.match(said, /\npurge +0 +0 +0 +0 +–\n/)
  for (const { id } of failed) {
    assert.match(said, new RegExp(`UTC +mail +${id} +given up after 1 try +EENVELOPE 550 RCPT TO\n`))
  }
  assert.doesNotMatch(said, /ada|493817|Hello/)
})
