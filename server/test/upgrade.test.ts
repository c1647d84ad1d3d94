import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { createEncryption } from '../src/crypto/encryption.ts'
import { openDatabase } from '../src/database/database.ts'
import { newId } from '../src/database/ids.ts'
import { migrate, serverProblem } from '../src/database/migrate.ts'
import { startJobs } from '../src/jobs/jobs.ts'
import { startMailSender } from '../src/mail/mail-sender.ts'
import { wordsOf } from '../src/members/member-words.ts'
import { StartProblem } from '../src/process/start-problem.ts'
import { openTestDatabase } from './support/database.ts'
import { header, startMailServer } from './support/mail-server.ts'
import { waitUntil } from './support/wait-until.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const MEMBERS = 3000
/** How boards were cut before segments had numbers. */
const SEGMENT_BEFORE = 1024

const { connectionString, client } = await openTestDatabase()

/** Makes the database what it was before a migration. */
async function goBackBefore(name: string): Promise<void> {
  await client.query(
    `drop schema if exists pgboss cascade; drop schema public cascade; create schema public; grant usage on schema public to public`,
  )
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null)')
  for (const file of (await readdir(MIGRATIONS)).filter((each) => each < name).sort()) {
    await client.query(await readFile(`${MIGRATIONS}/${file}`, 'utf8'))
    await client.query('insert into migrations values ($1, now())', [file])
  }
}

const EARLIER = `(now() - interval '2 months')`

/** A partner with paid awards, an earlier transfer and a reversal, in the tables as they were. */
async function fill(partnerId: string): Promise<void> {
  const ruleId = randomUUID()
  await client.query(`
    insert into ledgers values ('${partnerId}', gen_random_uuid(), gen_random_uuid(), ${MEMBERS + 2}, ${MEMBERS}, 0, now());
    insert into rules (partner_id, id, name, type, status, condition, coins, participants_max, completions_needed, participants, created_at, updated_at)
      values ('${partnerId}', '${ruleId}', 'hot', 'single', 'active', '', 100, 1000000, 1, ${MEMBERS - 1}, now(), now());
    create temp table people as select n, gen_random_uuid() as user_id, gen_random_uuid() as wallet_id, gen_random_uuid() as award_id, (n % 7 + 1) * 100 as coins
      from generate_series(1, ${MEMBERS}) n;
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
      select '${partnerId}', user_id, gen_random_uuid(), 'u' || n, '', '', now(), now() from people;
    insert into awards (partner_id, id, event_no, rule_id, rule_name, user_id, outcome, coins, progress, progress_needed, user_awards, participants, participants_max, created_at)
      select '${partnerId}', award_id, n, '${ruleId}', 'hot', user_id, 'paid', coins, 1, 1, 1, n, 1000000, now() from people;
    insert into standings (partner_id, rule_id, user_id, paid_awards)
      select '${partnerId}', '${ruleId}', user_id, (n > 1)::integer from people;
    insert into transfers (partner_id, id, event_no, user_id, coins, outcome, balance, parties, created_at)
      select '${partnerId}', gen_random_uuid(), ${MEMBERS + 1}, user_id, 50, 'moved', coins, '{}', ${EARLIER} from people where n = 2;
    insert into reversals (partner_id, id, event_no, award_id, user_id, coins, outcome, balance, created_at)
      select '${partnerId}', gen_random_uuid(), ${MEMBERS + 2}, award_id, user_id, coins, 'reversed', coins, now() from people where n = 1;
    insert into movements (partner_id, id, kind, from_account, to_account, user_id, coins, created_at)
      select l.partner_id, award_id, 'award', issuance_account, wallet_id, user_id, coins, now() from people, ledgers l
      union all select l.partner_id, t.id, 'transfer', wallet_id, returns_account, p.user_id, t.coins, t.created_at from people p join transfers t using (user_id), ledgers l
      union all select l.partner_id, r.id, 'reversal', wallet_id, issuance_account, p.user_id, r.coins, now() from people p join reversals r using (user_id), ledgers l;
    insert into wallets (partner_id, user_id, id, balance, points, returned, has_earned, has_returned, joined_no, on_boards, created_at, updated_at)
      select '${partnerId}', user_id, wallet_id, case n when 1 then 0 when 2 then coins - 50 else coins end, case n when 1 then 0 else coins end,
        case n when 2 then 50 else 0 end, true, n = 2, n, true, now(), now() from people;
    insert into monthly_scores (partner_id, month, user_id, earned, returned, has_earned, has_returned, joined_no, on_boards)
      select partner_id, date_trunc('month', now() at time zone 'utc'), user_id, points, 0, has_earned, false, joined_no, true from wallets
      union all select partner_id, date_trunc('month', ${EARLIER} at time zone 'utc'), user_id, 0, returned, false, true, joined_no, true from wallets where has_returned;
    insert into board_segments (partner_id, board, month, negated_score, joined_no, members)
      select partner_id, board, month, case place when 1 then -9223372036854775808 else negated_score end, case place when 1 then 0 else joined_no end,
        least(${SEGMENT_BEFORE}, total - place + 1)
      from (
        select *, row_number() over (partition by board, month order by negated_score, joined_no) as place, count(*) over (partition by board, month) as total
        from board_places
      ) placed
      where place % ${SEGMENT_BEFORE} = 1`)
}

const LIGHTER = '0010_lighter_awards.sql'
const broken = async () => (await client.query('select * from broken_invariants')).rows

test('a ledger from before awards were lighter is brought up to date as it was', async () => {
  await goBackBefore(LIGHTER)
  await fill(randomUUID())
  assert.deepEqual(await broken(), [])
  const movements =
    'select partner_id, id, kind, from_account, to_account, user_id, coins from movements order by id'
  const before = (await client.query(movements)).rows
  assert((await migrate(connectionString)).includes(LIGHTER))
  assert.deepEqual(await broken(), [])
  assert.deepEqual((await client.query(movements)).rows, before)
  const { rows } = await client.query(
    `select board, count(*)::integer as segments, sum(members)::integer as members from board_segments group by board order by board`,
  )
  assert.deepEqual(rows, [
    { board: 'earner', segments: 3, members: MEMBERS },
    { board: 'points', segments: 3, members: MEMBERS },
    { board: 'spender', segments: 2, members: 2 },
  ])
  const months = await client.query(`
    select count(distinct month)::integer as last, count(month_earned)::integer as earned, count(month_returned)::integer as returned,
      (select jsonb_agg(jsonb_build_object('earned', earned, 'returned', returned)) from monthly_scores) as earlier
    from wallets`)
  assert.deepEqual(months.rows, [
    { last: 1, earned: MEMBERS, returned: 0, earlier: [{ earned: null, returned: 50 }] },
  ])
})

test('a ledger that is not sound is left as it is, and the start says what to do', async () => {
  await goBackBefore(LIGHTER)
  await client.query('drop table if exists people')
  await fill(randomUUID())
  await client.query(`delete from movements where kind = 'transfer'`)
  await assert.rejects(migrate(connectionString), /The ledger is not sound: run "laurel audit"/)
  const { rows } = await client.query(`select count(*)::integer as movements from movements`)
  assert.deepEqual(rows, [{ movements: MEMBERS + 1 }])
})

test('members of before are found by the same words as those who join later', async () => {
  await goBackBefore('0013_jobs.sql')
  const partnerId = randomUUID()
  const people = [
    { tag: 'ada_l.99', fullname: "ADA O'Brien-King (countess)" },
    { tag: 'ade', fullname: 'Adébáyọ̀  Ọlá' },
    { tag: 'ivan', fullname: 'Иван 王小明 हिन्दी' },
    { tag: 'nameless', fullname: '' },
  ].map((person) => ({ ...person, userId: randomUUID() }))
  for (const { userId, tag, fullname } of people)
    await client.query(
      `insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at) values ($1, $2, $2, $3, $4, '', now(), now())`,
      [partnerId, userId, tag, fullname],
    )
  await client.query(
    `insert into memberships (partner_id, user_id, id, tag, fullname, email, left_at, left_by, created_at, updated_at)
    values ($1, $1, $1, 'gone', '', '', now(), 'user', now(), now())`,
    [partnerId],
  )
  await migrate(connectionString)
  const { rows } = await client.query('select user_id, word from member_words')
  const words = people.flatMap(({ userId, ...shown }) => wordsOf(shown).map((word) => `${userId} ${word}`))
  assert.deepEqual(new Set(rows.map(({ user_id, word }) => `${user_id} ${word}`)), new Set(words))
})

test('mails that the outbox of before had not sent are sent, and only those', async () => {
  await goBackBefore('0013_jobs.sql')
  const encryption = createEncryption(randomBytes(32))
  const [waiting, retried, sent, givenUp] = [newId(), newId(), newId(), newId()]
  const insert = (id: string, { text, sentAt, nextTry }: Record<string, string | null>) =>
    client.query(
      `insert into mails (id, recipient, subject, body_sealed, created_at, sent_at, next_try_at) values ($1, $2, 'Hello', $3, now(), $4, $5)`,
      [id, `${id}@mail.example`, text ? encryption.encrypt(text) : null, sentAt, nextTry],
    )
  await insert(waiting, { text: 'Your code is 1.', sentAt: null, nextTry: 'now' })
  await insert(retried, { text: 'Your code is 2.', sentAt: null, nextTry: 'tomorrow' })
  await insert(sent, { text: null, sentAt: 'now', nextTry: 'now' })
  await insert(givenUp, { text: null, sentAt: null, nextTry: 'infinity' })
  assert((await migrate(connectionString)).includes('0013_jobs.sql'))
  const { rows } = await client.query(
    `select id, start_after <= now() + interval '1 hour' as soon from pgboss.job order by id`,
  )
  assert.deepEqual(rows, [
    { id: waiting, soon: true },
    { id: retried, soon: true },
  ])

  await client.query('update pgboss.job set start_after = now()')
  const log = pino({ level: 'silent' })
  const mailServer = await startMailServer()
  const database = openDatabase({ connectionString })
  const jobs = await startJobs({ connectionString, log })
  const smtpUrl = `smtp://127.0.0.1:${mailServer.port}`
  await startMailSender({
    database,
    jobs,
    encryption,
    smtpUrl,
    from: 'a@b.example',
    origin: 'http://b.example',
    log,
  })
  await waitUntil(() => mailServer.received.length === 2, 'both mails arrive')
  await jobs.stop()
  await database.close()
  await mailServer.close()
  const arrived = mailServer.received.map(({ source }) => header(source, 'Message-ID'))
  assert.deepEqual(new Set(arrived), new Set([waiting, retried].map((id) => `<${id}@b.example>`)))
})

test('a database that a newer version upgraded is left as it is', async () => {
  await goBackBefore(LIGHTER)
  await client.query(`insert into migrations values ('9998_more.sql', now()), ('9999_most.sql', now())`)
  await assert.rejects(
    migrate(connectionString),
    new StartProblem(
      'This database was upgraded by a newer Laurel (9998_more.sql, 9999_most.sql). ' +
        'Start that version, or restore a copy from before the upgrade.',
    ),
  )
  const { rows } = await client.query(
    `select to_regnamespace('pgboss') as jobs, (select max(name) from migrations where name < '9') as last`,
  )
  assert.deepEqual(rows, [{ jobs: null, last: '0009_user_details.sql' }])
})

test('a database in another encoding is refused before anything is made in it', async () => {
  const name = `latin_${randomUUID().replaceAll('-', '')}`
  await client.query(
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  const url = new URL(connectionString)
  url.pathname = name
  await assert.rejects(
    migrate(url.href),
    new StartProblem(
      'The database of DATABASE_URL has the encoding LATIN1, but Laurel needs UTF8. ' +
        `Create one with "encoding 'UTF8' template template0", and name it in DATABASE_URL.`,
    ),
  )
  const latin = new pg.Client({ connectionString: url.href })
  await latin.connect()
  const { rows } = await latin.query(`select from pg_tables where schemaname in ('public', 'pgboss')`)
  await latin.end()
  await client.query(`drop database ${name} with (force)`)
  assert.equal(rows.length, 0)
})

test('a PostgreSQL before 15 is refused, and every later one is not', () => {
  assert.equal(
    serverProblem({ version: '14.19 (Debian)', major: 14, encoding: 'UTF8' }),
    'The PostgreSQL of DATABASE_URL is version 14.19 (Debian), but Laurel needs 15 or later. Upgrade it, or name another in DATABASE_URL.',
  )
  for (const major of [15, 16, 18, 20])
    assert.equal(serverProblem({ version: `${major}.1`, major, encoding: 'UTF8' }), undefined)
})
