import { StartProblem } from '../process/start-problem.ts'
import { type Db, SERVICE_ROLE, sql } from './database.ts'

/** A pooler may drop the settings that a connection begins with, and the service would run with the owner's rights unseen. */
export async function requireServiceRole(db: Db): Promise<void> {
  const row = await db.first<{ role: string }>(sql`select current_user as role`)
  if (row?.role === SERVICE_ROLE) return
  throw new StartProblem(
    `The connections of DATABASE_URL act as ${row?.role}, not as ${SERVICE_ROLE}. ` +
      'Let DATABASE_URL lead to PostgreSQL directly, not through a pooler such as PgBouncer.',
  )
}

/** Resolves when the database can be reached and the service may read it. */
export async function ping(db: Db): Promise<void> {
  await db.first(sql`select 1 as one`)
}
