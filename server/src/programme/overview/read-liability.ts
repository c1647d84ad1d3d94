import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { addDays, comparedWith, type DayRange } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { type Age, listIdleMembers, sumKinds } from './liability-queries.ts'

/** The ages by which finance judges coins, in days since the member's last movement. */
const AGES = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 90 },
  { fromDays: 91, toDays: 180 },
  { fromDays: 181, toDays: null },
]

export type Liability = {
  edition: ReadEdition
  today: string
  ages: Age[]
  /** What members owe for reversed awards. */
  owed: Coins
  /** The last twelve months. */
  redemption: { range: DayRange; issued: Coins; spent: Coins }
}

/** The coins that members can still spend, by how long ago they last moved any. */
export async function readLiability(db: Db, edition: ReadEdition, today: string): Promise<Liability> {
  const since = AGES.flatMap(({ toDays }) => (toDays === null ? [] : [addDays(today, -toDays)]))
  const yearBefore = comparedWith({ from: today, to: today }, 'year').from
  const range = { from: addDays(yearBefore, 1), to: today }
  const [idle, everything, year] = await Promise.all([
    listIdleMembers(db, edition, since),
    sumKinds(db, edition, null),
    sumKinds(db, edition, range),
  ])
  const byAge = new Map(idle.map((row) => [row.age, row]))
  return {
    edition,
    today,
    ages: AGES.map((age, index) => ({
      ...age,
      members: byAge.get(index)?.members ?? 0n,
      coins: byAge.get(index)?.coins ?? 0n,
    })),
    owed: (everything.get('owed') ?? 0n) - (everything.get('settled') ?? 0n),
    redemption: {
      range,
      issued: (year.get('issued') ?? 0n) - (year.get('reversed') ?? 0n),
      spent: (year.get('spent') ?? 0n) - (year.get('refunded') ?? 0n),
    },
  }
}
