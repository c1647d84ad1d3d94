import { type Db, list, sql, type Tx } from '../database/database.ts'
import type { Rule, SubRule } from './rule.ts'

export async function findTakenNames(db: Db, partnerId: string, names: string[]): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select name
    from rule_names
    where partner_id = ${partnerId} and name = any(${names}::text[])
    order by name`)
  return rows.map((row) => row.name)
}

export async function insertRule(tx: Tx, partnerId: string, rule: Rule): Promise<void> {
  await tx.run(sql`
    insert into rules (partner_id, id, name, type, status, condition, coins, participants_max, completions_needed,
      user_awards_max, created_at, updated_at)
    values (${partnerId}, ${rule.id}, ${rule.name}, ${rule.type}, ${rule.status}, ${rule.condition}, ${rule.coins},
      ${rule.participantsMax}, ${rule.completionsNeeded}, ${rule.userAwardsMax}, ${rule.createdAt}, ${rule.updatedAt})`)
  await insertNames(tx, partnerId, rule.id, [rule.name])
  await saveSubRules(tx, partnerId, rule.id, rule.subRules)
}

async function insertNames(tx: Tx, partnerId: string, ruleId: string, names: string[]): Promise<void> {
  await tx.run(sql`
    insert into rule_names (partner_id, name, rule_id)
    select ${partnerId}, name, ${ruleId}
    from unnest(${names}::text[]) as name
    on conflict (partner_id, name) do nothing`)
}

/** Makes the sub-rules of a rule exactly these, in this order. */
export async function saveSubRules(
  tx: Tx,
  partnerId: string,
  ruleId: string,
  subRules: SubRule[],
): Promise<void> {
  const names = subRules.map((sub) => sub.name)
  await tx.run(sql`
    delete from sub_rules
    where partner_id = ${partnerId} and rule_id = ${ruleId} and name <> all(${names}::text[])`)
  await tx.run(sql`
    delete from rule_names n
    using rules r
    where n.partner_id = ${partnerId} and n.rule_id = ${ruleId} and n.name <> all(${names}::text[])
      and r.partner_id = n.partner_id and r.id = n.rule_id and r.name <> n.name`)
  await insertNames(tx, partnerId, ruleId, names)
  await tx.run(sql`
    insert into sub_rules (partner_id, rule_id, name, position, condition, status)
    select ${partnerId}, ${ruleId}, name, position, condition, status
    from unnest(${names}::text[], ${subRules.map((sub) => sub.condition)}::text[],
      ${subRules.map((sub) => sub.status)}::text[]) with ordinality as sub (name, condition, status, position)
    on conflict (partner_id, rule_id, name) do update
    set position = excluded.position, condition = excluded.condition, status = excluded.status`)
}

export async function updateRule(tx: Tx, partnerId: string, rule: Rule): Promise<void> {
  await tx.run(sql`
    update rules
    set status = ${rule.status}, condition = ${rule.condition}, coins = ${rule.coins},
      participants_max = ${rule.participantsMax}, completions_needed = ${rule.completionsNeeded},
      user_awards_max = ${rule.userAwardsMax}, updated_at = ${rule.updatedAt}
    where partner_id = ${partnerId} and id = ${rule.id}`)
}

export async function findRule(db: Db, partnerId: string, ruleId: string): Promise<Rule | undefined> {
  return (await findRules(db, partnerId, { ids: [ruleId], names: [] }))[0]
}

/** Rules by id, by name, or by the name of one of their sub-rules. */
export async function findRules(
  db: Db,
  partnerId: string,
  { ids, names }: { ids: string[]; names: string[] },
): Promise<Rule[]> {
  return db.many<Rule>(sql`
    select id, name, type, status, condition, coins, participants_max as "participantsMax",
      completions_needed as "completionsNeeded", user_awards_max as "userAwardsMax", participants,
      sub_rules as "subRules", created_at as "createdAt", updated_at as "updatedAt"
    from rules_with_sub_rules
    where partner_id = ${partnerId} and id in (
      select unnest(${list(ids)}::uuid[])
      union
      select rule_id
      from rule_names
      where partner_id = ${partnerId} and name = any(${names}::text[])
    )`)
}

export type RuleFilter = {
  /** A part of the name of a rule, or of one of its sub-rules. */
  search: string | null
  status: Rule['status'] | null
  type: Rule['type'] | null
}

/** Rules that pass a filter, the newest first. */
export async function listRules(
  db: Db,
  partnerId: string,
  { search, status, type }: RuleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Rule[]> {
  return db.many<Rule>(sql`
    select id, name, type, status, condition, coins, participants_max as "participantsMax",
      completions_needed as "completionsNeeded", user_awards_max as "userAwardsMax", participants,
      sub_rules as "subRules", created_at as "createdAt", updated_at as "updatedAt"
    from rules_with_sub_rules
    where partner_id = ${partnerId}
      and (${search}::text is null or id in (
        select rule_id
        from rule_names
        where partner_id = ${partnerId} and strpos(name, ${search}::text) > 0
      ))
      and (${status}::text is null or status = ${status}::text)
      and (${type}::text is null or type = ${type}::text)
    order by id desc
    limit ${limit}
    offset ${offset}`)
}

export async function countRules(
  db: Db,
  partnerId: string,
  { search, status, type }: RuleFilter,
): Promise<number> {
  const row = await db.first<{ rules: bigint }>(sql`
    select count(*) as rules
    from rules
    where partner_id = ${partnerId}
      and (${search}::text is null or id in (
        select rule_id
        from rule_names
        where partner_id = ${partnerId} and strpos(name, ${search}::text) > 0
      ))
      and (${status}::text is null or status = ${status}::text)
      and (${type}::text is null or type = ${type}::text)`)
  return Number(row?.rules)
}
