import type { Logger } from 'pino'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { SERVICE_ROLE } from './connections.ts'
import { type Db, sql } from './database.ts'
import { poolerAdvice } from './database-error.ts'

/**
 * Refuses connections that do not act as the service's role, and in production a login that could leave it
 * for one that may change the ledger.
 */
export async function requireServiceRole(
  db: Db,
  { mode, log }: { mode: Config['mode']; log: Pick<Logger, 'warn'> },
): Promise<void> {
  const { role, login, hasTables } = await readRole(db)
  if (role !== SERVICE_ROLE) {
    throw new StartProblem(
      `The connections of DATABASE_URL act as ${role}, not as ${SERVICE_ROLE}. ${poolerAdvice('DATABASE_URL')}`,
    )
  }
  if (!hasTables) {
    throw new StartProblem(
      'The database of DATABASE_URL has no tables; DATABASE_URL and DATABASE_OWNER_URL must name the same database.',
    )
  }
  if (!(await canChangeLedger(db))) return
  if (mode === 'production') {
    throw new StartProblem(
      `The user ${login} of DATABASE_URL could change the ledger: it is a superuser, may create roles, may write files or run programs on the server, or has the rights of the owner. ` +
        'Name a user with the role laurel_service alone in DATABASE_URL, and the owner in DATABASE_OWNER_URL, as docs/deployment.md describes.',
    )
  }
  log.warn(
    { login },
    'the user of DATABASE_URL could change the ledger; production needs DATABASE_OWNER_URL beside it',
  )
}

async function readRole(db: Db): Promise<{ role: string; login: string; hasTables: boolean }> {
  const row = await db.first<{ role: string; login: string; hasTables: boolean }>(sql`
    select current_user as role, session_user as login, to_regclass('awards') is not null as has_tables`)
  return row as NonNullable<typeof row>
}

/** Whether the login has, or may take with `set role`, more than the rights of the service. */
async function canChangeLedger(db: Db): Promise<boolean> {
  const row = await db.first<{ found: boolean }>(sql`
    select exists (
      select
      from pg_roles r
      where pg_has_role(session_user, r.oid, 'member')
        and (
          r.rolsuper
          or r.rolcreaterole
          or r.rolname in ('pg_execute_server_program', 'pg_write_server_files')
          or r.oid = (select datdba from pg_database where datname = current_database())
          or r.oid = (select nspowner from pg_namespace where nspname = 'public')
          or exists (
            select
            from unnest(array['awards', 'reversals', 'coin_transactions', 'returns', 'lifecycle_events']) as written
            where has_table_privilege(r.oid, written, 'update, delete, truncate, trigger')
          )
        )
    ) as found`)
  return row?.found === true
}
