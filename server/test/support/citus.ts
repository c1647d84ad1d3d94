import assert from 'node:assert/strict'
import pg from 'pg'
import { distribute } from '../../src/storage/citus/distribute.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { migrate } from '../../src/storage/database/migrate.ts'
import type { TestService } from './service.ts'

/** The nodes of CITUS_URL, the coordinator first. Without them the tests run on one PostgreSQL. */
export const CITUS_NODES = (process.env.CITUS_URL ?? '').split(',').filter((url) => url !== '')
export const isOnCitus = CITUS_NODES.length > 0

const GENERIC_PLANS = 'reads plans without values, which Citus cannot make'
const SEVERAL_PARTNERS = 'runs several partners in one transaction through the coordinator'
const WAITS = 'counts the connections that wait in one database'
const ONE_CLOCK = 'moves the clock of one database'
const BACKUP = 'backs up a database in one snapshot, which is refused for several machines'

/** Test files that cannot run on Citus, and why. */
export const FILES_NOT_ON_CITUS: Record<string, string> = {
  'server/test/processes/restore.test.ts': BACKUP,
  'server/test/settings/read-shares.test.ts': WAITS,
  'server/test/plans/engine-plans.test.ts': GENERIC_PLANS,
  'server/test/plans/list-plans.test.ts': GENERIC_PLANS,
  'server/test/plans/overview-plans.test.ts': GENERIC_PLANS,
  'server/test/plans/idle-endpoints.test.ts': GENERIC_PLANS,
  'server/test/concurrency/shared-counting.test.ts': SEVERAL_PARTNERS,
  'server/test/concurrency/shared-batches.test.ts': SEVERAL_PARTNERS,
  'server/test/faults/timed-model-kills.test.ts': ONE_CLOCK,
}

/** The reason to skip a test that Citus cannot run, or false. */
export const notOnCitus = (reason: string) => isOnCitus && `not on Citus: ${reason}`

const IN_USE = '55006'
/** Few, because each shard is a table of its own in the database of every test file. */
const SHARDS = 4
/** Long, because tests hold locks, and no test may depend on how fast the machine is. */
const LOCK_TIMEOUT_MS = 600_000

/** Runs work with a superuser's connection to a database of each node, the coordinator's first. */
export async function onEachNode(
  database: string,
  work: (client: pg.Client, node: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    CITUS_NODES.map(async (node, index) => {
      const client = new pg.Client({ connectionString: databaseOf(node, database) })
      await client.connect()
      try {
        await work(client, index)
      } finally {
        await client.end()
      }
    }),
  )
}

export function databaseOf(node: string, database: string): string {
  const url = new URL(node)
  url.pathname = `/${database}`
  return url.href
}

/** Tells the coordinator of the other nodes. */
export async function addNodes(name: string): Promise<void> {
  const [coordinator, ...workers] = CITUS_NODES.map((node) => new URL(node)) as [URL, ...URL[]]
  await onEachNode(name, async (client, index) => {
    if (index > 0) return
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, coordinator.port])
    for (const { hostname, port } of workers)
      await client.query('select citus_add_node($1, $2)', [hostname, port])
  })
}

/** Makes a distributed database from which those of the test files are copied, on every node. */
export async function makeDistributedTemplate(name: string): Promise<void> {
  await onEachNode('postgres', (client) => client.query(`create database ${name}`))
  await onEachNode(name, (client) => client.query('create extension citus'))
  await addNodes(name)
  const connectionString = databaseOf(CITUS_NODES[0] as string, name)
  await migrate(connectionString)
  await distribute(connectionString, { shards: SHARDS, print: () => {}, lockTimeoutMs: LOCK_TIMEOUT_MS })
  await onEachNode('postgres', async (client) => {
    // Also keeps out the maintenance of Citus: a database that is in use cannot be copied.
    await client.query(`alter database ${name} allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}

/** The maintenance of Citus may connect while the others are disconnected. */
export function dropOnEachNode(name: string): Promise<void> {
  return onEachNode('postgres', async (client) => {
    for (;;) {
      try {
        return await client.query(`drop database if exists ${name} with (force)`)
      } catch (error) {
        if ((error as pg.DatabaseError).code !== IN_USE) throw error
      }
    }
  })
}

/** The settings of the service's role in a database, which a copy of the database does not have. */
export async function copyRoleSettings(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(setconfig) as setting
    from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase
    where d.datname = $1 and s.setrole = $2::regrole`,
    [from, SERVICE_ROLE],
  )
  await client.query('set citus.enable_ddl_propagation = off')
  for (const { setting } of rows) {
    const [name, value] = setting.split('=') as [string, string]
    await client.query(
      `alter role ${SERVICE_ROLE} in database ${to} set ${name} = ${pg.escapeLiteral(value)}`,
    )
  }
}

/** Where the ledger of a partner is. */
export async function placementOf(
  { query }: Pick<TestService, 'query'>,
  partnerId: string,
): Promise<{ shard: string; host: string; port: number }> {
  const [found] = await query<{ shard: string; host: string; port: number }>(
    `select shardid as shard, nodename as host, nodeport as port
    from citus_shards
    where table_name = 'ledgers'::regclass
      and shardid = get_shard_id_for_distribution_column('ledgers', $1::uuid)`,
    [partnerId],
  )
  assert(found)
  return found
}

/** Moves the shard of a partner to another worker, whose port it returns. */
export async function moveShard(
  service: Pick<TestService, 'query'>,
  partnerId: string,
  way: 'block_writes' | 'force_logical',
): Promise<number> {
  const { shard, host, port } = await placementOf(service, partnerId)
  const workers = CITUS_NODES.slice(1).map((node) => new URL(node))
  const to = workers.find((worker) => Number(worker.port) !== port)
  assert(to)
  await service.query('select citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
    ...[shard, host, port, to.hostname, to.port, way],
  ])
  return Number(to.port)
}
