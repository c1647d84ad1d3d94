import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { VERSION } from '../../runtime/process/build.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { SERVICE_ROLE } from './connections.ts'
import { explainError, isLockConflict, isPermissionDenied, poolerAdvice } from './database-error.ts'
import { isOlder, lowestVersion, type NeededVersion } from './schema-version.ts'

const SCHEMA_FOLDER = fileURLToPath(new URL('../../../schema', import.meta.url))
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))
export const MIGRATION_LOCK = 7_216_554_301
const DUPLICATE_CODES = ['42710', '23505']
const POSTGRES_VERSION_MIN = 15
/** Exists while a restore is under way, so that no service starts on half of it. */
const RESTORE_MARK = 'restore_unfinished'
/** Reaches PostgreSQL only on a direct connection: poolers refuse or drop the settings of a connection. */
const DIRECT = 'laurel.direct'

type MigrateOptions = {
  /** The data folder of the embedded PostgreSQL, when that is the server. */
  dataDir?: string | undefined
  /** Called before work that takes a while. */
  print?: (line: string) => void
  /** Error messages name the setting of the owner's connection string. */
  setting?: 'DATABASE_URL' | 'DATABASE_OWNER_URL'
  schemaFolder?: string
  migrationsFolder?: string
  /** A restore applies the migrations of the backup, loads its rows, and then applies the others. */
  restoredMigrations?: string[]
  /** The version of this Laurel. */
  version?: string
}

/** A file of SQL statements. */
type Script = { name: string; text: string }

/** Migrates the database of these settings with its owner's login. */
export function migrateWith(
  config: Config,
  { ownerConnectionString, dataDir }: { ownerConnectionString: string; dataDir: string },
  print: (line: string) => void,
): Promise<void> {
  return migrate(ownerConnectionString, {
    dataDir: config.databaseUrl === undefined ? dataDir : undefined,
    print,
    setting: config.databaseOwnerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL',
  })
}

/**
 * Creates the tables of an empty database from the baseline, then applies new migrations in order, each in
 * its own transaction. Several processes may start at once. Refuses a database of another baseline, and one that
 * needs a newer version. A login without the owner's rights is enough while nothing is to be done.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const baseline = await readScripts(options.schemaFolder ?? SCHEMA_FOLDER)
  const migrations = await readScripts(options.migrationsFolder ?? MIGRATIONS_FOLDER)
  const { setting = 'DATABASE_URL', print = () => {}, version = VERSION } = options
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    options: `-c ${DIRECT}=on`,
    application_name: 'laurel migrate',
  })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw new StartProblem(explainError(error, setting), { cause: error })
  })
  try {
    await refusePooler(client, setting)
    await refuseUnsupportedServer(client)
    await lockMigrations(client)
    if (!options.restoredMigrations) await refuseUnfinishedRestore(client)
    const isEmpty = await refuseOtherBaseline(client, hashOf(baseline), options.dataDir)
    const applied = isEmpty ? [] : await appliedMigrations(client)
    refuseTooOld(version, applied)
    if (isEmpty) print('Creating the tables.')
    await ensureServiceRole(client)
    await migrateJobs(client, connectionString)
    if (isEmpty) await createTables(client, baseline)
    const migrationNames = options.restoredMigrations ?? migrations.map(({ name }) => name)
    const isDue = ({ name }: Script) =>
      migrationNames.includes(name) && !applied.some((each) => each.name === name)
    for (const migration of migrations.filter(isDue)) {
      print(`Applying the migration ${migration.name}.${adviceFor(migration)}`)
      await applyMigration(client, migration)
    }
  } catch (error) {
    const { message, cause = error } = error as Error
    if (!isPermissionDenied(cause)) throw error
    throw new StartProblem(
      `The user ${client.user} of ${setting} may not create or upgrade the tables (${message}). ` +
        'Name the owner of the database in DATABASE_OWNER_URL, with the roles of docs/deployment.md.',
      { cause: error },
    )
  } finally {
    await client.end()
  }
}

/** What this version of Laurel makes tables from. */
export async function readSchemaVersion(): Promise<{ baseline: string; migrations: string[] }> {
  const baseline = hashOf(await readScripts(SCHEMA_FOLDER)).toString('hex')
  return { baseline, migrations: (await readScripts(MIGRATIONS_FOLDER)).map(({ name }) => name) }
}

/** Returns whether an earlier restore had set the mark. */
export async function setRestoreMark(client: pg.Client): Promise<boolean> {
  const isSet = await hasRestoreMark(client)
  if (!isSet) await client.query(`create table ${RESTORE_MARK} ()`)
  return isSet
}

export async function removeRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${RESTORE_MARK}`)
}

async function hasRestoreMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('${RESTORE_MARK}') is not null as found`,
  )
  return rows[0]?.found === true
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  if (await hasRestoreMark(client))
    throw new StartProblem(
      'A restore into this database was not finished. Run `npm run laurel -- restore FILE` again, which starts over, or remove the database.',
    )
}

/** Starts wait for a restore as they wait for a migration. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

async function readScripts(folder: string): Promise<Script[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

/** Ignores comments, which may change after the release; tables may not. */
function hashOf(baseline: Script[]): Buffer {
  const lines = baseline.flatMap(({ text }) => text.split(/\r?\n/)).filter((line) => !/^\s*(--|$)/.test(line))
  return createHash('sha256').update(lines.join('\n')).digest()
}

async function refusePooler(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query(`select current_setting('${DIRECT}', true) as direct`)
  if (rows[0]?.direct !== 'on')
    throw new StartProblem(`The settings of a connection to ${setting} are lost. ${poolerAdvice(setting)}`)
}

async function refuseUnsupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_encoding') as encoding`,
  )
  const problem = serverProblem(rows[0] as ServerFacts)
  if (problem) throw new StartProblem(problem)
}

type ServerFacts = { version: string; major: number; encoding: string }

/** Why Laurel does not support this server; undefined if it does. */
export function serverProblem({ version, major, encoding }: ServerFacts): string | undefined {
  if (major < POSTGRES_VERSION_MIN)
    return `The PostgreSQL of DATABASE_URL is version ${version}, but Laurel needs ${POSTGRES_VERSION_MIN} or later. Upgrade it, or name another in DATABASE_URL.`
  if (encoding !== 'UTF8')
    return `The database of DATABASE_URL has the encoding ${encoding}, but Laurel needs UTF8. Create one with "encoding 'UTF8' template template0", and name it in DATABASE_URL.`
  return undefined
}

/** Returns whether the database is empty. Refuses one made from another baseline. */
async function refuseOtherBaseline(client: pg.Client, hash: Buffer, dataDir?: string): Promise<boolean> {
  const { rows } = await client.query<{ baseline: string | null; migrations: string | null }>(
    `select to_regclass('baseline') as baseline, to_regclass('migrations') as migrations`,
  )
  const { baseline, migrations } = rows[0] as (typeof rows)[number]
  if (!baseline && !migrations) return true
  const found = baseline ? await client.query<{ hash: Buffer }>('select hash from baseline') : undefined
  if (found?.rows[0]?.hash.equals(hash)) return false
  const remedy = dataDir
    ? `remove the folder ${join(dataDir, 'postgres')} to start with an empty database`
    : 'create an empty database and name it in DATABASE_URL'
  throw new StartProblem(
    'This database was made from another version of the schema, and there are no upgrades until 0.1.0 is released: ' +
      `${remedy}, or start the version of Laurel that made it.`,
  )
}

async function createTables(client: pg.Client, baseline: Script[]): Promise<void> {
  await inTransaction(client, async () => {
    for (const { name, text } of baseline) await run(client, `Baseline ${name}`, text)
    await client.query('insert into baseline (hash, created_at) values ($1, now())', [hashOf(baseline)])
  })
}

async function appliedMigrations(client: pg.Client): Promise<(NeededVersion & { name: string })[]> {
  const { rows } = await client.query('select name, version_min as "versionMin" from migrations')
  return rows
}

/** A newer version may have added to the tables; what this version uses is there until one contracts them. */
function refuseTooOld(version: string, applied: NeededVersion[]): void {
  const lowest = lowestVersion(applied)
  if (lowest === undefined || !isOlder(version, lowest)) return
  throw new StartProblem(
    `This database was upgraded by a newer Laurel and needs version ${lowest} or later, but this is ${version}. ` +
      'Start a newer version, or restore a copy from before the upgrade.',
  )
}

/** A migration that contracts begins with this line, which names the lowest version that may run after it. */
const CONTRACT = /^-- contract: (\d+\.\d+\.\d+)$/m

const versionMinOf = ({ text }: Script) => CONTRACT.exec(text)?.[1] ?? null

function adviceFor(migration: Script): string {
  const lowest = versionMinOf(migration)
  return lowest === null
    ? ''
    : ` Versions before ${lowest} are too old to stay: stop their processes, which are not ready any more.`
}

/** Requests of the version before lock the same tables. Waiting for long, a migration would stop them all. */
const LOCK_TIMEOUT = '2s'
const MIGRATION_TRIES_MAX = 100
const RETRY_MS = 200

async function applyMigration(client: pg.Client, migration: Script): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await tryMigration(client, migration)
      return
    } catch (error) {
      if (tries === MIGRATION_TRIES_MAX || !isLockConflict((error as Error).cause)) throw error
      await delay(RETRY_MS)
    }
  }
}

async function tryMigration(client: pg.Client, migration: Script): Promise<void> {
  const { name, text } = migration
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const statement of statementsOf(text)) await run(client, `Migration ${name}`, statement)
    await client.query('insert into migrations (name, applied_at, version_min) values ($1, now(), $2)', [
      name,
      versionMinOf(migration),
    ])
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function run(client: pg.Client, what: string, statements: string): Promise<void> {
  await client.query(statements).catch((error: Error) => {
    throw new Error(`${what} failed: ${error.message}`, { cause: error })
  })
}

/** Roles belong to the whole server, so another database may create this one at the same time. */
async function ensureServiceRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ usable: boolean }>(
    `select pg_has_role(current_user, oid, 'member') as usable from pg_roles where rolname = $1`,
    [SERVICE_ROLE],
  )
  if (rows[0]?.usable) return
  if (!rows[0]) {
    await client.query(`create role ${SERVICE_ROLE} nologin`).catch((error: pg.DatabaseError) => {
      if (!DUPLICATE_CODES.includes(error.code ?? '')) throw error
    })
  }
  // Only an owner who also serves needs the role; without it, its connections are refused.
  await client.query(`grant ${SERVICE_ROLE} to current_user`).catch((error) => {
    if (!isPermissionDenied(error)) throw error
  })
}

/** Quoted text, dollar-quoted text and comments, in which a semicolon ends nothing. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//

/** The statements of a script, without its comments. Citus takes changes of tables one by one. */
export function statementsOf(script: string): string[] {
  const statements = ['']
  for (const [piece] of script.matchAll(new RegExp(`${OPAQUE.source}|[^]`, 'g'))) {
    if (piece === ';') statements.push('')
    else if (!/^(--|\/\*)/.test(piece)) statements[statements.length - 1] += piece
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** The version of the tables that pg-boss needs. */
export const JOB_SCHEMA_VERSION: number = bossPackage.pgboss.schema

/** Installs or upgrades the schema of pg-boss. Needs the owner's rights; the service has fewer. */
async function migrateJobs(client: pg.Client, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ installed: boolean }>(
    `select to_regclass('pgboss.version') is not null as installed`,
  )
  if (!rows[0]?.installed) return void (await client.query(getConstructionPlans('pgboss')))
  const { rows: versions } = await client.query<{ version: number }>('select version from pgboss.version')
  if ((versions[0]?.version ?? 0) >= JOB_SCHEMA_VERSION) return
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
