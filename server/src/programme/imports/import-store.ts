import { insertRows } from '../../storage/database/by-partner.ts'
import { allOf, type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { purgeRows } from '../../storage/database/purge.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { Import, LineRefusal } from './import.ts'
import type { ReceivedLine } from './import-line.ts'

const SELECT_IMPORTS = sql`
  select i.id, i.status, i.lines, i.done, i.created, i.refused, i.created_at, i.finished_at, ${ACTOR} as actor
  from imports i
  left join actors x on x.partner_id = i.partner_id and x.id = i.actor_id`

type Key = { partnerId: string; id: string }

export function findImport(db: Db, { partnerId, id }: Key): Promise<Import | undefined> {
  return db.first<Import>(sql`${SELECT_IMPORTS} where i.partner_id = ${partnerId} and i.id = ${id}`)
}

/** Lists imports newest first; ids grow with time. */
export function listImports(
  db: Db,
  partnerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Import[]> {
  return db.many<Import>(sql`
    ${SELECT_IMPORTS}
    where ${allOf(sql`i.partner_id = ${partnerId}`, before === null ? null : sql`i.id < ${before}`)}
    order by i.id desc
    limit ${limit}`)
}

export function insertImport(tx: Tx, { partnerId, id }: Key, actorId: bigint, now: Date): void {
  tx.send(sql`
    insert into imports (partner_id, id, status, actor_id, created_at)
    values (${partnerId}, ${id}, 'receiving', ${actorId}, ${now})`)
}

export type UnfinishedImport = { id: string; status: 'receiving' | 'running' }

/** The import of a partner that is not finished. */
export function lockUnfinished(tx: Tx, partnerId: string): Promise<UnfinishedImport | undefined> {
  return tx.first<UnfinishedImport>(sql`
    select id, status
    from imports
    where partner_id = ${partnerId} and status in ('receiving', 'running')
    for update`)
}

/** A retry is compared with this. */
export type ReceivedLines = { status: Import['status']; lines: number; linesHash: Buffer | null }

export function lockReceived(tx: Tx, { partnerId, id }: Key): Promise<ReceivedLines | undefined> {
  tx.keepInPlace(partnerId)
  return tx.first<ReceivedLines>(sql`
    select status, lines, lines_hash
    from imports
    where partner_id = ${partnerId} and id = ${id}
    for update`)
}

/** Stores the next lines of an import that is being received. */
export function appendLines(
  tx: Tx,
  { partnerId, id }: Key,
  { after, lines, linesHash }: { after: number; lines: ReceivedLine[]; linesHash: Buffer },
): void {
  tx.send(sql`
    insert into import_lines (partner_id, import_id, after_lines, lines)
    values (${partnerId}, ${id}, ${after}, ${JSON.stringify(lines)}::jsonb)`)
  tx.send(sql`
    update imports
    set lines = ${after + lines.length}, lines_hash = ${linesHash}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** The lines of an import that are waiting; `jobId` works them off. */
export function startRunning(tx: Tx, { partnerId, id }: Key, jobId: string): void {
  tx.send(sql`
    update imports
    set status = 'running', job_id = ${jobId}
    where partner_id = ${partnerId} and id = ${id}`)
}

export function endImport(tx: Tx, { partnerId, id }: Key, status: 'finished' | 'cancelled', now: Date): void {
  tx.send(sql`
    delete from import_lines
    where partner_id = ${partnerId} and import_id = ${id}`)
  tx.send(sql`
    update imports
    set status = ${status}, job_id = null, finished_at = ${now}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** The import whose next lines a job works off. Jobs do not name the partner. */
export function findImportOfJob(db: Db, jobId: string): Promise<Key | undefined> {
  return db.first<Key>(sql`
    select partner_id, id
    from imports
    where job_id = ${jobId}`)
}

export type RunningImport = { jobId: string | null; actor: Import['actor'] }

export function lockRunning(tx: Tx, { partnerId, id }: Key): Promise<RunningImport | undefined> {
  return tx.first<RunningImport>(sql`
    select i.job_id, ${ACTOR} as actor
    from imports i
    join actors x on x.partner_id = i.partner_id and x.id = i.actor_id
    where i.partner_id = ${partnerId} and i.id = ${id}
    for update of i`)
}

export type WaitingLines = { afterLines: number; lines: ReceivedLine[] }

/** The next lines, and whether more follow. */
export async function findWaitingLines(
  tx: Tx,
  { partnerId, id }: Key,
): Promise<{ next: WaitingLines | undefined; hasMore: boolean }> {
  const rows = await tx.many<WaitingLines>(sql`
    select after_lines, case row_number() over (order by after_lines) when 1 then lines end as lines
    from (
      select after_lines, lines
      from import_lines
      where partner_id = ${partnerId} and import_id = ${id}
      order by after_lines
      limit 2
    ) waiting
    order by after_lines`)
  return { next: rows[0], hasMore: rows.length > 1 }
}

export function saveProgress(
  tx: Tx,
  { partnerId, id }: Key,
  { afterLines, created, refusals }: { afterLines: number; created: number; refusals: LineRefusal[] },
): void {
  tx.send(sql`
    delete from import_lines
    where partner_id = ${partnerId} and import_id = ${id} and after_lines = ${afterLines}`)
  tx.send(sql`
    update imports
    set done = done + ${created + refusals.length}, created = created + ${created},
      refused = refused + ${refusals.length}
    where partner_id = ${partnerId} and id = ${id}`)
  if (refusals.length === 0) return
  const rows = refusals.map((refusal) => ({ ...refusal, importId: id }))
  tx.send(
    insertRows('import_refusals', new Map([[partnerId, rows]]), {
      import_id: 'uuid',
      line: 'integer',
      external_id: 'text',
      reason: 'text',
      problem: 'text',
    }),
  )
}

/** Refused lines in the order of the file. */
export function listRefusals(
  db: Db,
  { partnerId, id }: Key,
  { after, limit }: { after: number; limit: number },
): Promise<LineRefusal[]> {
  return db.many<LineRefusal>(sql`
    select line, external_id, reason, problem
    from import_refusals
    where partner_id = ${partnerId} and import_id = ${id} and line > ${after}
    order by line
    limit ${limit}`)
}

/** Deletes imports with their lines and refusals: reports past their retention, and uploads given up. */
export async function purgeImports(
  db: Db,
  { finishedBefore, receivingBefore }: { finishedBefore: Date; receivingBefore: Date },
): Promise<void> {
  // One import can have a million refusals.
  const purge = (isExpired: Sql, order: Sql) =>
    purgeRows(db, { table: sql`imports`, key: sql`partner_id, id`, stepRows: 1, isExpired, order })
  await purge(sql`finished_at < ${finishedBefore}`, sql`finished_at`)
  await purge(sql`status = 'receiving' and created_at < ${receivingBefore}`, sql`created_at`)
}

export function deleteImport(tx: Tx, { partnerId, id }: Key): void {
  tx.send(sql`
    delete from imports
    where partner_id = ${partnerId} and id = ${id}`)
}
