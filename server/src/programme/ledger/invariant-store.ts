import { type Db, fixedText, sql } from '../../storage/database/database.ts'

/** The invariants of the ledger. The view `broken_<name>` has the rows that break one. */
export const INVARIANTS = [
  { name: 'movements', says: 'every movement leaves one account of its partner and enters another' },
  { name: 'wallets', says: 'every wallet holds the sum of its movements' },
  { name: 'arrears', says: 'what is owed, written off, adjusted and opened is the sum of its movements' },
  { name: 'parts', says: 'no more of an award is reversed, and of a transfer refunded, than there was' },
  { name: 'counters', says: 'participants, paid awards and budgets are counted as they were paid' },
  { name: 'boards', says: 'every score is what the movements give' },
  { name: 'segments', says: 'every member is in the right segment of each board, and is counted there' },
  { name: 'events', says: 'events are numbered from 1 without a gap' },
  { name: 'times', says: 'the times of events do not run backwards' },
  { name: 'days', says: 'the overview counts by day what the events give' },
  { name: 'actors', says: 'the actor of every write is known' },
]

type Breach = { found: bigint; partnerId: string; id: string; problem: string }

/** Returns the first row that breaks an invariant and the number of such rows; undefined if it holds. */
export async function findBreach(db: Db, { name }: (typeof INVARIANTS)[number]): Promise<Breach | undefined> {
  return db.first<Breach>(sql`
    select count(*) over () as found, *
    from ${fixedText(`broken_${name}`)}
    limit 1`)
}

type InvariantCheck = { invariant: string; brokenRows: bigint; checkedAt: Date }

/** Records the result of a check, so that monitoring can tell of it. */
export async function saveInvariantCheck(db: Db, { invariant, brokenRows, checkedAt }: InvariantCheck) {
  await db.run(sql`
    insert into invariant_checks as c (invariant, broken_rows, checked_at)
    values (${invariant}, ${brokenRows}, ${checkedAt})
    on conflict (invariant) do update
    set broken_rows = excluded.broken_rows, checked_at = excluded.checked_at`)
}

/** The last result of each check. */
export async function listInvariantChecks(db: Db): Promise<InvariantCheck[]> {
  return db.many<InvariantCheck>(sql`
    select invariant, broken_rows, checked_at
    from invariant_checks`)
}
