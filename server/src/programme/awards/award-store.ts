import {
  type ByPartner,
  findByKey,
  findForEachRow,
  groupByPartner,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
  rowsOf,
  rowsToInsert,
} from '../../storage/database/by-partner.ts'
import { allOf, type Db, replanOnGrowth, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR, insertPersonalData, joinPersonalData } from '../ledger/record-store.ts'
import type { Award, FoundAward } from './award.ts'
import type { RuleProgress } from './decide-award.ts'

export type ProgressRow = RuleProgress & { ruleId: string; userId: string }

const PROGRESS = sql`
  p.rule_id, p.user_id, p.paid_awards, p.paid_coins, p.paid_seq, p.period_start, p.period_awards, p.period_coins,
  p.progress, p.sub_rules_done`

type Named = { ruleName: string }

/** Progress of these users with these rules. */
export function loadProgress(
  db: Db,
  calls: ByPartner<Named & { userId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findProgress(db, calls, { user_id: 'uuid' }, () => sql`given.user_id`)
}

/** Does the same for users who are named by the partner's own ids. */
export function loadProgressByExternalId(
  db: Db,
  calls: ByPartner<Named & { externalId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findProgress(
    db,
    calls,
    { external_id: 'text' },
    (partnerId) => sql`(
      select m.user_id
      from memberships m
      where m.partner_id = ${partnerId} and m.external_id = given.external_id
    )`,
  )
}

/** Looks each name up once: many calls name few rules. */
function findProgress<Call extends Named>(
  db: Db,
  calls: ByPartner<Call>,
  columns: Record<string, 'uuid' | 'text'>,
  userIdOf: (partnerId: Sql) => Sql,
): Promise<ByPartner<ProgressRow>> {
  return groupByPartner<ProgressRow>(db, calls, () => {
    const { numbered, names } = numberNames(calls)
    const given = partnerRows('given', numbered, { ...columns, name_no: 'integer' } as never)
    const named = partnerRows('named', names, { name: 'text', no: 'integer' })
    return sql`
      select ${given.partnerColumn}found.*
      from ${given.table}
      cross join lateral (
        select ${PROGRESS}
        from rule_progress p
        where p.partner_id = ${given.partnerId} and p.user_id = ${userIdOf(given.partnerId)} and p.rule_id = (array(
          select (
            select n.rule_id
            from rule_names n
            where n.partner_id = ${named.partnerId} and n.name = named.name
          )
          from ${named.table}
          order by named.no
        ))[given.name_no]
        limit 1
      ) found`
  })
}

/** Gives each distinct name of each partner a number from 1. */
function numberNames<Call extends Named>(
  calls: ByPartner<Call>,
): {
  numbered: ByPartner<Call & { nameNo: number }>
  names: ByPartner<{ name: string; no: number }>
} {
  let last = 0
  const names = new Map<string, { name: string; no: number }[]>()
  const numbered = new Map<string, (Call & { nameNo: number })[]>()
  for (const [partnerId, own] of calls) {
    const numberOf = new Map<string, number>()
    for (const { ruleName } of own) {
      if (numberOf.has(ruleName)) continue
      last += 1
      numberOf.set(ruleName, last)
    }
    names.set(
      partnerId,
      Array.from(numberOf, ([name, no]) => ({ name, no })),
    )
    numbered.set(
      partnerId,
      own.map((call) => ({ ...call, nameNo: numberOf.get(call.ruleName) as number })),
    )
  }
  return { numbered, names }
}

/** The progress of the users and rules of these awards. */
export async function loadProgressOf(
  db: Db,
  awards: ByPartner<{ ruleId: string; userId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findForEachRow(
    db,
    awards,
    { rule_id: 'uuid', user_id: 'uuid' },
    (partnerId) => sql`
      select ${PROGRESS}
      from rule_progress p
      where p.partner_id = ${partnerId} and p.rule_id = given.rule_id and p.user_id = given.user_id`,
  )
}

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
  detail: 'text',
  retry_at: 'timestamptz',
} as const

const hasOptional = (award: Award) =>
  award.units !== null ||
  award.reference !== null ||
  award.userCoinsMax !== null ||
  award.userPeriodStart !== null ||
  award.coinBudget !== null ||
  award.detail !== null ||
  award.retryAt !== null

export function insertAwards(tx: Tx, awards: ByPartner<Keyed<Award>>): void {
  if (isEmpty(awards)) return
  const isPlain = [...awards.values()].every((rows) => !rows.some(hasOptional))
  tx.send(
    isPlain
      ? insertRows('awards', awards, AWARD_COLUMNS)
      : insertRows('awards', awards, { ...AWARD_COLUMNS, ...OPTIONAL_COLUMNS }),
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

const PROGRESS_COLUMNS = {
  rule_id: 'uuid',
  user_id: 'uuid',
  paid_awards: 'integer',
  paid_coins: 'bigint',
  paid_seq: 'bigint',
  progress: 'integer',
  done: { type: 'text', of: ({ subRulesDone }: ProgressRow) => subRulesDone.join(',') },
} as const

/** Only users whose limits have a period need these. */
const PERIOD_COLUMNS = {
  period_start: 'timestamptz',
  period_awards: 'integer',
  period_coins: 'bigint',
} as const

export function insertProgress(tx: Tx, rows: ByPartner<ProgressRow>): void {
  if (isEmpty(rows)) return
  const { from, partnerId } = rowsToInsert(rows, { ...PROGRESS_COLUMNS, ...PERIOD_COLUMNS })
  tx.send(sql`
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, paid_coins, paid_seq, period_start,
      period_awards, period_coins, progress, sub_rules_done)
    select ${partnerId}, rule_id, user_id, paid_awards, paid_coins, paid_seq, period_start, period_awards,
      period_coins, progress, string_to_array(done, ',')
    from ${from}`)
}

const SET_PROGRESS = sql`
  paid_awards = given.paid_awards, paid_coins = given.paid_coins, paid_seq = given.paid_seq,
  progress = given.progress, sub_rules_done = string_to_array(given.done, ',')`

export function updateProgress(tx: Tx, rows: ByPartner<ProgressRow>): void {
  if (isEmpty(rows)) return
  // A period that no longer counts may stay in the row: no later period begins at the same time.
  const hasPeriods = [...rows.values()].some((own) => own.some(({ periodStart }) => periodStart !== null))
  const { table, partnerId } = hasPeriods
    ? partnerRows('given', rows, { ...PROGRESS_COLUMNS, ...PERIOD_COLUMNS })
    : partnerRows('given', rows, PROGRESS_COLUMNS)
  const set = hasPeriods
    ? sql`${SET_PROGRESS}, period_start = given.period_start, period_awards = given.period_awards,
        period_coins = given.period_coins`
    : SET_PROGRESS
  tx.send(
    replanOnGrowth(sql`
    update rule_progress p
    set ${set}
    from ${table}
    where p.partner_id = ${partnerId} and p.rule_id = given.rule_id and p.user_id = given.user_id`),
  )
}

/** Awards of a partner with what is left to reverse. A cluster needs the partner in each table. */
export const selectAwards = (partnerId: Sql): Sql => sql`
  select a.id, a.seq, a.rule_id, a.rule_name, a.rule_version, a.user_id, a.outcome, a.reason, a.coins, a.units,
    a.coins_per_unit, a.balance, a.points, d.note, a.reference, d.metadata, a.progress, a.progress_needed,
    a.user_awards, a.user_awards_max, a.user_coins, a.user_coins_max, a.user_period_start, a.participants,
    a.participants_max, a.is_new_participant, a.budget_used, a.coin_budget, a.budget_start, a.detail, a.retry_at,
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
