import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { type Database, openDatabase } from '../../src/storage/database/database.ts'
import { copyRoleSettings, dropOnEachNode, isOnCitus, onEachNode } from './citus.ts'

/** The database that the others are copied from. On a cluster, each run of the tests has its own. */
export const templateDatabase = () => process.env.LAUREL_TEST_TEMPLATE ?? 'laurel_template'
const TEMPLATE_IN_USE = '55006'

type TestDatabase = {
  /** As its owner, who may look at and change everything. */
  connectionString: string
  /** As the service, which may not. */
  serviceConnectionString: string
  /** The settings of a service on this database. */
  settings: { DATABASE_URL: string; DATABASE_OWNER_URL: string }
  drop(): Promise<void>
}

/** A database of one's own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.LAUREL_TEST_DATABASE_URL
  if (!server)
    throw new Error('These tests need a PostgreSQL: run them with `npm test -- <file>`, which starts one.')
  const name = `test_${randomBytes(8).toString('hex')}`
  if (isOnCitus) await createOnEachNode(name)
  else await withClient(server, (client) => createFromTemplate(client, name))
  const url = new URL(server)
  url.pathname = `/${name}`
  const connectionString = url.href
  const serviceConnectionString = asService(connectionString)
  return {
    connectionString,
    serviceConnectionString,
    settings: { DATABASE_URL: serviceConnectionString, DATABASE_OWNER_URL: connectionString },
    drop: () =>
      isOnCitus
        ? dropOnEachNode(name)
        : withClient(server, async (client) => {
            await client.query(`drop database if exists ${name} with (force)`)
          }),
  }
}

/** The same database with the service's login, which has the owner's password in tests. */
export function asService(connectionString: string): string {
  const url = new URL(connectionString)
  url.username = SERVICE_ROLE
  return url.href
}

const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** On Citus, statements wait for locks on the nodes of their shards. */
async function sumOverNodes(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ sum: number }>(
    'select sum(result::integer)::integer as sum from run_command_on_all_nodes($1) where success',
    [statement],
  )
  return rows[0]?.sum ?? 0
}

/** How many connections wait for a lock in the same database. */
export async function countWaitingConnections(client: pg.Client): Promise<number> {
  if (isOnCitus) return sumOverNodes(client, `select count(*) ${WAITING}`)
  // Within a transaction the view would go on showing what it showed first.
  await client.query('select pg_stat_clear_snapshot()')
  const waiting = await client.query(`select pid ${WAITING}`)
  return waiting.rowCount ?? 0
}

/** Ends the connections that wait for a lock in the same database, and returns how many there were. */
export async function endWaitingConnections(client: pg.Client): Promise<number> {
  if (isOnCitus) return sumOverNodes(client, `select count(pg_terminate_backend(pid, 0)) ${WAITING}`)
  // Within a transaction the view would go on showing what it showed first.
  await client.query('select pg_stat_clear_snapshot()')
  const ended = await client.query(`select pg_terminate_backend(pid) ${WAITING}`)
  return ended.rowCount ?? 0
}

export type LockedRows = Awaited<ReturnType<typeof lockRows>>

/** Locks the ledgers of partners, as slow transactions would, until they are let go. */
export const lockLedgers = (
  service: { connectionString: string },
  ...partners: { partnerId: string }[]
): Promise<LockedRows> =>
  lockRows(
    service,
    'select 1 from ledgers where partner_id = $1 for update',
    partners.map(({ partnerId }) => partnerId).sort((left, right) => (left < right ? -1 : 1)),
  )

/** Locks the counts of a partner for its overview: nothing is counted in the background until they are let go. */
export const lockCounts = (
  service: { connectionString: string },
  { partnerId }: { partnerId: string },
): Promise<LockedRows> =>
  lockRows(service, 'select 1 from overviews where partner_id = $1 for update', [partnerId])

/** Locks a team member, so that a change of the role keeps the partner's ledger locked until it is let go. */
export const lockTeamMember = (service: { connectionString: string }, id: string): Promise<LockedRows> =>
  lockRows(service, 'select 1 from team_members where id = $1 for update', [id])

/** Locks the wallet of a member, so that a transaction which changes it waits until it is let go. */
export const lockWallet = (service: { connectionString: string }, userId: string): Promise<LockedRows> =>
  lockRows(service, 'select 1 from wallets where user_id = $1 for update', [userId])

async function lockRows({ connectionString }: { connectionString: string }, locking: string, ids: string[]) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  // A test that failed lets them go, too; one on a slow machine takes minutes.
  await client.query(`begin; set local idle_in_transaction_session_timeout = '900s'`)
  for (const id of ids) await client.query(locking, [id])
  return {
    /** How many connections wait for them, directly or behind each other. */
    async countWaiting(): Promise<number> {
      if (isOnCitus) return countWaitingConnections(client)
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query(`
        with recursive blocked (pid) as (
          select pg_backend_pid()
          union
          select a.pid
          from pg_stat_activity a
          join blocked b on b.pid = any(pg_blocking_pids(a.pid))
          where a.datname = current_database()
        )
        select count(*)::integer - 1 as count
        from blocked`)
      return rows[0].count
    },
    letGo: () => client.end(),
  }
}

/** All rows of a partner in these tables, as text, to see whether something has changed. */
export async function rowsOf(
  service: { query(text: string, values?: unknown[]): Promise<unknown[]> },
  { partnerId }: { partnerId: string },
  tables: string[],
): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) =>
      service.query(`select * from ${table} t where partner_id = $1 order by t::text`, [partnerId]),
    ),
  )
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}

/** A database of one's own with a connection to it, until the test file is done. */
export async function openTestDatabase() {
  const { connectionString, serviceConnectionString, settings, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  const closing: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
    await client.end()
    await drop()
  })
  return {
    connectionString,
    settings,
    client,
    /** Opens it as the service does. */
    open(options: Omit<Parameters<typeof openDatabase>[0], 'connectionString'> = {}): Database {
      const database = openDatabase({ connectionString: serviceConnectionString, ...options })
      closing.push(database.close)
      return database
    },
    /** What must be closed before the database is; what was opened last is closed first. */
    closeFirst: (close: () => Promise<unknown>) => void closing.push(close),
  }
}

export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The template cannot be copied while another copy is being made of it. */
async function createFromTemplate(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    try {
      await client.query(`create database ${name} template ${templateDatabase()}`)
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== TEMPLATE_IN_USE) throw error
      await pause(100)
    }
  }
}

function createOnEachNode(name: string): Promise<void> {
  return onEachNode('postgres', async (client) => {
    await createFromTemplate(client, name)
    await copyRoleSettings(client, templateDatabase(), name)
    // Tests make statements fail with triggers, where Laurel has none.
    await client.query(`alter database ${name} set citus.enable_unsafe_triggers = on`)
  })
}
