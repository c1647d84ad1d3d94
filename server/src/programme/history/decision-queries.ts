import { type Db, type Sql, sql } from '../../storage/database/database.ts'
import { findActivityIds } from '../activities/activity-queries.ts'
import type { Award, FoundAward } from '../awards/award.ts'
import { findAwards, selectAwards } from '../awards/award-store.ts'
import { type FoundReversal, selectReversals } from '../awards/reversal-store.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import { selectTransactions } from '../coins/coin-transaction-store.ts'
import { DECISION_SOURCES, type EventSource } from '../ledger/event-queries.ts'
import type { ReturnDecision } from '../returns/return.ts'
import { findReturnNotes, selectReturns } from '../returns/return-store.ts'
import type { CoinKind, HistoryLine, MembershipChange } from './decision.ts'
import { type HistoryFilter, scanOf } from './scan-queries.ts'

/** Lines scanned per call, so that a filter that matches few still returns quickly. */
export const SCANNED_MAX = 10_000

export type HistoryPage = { lines: HistoryLine[]; next: bigint | null }

type Window = { before: bigint | null; limit: number }

/** Lines, newest first. `next`, the next `before`, is the last number scanned; null when all were. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  { before, limit, ...filter }: HistoryFilter & Window,
): Promise<HistoryPage> {
  const scan = await scanOf(db, partnerId, filter)
  if (!scan) return { lines: [], next: null }
  // Reads no further than it must: up to one match beyond the limit, or to the last that may be scanned.
  const rows = await db.many<{ seq: bigint; isMatch: boolean; isLast: boolean }>(sql`
    select seq, is_match, is_last
    from (
      select seq, is_match, row_number() over (order by seq desc) = ${SCANNED_MAX} as is_last
      from (${scan.select(SCANNED_MAX, before)}) matched
    ) numbered
    where is_match or is_last
    order by seq desc
    limit ${limit + 1}`)
  const found = rows.filter(({ isMatch }) => isMatch).map(({ seq }) => seq)
  const hasMore = found.length > limit
  const seqs = found.slice(0, limit)
  const last = rows.find(({ isLast }) => isLast)?.seq ?? null
  return {
    lines: await readLines(db, partnerId, seqs, scan.sources),
    next: hasMore ? (seqs.at(-1) ?? null) : last,
  }
}

/** The lines with these numbers, newest first. */
export async function readLines(
  db: Db,
  partnerId: string,
  seqs: readonly bigint[],
  sources: readonly EventSource[],
): Promise<HistoryLine[]> {
  if (seqs.length === 0) return []
  const isOne = (seq: Sql) => sql`${seq} = any(${seqs}::bigint[])`
  const lines = await readFrom(db, partnerId, sources, {
    award: isOne(sql`a.seq`),
    reversal: isOne(sql`v.seq`),
    transaction: isOne(sql`t.seq`),
    return: isOne(sql`r.seq`),
    lifecycle: isOne(sql`e.seq`),
  })
  return lines.sort((left, right) => (left.record.seq > right.record.seq ? -1 : 1))
}

/** The decision or settlement with this id, of any of these sources. */
export async function findDecision(
  db: Db,
  partnerId: string,
  id: string,
  sources: readonly EventSource[] = DECISION_SOURCES,
): Promise<HistoryLine | undefined> {
  const [line] = await readFrom(db, partnerId, sources, {
    award: sql`a.id = ${id}`,
    reversal: sql`v.id = ${id}`,
    transaction: sql`t.id = ${id}`,
    return: sql`r.id = ${id}`,
    lifecycle: sql`false`,
  })
  return line
}

const SELECT_MEMBERSHIP_CHANGES = sql`
  select e.data ->> 'id' as id, e.seq, e.user_id, e.outcome, e.created_at
  from rule_and_member_events e`

/** Reads the rows of those tables, each with a condition of its own. */
async function readFrom(
  db: Db,
  partnerId: string,
  sources: readonly EventSource[],
  where: Record<Exclude<EventSource, 'activity'>, Sql>,
): Promise<HistoryLine[]> {
  const from = <Row extends object>(source: EventSource, select: Sql) =>
    sources.includes(source) ? db.many<Row & Record<string, unknown>>(select) : []
  const [awards, reversals, transactions, returns, memberships] = await Promise.all([
    from<FoundAward>('award', sql`${selectAwards(sql`${partnerId}::uuid`)} and ${where.award}`),
    from<FoundReversal>('reversal', sql`${selectReversals(sql`${partnerId}::uuid`)} and ${where.reversal}`),
    from<CoinTransaction & { kind: CoinKind }>(
      'transaction',
      sql`${selectTransactions(sql`${partnerId}::uuid`)} and ${where.transaction}`,
    ),
    from<ReturnDecision>('return', sql`${selectReturns(sql`${partnerId}::uuid`)} and ${where.return}`),
    from<MembershipChange>(
      'lifecycle',
      sql`${SELECT_MEMBERSHIP_CHANGES}
        where e.partner_id = ${partnerId} and e.kind = 'membership' and ${where.lifecycle}`,
    ),
  ])
  const [reversed, activityIds, returnNotes] = await Promise.all([
    findAwards(
      db,
      partnerId,
      reversals.map(({ awardId }) => awardId),
    ),
    findActivityIds(
      db,
      partnerId,
      awards.map(({ seq }) => seq),
    ),
    findReturnNotes(
      db,
      partnerId,
      [...reversals, ...transactions].flatMap(({ returnId }) => returnId ?? []),
    ),
  ])
  const awardById = new Map(reversed.map((award) => [award.id, award]))
  const returnNoteOf = ({ returnId }: { returnId: string | null }) => returnNotes.get(returnId ?? '') ?? null
  return [
    ...awards.map((record) => {
      const activityId = activityIds.get(record.seq) ?? null
      return { kind: 'award', record, activityId } as const
    }),
    ...reversals.map(({ awardId, ...reversal }) => {
      const record = { ...reversal, award: awardById.get(awardId) as Award }
      return { kind: 'reversal', record, returnNote: returnNoteOf(reversal) } as const
    }),
    ...transactions.map((record) => ({
      kind: record.kind,
      record,
      returnNote: returnNoteOf(record),
    })),
    ...returns.map((record) => ({ kind: 'return', record }) as const),
    ...memberships.map((record) => ({ kind: 'membership', record }) as const),
  ]
}
