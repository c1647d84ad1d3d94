import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createLog } from '../../src/runtime/process/logging.ts'
import { StartProblem } from '../../src/runtime/process/start-problem.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { createService } from '../../src/service.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { migrate, serverProblem, statementsOf } from '../../src/storage/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/storage/postgres/embedded-postgres.ts'
import { apiAt } from '../support/api.ts'
import { createTestDatabase } from '../support/database.ts'
import { HTTPS_ADDRESSES, onboardTestPartner } from '../support/partner.ts'
import { makeTestFolder, spawnLaurel } from '../support/process.ts'

const SCHEMA = fileURLToPath(new URL('../../schema', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const ANOTHER_BASELINE =
  'This database was made from another version of the schema, and there are no upgrades until 0.1.0 is released: '

const { connectionString, drop } = await createTestDatabase()
const operator = new pg.Client({ connectionString })
await operator.connect()
const folder = await makeTestFolder()
let databases: string[] = []

afterEach(async () => {
  for (const name of databases) await operator.query(`drop database ${name} with (force)`)
  databases = []
})

after(async () => {
  await operator.end()
  await drop()
})

async function createDatabase(options = '', { isKept = false } = {}): Promise<string> {
  const name = `migrate_${randomBytes(8).toString('hex')}`
  await operator.query(`create database ${name} ${options}`)
  if (!isKept) databases.push(name)
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

async function query(database: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A copy of the baseline with one file changed. */
async function changedSchema(file: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'schema-'))
  await cp(SCHEMA, copy, { recursive: true })
  await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')))
  return copy
}

async function migrationsOf(files: Record<string, string>): Promise<string> {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(migrations, name), text)
  return migrations
}

/** Everything that is in a database, apart from what PostgreSQL itself brings. */
const contents = (database: string) =>
  query(
    database,
    `select oid, relname, relacl::text
    from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
    order by oid`,
  )

test('an empty database gets the baseline, and the next start changes nothing', async () => {
  const database = await createDatabase()
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  await migrate(database, { print })
  const made = await contents(database)
  assert.ok(made.some(({ relname }) => relname === 'awards'))
  assert.deepEqual(await query(database, 'select length(hash) as bytes from baseline'), [{ bytes: 32 }])
  assert.deepEqual(await query(database, 'select name from migrations'), [])
  await migrate(database, { print })
  assert.deepEqual(await contents(database), made)
  assert.deepEqual(said, ['Creating the tables.'])
})

test('processes that start at once on an empty database create its tables once', async () => {
  const database = await createDatabase()
  await Promise.all(Array.from({ length: 6 }, () => migrate(database)))
  assert.equal((await query(database, 'select from baseline')).length, 1)
  assert.equal((await query(database, 'select from pgboss.queue')).length, 7)
})

test('a baseline that fails leaves no table behind, and the next start creates them all', async () => {
  const database = await createDatabase()
  const schemaFolder = await changedSchema('18-invariants.sql', (text) => `${text}\nselect nothing;`)
  await assert.rejects(
    migrate(database, { schemaFolder }),
    /^Error: Baseline 18-invariants.sql failed: column "nothing" does not exist/,
  )
  assert.deepEqual(await query(database, `select from pg_tables where schemaname = 'public'`), [])
  await migrate(database)
  assert.equal((await query(database, 'select from baseline')).length, 1)
})

test('a database made from another baseline is left as it is, and the start says what to do', async () => {
  const database = await createDatabase()
  await migrate(database, {
    schemaFolder: await changedSchema('09-ranking.sql', (text) =>
      text.replace('members >= 0', 'members > -1'),
    ),
  })
  const made = await contents(database)
  await assert.rejects(
    migrate(database),
    new StartProblem(
      `${ANOTHER_BASELINE}create an empty database and name it in DATABASE_URL, or start the version of Laurel that made it.`,
    ),
  )
  await assert.rejects(
    migrate(database, { dataDir: '/srv/laurel/data' }),
    new StartProblem(
      `${ANOTHER_BASELINE}remove the folder /srv/laurel/data/postgres to start with an empty database, or start the version of Laurel that made it.`,
    ),
  )
  assert.deepEqual(await contents(database), made)
})

test('the service does not start on embedded data from another baseline, and names its folder', async () => {
  const dataDir = join(folder, 'data')
  const log = { info: () => {}, warn: () => {} }
  const server = await startEmbeddedPostgres({ dataDir, dataDirGiven: true, log, settings: { fsync: 'off' } })
  const schemaFolder = await changedSchema('19-planner.sql', () => '')
  await migrate(server.ownerConnectionString, { schemaFolder }).finally(() => server.stop())
  const { child, said } = spawnLaurel({ DATA_DIR: dataDir })
  await once(child, 'close')
  assert.equal(child.exitCode, 1)
  assert.ok(
    said().includes(`Laurel cannot start. ${ANOTHER_BASELINE}remove the folder ${dataDir}/postgres `),
    said(),
  )
})

test('a database from before there was a baseline is refused in the same way', async () => {
  const database = await createDatabase()
  await query(
    database,
    `create table migrations (name text primary key, applied_at timestamptz not null);
    insert into migrations values ('0001_identity.sql', now())`,
  )
  const made = await contents(database)
  await assert.rejects(
    migrate(database),
    (error) => error instanceof StartProblem && error.message.startsWith(ANOTHER_BASELINE),
  )
  assert.deepEqual(await contents(database), made)
})

test('a comment or an empty line more does not make another baseline', async () => {
  const database = await createDatabase()
  const schemaFolder = await changedSchema(
    '05-mail.sql',
    (text) => `\n-- More about mails.\n${text}\n  -- The end.`,
  )
  await migrate(database, { schemaFolder })
  await migrate(database)
})

test('migrations are applied once, in the order of their names, with or without the tables before them', async () => {
  const [younger, older] = [await createDatabase(), await createDatabase()]
  const [first, second] = ['create table steps (no integer);', 'insert into steps values (2);']
  await migrate(older)
  await migrate(older, { migrationsFolder: await migrationsOf({ '0001_first.sql': first }) })
  const migrationsFolder = await migrationsOf({ '0002_second.sql': second, '0001_first.sql': first })
  for (const database of [younger, older]) {
    await migrate(database, { migrationsFolder })
    await migrate(database, { migrationsFolder })
    assert.deepEqual(await query(database, 'select no from steps'), [{ no: 2 }])
    assert.deepEqual(await query(database, 'select name from migrations order by name'), [
      { name: '0001_first.sql' },
      { name: '0002_second.sql' },
    ])
  }
})

test('a migration that fails is undone and named, and those before it stay', async () => {
  const database = await createDatabase()
  const migrationsFolder = await migrationsOf({
    '0001_first.sql': 'create table steps (no integer);',
    '0002_second.sql': 'insert into steps values (2); select nothing;',
  })
  await assert.rejects(
    migrate(database, { migrationsFolder }),
    /^Error: Migration 0002_second.sql failed: column "nothing" does not exist/,
  )
  assert.deepEqual(await query(database, 'select no from steps'), [])
  assert.deepEqual(await query(database, 'select name from migrations'), [{ name: '0001_first.sql' }])
})

test('a version starts on tables that a newer one has added to, until they are contracted', async () => {
  const database = await createDatabase()
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const expand = { '0001_add.sql': 'alter table rules add column colour text;' }
  const contract = { '0002_drop.sql': '-- contract: 0.10.0\nalter table rules drop column colour;' }
  await migrate(database, { migrationsFolder: await migrationsOf(expand), version: '0.9.0', print })
  await migrate(database, { version: '0.1.0' })
  const newer = { migrationsFolder: await migrationsOf({ ...expand, ...contract }), print }
  await migrate(database, { ...newer, version: '0.11.2' })
  assert.deepEqual(said.slice(1), [
    'Applying the migration 0001_add.sql.',
    'Applying the migration 0002_drop.sql. Versions before 0.10.0 are too old to stay: stop their processes, ' +
      'which are not ready any more.',
  ])
  const made = await contents(database)
  for (const version of ['0.9.0', '0.1.0', '0.9.99-rc.1'])
    await assert.rejects(
      migrate(database, { version }),
      new StartProblem(
        `This database was upgraded by a newer Laurel and needs version 0.10.0 or later, but this is ${version}. ` +
          'Start a newer version, or restore a copy from before the upgrade.',
      ),
    )
  for (const version of ['0.10.0', '0.10.0-rc.1', '0.11.2', '1.0.0']) await migrate(database, { version })
  assert.deepEqual(await contents(database), made)
})

/** Commas outside of brackets and texts separate the changes of one `alter table`. */
const changesTogether = (statement: string) =>
  /^alter table\b/i.test(statement) &&
  /,/.test(statement.replaceAll(/'[^']*'/g, '').replaceAll(/\([^()]*(\([^()]*\)[^()]*)*\)/g, ''))

test('each migration alters a table by one change at a time, as Citus demands', async () => {
  const several = [
    'alter table a add column b numeric(10, 2), add column c text',
    'ALTER TABLE a\n  drop column b,\n  drop column c',
  ]
  const single = [
    `alter table a add column b numeric(10, 2) default 1 check (b in (1, length('a,b')))`,
    `alter table a add column b text default 'a, b'`,
    'create table a (b text, c text)',
  ]
  assert.deepEqual([...several, ...single].filter(changesTogether), several)
  const wrong: string[] = []
  for (const name of await readdir(MIGRATIONS)) {
    if (!name.endsWith('.sql')) continue
    const text = await readFile(join(MIGRATIONS, name), 'utf8')
    wrong.push(...statementsOf(text).filter(changesTogether))
  }
  assert.deepEqual(wrong, [])
})

test('the statements of a migration are sent one by one', async () => {
  const database = await createDatabase()
  const text = `
    -- A comment; with a semicolon.
    create table steps (no integer, word text default 'a;''b');
    /* Another;
       one. */
    create function next_step() returns integer language plpgsql as $body$
    begin
      insert into steps values (1, $$x;y$$);
      return 1;
    end $body$;
    select next_step();
    select setting from pg_settings;`
  assert.equal(statementsOf(text).length, 4)
  await migrate(database, { migrationsFolder: await migrationsOf({ '0001_steps.sql': text }) })
  assert.deepEqual(await query(database, 'select no, word from steps'), [{ no: 1, word: 'x;y' }])
})

suite('with a login for the owner and one for the service, as the guide to deployment creates them', () => {
  const suffix = randomBytes(4).toString('hex')
  const [owner, login] = [`owner_${suffix}`, `login_${suffix}`]
  let ownerUrl: string
  let serviceUrl: string

  before(async () => {
    await operator.query(`create role ${owner} login; create role ${login} login in role ${SERVICE_ROLE}`)
    const database = await createDatabase(`owner ${owner}`, { isKept: true })
    ownerUrl = Object.assign(new URL(database), { username: owner }).href
    serviceUrl = Object.assign(new URL(database), { username: login }).href
  })
  after(async () => {
    await operator.query(`drop database ${new URL(ownerUrl).pathname.slice(1)} with (force)`)
    await operator.query(`drop role ${owner}, ${login}`)
  })

  test('an empty database is refused to the service, with what to do', async () => {
    await assert.rejects(
      migrate(serviceUrl),
      (error) =>
        error instanceof StartProblem &&
        error.message.startsWith(
          `The user ${login} of DATABASE_URL may not create or upgrade the tables (`,
        ) &&
        error.message.endsWith(
          '). Name the owner of the database in DATABASE_OWNER_URL, with the roles of docs/deployment.md.',
        ),
    )
  })

  test('the owner creates the tables, and the service starts in production and pays an award', async () => {
    await migrate(ownerUrl, { setting: 'DATABASE_OWNER_URL' })
    await migrate(serviceUrl)
    const service = await createService({
      config: {
        ...readConfig({ PORT: '0', PASSWORD_HASHING: 'cheap', WEBHOOK_DELIVERY: 'off' }),
        mode: 'production',
      },
      connectionString: serviceUrl,
      secretKey: randomBytes(32),
      log: createLog('error'),
    })
    try {
      await service.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = service.app.server.address() as AddressInfo
      const partner = await onboardTestPartner(apiAt(`http://127.0.0.1:${port}`), HTTPS_ADDRESSES)
      const rule = await partner.addRule()
      const awarded = await partner.award(await partner.addUser(), rule.name)
      assert.equal(awarded.body.data.awarded, true)
    } finally {
      await service.drain()
    }
  })

  test('a table of a later migration can be read by the service, and written as its migration says', async () => {
    const migrationsFolder = await migrationsOf({ '0001_first.sql': 'create table steps (no integer);' })
    await assert.rejects(
      migrate(serviceUrl, { migrationsFolder }),
      (error) =>
        error instanceof StartProblem && error.message.includes(`The user ${login} of DATABASE_URL may not `),
    )
    await migrate(ownerUrl, { migrationsFolder })
    assert.deepEqual(await query(serviceUrl, 'select no from steps'), [])
    await assert.rejects(query(serviceUrl, 'insert into steps values (1)'), { code: '42501' })
  })
})

test('a database in another encoding is refused before anything is made in it', async () => {
  const database = await createDatabase(
    `encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  await assert.rejects(
    migrate(database),
    new StartProblem(
      'The database of DATABASE_URL has the encoding LATIN1, but Laurel needs UTF8. ' +
        `Create one with "encoding 'UTF8' template template0", and name it in DATABASE_URL.`,
    ),
  )
  assert.deepEqual(await contents(database), [])
})

test('a PostgreSQL before 15 is refused, and every later one is not', () => {
  assert.equal(
    serverProblem({ version: '14.19 (Debian)', major: 14, encoding: 'UTF8' }),
    'The PostgreSQL of DATABASE_URL is version 14.19 (Debian), but Laurel needs 15 or later. Upgrade it, or name another in DATABASE_URL.',
  )
  for (const major of [15, 16, 18, 20])
    assert.equal(serverProblem({ version: `${major}.1`, major, encoding: 'UTF8' }), undefined)
})
