import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { purgeExpired, type Retention } from '../../src/retention-store.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { signUp } from '../support/account.ts'
import { notOnCitus } from '../support/citus.ts'
import { newOwner } from '../support/partner.ts'
import { assertByIndex, plansOf } from '../support/plans.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

// Before those of the service, which drop the database.
after(() => Promise.all([database.close(), client.end()]))
const service = await startTestService()
const { connectionString } = service
const database = openDatabase({ connectionString })
const client = new pg.Client({ connectionString })
await client.connect()

const RETENTION = readConfig({})
const purge = (retention: Partial<Retention> = {}) =>
  purgeExpired(database, { ...RETENTION, ...retention }, new Date())

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

test('what has expired is purged, and what a live session needs stays', async () => {
  const [owner, invited] = [await newOwner(service), await newOwner(service)]
  const [user, other] = [await signUp(service), await signUp(service)]
  await service.query('delete from email_codes')
  const over = `now() - interval '1 minute'`
  const live = `now() + interval '1 minute'`
  for (const [what, end] of Object.entries({ over, live })) {
    const insert = (text: string, ...values: unknown[]) => client.query(text, values)
    await insert(
      `insert into sessions (id, team_member_id, address, agent, created_at, last_used_at, expires_at)
      values (gen_random_uuid(), $1, '', '${what}', now(), now(), ${end})`,
      owner.id,
    )
    for (const consumed of ['null', 'now()'])
      await insert(
        `insert into refresh_tokens (token_hash, session_id, team_member_id, created_at, expires_at, consumed_at)
        select convert_to('${what} ${consumed}', 'utf8'), id, team_member_id, now(), ${end}, ${consumed}
        from sessions
        where agent = 'live' or (agent = 'over' and '${what}' = 'over')
        limit 1`,
      )
    await insert(
      `insert into password_links (token_hash, user_id, created_at, expires_at) values ('${what}', $1, now(), ${end})`,
      user.userId,
    )
    await insert(
      `insert into email_codes (user_id, code_hash, tries_left, expires_at) values ($1, '${what}', 5, ${end})`,
      what === 'over' ? user.userId : other.userId,
    )
    await insert(
      `insert into email_changes (team_member_id, email, old_token_hash, new_token_hash, created_at, expires_at)
      values ($1, '${what}', 'old ${what}', 'new ${what}', now(), ${end})`,
      what === 'over' ? owner.id : invited.id,
    )
    await insert(
      `insert into invitations (id, partner_id, email, role, token_hash, invited_by, created_at, expires_at)
      values (gen_random_uuid(), $1, '${what}', 'support', '${what}', $2, now(), ${end})`,
      owner.partnerId,
      owner.id,
    )
    await insert(
      `insert into oauth_records (model, id_hash, encrypted_payload, expires_at) values ('${what}', 'x', 'x', ${end})`,
    )
  }
  // An expired token of a session that goes on.
  await client.query(`
    insert into refresh_tokens (token_hash, session_id, team_member_id, created_at, expires_at)
    select 'over in live', id, team_member_id, now(), ${over}
    from sessions
    where agent = 'live'`)
  await purge()

  const found = await client.query<{ what: string }>(`
    select 'session ' || agent as what from sessions where agent in ('over', 'live')
    union all select 'refresh token ' || convert_from(token_hash, 'utf8') from refresh_tokens
      where length(token_hash) < 20
    union all select 'password link ' || convert_from(token_hash, 'utf8') from password_links
    union all select 'email code ' || convert_from(code_hash, 'utf8') from email_codes
    union all select 'email change ' || email from email_changes
    union all select 'invitation ' || email from invitations
    union all select 'oauth record ' || model from oauth_records
    order by what`)
  assert.deepEqual(
    found.rows.map(({ what }) => what),
    [
      'email change live',
      'email code live',
      'invitation live',
      'oauth record live',
      'password link live',
      'refresh token live now()',
      'refresh token live null',
      'session live',
    ],
  )
})

test('mails and audit events are purged after their retention, however many there are', async () => {
  await client.query(`
    insert into mails (id, recipient, subject, encrypted_body, created_at, sent_at)
    select gen_random_uuid(), 'purged', age, body::bytea, now() - age::interval, sent_at
    from (values ('29 days', null, now()), ('31 days', null, now()), ('2 days', 'pending', null))
      as mails (age, body, sent_at)
    union all
    select gen_random_uuid(), 'purged', '31 days', null, now() - interval '31 days', now()
    from generate_series(1, 2500)`)
  await client.query(`
    insert into audit_log (id, subject, actor, action, address, agent, detail, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'signed_in', '', age, '{}',
      now() - age::interval
    from (
      values ('399 days'), ('401 days')
      union all
      select '402 days' from generate_series(1, 2500)
    ) as events (age)`)
  await purge()
  const mails = await client.query(
    `select subject, encrypted_body is not null as pending from mails where recipient = 'purged' order by subject`,
  )
  assert.deepEqual(mails.rows, [
    { subject: '2 days', pending: true },
    { subject: '29 days', pending: false },
  ])
  const events = await client.query(`select agent from audit_log where agent like '% days'`)
  assert.deepEqual(events.rows, [{ agent: '399 days' }])
})

test('how long requests, attempts and mails are kept is a setting', async () => {
  for (const age of ['2 days', '4 days', '6 days']) {
    const at = `now() - interval '${age}'`
    await client.query(`
      insert into request_log (partner_id, id, method, path, status, duration_ms, caller, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'GET', '${age}', 200, 1, 'client', ${at})`)
    await client.query(`
      insert into request_log_dropped (partner_id, minute, requests) values (gen_random_uuid(), ${at}, 1)`)
    await client.query(`
      insert into webhook_attempts (partner_id, endpoint_id, id, kind, events, took_ms, answer, created_at)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'test', 0, 1, '${age}', ${at})`)
    await client.query(`
      insert into mails (id, recipient, subject, created_at, sent_at)
      values (gen_random_uuid(), 'aged', '${age}', ${at}, now())`)
  }
  const kept = async () => {
    const { rows } = await client.query<{ what: string }>(`
      select 'request ' || path as what from request_log where path like '% days'
      union all select 'attempt ' || answer from webhook_attempts where answer like '% days'
      union all select 'mail ' || subject from mails where recipient = 'aged'
      union all select 'dropped ' || (now()::date - minute::date) || ' days' from request_log_dropped
      order by what`)
    return rows.map(({ what }) => what)
  }
  await purge({ requestLogDays: 5, webhookAttemptDays: 5, mailDays: 5 })
  assert.deepEqual(await kept(), [
    'attempt 2 days',
    'attempt 4 days',
    'dropped 2 days',
    'dropped 4 days',
    'mail 2 days',
    'mail 4 days',
    'request 2 days',
    'request 4 days',
  ])
  await purge({ requestLogDays: 1, webhookAttemptDays: 3, mailDays: 4 })
  assert.deepEqual(await kept(), ['attempt 2 days', 'mail 2 days'])
})

test('what was told of activities is kept for as many days as a setting says', async () => {
  await client.query(`
    insert into activity_data (partner_id, seq, properties, created_at)
    select gen_random_uuid(), 1, json_build_object('age', age), now() - age::interval
    from (values ('399 days'), ('401 days')) as told (age)`)
  const kept = async () => {
    const { rows } = await client.query<{ age: string }>(
      `select properties ->> 'age' as age from activity_data order by created_at`,
    )
    return rows.map(({ age }) => age)
  }
  await purge()
  assert.deepEqual(await kept(), ['399 days'])
  await purge({ activityRetentionDays: 30 })
  assert.deepEqual(await kept(), [])
})

test('the service cannot delete audit events of the last 30 days', async () => {
  await client.query(`
    insert into audit_log (id, subject, actor, action, address, agent, detail, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'signed_in', '', age, '{}', now() - age::interval
    from (values ('29 days'), ('31 days')) as events (age)`)
  const tomorrow = new Date(Date.now() + 86_400_000)
  await purgeExpired(database, { ...RETENTION, auditLogDays: 0 }, tomorrow)
  const { rows } = await client.query(`select agent from audit_log where agent like '% days'`)
  assert.deepEqual(rows, [{ agent: '29 days' }])
  await client.query('begin; set local role laurel_service')
  await assert.rejects(client.query('delete from audit_log'), /permission denied/)
  await client.query('rollback')
})

test('a session that is used while it is purged stays', async () => {
  const owner = await newOwner(service)
  const [session] = (
    await client.query<{ id: string }>(
      `insert into sessions (id, team_member_id, address, created_at, last_used_at, expires_at)
      values (gen_random_uuid(), $1, '', now(), now(), now() - interval '1 minute')
      returning id`,
      [owner.id],
    )
  ).rows
  await client.query('begin')
  await client.query(`update sessions set expires_at = now() + interval '1 hour' where id = $1`, [
    session?.id,
  ])
  const purged = purge()
  await waitUntil(async () => {
    const waiting = await service.query(
      `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from sessions%'`,
    )
    return waiting.length > 0
  }, 'the purge waits for the session')
  await client.query('commit')
  await purged
  assert.equal((await service.query('select from sessions where id = $1', [session?.id])).length, 1)
})

test('a purge finds its rows by an index', {
  skip: notOnCitus('the test reads plans without values, which Citus cannot make'),
}, async () => {
  assertByIndex(await plansOf(client, database, (db) => purgeExpired(db, RETENTION, new Date())))
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
