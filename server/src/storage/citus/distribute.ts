import pg from 'pg'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { SERVICE_ROLE } from '../database/connections.ts'
import { roleSettings } from '../database/database.ts'
import { explainError } from '../database/database-error.ts'
import { MIGRATION_LOCK } from '../database/migrate.ts'
import { checkCluster, runOnNodes, SETTING } from './check-cluster.ts'
import { COORDINATOR_TABLES, distributionColumn, LEDGER_TABLES } from './tables.ts'

const FIRST_TABLE = LEDGER_TABLES[0]
/** A batch has its statements once for each shard, so few; moves need some. */
const SHARDS_PER_NODE = 4

export type DistributeOptions = {
  /** How many shards the ledger side is divided into, on the first run; four for each node if left out. */
  shards?: number | undefined
  print: (line: string) => void
  lockTimeoutMs?: number
}

/**
 * Distributes the ledger side of a migrated database over the nodes of its Citus cluster. Does what is left
 * to do: it may be repeated after an interruption or an upgrade, and when nodes or shards have changed.
 */
export async function distribute(
  connectionString: string,
  { shards, print, lockTimeoutMs }: DistributeOptions,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'laurel distribute',
  })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw new StartProblem(explainError(error, SETTING), { cause: error })
  })
  try {
    const nodes = await checkCluster(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const left = await listTablesLeft(client)
    if (left.length > 0) await refuseRunningService(client)
    print(`Preparing the role ${SERVICE_ROLE} on all nodes.`)
    await prepareRole(client, roleSettings(lockTimeoutMs ? { lockTimeoutMs } : {}))
    for (const [index, { table, isOfLedger }] of left.entries()) {
      print(`${isOfLedger ? 'Distributing' : 'Registering'} ${table} (${index + 1} of ${left.length}).`)
      await (isOfLedger
        ? distributeTable(client, table, shards ?? SHARDS_PER_NODE * nodes)
        : registerTable(client, table))
    }
    await removeCopies(client, print)
    await grantViews(client)
    print('Setting the statistics of the shards.')
    await setStatistics(client)
    print(`The ledger side is distributed over ${nodes} ${nodes === 1 ? 'node' : 'nodes'}.`)
  } finally {
    await client.end()
  }
}

type TableLeft = { table: string; isOfLedger: boolean }

/** The tables that Citus does not know yet. */
async function listTablesLeft(client: pg.Client): Promise<TableLeft[]> {
  const { rows } = await client.query<{ name: string; exists: boolean; isKnown: boolean }>(
    `select name, to_regclass(name) is not null as exists,
      exists (select from pg_dist_partition where logicalrelid = to_regclass(name)) as "isKnown"
    from unnest($1::text[]) as name`,
    [[...LEDGER_TABLES, ...COORDINATOR_TABLES]],
  )
  const missing = rows.filter(({ exists }) => !exists)
  if (missing.length > 0)
    throw new StartProblem(
      `The database of ${SETTING} does not have the tables of Laurel. Name the database of DATABASE_URL.`,
    )
  const ledgerTables: readonly string[] = LEDGER_TABLES
  return rows
    .filter(({ isKnown }) => !isKnown)
    .map(({ name }) => ({ table: name, isOfLedger: ledgerTables.includes(name) }))
}

/** Between two tables, the service would find one half of the ledger only. */
async function refuseRunningService(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'laurel' limit 1`,
  )
  if (rowCount)
    throw new StartProblem('The service uses this database. Stop all its processes, and distribute then.')
}

/** Citus connects to nodes under the role of the service, without the settings of its connections. */
async function prepareRole(client: pg.Client, settings: string[]): Promise<void> {
  const database = pg.escapeIdentifier(client.database ?? '')
  await runEverywhere(client, 'all', [
    `if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then create role ${SERVICE_ROLE}; end if;`,
    `alter role ${SERVICE_ROLE} login;`,
  ])
  await runEverywhere(client, 'workers', [
    ...settings.map((setting) => {
      const [name, value] = setting.split('=') as [string, string]
      return `alter role ${SERVICE_ROLE} in database ${database} set ${name} = ${pg.escapeLiteral(value)};`
    }),
    // Without waiting for the disk, a move by logical replication loses what was committed just before it.
    `if current_setting('synchronous_commit') = 'off' then alter role ${SERVICE_ROLE} in database ${database} set synchronous_commit = 'on'; end if;`,
  ])
  await client.query(`set role ${SERVICE_ROLE}`)
  const refused = (await runOnNodes(client, 'all', 'select 1')).filter(({ success }) => !success)
  await client.query('reset role')
  if (refused.length > 0)
    throw new StartProblem(
      `Nodes refuse connections of the role ${SERVICE_ROLE} from the coordinator: ${refused.map(({ address }) => address).join(', ')}. ` +
        'Let it log in from the other nodes, in pg_hba.conf and with a password in .pgpass or pg_dist_authinfo.',
    )
}

async function runEverywhere(client: pg.Client, which: 'all' | 'workers', steps: string[]): Promise<void> {
  const block = `do $do$ begin perform set_config('citus.enable_ddl_propagation', 'off', true); ${steps.join(' ')} end $do$`
  const failed = (await runOnNodes(client, which, block)).find(({ success }) => !success)
  if (failed) throw new Error(`Node ${failed.address} refused to prepare the role: ${failed.result}`)
}

/** Copies the rows of the table to the shards. The table is locked meanwhile. */
async function distributeTable(client: pg.Client, table: string, shards: number): Promise<void> {
  const values = [table, distributionColumn(table)]
  await (table === FIRST_TABLE
    ? client.query('select create_distributed_table($1, $2, shard_count => $3)', [...values, shards])
    : client.query('select create_distributed_table($1, $2, colocate_with => $3)', [...values, FIRST_TABLE]))
}

async function registerTable(client: pg.Client, table: string): Promise<void> {
  await client.query('select citus_add_local_table_to_metadata($1, cascade_via_foreign_keys => true)', [
    table,
  ])
}

/** Deletes the rows that stayed in the tables of the coordinator, where no statement reads them. */
async function removeCopies(client: pg.Client, print: DistributeOptions['print']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where pg_relation_size(name::regclass) > 0',
    [LEDGER_TABLES],
  )
  if (rows.length > 0) print('Removing the copies on the coordinator.')
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1)', [name])
}

/** Citus carries the rights to tables to the other nodes, and not those to views. */
async function grantViews(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, viewname) as name
    from pg_views
    where schemaname = 'public' and has_table_privilege($1, format('%I.%I', schemaname, viewname), 'select')`,
    [SERVICE_ROLE],
  )
  const views = rows.map(({ name }) => name)
  await runEverywhere(client, 'workers', [`grant select on ${views.join(', ')} to ${SERVICE_ROLE};`])
}

/** Citus does not carry options of columns to shards; see server/schema/19-planner.sql. */
async function setStatistics(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attrelid::regclass::text as name
    from pg_attribute
    where attname = 'partner_id' and 'n_distinct=1' = any(attoptions) and attrelid = any($1::regclass[])`,
    [LEDGER_TABLES],
  )
  for (const { name } of rows) {
    const { rows: failed } = await client.query<{ result: string }>(
      `select result
      from run_command_on_shards($1, 'alter table %s alter column partner_id set (n_distinct = 1)')
      where not success`,
      [name],
    )
    if (failed[0]) throw new Error(`Setting the statistics of ${name} failed: ${failed[0].result}`)
  }
}
