import { type Db, sql, type Tx } from '../database/database.ts'

/** A job holds only the id of a row, so the queue has no personal data. */
export type QueueName = 'mail' | 'purge' | 'erase' | 'import' | 'backtest' | 'alarms'

/**
 * Adds a job within the transaction that causes it, without a round trip of its own. Without an id, adds none
 * in the same time. The row is what pg-boss writes for `send`; a test compares them.
 */
export function sendJob(tx: Tx, queue: QueueName, id: string | undefined): void {
  tx.send(sql`
    insert into pgboss.job (id, name, priority, start_after, created_on, expire_seconds, deletion_seconds,
      keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      policy, dead_letter, heartbeat_seconds)
    select ${id ?? null}::uuid, name, 0, now(), now(), expire_seconds, deletion_seconds,
      now() + make_interval(secs => retention_seconds),
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue
    where name = ${queue} and ${id ?? null}::uuid is not null`)
}

/** Runs the retries of a queue now instead of later. */
export async function retryNow(db: Db, queue: QueueName): Promise<number> {
  return db.run(sql`
    update pgboss.job
    set start_after = now(), retry_count = 0
    where name = ${queue} and state = 'retry'`)
}

type QueueCounts = {
  name: string
  waiting: number
  retrying: number
  active: number
  failed: number
  oldestWaiting: Date | null
}

/** The queue `failed` holds jobs that were given up, with the name of their first queue. */
export async function countJobs(db: Db): Promise<QueueCounts[]> {
  return db.many<QueueCounts>(sql`
    select q.name,
      (count(*) filter (where j.name = q.name and j.state = 'created'))::integer as waiting,
      (count(*) filter (where j.name = q.name and j.state = 'retry'))::integer as retrying,
      (count(*) filter (where j.name = q.name and j.state = 'active'))::integer as active,
      (count(*) filter (where j.name = 'failed'))::integer as failed,
      min(j.created_on) filter (where j.name = q.name and j.state in ('created', 'retry')) as oldest_waiting
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name or (j.name = 'failed' and j.source_name = q.name)
    where q.name <> 'failed'
    group by q.name
    order by q.name`)
}

/**
 * Reads what pg-boss counts every ten seconds, in one row per queue. The queue `failed` holds jobs given up.
 */
export async function listQueueLengths(
  db: Db,
): Promise<{ queue: string; waiting: number; active: number }[]> {
  return db.many(sql`
    select name as queue, queued_count as waiting, active_count as active
    from pgboss.queue`)
}

export type JobFailure = {
  queue: string
  id: string
  at: Date
  tries: number
  reason: string
  isGivenUp: boolean
}

/**
 * The latest failures: jobs that were given up, then jobs that will be retried. Reasons are our own codes.
 */
export async function listJobFailures(db: Db, countMax: number): Promise<JobFailure[]> {
  return db.many<JobFailure>(sql`
    select coalesce(source_name, name) as queue, coalesce(source_id, id) as id, failed_at as at,
      coalesce(source_retry_count, retry_count) + 1 as tries, name = 'failed' as is_given_up,
      coalesce(details ->> 'reason', details -> 'value' ->> 'message', 'unknown') as reason
    from (
      select *, coalesce(source_output, output) as details,
        case name when 'failed' then created_on else started_on end as failed_at
      from pgboss.job
      where name = 'failed' or (state = 'retry' and output is not null)
    ) failures
    order by is_given_up desc, failed_at desc
    limit ${countMax}`)
}
