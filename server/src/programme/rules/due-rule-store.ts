import { type Db, sql, type Tx } from '../../storage/database/database.ts'

const PHASES_LOCK = 7_216_554_303

/** A rule whose phase is over. */
export type DueRule = { partnerId: string; id: string; phaseEndsAt: Date }

type DueAsked = { after: DueRule | null; givenTime: Date | undefined; countMax: number }

/** Longest overdue first. Reads an index of rules that are yet to start or to end. */
export function findDueRules(db: Db, { after, givenTime, countMax }: DueAsked): Promise<DueRule[]> {
  return db.many<DueRule>(sql`
    select partner_id, id, phase_ends_at
    from rules
    where phase_ends_at <= coalesce(${givenTime}::timestamptz, now())
      ${
        after === null
          ? sql``
          : sql`and (phase_ends_at, partner_id, id) > (${after.phaseEndsAt}, ${after.partnerId}, ${after.id})`
      }
    order by phase_ends_at, partner_id, id
    limit ${countMax}`)
}

/** Whether this process alone records phases until the transaction ends. */
export async function tryLockPhases(tx: Tx): Promise<boolean> {
  const row = await tx.first<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${PHASES_LOCK}) as is_locked`,
  )
  return row?.isLocked === true
}
