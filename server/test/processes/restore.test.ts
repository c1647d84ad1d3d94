import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { backUp, restoreFrom } from '../../src/operations/backup/commands.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { lockMigrations, migrate } from '../../src/storage/database/migrate.ts'
import { countWaitingConnections, withClient } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { makeTestFolder, spawnLaurel } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const server = process.env.LAUREL_TEST_DATABASE_URL as string
const folder = await makeTestFolder()
const service = await startTestService()
const file = join(folder, 'laurel.backup')
const SECRET_KEY = service.secretKey.toString('base64')
const source = settingsOf(service.connectionString)
const owner = `owner_${randomBytes(6).toString('hex')}`
const databases: string[] = []

before(async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule()
  const users = await partner.addUsers(3)
  await partner.awardAll(users.map((userId) => ({ userId, ruleName: rule.name })))
  // Its newline, tab and backslash must survive the text format.
  await partner.award(users[0] as string, rule.name, 'a\nb\tc\\d "e" \\N')
  await partner.transfer(users[0] as string, 1)
  await withClient(server, async (client) => {
    const password = pg.escapeLiteral(decodeURIComponent(new URL(server).password))
    await client.query(`create role ${owner} login password ${password}`)
  })
  await backUpTo(file)
})

after(() =>
  withClient(server, async (client) => {
    for (const name of databases) await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop role ${owner}`)
  }),
)

function settingsOf(connectionString: string): Record<string, string> {
  const url = new URL(connectionString)
  url.username = 'laurel_service'
  return { DATABASE_URL: url.href, DATABASE_OWNER_URL: connectionString, SECRET_KEY, DATA_DIR: folder }
}

/** An empty database whose owner is no superuser. */
async function emptyDatabase(): Promise<{ connectionString: string; settings: Record<string, string> }> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await withClient(server, (client) => client.query(`create database ${name} owner ${owner}`))
  const url = new URL(server)
  url.username = owner
  url.pathname = `/${name}`
  return { connectionString: url.href, settings: settingsOf(url.href) }
}

const SILENT = { print: () => {}, printError: () => {} }

const backUpTo = (name: string, settings = source) =>
  backUp(readConfig(settings), name, { laurel: '0.1.0', output: SILENT })

async function restore(name: string, settings: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const output = { ...SILENT, print: (line: string) => void lines.push(line) }
  const code = await restoreFrom(readConfig(settings), name, { output, audit: async () => 0 })
  assert.equal(code, 0)
  return lines.join('\n')
}

const refuses = (work: Promise<unknown>, message: string | RegExp) =>
  assert.rejects(work, { name: 'Error', message })

/** Every row of every table, and every index and constraint, as text. */
async function contentOf(connectionString: string): Promise<Record<string, unknown>> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name
       from pg_tables
       where schemaname in ('public', 'pgboss') and tablename not in ('job', 'job_common', 'queue', 'sending_pause')`,
    )
    const content: Record<string, unknown> = {}
    for (const { name } of rows) {
      const found = await client.query(`select to_jsonb(t)::text as row from ${name} t order by 1`)
      content[name] = found.rows
    }
    const indexes = await client.query(
      `select indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1`,
    )
    const constraints = await client.query(
      `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
       from pg_constraint
       where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
       order by 1, 2`,
    )
    return { ...content, indexes: indexes.rows, constraints: constraints.rows }
  })
}

test('a restore has every row, index and constraint, with an owner who is no superuser', async () => {
  const { connectionString, settings } = await emptyDatabase()
  const said = await restore(file, settings)
  assert.match(said, /^The backup is of .+ \(Laurel 0\.1\.0, PostgreSQL .+\)\.\nCreating the tables\.\n/)
  // The service goes on counting and logging, so two copies are compared, on which none runs.
  const [again, second] = [join(folder, 'again.backup'), await emptyDatabase()]
  await backUpTo(again, settings)
  await restore(again, second.settings)
  assert.deepEqual(await contentOf(second.connectionString), await contentOf(connectionString))
  const awards =
    'select id, note from awards left join personal_data using (partner_id, seq, user_id) order by id'
  const { rows } = await withClient(connectionString, (client) => client.query(awards))
  assert.deepEqual(rows, await service.query(awards))
  const rights = await withClient(connectionString, (client) =>
    client.query(
      `select has_table_privilege('laurel_service', 'awards', 'insert') as inserts,
        has_table_privilege('laurel_service', 'awards', 'update') as updates`,
    ),
  )
  assert.deepEqual(rights.rows, [{ inserts: true, updates: false }])
  await refuses(restore(file, settings), /^The database is not empty: the table \w+ has rows, and a restore/)
})

suite('a backup', () => {
  test('replaces no file', async () => {
    await refuses(
      backUpTo(file),
      `${file} already exists, and a backup replaces no file. Choose another name.`,
    )
  })

  test('needs a folder that can be written to', async () => {
    await refuses(backUpTo(join(folder, 'missing/laurel.backup')), /cannot be written \(ENOENT/)
  })

  test('with another key than that of the database is refused', async () => {
    const name = join(folder, 'other-key.backup')
    await refuses(
      backUpTo(name, { ...source, SECRET_KEY: randomBytes(32).toString('base64') }),
      'SECRET_KEY is not the key of this database. Run the command with the settings of the service.',
    )
    assert.equal(existsSync(name), false)
  })

  test('that is killed leaves nothing under its name, and the next removes what it left', async () => {
    const name = join(folder, 'killed.backup')
    const blocker = new pg.Client({ connectionString: service.connectionString })
    await blocker.connect()
    await blocker.query('begin; lock table webhook_endpoints')
    const { child } = spawnLaurel(source, 'laurel.ts', ['backup', name])
    await waitUntil(async () => (await countWaitingConnections(blocker)) > 0, 'it waits for the last table')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await blocker.end()
    const left = async () => (await readdir(folder)).filter((entry) => entry.startsWith('killed.backup'))
    assert.deepEqual(await left(), [`killed.backup.unfinished-${child.pid}`])
    // As a backup leaves it that ran under the same number, in another container.
    await writeFile(`${name}.unfinished-${process.pid}`, '')
    await backUpTo(name)
    assert.deepEqual(await left(), ['killed.backup'])
  })
})

suite('a restore', () => {
  test('refuses what is not a backup, is cut off or was changed, and leaves the database empty', async () => {
    const { connectionString, settings } = await emptyDatabase()
    const whole = await readFile(file)
    const changed = Buffer.from(whole)
    changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] as number) ^ 0xff
    const name = join(folder, 'damaged.backup')
    const damages: [Buffer, RegExp][] = [
      [Buffer.from('select 1;'), /is not a backup of Laurel; `laurel backup` makes them\.$/],
      [
        whole.subarray(0, whole.length / 2),
        /^The backup is incomplete or damaged \(.+\)\. Nothing was restored/,
      ],
      [
        whole.subarray(0, whole.length - 1),
        /^The backup is incomplete or damaged \(.+\)\. Nothing was restored/,
      ],
      [changed, /^The backup is incomplete or damaged \(.+\)\. Nothing was restored/],
    ]
    for (const [content, message] of damages) {
      await writeFile(name, content)
      await refuses(restore(name, settings), message)
    }
    await refuses(restore(join(folder, 'missing.backup'), settings), /cannot be read \(ENOENT/)
    const { rows } = await withClient(connectionString, (client) => client.query('select from partners'))
    assert.equal(rows.length, 0)
    assert.match(
      await restore(file, settings),
      /An earlier restore into this database was not finished\. Starting/,
    )
  })

  test('with another key is refused, and so is one without', async () => {
    const { settings } = await emptyDatabase()
    await refuses(
      restore(file, { ...settings, SECRET_KEY: randomBytes(32).toString('base64') }),
      'SECRET_KEY is not the key of the backup, and without that key its secrets cannot be read. Nothing was restored.',
    )
    await refuses(
      restore(file, { ...settings, SECRET_KEY: '' }),
      'The backup was made with a SECRET_KEY, which it does not hold. Set SECRET_KEY to it.',
    )
  })

  test('that is killed keeps services from starting, and the next starts over', async () => {
    const { connectionString, settings } = await emptyDatabase()
    await migrate(connectionString)
    const blocker = new pg.Client({ connectionString })
    await blocker.connect()
    await blocker.query('begin; lock table awards in access share mode')
    const { child } = spawnLaurel(settings, 'laurel.ts', ['restore', file])
    await waitUntil(async () => (await countWaitingConnections(blocker)) > 0, 'it waits for the table')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await blocker.end()
    const problem =
      /^A restore into this database was not finished\. Run `npm run laurel -- restore FILE` again, which starts over/
    await refuses(migrate(connectionString), problem)
    assert.match(
      await restore(file, settings),
      /An earlier restore into this database was not finished\. Starting/,
    )
    await migrate(connectionString)
  })

  test('that finds rows written since it began removes none of them', async () => {
    const { connectionString, settings } = await emptyDatabase()
    await migrate(connectionString)
    await withClient(connectionString, async (service) => {
      await lockMigrations(service)
      const restoring = refuses(
        restore(file, settings),
        /^The database is not empty: the table ecosystems has/,
      )
      await waitUntil(async () => (await countWaitingConnections(service)) > 0, 'it waits for the service')
      await service.query(`insert into ecosystems values ('acme', now())`)
      await service.query('select pg_advisory_unlock_all()')
      await restoring
      assert.equal((await service.query('select from ecosystems')).rowCount, 1)
    })
    await migrate(connectionString)
  })
})
