import type pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }

/** The version of the tables that pg-boss needs. */
export const JOB_SCHEMA_VERSION: number = bossPackage.pgboss.schema

/** Installs or upgrades the schema of pg-boss. Needs the owner's rights; the service has fewer. */
export async function migrateJobs(client: pg.Client, connectionString: string): Promise<void> {
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
