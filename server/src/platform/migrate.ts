import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SERVICE_ROLE } from './database.ts'
import { migrateJobs } from './job-schema.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const MIGRATION_LOCK = 7_216_554_301
const DUPLICATE_CODES = ['42710', '23505']

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
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureServiceRole(client)
    await migrateJobs(client, connectionString)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const pending = files.filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
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
