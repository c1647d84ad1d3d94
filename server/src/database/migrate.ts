import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartProblem } from '../process/start-problem.ts'
import { SERVICE_ROLE } from './database.ts'
import { migrateJobs } from './job-schema.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const MIGRATION_LOCK = 7_216_554_301
const DUPLICATE_CODES = ['42710', '23505']
const POSTGRES_VERSION_MIN = 15

/** Brings the schema up to date: each file once, in order, each in its own transaction. Safe when many processes start at once. */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'laurel migrate',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfitServer(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const applied = await appliedMigrations(client)
    refuseNewerTables(applied, files)
    await ensureServiceRole(client)
    await migrateJobs(client, connectionString)
    const pending = files.filter((name) => !applied.includes(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

async function refuseUnfitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_encoding') as encoding`,
  )
  const problem = serverProblem(rows[0] as ServerFacts)
  if (problem) throw new StartProblem(problem)
}

type ServerFacts = { version: string; major: number; encoding: string }

/** Why Laurel cannot live on this server; undefined when it can. */
export function serverProblem({ version, major, encoding }: ServerFacts): string | undefined {
  if (major < POSTGRES_VERSION_MIN)
    return `The PostgreSQL of DATABASE_URL is version ${version}, but Laurel needs ${POSTGRES_VERSION_MIN} or later. Upgrade it, or name another in DATABASE_URL.`
  if (encoding !== 'UTF8')
    return `The database of DATABASE_URL has the encoding ${encoding}, but Laurel needs UTF8. Create one with "encoding 'UTF8' template template0", and name it in DATABASE_URL.`
  return undefined
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map((row) => row.name)
}

/** This version does not know what the later ones made of the tables, and would write into them wrongly. */
function refuseNewerTables(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new StartProblem(
    `This database was upgraded by a newer Laurel (${unknown.join(', ')}). ` +
      'Start that version, or restore a copy from before the upgrade.',
  )
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(`${MIGRATIONS_FOLDER}/${name}`, 'utf8')
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into migrations (name, applied_at) values ($1, now())', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Roles belong to the whole server, so two databases of it may try to create this one at the same time. */
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
  await client.query(`grant ${SERVICE_ROLE} to current_user`)
}
