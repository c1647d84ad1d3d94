import type pg from 'pg'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'

/**
 * Gives the service of a database a clock that tests move, also in processes of their own: its `now()` and
 * `clock_timestamp()` read a table. The processes themselves keep their time.
 */
export async function moveClockOf(client: pg.Client): Promise<{ set(at: number): Promise<void> }> {
  const { rows } = await client.query('select quote_ident(current_database()) as name')
  await client.query(`
    create schema moved_clock;
    create table moved_clock.clock as select pg_catalog.now() as at;
    create function moved_clock.now() returns timestamptz language sql stable
      as 'select at from moved_clock.clock';
    create function moved_clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select at from moved_clock.clock';
    grant usage on schema moved_clock to ${SERVICE_ROLE};
    grant select on moved_clock.clock to ${SERVICE_ROLE};
    alter role ${SERVICE_ROLE} in database ${rows[0].name} set search_path = moved_clock, pg_catalog, public`)
  return {
    async set(at) {
      await client.query('update moved_clock.clock set at = $1', [new Date(at)])
    },
  }
}
