import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { pick } from './requests.ts'
import type { SeededPartner } from './seed.ts'
import type { BenchService } from './service.ts'

const BEGIN: Statement = { name: 'begin', text: 'begin' }
const COMMIT: Statement = { name: 'commit', text: 'commit' }

const INSERT_AWARD = `
  insert into awards (partner_id, created_at, id, seq, rule_id, rule_name, user_id, outcome, coins, progress, progress_needed,
    user_awards, participants, participants_max, idempotency_key, request_hash, actor_id, rule_version, balance, points,
    is_new_participant)
  values ($1, $2, uuidv7(), $3, $4, 'hot', $5, 'paid', $6, 1, 1, $7, $8, 1000000000, $9, $10, 0, 1, $6, $6, false)`
const UPDATE_PROGRESS = `
  update rule_progress
  set paid_awards = $4, progress = 0, paid_coins = paid_coins + 1, paid_seq = 1
  where partner_id = $1 and rule_id = $2 and user_id = $3`
const UPDATE_WALLET = `
  update wallets
  set balance = $3::bigint + adjusted - spent + owed + written_off + opened - opening_points, points = $3, month = $4, month_earned = $5, updated_at = $6
  where partner_id = $1 and user_id = $2`
const UPDATE_LEDGER = 'update ledgers set last_seq = $2 where partner_id = $1'

const LOCK_LEDGER = 'select last_seq, last_at from ledgers where partner_id = $1 for update'
const READ_ALL = `
  select r.id, r.coins, r.participants, w.balance, w.points, w.month, w.month_earned, p.paid_awards, p.progress, p.paid_coins, k.id
  from rules r
  left join wallets w on w.partner_id = $1 and w.user_id = $2
  left join rule_progress p on p.partner_id = $1 and p.rule_id = r.id and p.user_id = $2
  left join awards k on k.partner_id = $1 and k.idempotency_key = $4
  where r.partner_id = $1 and r.name = $3`

/** Writes of the load itself, without the service. Each is one durable commit, and one message unless it says so. */
export type RawWrites = {
  /** The rows that the service writes for the next award of a member on a board of one segment. */
  award(): Promise<void>
  /** The same after the lock of the ledger and one statement that reads what the rows depend on: two messages. */
  awardAfterReading(): Promise<void>
  oneRow(): Promise<void>
  close(): Promise<void>
}

/** Only these writes may change the partner, since their values are known without reading. */
export async function openRawWrites(service: BenchService, partner: SeededPartner): Promise<RawWrites> {
  const { partnerId, users } = partner
  const client = await service.connect()
  const { rows } = await client.query(
    `select l.last_seq, r.id as rule_id, r.coins, r.participants, w.month::text, w.user_id, w.points, w.month_earned, p.paid_awards
      from ledgers l
      join rules r using (partner_id)
      join wallets w using (partner_id)
      join rule_progress p on p.partner_id = w.partner_id and p.user_id = w.user_id and p.rule_id = r.id
      where l.partner_id = $1`,
    [partnerId],
  )
  const members = new Map(rows.map((row) => [row.user_id as string, row]))
  const { rule_id: ruleId, participants, coins } = rows[0]
  let seq = Number(rows[0].last_seq)
  await client.query('create table if not exists one_row (id uuid primary key)')
  // As the service plans: once for each statement.
  await client.query('set plan_cache_mode = force_generic_plan')
  const send = createPipeline(client)
  const nextAward = (): { userId: string; key: string; statements: Statement[] } => {
    seq += 1
    const userId = pick(users)
    const key = randomUUID()
    const member = members.get(userId)
    member.points = Number(member.points) + Number(coins)
    member.month_earned = Number(member.month_earned) + Number(coins)
    member.paid_awards += 1
    const now = new Date().toISOString()
    const paid = String(member.paid_awards)
    const row = [
      partnerId,
      now,
      String(seq),
      ruleId,
      userId,
      coins,
      paid,
      String(participants),
      key,
      randomBytes(16),
    ]
    const scores = [String(member.points), member.month, String(member.month_earned)]
    const statements = [
      { name: 'award', text: INSERT_AWARD, values: row },
      { name: 'progress', text: UPDATE_PROGRESS, values: [partnerId, ruleId, userId, paid] },
      { name: 'wallet', text: UPDATE_WALLET, values: [partnerId, userId, ...scores, now] },
      { name: 'ledger', text: UPDATE_LEDGER, values: [partnerId, String(seq)] },
    ]
    return { userId, key, statements }
  }
  return {
    award: () => send([BEGIN, ...nextAward().statements, COMMIT]),
    async awardAfterReading() {
      const { userId, key, statements } = nextAward()
      await send([
        BEGIN,
        { name: 'lock', text: LOCK_LEDGER, values: [partnerId] },
        { name: 'read', text: READ_ALL, values: [partnerId, userId, 'hot', key] },
      ])
      await send([...statements, COMMIT])
    },
    oneRow: () =>
      send([BEGIN, { name: 'row', text: 'insert into one_row values ($1)', values: [randomUUID()] }, COMMIT]),
    async close() {
      await client.query('drop table one_row')
      await client.end()
    },
  }
}

type Statement = { name: string; text: string; values?: (string | Buffer | null)[] }

/** The callbacks of the `pg` client for a query. */
type Batch = pg.Submittable & Record<`handle${string}`, (message: never) => void>

/** Sends prepared statements in one message with one sync and resolves when all are done. */
function createPipeline(client: pg.Client): (statements: Statement[]) => Promise<void> {
  const prepared = new Set<string>()
  return (statements) =>
    new Promise((resolve, reject) => {
      const batch: Batch = {
        submit(connection) {
          connection.stream.cork()
          for (const { name, text, values = [] } of statements) {
            if (!prepared.has(name)) connection.parse({ name, text, types: [] }, true)
            prepared.add(name)
            connection.bind({ statement: name, values }, true)
            connection.execute({}, true)
          }
          connection.sync()
          connection.stream.uncork()
        },
        handleDataRow() {},
        handleRowDescription() {},
        handleCommandComplete() {},
        handleReadyForQuery: () => resolve(),
        handleError: (error: Error) => reject(error),
      }
      client.query(batch)
    })
}
