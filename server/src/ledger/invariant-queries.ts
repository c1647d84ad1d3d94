import { type Db, type Sql, sql } from '../database/database.ts'

/** The invariants of the ledger, each with the view of the rows that break it. */
export const INVARIANTS: { name: string; says: string; broken: Sql }[] = [
  {
    name: 'movements',
    says: 'every movement leaves one account of its partner and enters another',
    broken: sql`select count(*) over () as found, * from broken_movements limit 1`,
  },
  {
    name: 'wallets',
    says: 'every wallet holds the sum of its movements',
    broken: sql`select count(*) over () as found, * from broken_wallets limit 1`,
  },
  {
    name: 'counters',
    says: 'participants and paid awards are counted as they were paid',
    broken: sql`select count(*) over () as found, * from broken_counters limit 1`,
  },
  {
    name: 'boards',
    says: 'every score is what the movements give',
    broken: sql`select count(*) over () as found, * from broken_boards limit 1`,
  },
  {
    name: 'segments',
    says: 'every member is in the right segment of each board, and is counted there',
    broken: sql`select count(*) over () as found, * from broken_segments limit 1`,
  },
  {
    name: 'events',
    says: 'events are numbered from 1 without a gap',
    broken: sql`select count(*) over () as found, * from broken_events limit 1`,
  },
  {
    name: 'days',
    says: 'the overview counts by day what the events give',
    broken: sql`select count(*) over () as found, * from broken_days limit 1`,
  },
]

export type Breach = { found: bigint; partnerId: string; id: string; problem: string }

/** Returns the first row that breaks an invariant and the number of such rows; undefined if it holds. */
export async function findBreach(
  db: Db,
  invariant: (typeof INVARIANTS)[number],
): Promise<Breach | undefined> {
  return db.first<Breach>(invariant.broken)
}
