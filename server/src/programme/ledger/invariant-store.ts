import { type Db, fixedText, sql } from '../../storage/database/database.ts'

/** The invariants of the ledger. The view `broken_<name>` has the rows that break one. */
export const INVARIANTS = [
  { name: 'movements', says: 'every movement leaves one account of its partner and enters another' },
  { name: 'wallets', says: 'every wallet holds the sum of its movements' },
  { name: 'arrears', says: 'what is owed, written off, adjusted and opened is the sum of its movements' },
  { name: 'parts', says: 'no more of an award is reversed, and of a transfer refunded, than there was' },
  {
    name: 'counters',
    says: 'participants, completions, paid awards, budgets and limits are counted as they were decided',
  },
  { name: 'boards', says: 'every score is what the movements give' },
  { name: 'segments', says: 'every member is in the right segment of each board, and is counted there' },
  { name: 'events', says: 'events are numbered from 1 without a gap' },
  { name: 'times', says: 'the times of events do not run backwards' },
  { name: 'days', says: 'the overview counts by day what the events give' },
  { name: 'actors', says: 'the actor of every write is known' },
  { name: 'lots', says: 'what is held, pending and expired is what holds, lots and movements say' },
]

type Breach = { found: bigint; partnerId: string; id: string; problem: string }

/** Returns the first row that breaks an invariant and the number of such rows; undefined if it holds. */
export async function findBreach(db: Db, { name }: (typeof INVARIANTS)[number]): Promise<Breach | undefined> {
  return db.first<Breach>(sql`
    select count(*) over () as found, *
    from ${fixedText(`broken_${name}`)}
    limit 1`)
}

const PARTNERS_MAX = 1_000

/** Partners with rows that break an invariant. */
export async function listBrokenPartners(db: Db, { name }: (typeof INVARIANTS)[number]): Promise<string[]> {
  const rows = await db.many<{ partnerId: string }>(sql`
    select distinct partner_id
    from ${fixedText(`broken_${name}`)}
    limit ${PARTNERS_MAX}`)
  return rows.map(({ partnerId }) => partnerId)
}

type InvariantCheck = { invariant: string; brokenRows: bigint; checkedAt: Date }

/** Records the result of a check, so that monitoring can tell of it. */
export async function saveInvariantCheck(
  db: Db,
  { invariant, brokenRows, checkedAt, partnerIds }: InvariantCheck & { partnerIds: string[] },
): Promise<void> {
  await db.run(sql`
    insert into invariant_checks as c (invariant, broken_rows, checked_at, partner_ids)
    values (${invariant}, ${brokenRows}, ${checkedAt}, ${partnerIds})
    on conflict (invariant) do update
    set broken_rows = excluded.broken_rows, checked_at = excluded.checked_at, partner_ids = excluded.partner_ids`)
}

/** The invariants that the last audit found broken by rows of a partner. There is a row for each invariant. */
export function findDrift(db: Db, partnerId: string): Promise<{ invariant: string; checkedAt: Date }[]> {
  return db.many(sql`
    select invariant, checked_at
    from invariant_checks
    where ${partnerId}::uuid = any(partner_ids)
    order by invariant`)
}

/** The last result of each check. */
export async function listInvariantChecks(db: Db): Promise<InvariantCheck[]> {
  return db.many<InvariantCheck>(sql`
    select invariant, broken_rows, checked_at
    from invariant_checks`)
}
