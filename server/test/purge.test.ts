import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from './support/service.ts'
import { waitUntil } from './support/wait-until.ts'

const service = await startTestService()

test('what is over is purged once an hour, by one of all the processes', async () => {
  await untilPurged()
  await service.query(`
    insert into rate_counters (keyed_hash, window_ends_at, count)
    values ('over', now() - interval '1 minute', 1), ('not over', now() + interval '1 hour', 1)`)
  await service.query(
    `insert into revocations (id, revoked_at) values ('over', now() - interval '1 day'), ('not over', now())`,
  )
  await service.startAnother()
  assert.equal(
    await left(),
    'rate_counters not over, rate_counters over, revocations not over, revocations over',
  )

  // An hour later.
  await service.query(
    `update pgboss.job set singleton_on = singleton_on - interval '1 hour' where name = 'purge'`,
  )
  await Promise.all([service.startAnother(), service.startAnother()])
  await untilPurged(2)
  assert.equal(await left(), 'rate_counters not over, revocations not over')
})

async function left(): Promise<string> {
  const rows = await service.query<{ what: string }>(`
    select 'rate_counters ' || convert_from(keyed_hash, 'utf8') as what
    from rate_counters
    where keyed_hash in ('over', 'not over')
    union all
    select 'revocations ' || id
    from revocations
    order by what`)
  return rows.map(({ what }) => what).join(', ')
}

const untilPurged = (times = 1) =>
  waitUntil(async () => {
    const rows = await service.query<{ state: string }>(
      `select state::text from pgboss.job where name = 'purge'`,
    )
    assert(rows.length <= times, 'there is one for all')
    return rows.length === times && rows.every(({ state }) => state === 'completed')
  }, 'it is done')
