import { StartProblem } from '../process/start-problem.ts'
import { type Db, SERVICE_ROLE, sql } from './database.ts'

/** A pooler may drop a connection's start-up settings; the service would then run with the owner's rights. */
export async function requireServiceRole(db: Db): Promise<void> {
  const row = await db.first<{ role: string }>(sql`select current_user as role`)
  if (row?.role === SERVICE_ROLE) return
  throw new StartProblem(
    `The connections of DATABASE_URL act as ${row?.role}, not as ${SERVICE_ROLE}. ` +
      'Point DATABASE_URL at PostgreSQL itself, not at a pooler such as PgBouncer.',
  )
}

/** Rejects if the database cannot be reached or read. */
export async function ping(db: Db): Promise<void> {
  await db.first(sql`select 1 as one`)
}
