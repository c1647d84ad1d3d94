import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The usual implementation of an award: each request is one transaction that locks the rule and sends its
 * statements one by one. It writes the same rows, except for boards, and checks no token.
 * Run as a separate process: `node baseline.ts <folder of the database's socket> <partner>`.
 */
const [host, partnerId] = process.argv.slice(2)
const pool = new pg.Pool({ host, user: 'laurel', database: 'laurel', max: 10 })

type AwardCall = { userId: string; ruleName: string }

async function award(db: pg.PoolClient, { userId, ruleName }: AwardCall, key: string): Promise<void> {
  const one = async (text: string, ...values: unknown[]) =>
    (await db.query(text, [partnerId, ...values])).rows[0]

  const rule = await one('select * from rules where partner_id = $1 and name = $2 for update', ruleName)
  if (await one('select id from awards where partner_id = $1 and idempotency_key = $2', key)) return
  await one('select * from wallets where partner_id = $1 and user_id = $2 for update', userId)
  const progress = await one(
    `insert into rule_progress as s (partner_id, rule_id, user_id, paid_awards) values ($1, $2, $3, 1)
      on conflict (partner_id, rule_id, user_id) do update set paid_awards = s.paid_awards + 1 returning paid_awards`,
    rule.id,
    userId,
  )
  if (progress.paid_awards === 1)
    await one('update rules set participants = participants + 1 where partner_id = $1 and id = $2', rule.id)
  const event = await one(
    'update ledgers set last_seq = last_seq + 1 where partner_id = $1 returning last_seq',
  )
  await one(
    `insert into awards (partner_id, id, seq, rule_id, rule_name, user_id, outcome, coins, progress, progress_needed, user_awards,
        participants, participants_max, idempotency_key, request_hash, created_at, actor_id, rule_version, balance, points,
        is_new_participant)
      values ($1, gen_random_uuid(), $2, $3, $4, $5, 'paid', $6, 1, 1, $7, $8, $9, $10, '\\x00', now(), 0, 1, $6, $6, false)`,
    event.last_seq,
    rule.id,
    rule.name,
    userId,
    rule.coins,
    progress.paid_awards,
    rule.participants,
    rule.participants_max,
    key,
  )
  await one(
    `update wallets set balance = balance + $2, points = points + $2, has_earned = true, month = date_trunc('month', now() at time zone 'utc'),
        month_earned = coalesce(month_earned, 0) + $2, month_earned_segment = coalesce(month_earned_segment, 1), updated_at = now()
      where partner_id = $1 and user_id = $3`,
    rule.coins,
    userId,
  )
}

const server = createServer(async (request, response) => {
  const call = (await json(request)) as AwardCall
  const db = await pool.connect()
  try {
    await db.query('begin')
    await award(db, call, String(request.headers['idempotency-key']))
    await db.query('commit')
    response.writeHead(201, { 'content-length': 0 }).end()
  } catch (error) {
    await db.query('rollback')
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  } finally {
    db.release()
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`API http://127.0.0.1:${address.port}/api/v1`)
})
