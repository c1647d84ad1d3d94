import {
  type ByPartner,
  colocatedWithLedger,
  findByKey,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import { allOf, type Db, replanOnGrowth, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { type Loader, readEach } from '../read-batches/read-batch.ts'
import type { Rule, SubRule } from './rule.ts'

/** Rules with their sub-rules as JSON. */
export const selectRules = (partnerId: Sql): Sql => sql`
  select id, name, display_name, archived_at, type, status, condition, coins, per_unit, coins_per_award_max, participants_max,
    completions_needed, count_per, consecutive, starts_at, ends_at, coin_budget, budget_period, user_limit_period, user_awards_max,
    user_coins_max, time_zone, shown_to_users, participants, budget_used, budget_start, budget_since, user_limits_since,
    is_exhausted, phase, phase_ends_at, activity_type, activity_condition, units_from, priority, exclusive_group,
    pending_days,
    case
      when coin_expiry_after = 'never' then to_jsonb(coin_expiry_after)
      when coin_expiry_after is not null then jsonb_build_object('after', coin_expiry_after, 'until', coin_expiry_until)
    end as coin_expiry,
    version, created_at, updated_at,
    case type
      when 'combined' then (
        select jsonb_agg(jsonb_build_object('name', s.name, 'condition', s.condition, 'status', s.status,
          'hasHistory', s.has_history, 'activityType', s.activity_type, 'activityCondition', s.activity_condition)
          order by s.position)
        from sub_rules s
        where s.partner_id = ${partnerId} and s.rule_id = r.id
      )
      else '[]'
    end as sub_rules
  from rules r`

export async function findTakenNames(db: Db, partnerId: string, names: string[]): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select name
    from rule_names
    where partner_id = ${partnerId} and name = any(${names}::text[])
    order by name`)
  return rows.map((row) => row.name)
}

export async function insertRule(tx: Tx, partnerId: string, rule: Rule): Promise<void> {
  const expiry = expiryColumns(rule)
  await tx.run(sql`
    insert into rules (partner_id, id, name, display_name, type, status, condition, coins, per_unit, coins_per_award_max,
      participants_max, completions_needed, count_per, consecutive, starts_at, ends_at, coin_budget, budget_period, user_limit_period,
      user_awards_max, user_coins_max, time_zone, shown_to_users, budget_start, phase, phase_ends_at, activity_type,
      activity_condition, units_from, priority, exclusive_group, pending_days, coin_expiry_after, coin_expiry_until, created_at,
      updated_at)
    values (${partnerId}, ${rule.id}, ${rule.name}, ${rule.displayName}, ${rule.type}, ${rule.status}, ${rule.condition},
      ${rule.coins}, ${rule.perUnit}, ${rule.coinsPerAwardMax}, ${rule.participantsMax},
      ${rule.completionsNeeded}, ${rule.countPer}, ${rule.consecutive}, ${rule.startsAt}, ${rule.endsAt}, ${rule.coinBudget}, ${rule.budgetPeriod},
      ${rule.userLimitPeriod}, ${rule.userAwardsMax}, ${rule.userCoinsMax}, ${rule.timeZone}, ${rule.shownToUsers},
      ${rule.budgetStart}, ${rule.phase}, ${rule.phaseEndsAt}, ${rule.activityType}, ${rule.activityCondition},
      ${rule.unitsFrom}, ${rule.priority}, ${rule.exclusiveGroup}, ${rule.pendingDays}, ${expiry.after}, ${expiry.until},
      ${rule.createdAt}, ${rule.updatedAt})`)
  await insertNames(tx, partnerId, rule.id, [rule.name])
  await saveSubRules(tx, partnerId, rule.id, rule.subRules)
}

function expiryColumns({ coinExpiry }: Rule): { after: string | null; until: string | null } {
  if (coinExpiry === null || coinExpiry === 'never') return { after: coinExpiry, until: null }
  return coinExpiry
}

async function insertNames(tx: Tx, partnerId: string, ruleId: string, names: string[]): Promise<void> {
  await tx.run(sql`
    insert into rule_names (partner_id, name, rule_id)
    select l.partner_id, name, ${ruleId}::uuid
    from ${colocatedWithLedger(partnerId, sql`unnest(${names}::text[]) as name`)}
    on conflict (partner_id, name) do nothing`)
}

/** Replaces the sub-rules of a rule, in this order. */
export async function saveSubRules(
  tx: Tx,
  partnerId: string,
  ruleId: string,
  subRules: SubRule[],
): Promise<void> {
  const names = subRules.map((sub) => sub.name)
  const rows = subRules.map((sub, index) => ({ ...sub, ruleId, position: index + 1 }))
  await tx.run(sql`
    delete from sub_rules
    where partner_id = ${partnerId} and rule_id = ${ruleId} and name <> all(${names}::text[])`)
  await tx.run(sql`
    delete from rule_names n
    using rules r
    where n.partner_id = ${partnerId} and n.rule_id = ${ruleId} and n.name <> all(${names}::text[])
      and r.partner_id = n.partner_id and r.id = n.rule_id and r.name <> n.name`)
  if (rows.length === 0) return
  await insertNames(tx, partnerId, ruleId, names)
  await tx.run(sql`
    ${insertRows('sub_rules', new Map([[partnerId, rows]]), {
      rule_id: 'uuid',
      name: 'text',
      position: 'integer',
      condition: 'text',
      status: 'text',
      activity_type: 'text',
      activity_condition: 'text',
    })}
    on conflict (partner_id, rule_id, name) do update
    set position = excluded.position, condition = excluded.condition, status = excluded.status,
      activity_type = excluded.activity_type, activity_condition = excluded.activity_condition`)
}

export async function updateRule(tx: Tx, partnerId: string, rule: Rule): Promise<void> {
  const expiry = expiryColumns(rule)
  await tx.run(sql`
    update rules
    set status = ${rule.status}, display_name = ${rule.displayName}, archived_at = ${rule.archivedAt},
      condition = ${rule.condition}, coins = ${rule.coins}, per_unit = ${rule.perUnit},
      coins_per_award_max = ${rule.coinsPerAwardMax}, participants_max = ${rule.participantsMax},
      completions_needed = ${rule.completionsNeeded}, count_per = ${rule.countPer},
      consecutive = ${rule.consecutive}, starts_at = ${rule.startsAt}, ends_at = ${rule.endsAt},
      coin_budget = ${rule.coinBudget}, budget_period = ${rule.budgetPeriod},
      user_limit_period = ${rule.userLimitPeriod}, user_awards_max = ${rule.userAwardsMax},
      user_coins_max = ${rule.userCoinsMax}, time_zone = ${rule.timeZone},
      shown_to_users = ${rule.shownToUsers}, budget_used = ${rule.budgetUsed},
      budget_start = ${rule.budgetStart}, budget_since = ${rule.budgetSince},
      user_limits_since = ${rule.userLimitsSince}, is_exhausted = ${rule.isExhausted}, phase = ${rule.phase},
      phase_ends_at = ${rule.phaseEndsAt}, activity_type = ${rule.activityType},
      activity_condition = ${rule.activityCondition}, units_from = ${rule.unitsFrom}, priority = ${rule.priority},
      exclusive_group = ${rule.exclusiveGroup}, pending_days = ${rule.pendingDays},
      coin_expiry_after = ${expiry.after}, coin_expiry_until = ${expiry.until}, version = ${rule.version}, updated_at = ${rule.updatedAt}
    where partner_id = ${partnerId} and id = ${rule.id}`)
}

/** Saves what was used of rules, and their phases. */
export function saveRuleUse(tx: Tx, rules: ByPartner<Rule>): void {
  if (isEmpty(rules)) return
  const { table, partnerId } = partnerRows('given', rules, {
    id: 'uuid',
    participants: 'integer',
    budget_used: 'bigint',
    budget_start: 'timestamptz',
    is_exhausted: 'boolean',
    phase: 'text',
    phase_ends_at: 'timestamptz',
  })
  tx.send(
    replanOnGrowth(sql`
    update rules r
    set participants = given.participants, budget_used = given.budget_used, budget_start = given.budget_start,
      is_exhausted = given.is_exhausted, phase = given.phase, phase_ends_at = given.phase_ends_at
    from ${table}
    where r.partner_id = ${partnerId} and r.id = given.id`),
  )
}

/** Marks sub-rules as having awards, which keeps them from being removed. */
export function markSubRulesUsed(tx: Tx, names: ByPartner<string>): void {
  if (isEmpty(names)) return
  const listed = mapRows(names, (own) => own.map((name) => ({ name })))
  const { table, partnerId } = partnerRows('given', listed, { name: 'text' })
  tx.send(
    replanOnGrowth(sql`
    update sub_rules s
    set has_history = true
    from ${table}
    where s.partner_id = ${partnerId} and s.name = given.name`),
  )
}

/** All coins that a rule ever paid, less those that wallets gave back. */
export async function sumPaidCoins(db: Db, partnerId: string, ruleId: string): Promise<bigint> {
  const row = await db.first<{ coins: bigint }>(sql`
    select coalesce(sum(paid_coins), 0)::bigint as coins
    from rule_progress
    where partner_id = ${partnerId} and rule_id = ${ruleId}`)
  return row?.coins ?? 0n
}

export const PAID_COINS = readEach(sumPaidCoins)

export async function findRule(db: Db, partnerId: string, ruleId: string): Promise<Rule | undefined> {
  return (await findRules(db, new Map([[partnerId, [ruleId]]]))).get(partnerId)?.[0]
}

export const RULE: Loader<string, Rule | undefined> = {
  idOf: (ruleId) => ruleId,
  async load(db, partnerId, ids) {
    const rules = await findRules(db, new Map([[partnerId, ids]]))
    const byId = new Map(rowsOf(rules, partnerId).map((rule) => [rule.id, rule]))
    return ids.map((id) => byId.get(id))
  },
}

export function findRules(db: Db, ids: ByPartner<string>): Promise<ByPartner<Rule>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectRules(partnerId)}
      where partner_id = ${partnerId} and id ${isKey}`,
  )
}

/** Rules by name, or by the name of one of their sub-rules. One with two of the names may be found twice. */
export function findNamedRules(db: Db, names: ByPartner<string>): Promise<ByPartner<Rule>> {
  return findByKey(
    db,
    names,
    'text',
    (partnerId, isKey) => sql`
      ${selectRules(partnerId)}
      where partner_id = ${partnerId} and id = any(array(
        select rule_id
        from rule_names
        where partner_id = ${partnerId} and name ${isKey}
      ))`,
  )
}

/** Rules that activities of these types award, or sub-rules of them. Archived ones are left out. */
export function findRulesByActivityType(db: Db, types: ByPartner<string>): Promise<ByPartner<Rule>> {
  return findByKey(
    db,
    types,
    'text',
    (partnerId, isKey) => sql`
      ${selectRules(partnerId)}
      where partner_id = ${partnerId} and archived_at is null and id = any(array(
        select id
        from rules
        where partner_id = ${partnerId} and activity_type ${isKey} and archived_at is null
        union
        select rule_id
        from sub_rules
        where partner_id = ${partnerId} and activity_type ${isKey}
      ))`,
  )
}

export const ARCHIVED_FILTERS = ['exclude', 'include', 'only'] as const

/** Running rules that are full, or whose budget of this period is more than nine tenths used, newest first. */
export function findRulesNearLimits(
  db: Db,
  partnerId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<Rule[]> {
  return db.many<Rule>(sql`
    ${selectRules(sql`${partnerId}`)}
    where partner_id = ${partnerId} and status = 'active' and ${isOpen(at)}
      and (${IS_FULL} or budget_used * 10 > coin_budget * 9 and ${isBudgetOf(at)})
    order by id desc
    limit ${limit}`)
}

export type RuleFilter = {
  /** A part of the names of a rule, or of one of its sub-rules. */
  search: string | null
  status: Rule['status'] | null
  type: Rule['type'] | null
  isFull: boolean | null
  phase: { is: PhaseFilter; at: Date } | null
  archived: (typeof ARCHIVED_FILTERS)[number]
}

export const PHASE_FILTERS = ['scheduled', 'running', 'full', 'exhausted', 'ended'] as const
type PhaseFilter = (typeof PHASE_FILTERS)[number]

const isOpen = (at: Date) => sql`
  (starts_at is null or starts_at <= ${at}) and (ends_at is null or ends_at > ${at})`

/** Whether what was used of the budget is of the period at a time, which may have begun since the rule was last used. */
const isBudgetOf = (at: Date) => sql`
  (budget_period = 'total'
    or budget_start >= date_trunc(budget_period, ${at}::timestamptz at time zone time_zone) at time zone time_zone)`

/** Whether the budget of the period at a time is used up. */
const isExhausted = (at: Date) => sql`is_exhausted and ${isBudgetOf(at)}`

const IS_FULL = sql`participants >= participants_max`

function isInPhase({ is, at }: { is: PhaseFilter; at: Date }): Sql {
  switch (is) {
    case 'scheduled':
      return sql`starts_at > ${at}`
    case 'ended':
      return sql`ends_at <= ${at}`
    case 'full':
      return sql`${isOpen(at)} and ${IS_FULL}`
    case 'exhausted':
      return sql`${isOpen(at)} and not (${IS_FULL}) and ${isExhausted(at)}`
    case 'running':
      return sql`${isOpen(at)} and not (${IS_FULL}) and not (${isExhausted(at)})`
  }
}

/** A condition on rules. Finds the matching names once, not for each rule. */
export function passes(
  partnerId: string,
  { search, status, type, isFull, phase, archived }: RuleFilter,
): Sql {
  const named = sql`
    (strpos(lower(display_name), ${search}) > 0 or id = any(array(
      select rule_id
      from rule_names
      where partner_id = ${partnerId} and strpos(name, ${search}) > 0
    )))`
  return allOf(
    sql`partner_id = ${partnerId}`,
    search === null ? null : named,
    status === null ? null : sql`status = ${status}`,
    type === null ? null : sql`type = ${type}`,
    isFull === null ? null : sql`(${IS_FULL}) = ${isFull}`,
    phase === null ? null : isInPhase(phase),
    archived === 'include' ? null : sql`(archived_at is not null) = ${archived === 'only'}`,
  )
}

/** Selects rules after the one with this id, or after a number of rules. */
type RulesAsked = { filter: RuleFilter; limit: number; offset: number; after: string | null }

export const RULES = readEach(async (db, partnerId, { filter, ...page }: RulesAsked) => {
  const [count, rules] = await Promise.all([
    countRules(db, partnerId, filter),
    listRules(db, partnerId, filter, page),
  ])
  return { rules, count }
})

/** Rules that pass the filter, newest first. */
async function listRules(
  db: Db,
  partnerId: string,
  filter: RuleFilter,
  { limit, offset, after }: Omit<RulesAsked, 'filter'>,
): Promise<Rule[]> {
  return db.many<Rule>(sql`
    ${selectRules(sql`${partnerId}`)}
    where ${allOf(passes(partnerId, filter), after === null ? null : sql`id < ${after}`)}
    order by id desc
    limit ${limit}
    offset ${after === null ? offset : 0}`)
}

export async function countRules(db: Db, partnerId: string, filter: RuleFilter): Promise<number> {
  const row = await db.first<{ rules: bigint }>(sql`
    select count(*) as rules
    from rules
    where ${passes(partnerId, filter)}`)
  return Number(row?.rules)
}

type CurrentRulesAsked = { before: string | null; limit: number; now: Date }

const idOfPage = ({ before, limit }: CurrentRulesAsked) => `${before} ${limit}`

/** Active rules that have not ended, newest first; with `SHOWN_RULES`, those that users see. */
export const CURRENT_RULES = readEach(
  (db, partnerId, page: CurrentRulesAsked) => listCurrentRules(db, partnerId, page, { isShown: false }),
  idOfPage,
)
export const SHOWN_RULES = readEach(
  (db, partnerId, page: CurrentRulesAsked) => listCurrentRules(db, partnerId, page, { isShown: true }),
  idOfPage,
)

function listCurrentRules(
  db: Db,
  partnerId: string,
  { before, limit, now }: CurrentRulesAsked,
  { isShown }: { isShown: boolean },
): Promise<Rule[]> {
  return db.many<Rule>(sql`
    ${selectRules(sql`${partnerId}`)}
    where ${allOf(
      sql`partner_id = ${partnerId} and status = 'active'`,
      isShown ? sql`shown_to_users` : null,
      sql`(ends_at is null or ends_at > ${now})`,
      before === null ? null : sql`id < ${before}`,
    )}
    order by id desc
    limit ${limit}`)
}
