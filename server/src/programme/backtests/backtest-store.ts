import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { RuleTermsSnapshot } from '../rules/rule.ts'
import type { Backtest, BacktestResult, BacktestStatus } from './backtest.ts'

export type BacktestKey = { partnerId: string; id: string }

/** What a backtest is to do. */
export type BacktestOrder = {
  ruleId: string | null
  rule: RuleTermsSnapshot
  /** Whether these are the terms of the rule at the time of the request. */
  isUnchanged: boolean
  asWritten: boolean
  fromAt: Date
  toAt: Date
  untilSeq: bigint
}

const SELECT_BACKTESTS = sql`
  select b.id, b.status, b.rule_id, b.rule, b.from_at, b.to_at, b.as_written, b.activities, b.done, b.result,
    b.created_at, b.finished_at, ${ACTOR} as actor
  from backtests b
  left join actors x on x.partner_id = b.partner_id and x.id = b.actor_id`

export function findBacktest(db: Db, { partnerId, id }: BacktestKey): Promise<Backtest | undefined> {
  return db.first<Backtest>(sql`${SELECT_BACKTESTS} where b.partner_id = ${partnerId} and b.id = ${id}`)
}

/** Lists backtests newest first; ids grow with time. */
export function listBacktests(
  db: Db,
  partnerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Backtest[]> {
  return db.many<Backtest>(sql`
    ${SELECT_BACKTESTS}
    where ${allOf(sql`b.partner_id = ${partnerId}`, before === null ? null : sql`b.id < ${before}`)}
    order by b.id desc
    limit ${limit}`)
}

export type NewBacktest = BacktestKey & BacktestOrder & { jobId: string; actorId: bigint; now: Date }

export function insertBacktest(tx: Tx, { partnerId, id, jobId, actorId, now, ...order }: NewBacktest): void {
  tx.send(sql`
    insert into backtests (partner_id, id, status, actor_id, job_id, rule_id, rule, is_unchanged, as_written, from_at,
      to_at, until_seq, created_at)
    values (${partnerId}, ${id}, 'waiting', ${actorId}, ${jobId}, ${order.ruleId}, ${JSON.stringify(order.rule)},
      ${order.isUnchanged}, ${order.asWritten}, ${order.fromAt}, ${order.toAt}, ${order.untilSeq}, ${now})`)
}

/** The backtest of a partner that waits. */
export function lockWaiting(
  tx: Tx,
  partnerId: string,
): Promise<{ id: string; actorKind: string; actorSubject: string } | undefined> {
  return tx.first(sql`
    select b.id, x.kind as actor_kind, x.subject as actor_subject
    from backtests b
    join actors x on x.partner_id = b.partner_id and x.id = b.actor_id
    where b.partner_id = ${partnerId} and b.status = 'waiting'
    for update of b`)
}

export function lockStatus(
  tx: Tx,
  { partnerId, id }: BacktestKey,
): Promise<{ status: BacktestStatus } | undefined> {
  tx.keepInPlace(partnerId)
  return tx.first<{ status: BacktestStatus }>(sql`
    select status
    from backtests
    where partner_id = ${partnerId} and id = ${id}
    for update`)
}

export function endBacktest(
  tx: Tx,
  { partnerId, id }: BacktestKey,
  { status, result = null, now }: { status: BacktestStatus; result?: BacktestResult | null; now: Date },
): void {
  tx.send(sql`
    update backtests
    set status = ${status}, result = ${result && JSON.stringify(result)}::jsonb, job_id = null, finished_at = ${now}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** The backtest of a job. Jobs do not name the partner. */
export function findBacktestOfJob(db: Db, jobId: string): Promise<BacktestKey | undefined> {
  return db.first<BacktestKey>(sql`
    select partner_id, id
    from backtests
    where job_id = ${jobId}`)
}

export type LockedBacktest = BacktestOrder & { status: BacktestStatus; tries: number }

/** The backtest of a job, unless it has ended or another job has it. */
export function lockOfJob(
  tx: Tx,
  { partnerId, id }: BacktestKey,
  jobId: string,
): Promise<LockedBacktest | undefined> {
  tx.keepInPlace(partnerId)
  return tx.first<LockedBacktest>(sql`
    select status, tries, rule_id, rule, is_unchanged, as_written, from_at, to_at, until_seq
    from backtests
    where partner_id = ${partnerId} and id = ${id} and job_id = ${jobId}
    for update`)
}

export async function isOneRunning(tx: Tx, partnerId: string): Promise<boolean> {
  const row = await tx.first(sql`
    select 1 as one
    from backtests
    where partner_id = ${partnerId} and status = 'running'`)
  return row !== undefined
}

export function startBacktest(tx: Tx, { partnerId, id }: BacktestKey): void {
  tx.send(sql`
    update backtests
    set status = 'running', tries = tries + 1, activities = 0, done = 0
    where partner_id = ${partnerId} and id = ${id}`)
}

export function setJob(tx: Tx, { partnerId, id }: BacktestKey, jobId: string): void {
  tx.send(sql`
    update backtests
    set job_id = ${jobId}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** Returns whether the backtest still runs for this job. */
export async function saveProgress(
  db: Db,
  { partnerId, id, jobId }: BacktestKey & { jobId: string },
  { activities, done }: { activities: number; done: number },
): Promise<boolean> {
  const saved = await db.run(sql`
    update backtests
    set activities = ${activities}, done = ${done}
    where partner_id = ${partnerId} and id = ${id} and job_id = ${jobId}`)
  return saved === 1
}

/** Which of these members were erased. Until the transaction ends, none of them is. */
export async function lockErased(tx: Tx, partnerId: string, userIds: string[]): Promise<Set<string>> {
  const rows = await tx.many<{ userId: string; isErased: boolean }>(sql`
    select user_id, erased_at is not null as is_erased
    from memberships
    where partner_id = ${partnerId} and user_id = any(${userIds}::uuid[])
    order by user_id
    for share`)
  return new Set(rows.filter(({ isErased }) => isErased).map(({ userId }) => userId))
}

/** Removes an erased member from the results of backtests. Called after the membership was redacted. */
export function redactBacktests(tx: Tx, partnerId: string, userId: string): void {
  tx.send(sql`
    update backtests b
    set result = jsonb_set(b.result, '{top}', coalesce((
      select jsonb_agg(line order by place)
      from jsonb_array_elements(b.result -> 'top') with ordinality as lines (line, place)
      where line ->> 'userId' <> ${userId}
    ), '[]'))
    where b.partner_id = ${partnerId} and b.result -> 'top' @> ${JSON.stringify([{ userId }])}::jsonb`)
}
