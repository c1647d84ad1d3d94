import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
  mapRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import { allOf, type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR, insertPersonalData, joinPersonalData } from '../ledger/record-store.ts'
import { isInTime } from '../lots/lot.ts'
import type { Award, FoundAward } from './award.ts'

const AWARD_COLUMNS = {
  id: 'uuid',
  seq: 'bigint',
  actor_id: { type: 'bigint', of: ({ actor }: Award) => actorNumber(actor) },
  rule_id: 'uuid',
  rule_name: 'text',
  rule_version: 'integer',
  user_id: 'uuid',
  outcome: 'text',
  reason: 'text',
  coins: 'bigint',
  balance: 'bigint',
  points: 'bigint',
  progress: 'integer',
  progress_needed: 'integer',
  user_awards: 'integer',
  user_awards_max: 'integer',
  participants: 'integer',
  participants_max: 'integer',
  is_new_participant: 'boolean',
  idempotency_key: { type: 'uuid', of: ({ keyed }: Keyed<Award>) => keyed?.key },
  request_hash: { type: 'bytea', of: ({ keyed }: Keyed<Award>) => keyed?.hash },
  created_at: 'timestamptz',
} as const

/** Null in the awards of a programme whose coins neither expire nor wait, and left out of batches with such awards only. */
const MOMENT_COLUMNS = { available_at: 'timestamptz', expires_at: 'timestamptz' } as const

/** Null in the awards of a rule that has none of it, and left out of batches with such awards only. */
const OPTIONAL_COLUMNS = {
  units: 'bigint',
  coins_per_unit: 'bigint',
  reference: 'text',
  user_coins: 'bigint',
  user_coins_max: 'bigint',
  user_period_start: 'timestamptz',
  budget_used: 'bigint',
  coin_budget: 'bigint',
  budget_start: 'timestamptz',
  member_coins: 'bigint',
  member_coins_max: 'bigint',
  member_period_start: 'timestamptz',
  count_start: 'timestamptz',
  counted_before: 'timestamptz',
  settled: 'bigint',
  detail: 'text',
  retry_at: 'timestamptz',
} as const

const hasOptional = (award: Award) =>
  award.units !== null ||
  award.reference !== null ||
  award.userCoinsMax !== null ||
  award.userPeriodStart !== null ||
  award.coinBudget !== null ||
  award.memberCoinsMax !== null ||
  award.countStart !== null ||
  award.settled !== null ||
  award.detail !== null ||
  award.retryAt !== null

export function insertAwards(tx: Tx, awards: ByPartner<Keyed<Award>>): void {
  if (isEmpty(awards)) return
  const some = (has: (award: Award) => boolean) => [...awards.values()].some((rows) => rows.some(has))
  tx.send(
    insertRows('awards', awards, {
      ...AWARD_COLUMNS,
      ...((some(isInTime) ? MOMENT_COLUMNS : {}) as typeof MOMENT_COLUMNS),
      ...((some(hasOptional) ? OPTIONAL_COLUMNS : {}) as typeof OPTIONAL_COLUMNS),
    }),
  )
  insertPersonalData(
    tx,
    mapRows(awards, (rows) => rows.filter(isPersonal).map(personalData)),
  )
}

const isPersonal = ({ note, metadata }: Award) => note !== null || metadata !== null

const personalData = ({ seq, userId, note, metadata }: Award) => ({
  seq,
  userId,
  note,
  metadata,
  shown: null,
})

/** Awards of a partner with what is left to reverse. A cluster needs the partner in each table. */
export const selectAwards = (partnerId: Sql): Sql => sql`
  select a.id, a.seq, a.rule_id, a.rule_name, a.rule_version, a.user_id, a.outcome, a.reason, a.coins, a.units,
    a.coins_per_unit, a.balance, a.points, d.note, a.reference, d.metadata, a.progress, a.progress_needed,
    a.user_awards, a.user_awards_max, a.user_coins, a.user_coins_max, a.user_period_start, a.participants,
    a.participants_max, a.is_new_participant, a.budget_used, a.coin_budget, a.budget_start, a.member_coins, a.member_coins_max,
    a.member_period_start, a.count_start, a.counted_before, a.available_at, a.expires_at, a.settled, a.detail, a.retry_at,
    a.created_at, ${ACTOR} as actor, r.remaining,
    coalesce(r.has_write_off, false) as has_write_off
  from awards a
  left join actors x on x.partner_id = a.partner_id and x.id = a.actor_id
  ${joinPersonalData(partnerId, sql`a.seq`)}
  left join lateral (
    select r.remaining, r.has_write_off
    from reversals r
    where r.partner_id = ${partnerId} and r.award_id = a.id and r.outcome = 'reversed'
    order by r.remaining
    limit 1
  ) r on true
  where a.partner_id = ${partnerId}`

export async function findAwards(db: Db, partnerId: string, ids: string[]): Promise<FoundAward[]> {
  return [...rowsOf(await findAwardsByPartner(db, new Map([[partnerId, ids]])), partnerId)]
}

export function findAwardsByPartner(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundAward>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectAwards(partnerId)} and a.id ${isKey}`,
  )
}

/** The ids of awards by the keys of their requests. */
export async function findAwardIdsByKey(
  db: Db,
  partnerId: string,
  keys: string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db.many<{ key: string; id: string }>(sql`
    select idempotency_key as key, id
    from awards
    where partner_id = ${partnerId} and idempotency_key is not null and idempotency_key = any(${keys}::uuid[])`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Awards that paid or counted, with these references, up to `limit` of each. */
export function findAwardsByReference(
  db: Db,
  references: ByPartner<{ reference: string }>,
  limit: number,
): Promise<ByPartner<FoundAward>> {
  return findForEachRow(
    db,
    references,
    { reference: 'text' },
    (partnerId) => sql`
      ${selectAwards(partnerId)} and a.reference = given.reference and a.outcome <> 'refused'
      order by a.seq`,
    limit,
  )
}

/** The awards of the first reversals in a range of sequence numbers. */
export async function findReversedAwards(
  db: Db,
  partnerId: string,
  {
    after,
    until,
    order,
    limit,
    userId,
  }: { after: bigint; until: bigint; order: Sql; limit: number; userId?: string },
): Promise<Award[]> {
  return db.many<Award>(sql`
    ${selectAwards(sql`${partnerId}::uuid`)} and a.id in (
      select award_id
      from reversals
      where ${allOf(
        sql`partner_id = ${partnerId} and seq > ${after} and seq <= ${until}`,
        userId === undefined ? null : sql`user_id = ${userId}`,
      )}
      order by seq ${order}
      limit ${limit}
    )`)
}
