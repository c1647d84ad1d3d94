import { type Db, sql, type Tx } from '../platform/database.ts'
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

type RuleRow = Omit<Rule, 'subRules'>

export async function findRule(db: Db, partnerId: string, ruleId: string): Promise<Rule | undefined> {
  const rows = await db.many<RuleRow>(sql`
    select id, name, type, status, condition, coins, participants_max as "participantsMax",
      completions_needed as "completionsNeeded", user_awards_max as "userAwardsMax", participants,
      created_at as "createdAt", updated_at as "updatedAt"
    from rules
    where partner_id = ${partnerId} and id = ${ruleId}`)
  return (await withSubRules(db, partnerId, rows))[0]
}

export async function listRules(
  db: Db,
  partnerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Rule[]> {
  const rows = await db.many<RuleRow>(sql`
    select id, name, type, status, condition, coins, participants_max as "participantsMax",
      completions_needed as "completionsNeeded", user_awards_max as "userAwardsMax", participants,
      created_at as "createdAt", updated_at as "updatedAt"
    from rules
    where partner_id = ${partnerId}
    order by id desc
    limit ${limit}
    offset ${offset}`)
  return withSubRules(db, partnerId, rows)
}

export async function countRules(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ rules: bigint }>(sql`
    select count(*) as rules
    from rules
    where partner_id = ${partnerId}`)
  return Number(row?.rules)
}

/** The rules that these names award, by name; a sub-rule's name gives its combined rule. */
export async function findRulesByName(
  db: Db,
  partnerId: string,
  names: string[],
): Promise<Map<string, Rule>> {
  const rows = await db.many<RuleRow & { calledName: string }>(sql`
    select n.name as "calledName", r.id, r.name, r.type, r.status, r.condition, r.coins,
      r.participants_max as "participantsMax", r.completions_needed as "completionsNeeded",
      r.user_awards_max as "userAwardsMax", r.participants, r.created_at as "createdAt", r.updated_at as "updatedAt"
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id
    where n.partner_id = ${partnerId} and n.name = any(${names}::text[])`)
  const distinct = [...new Map(rows.map(({ calledName: _, ...row }) => [row.id, row])).values()]
  const byId = new Map((await withSubRules(db, partnerId, distinct)).map((rule) => [rule.id, rule]))
  return new Map(rows.map((row) => [row.calledName, byId.get(row.id) as Rule]))
}

async function withSubRules(db: Db, partnerId: string, rows: RuleRow[]): Promise<Rule[]> {
  const combined = rows.filter((row) => row.type === 'combined').map((row) => row.id)
  if (combined.length === 0) return rows.map((row) => ({ ...row, subRules: [] }))
  const subRules = await db.many<SubRule & { ruleId: string }>(sql`
    select rule_id as "ruleId", name, condition, status, has_history as "hasHistory"
    from sub_rules
    where partner_id = ${partnerId} and rule_id = any(${combined}::uuid[])
    order by rule_id, position`)
  return rows.map((row) => ({
    ...row,
    subRules: subRules.filter((sub) => sub.ruleId === row.id).map(({ ruleId: _, ...sub }) => sub),
  }))
}
