import { type Db, type Sql, sql } from '../../storage/database/database.ts'

/** The invariants of the ledger, each with the view of the rows that break it. */
export const INVARIANTS: { name: string; says: string; broken: Sql }[] = [
  {
    name: 'movements',
    says: 'every movement leaves one account of its partner and enters another',
    broken: sql`broken_movements`,
  },
  {
    name: 'wallets',
    says: 'every wallet holds the sum of its movements',
    broken: sql`broken_wallets`,
  },
  {
    name: 'arrears',
    says: 'what is owed, written off, adjusted and opened is the sum of its movements',
    broken: sql`broken_arrears`,
  },
  {
    name: 'parts',
    says: 'no more of an award is reversed, and of a transfer refunded, than there was',
    broken: sql`broken_parts`,
  },
  {
    name: 'counters',
    says: 'participants, paid awards and budgets are counted as they were paid',
    broken: sql`broken_counters`,
  },
  {
    name: 'boards',
    says: 'every score is what the movements give',
    broken: sql`broken_boards`,
  },
  {
    name: 'segments',
    says: 'every member is in the right segment of each board, and is counted there',
    broken: sql`broken_segments`,
  },
  {
    name: 'events',
    says: 'events are numbered from 1 without a gap',
    broken: sql`broken_events`,
  },
  {
    name: 'times',
    says: 'the times of events do not run backwards',
    broken: sql`broken_times`,
  },
  {
    name: 'days',
    says: 'the overview counts by day what the events give',
    broken: sql`broken_days`,
  },
  {
    name: 'actors',
    says: 'the actor of every write is known',
    broken: sql`broken_actors`,
  },
]

export type Breach = { found: bigint; partnerId: string; id: string; problem: string }

/** Returns the first row that breaks an invariant and the number of such rows; undefined if it holds. */
export async function findBreach(
  db: Db,
  invariant: (typeof INVARIANTS)[number],
): Promise<Breach | undefined> {
  return db.first<Breach>(sql`
    select count(*) over () as found, *
    from ${invariant.broken}
    limit 1`)
}
