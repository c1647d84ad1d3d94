import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Edition } from './count-store.ts'
import type { PartnerChanges } from './day-changes.ts'

/** How many events lie between checkpoints. The view `broken_days` has the number too. */
const EVENTS_PER_CHECKPOINT = 10_000n

/** The next event at which a checkpoint is kept; no count goes beyond it. */
export const nextCheckpoint = (after: bigint): bigint =>
  (after / EVENTS_PER_CHECKPOINT + 1n) * EVENTS_PER_CHECKPOINT

/** Keeps what the latest day has so far, if events are counted up to a checkpoint. */
export function keepCheckpoint(tx: Tx, { partnerId, edition }: Edition, until: bigint): void {
  if (until % EVENTS_PER_CHECKPOINT !== 0n) return
  tx.send(sql`
    insert into day_checkpoints (partner_id, edition, seq, day, movements, awards)
    select t.partner_id, t.edition, ${until}::bigint, t.day,
      (
        select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'movements', m.movements::text,
          'coins', m.coins::text, 'change', m.change::text)), '[]')
        from day_movements m
        where m.partner_id = ${partnerId} and m.edition = ${edition} and m.day = t.day
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('ruleId', a.rule_id, 'paid', a.paid::text,
          'counted', a.counted::text, 'refused', a.refused::text, 'coins', a.coins::text,
          'reversals', a.reversals::text, 'reversed', a.reversed::text, 'fromExpired', a.from_expired::text,
          'owed', a.owed::text, 'writtenOff', a.written_off::text, 'people', a.people::text, 'newPeople', a.new_people::text,
          'lastSeen', a.last_seen::text)), '[]')
        from rules r
        join award_days a on a.partner_id = r.partner_id and a.rule_id = r.id
        where r.partner_id = ${partnerId} and a.edition = ${edition} and a.day = t.day
      )
    from day_totals t
    where t.partner_id = ${partnerId} and t.edition = ${edition}
    order by t.day desc
    limit 1
    on conflict do nothing`)
}

export type Checkpoint = Pick<PartnerChanges, 'movements' | 'awards'> & { seq: bigint; day: string }

type Texts<Row> = { [Name in keyof Row]: string }

/** The last checkpoint up to an event. */
export async function findCheckpoint(
  db: Db,
  { partnerId, edition }: Edition,
  seq: bigint,
): Promise<Checkpoint | undefined> {
  type Row = {
    seq: bigint
    day: string
    movements: Omit<Texts<Checkpoint['movements'][number]>, 'day'>[]
    awards: Omit<Texts<Checkpoint['awards'][number]>, 'day'>[]
  }
  const row = await db.first<Row>(sql`
    select seq, day, movements, awards
    from day_checkpoints
    where partner_id = ${partnerId} and edition = ${edition} and seq <= ${seq}
    order by seq desc
    limit 1`)
  if (!row) return undefined
  const { day } = row
  return {
    seq: row.seq,
    day,
    movements: row.movements.map(({ kind, ...sums }) => ({ day, kind, ...asNumbers(sums) })),
    awards: row.awards.map(({ ruleId, ...sums }) => ({ day, ruleId, ...asNumbers(sums) })),
  }
}

const asNumbers = <Name extends string>(texts: Record<Name, string>): Record<Name, bigint> =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, BigInt(text)])) as Record<
    Name,
    bigint
  >
