import { type Db, sql } from '../../storage/database/database.ts'

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
