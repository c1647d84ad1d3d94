import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '../../src/runtime/process/logging.ts'
import { StartProblem } from '../../src/runtime/process/start-problem.ts'
import { type Config, readConfig } from '../../src/runtime/settings/config.ts'
import { createService } from '../../src/service.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { fixedText, openDatabase, rowsTable, sql } from '../../src/storage/database/database.ts'
import {
  CommitOutcomeUnknown,
  explainError,
  isDatabaseRefusingWrites,
  isDatabaseUnavailable,
  violatedConstraint,
} from '../../src/storage/database/database-error.ts'
import { migrate } from '../../src/storage/database/migrate.ts'
import { listenTo } from '../../src/storage/database/notifications.ts'
import { requireServiceRole } from '../../src/storage/database/service-role.ts'
import { isOnCitus } from '../support/citus.ts'
import { createTestDatabase, withClient } from '../support/database.ts'

const { connectionString, serviceConnectionString, drop } = await createTestDatabase()
/** One connection, so that each test finds what the one before left on it. */
const database = openDatabase({ connectionString: serviceConnectionString, connectionsMax: 1 })
after(async () => {
  await database.close()
  await drop()
})

const one = (value: number) => sql`select ${value}::integer as value`
const dividedBy = (value: number) => sql`select (6 / ${value}::integer) as value`

test('values arrive as they were sent, and rows are read by their types', async () => {
  const at = new Date('2026-11-15T12:34:56.789Z')
  const texts = ['plain', 'a "quoted" one', 'back\\slash', 'comma, brace }', '', 'NULL', 'ünï', null]
  const row = await database.first(sql`
    select ${"it's"}::text as text, ${null}::text as nothing, ${undefined}::text as missing, ${7}::integer as number, ${2n ** 62n}::bigint as large,
      ${true}::boolean as yes, ${at}::timestamptz as at, ${Buffer.from([0, 92, 255])}::bytea as bytes, ${texts}::text[] as texts,
      ${[Buffer.from([1, 92]), null]}::bytea[] as more, ${{ a: [1, "'"] }}::jsonb as data, ${[]}::text[] as none`)
  assert.deepEqual(row, {
    text: "it's",
    nothing: null,
    missing: null,
    number: 7,
    large: 2n ** 62n,
    yes: true,
    at,
    bytes: Buffer.from([0, 92, 255]),
    texts,
    more: [Buffer.from([1, 92]), null],
    data: { a: [1, "'"] },
    none: [],
  })
})

test('columns keep their names, also those that are no identifiers', async () => {
  const names = sql`select 1 as "it's", null::text as "a b \\", 2 as some_words, 'x' as "f[0]" from generate_series(1, 2)`
  const row = { "it's": 1, 'a b \\': null, someWords: 2, 'f[0]': 'x' }
  for (const statement of [names, names]) assert.deepEqual(await database.many(statement), [row, row])
})

test('statements that are sent together each get their own rows, in any number', async () => {
  const answers = await database.transaction((tx) =>
    Promise.all([
      tx.many(one(1)),
      tx.many(one(2)),
      tx.many(sql`select number, number % 2 = 0 as even from generate_series(1, 3) as number`),
      tx.run(sql`create temporary table kept (id integer primary key, word text)`),
      tx.run(sql`insert into kept select generate_series(1, 5), 'word'`),
      tx.run(sql`update kept set word = 'other' where id > ${2}`),
      tx.many(sql`select id from kept where id > ${10}`),
      tx.first(sql`select count(*)::integer as count from kept where word = ${'other'}`),
      tx.first(sql`select max(id) as last from kept`),
    ]),
  )
  assert.deepEqual(answers, [
    [{ value: 1 }],
    [{ value: 2 }],
    [
      { number: 1, even: false },
      { number: 2, even: true },
      { number: 3, even: false },
    ],
    0,
    5,
    3,
    [],
    { count: 3 },
    { last: 5 },
  ])
})

test('a statement that fails fails those after it and the transaction, and the connection goes on', async () => {
  const unseen = sql`select 'never run before' as value`
  for (let time = 1; time <= 2; time += 1) {
    const [before, failed, skipped] = await database
      .transaction(async (tx) => {
        const sent = [tx.first(one(1)), tx.first(dividedBy(0)), tx.first(unseen)]
        return Promise.reject(await Promise.allSettled(sent))
      })
      .catch((settled) => settled)
    assert.deepEqual(before, { status: 'fulfilled', value: { value: 1 } })
    assert.match(failed.reason.message, /division by zero/)
    assert.match(skipped.reason.message, /division by zero/)
  }
  assert.deepEqual(await database.first(unseen), { value: 'never run before' })
  assert.deepEqual(await database.first(dividedBy(2)), { value: 3 })
})

test('a failed write that is not awaited fails the transaction, and none of it stays', async () => {
  await database.run(sql`create temporary table rows (id integer constraint rows_once primary key)`)
  await assert.rejects(
    database.transaction(async (tx) => {
      for (const id of [1, 2, 1]) tx.send(sql`insert into rows values (${id})`)
      return 'done'
    }),
    (error) => violatedConstraint(error) === 'rows_once',
  )
  assert.deepEqual(await database.many(sql`select id from rows`), [])
})

test('a commit that fails is never taken for a transaction that can be run again', async () => {
  await database.run(sql`create temporary table late (id integer unique deferrable initially deferred)`)
  let runs = 0
  await assert.rejects(
    database.transaction(async (tx) => {
      runs += 1
      for (const id of [1, 1]) tx.send(sql`insert into late values (${id})`)
    }),
    (error) => error instanceof CommitOutcomeUnknown && isDatabaseUnavailable(error),
  )
  assert.equal(runs, 1)
  assert.deepEqual(await database.first(one(7)), { value: 7 })
})

test('a statement that cannot be understood says so, and can be corrected', async () => {
  await assert.rejects(database.first(sql`select nothing from nowhere`), /relation "nowhere" does not exist/)
  await assert.rejects(database.first(sql`select ${'word'}::integer as value`), /invalid input syntax/)
  assert.deepEqual(await database.first(one(3)), { value: 3 })
})

test('a lost connection fails every waiting statement, and the next statement gets a new one', async () => {
  const operator = new pg.Client({ connectionString })
  await operator.connect()
  const outcomes = await database
    .transaction(async (tx) => {
      const backend = await tx.first<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const settled = Promise.allSettled([
        tx.first(sql`select pg_sleep(60)`),
        tx.first(one(1)),
        tx.first(one(2)),
      ])
      await operator.query('select pg_terminate_backend($1::integer)', [backend?.pid])
      return Promise.reject(await settled)
    })
    .catch((settled) => settled)
  await operator.end()
  assert.equal(outcomes.length, 3)
  for (const { reason } of outcomes) assert(isDatabaseUnavailable(reason), String(reason))
  assert.deepEqual(await database.first(one(4)), { value: 4 })
})

test('the connection of a statement that the database ended is not given to the next', async () => {
  const backend = await database.first<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const next = database.first(sql`select pg_sleep(60)`).catch((error) => {
    assert.equal(error.code, '57P01')
    return database.first(one(1))
  })
  await withClient(connectionString, (operator) =>
    operator.query('select pg_terminate_backend($1::integer)', [backend?.pid]),
  )
  assert.deepEqual(await next, { value: 1 })
})

test('a connection on which no result comes is given up, also when that was to be the commit', async () => {
  const impatient = openDatabase({ connectionString, connectionsMax: 1, timeoutMs: 300 })
  const never = sql`select pg_sleep(600)`
  await assert.rejects(impatient.first(never), isDatabaseUnavailable)
  assert.deepEqual(await impatient.first(one(5)), { value: 5 })
  await assert.rejects(
    impatient.transaction(async (tx) => tx.send(never)),
    isDatabaseUnavailable,
  )
  assert.deepEqual(await impatient.first(one(6)), { value: 6 })
  await impatient.close()
})

test('without a free connection, a statement waits as long as was set and is then refused', async () => {
  const impatient = openDatabase({ connectionString, connectionsMax: 1, waitMs: 100 })
  await impatient.transaction(async (tx) => {
    await assert.rejects(impatient.first(one(1)), isDatabaseUnavailable)
    assert.deepEqual(await tx.first(one(2)), { value: 2 })
  })
  assert.deepEqual(await impatient.first(one(3)), { value: 3 })
  await impatient.close()
})

test('a database that has no room, or that only reads, is unavailable for the moment', async () => {
  await database.run(sql`
    create function pg_temp.fail(code text) returns void language plpgsql as
    $$ begin raise exception 'no room' using errcode = code; end $$`)
  for (const [code, isAway] of [
    ['53100', true],
    ['53200', true],
    ['25006', true],
    ['22012', false],
  ] as const) {
    const error = await database.first(sql`select pg_temp.fail(${code})`).catch((refusal) => refusal)
    assert.equal(error.code, code)
    assert.deepEqual([isDatabaseUnavailable(error), isDatabaseRefusingWrites(error)], [isAway, isAway], code)
  }
  await assert.rejects(
    database.snapshot((db) => db.run(sql`create table written (id integer)`)),
    isDatabaseUnavailable,
  )
})

/** Starts the service with this login, and returns why it is refused. */
async function refusedStart(url: string, mode: Config['mode'] = 'production'): Promise<Error> {
  const config: Config = { ...readConfig({ PORT: '0' }), mode }
  const log = createLog('silent')
  const starting = createService({ config, connectionString: url, secretKey: randomBytes(32), log })
  return starting.then(
    async (service) => {
      await service.drain()
      return new Error('It started.')
    },
    (error) => error,
  )
}

test('the service starts only where its connections have its role', async () => {
  const passed = new URL(connectionString)
  // These options replace the settings that a connection begins with, like a pooler that drops them.
  passed.searchParams.set('options', '-c work_mem=4MB')
  assert.deepEqual(
    await refusedStart(passed.href, 'development'),
    new StartProblem(
      `The connections of DATABASE_URL act as ${passed.username}, not as laurel_service. ` +
        'Point DATABASE_URL at PostgreSQL itself, not at a pooler such as PgBouncer.',
    ),
  )
})

suite('a login that could change the ledger', () => {
  const roles = ['owner', 'creator', 'writer', 'heir', 'program', 'files', 'schema'].map(
    (name) => `${name}_${randomBytes(4).toString('hex')}`,
  )
  const [owner, creator, writer, heir, program, files, schema] = roles as [string, ...string[]]
  const asUser = (user: string) => Object.assign(new URL(connectionString), { username: user }).href

  before(() =>
    withClient(connectionString, async (client) => {
      for (const role of roles) await client.query(`create role ${role} login in role ${SERVICE_ROLE}`)
      await client.query(`alter role ${creator} createrole`)
      await client.query(`grant pg_write_all_data to ${writer}`)
      await client.query(`alter role ${heir} noinherit`)
      await client.query(`grant ${owner} to ${heir}`)
      await client.query(`alter table awards owner to ${owner}`)
      await client.query(`grant pg_execute_server_program to ${program}`)
      await client.query(`grant pg_write_server_files to ${files}`)
      await client.query(`alter schema public owner to ${schema}`)
    }),
  )
  after(() =>
    withClient(connectionString, async (client) => {
      await client.query('alter table awards owner to current_user')
      await client.query('alter schema public owner to pg_database_owner')
      for (const role of roles.reverse()) await client.query(`drop role ${role}`)
    }),
  )

  const problem = (user: string) =>
    new StartProblem(
      `The user ${user} of DATABASE_URL could change the ledger: it is a superuser, may create roles, may write files or run programs on the server, or has the rights of the owner. ` +
        'Name a user with the role laurel_service alone in DATABASE_URL, and the owner in DATABASE_OWNER_URL, as docs/deployment.md describes.',
    )

  test('is refused in production', async () => {
    const superuser = new URL(connectionString).username
    for (const user of [superuser, ...roles])
      assert.deepEqual(await refusedStart(asUser(user)), problem(user), user)
  })

  test('is warned about in development', async () => {
    const warnings: unknown[] = []
    const open = openDatabase({ connectionString, connectionsMax: 1 })
    const log = { warn: (...said: unknown[]) => void warnings.push(said) }
    await requireServiceRole(open, { mode: 'development', log })
    await requireServiceRole(database, { mode: 'production', log })
    await open.close()
    assert.deepEqual(warnings, [
      [
        { login: new URL(connectionString).username },
        'the user of DATABASE_URL could change the ledger; production needs DATABASE_OWNER_URL beside it',
      ],
    ])
  })
})

test('the login of the service cannot get more rights than the service has', async () => {
  const owner = new URL(connectionString).username
  await withClient(serviceConnectionString, async (client) => {
    for (const statement of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      'set role pg_write_all_data',
      `grant ${owner} to laurel_service`,
      'create role another',
      'alter role laurel_service superuser',
      "update awards set reference = 'changed'",
      'delete from coin_transactions',
      'truncate reversals',
      'alter table awards disable trigger all',
      'alter table awards add column more text',
      'drop table awards',
      'drop schema pgboss cascade',
      'create schema elsewhere',
      'create extension dblink',
      'select rolpassword from pg_authid',
      "select pg_read_file('postgresql.conf')",
      "copy (select 1) to program 'cat'",
      "copy (select 1) to '/tmp/awards'",
      `alter system set fsync = off`,
    ]) {
      // Without its role, the login has what it began with.
      await client.query('set role none')
      assert.deepEqual((await client.query('select current_user as role')).rows, [{ role: SERVICE_ROLE }])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    }
  })
})

test('commits wait for the disk where the server would not, and keep any other level of it', async () => {
  const levelOf = async (asyncCommits: boolean) => {
    const own = openDatabase({ connectionString: serviceConnectionString, connectionsMax: 1, asyncCommits })
    const row = await own.first<{ level: string }>(sql`select current_setting('synchronous_commit') as level`)
    await own.close()
    return row?.level
  }
  const name = new URL(connectionString).pathname.slice(1)
  const login = new URL(serviceConnectionString).username
  await withClient(connectionString, async (client) => {
    await client.query(`set citus.enable_ddl_propagation = off`)
    for (const [set, expected] of [
      ['off', 'on'],
      ['local', 'local'],
      ['remote_apply', 'remote_apply'],
    ]) {
      await client.query(`alter role ${login} in database ${name} set synchronous_commit = ${set}`)
      assert.equal(await levelOf(false), expected)
    }
    await client.query(`alter role ${login} in database ${name} reset synchronous_commit`)
  })
  assert.equal(await levelOf(true), 'off')
})

test('a database without tables is refused, which the owner may have made elsewhere', async () => {
  const elsewhere = new URL(serviceConnectionString)
  elsewhere.pathname = '/postgres'
  assert.deepEqual(
    await refusedStart(elsewhere.href),
    new StartProblem(
      'The database of DATABASE_URL has no tables; DATABASE_URL and DATABASE_OWNER_URL must name the same database.',
    ),
  )
})

test('the refusal of a login without the role of the service says what it lacks', async () => {
  const role = `guest_${randomBytes(4).toString('hex')}`
  await withClient(connectionString, async (client) => {
    await client.query(`create role ${role} login`)
    const url = Object.assign(new URL(connectionString), { username: role })
    const refused = await refusedStart(url.href)
    await client.query(`drop role ${role}`)
    assert.equal(
      explainError(refused),
      'The user of DATABASE_URL lacks a right (permission denied to set role "laurel_service"). ' +
        'Give it the role laurel_service, as docs/deployment.md describes.',
    )
  })
})

test('a pooler that refuses the settings of a connection is named', async () => {
  // PgBouncer responds like this to the first message of a connection.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const message = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), body])
  message.writeInt32BE(body.length + 4, 1)
  const pooler = createServer((socket) => socket.once('data', () => socket.end(message)))
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  const url = `postgres://laurel@127.0.0.1:${(pooler.address() as AddressInfo).port}/laurel`
  const advice = (setting: string) =>
    `${setting} names a pooler, which refuses the settings of a connection (unsupported startup parameter: options). ` +
    `Point ${setting} at PostgreSQL itself, not at a pooler such as PgBouncer.`
  await assert.rejects(
    migrate(url, { setting: 'DATABASE_OWNER_URL' }),
    new StartProblem(advice('DATABASE_OWNER_URL')),
  )
  assert.equal(explainError(await refusedStart(url)), advice('DATABASE_URL'))
  pooler.close()
})

test('a listener can be stopped at any moment of its start', async () => {
  for (let immediates = 0; immediates < 40; immediates += 1) {
    const listening = listenTo({
      connectionString: serviceConnectionString,
      channel: 'stopped',
      onPayload: () => {},
      onConnected: () => {},
      log: createLog('silent'),
    })
    for (let count = 0; count < immediates; count += 1) await setImmediate()
    await listening.stop()
  }
})

for (const [setting, value] of [
  ['idle_in_transaction_session_timeout', '30s'],
  ['lock_timeout', '20s'],
  ['max_parallel_workers_per_gather', '0'],
  ['jit', 'off'],
  // Citus finds the shard by the values of a statement.
  ['plan_cache_mode', isOnCitus ? 'auto' : 'force_generic_plan'],
] as const) {
  test(`the service's connections have ${setting} at ${value}`, async () => {
    assert.deepEqual(await database.first(sql`select current_setting(${setting}) as value`), { value })
  })
}

test('a connection keeps 300 prepared statements, those that were used last', async () => {
  const read = (no: number) => database.first(fixedText(`select ${no} as no`))
  for (let no = 0; no < 350; no += 1) {
    assert.deepEqual(await read(no), { no })
    assert.deepEqual(await read(0), { no: 0 })
  }
  assert.deepEqual(await read(1), { no: 1 }, 'one that was closed is prepared again')
  const prepared = await database.many<{ statement: string }>(
    sql`select statement from pg_prepared_statements`,
  )
  assert.equal(prepared.length, 300)
  const kept = new Set(prepared.map(({ statement }) => Number(/select (\d+)/.exec(statement)?.[1])))
  for (const no of [0, 1, 349]) assert.ok(kept.has(no))
})

test('columns are read in camel case', async () => {
  const row = await database.first(sql`select 1 as rule_id, 'a' as request_id_2`)
  assert.deepEqual(row, { ruleId: 1, requestId2: 'a' })
})

test('a list of records is read as a table, whatever its texts hold', async () => {
  const given = [
    { ruleId: 1n, note: 'a "quoted", {braced} \\ note', hash: Buffer.from([0, 92, 255]) },
    { ruleId: 2n, note: null, hash: null },
  ]
  const rows = await database.many(
    sql`select * from ${rowsTable('given', given, { rule_id: 'bigint', note: 'text', hash: 'bytea' })}`,
  )
  assert.deepEqual(rows, given)
})
