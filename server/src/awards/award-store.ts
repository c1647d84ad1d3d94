import { type Db, sql, type Tx } from '../platform/database.ts'
import type { Rule } from '../rules/rule.ts'
import type { Award, AwardRequest } from './award.ts'
import { type Standing, standingKey } from './decide-award.ts'

export async function loadStandings(
  db: Db,
  partnerId: string,
  rules: Map<string, Rule>,
  requests: AwardRequest[],
): Promise<Map<string, Standing>> {
  const pairs = requests.flatMap(({ userId, ruleName }) => {
    const rule = rules.get(ruleName)
    return rule ? [{ ruleId: rule.id, userId }] : []
  })
  const rows = await db.many<Standing & { ruleId: string; userId: string }>(sql`
    select s.rule_id as "ruleId", s.user_id as "userId", s.paid_awards as "paidAwards", s.progress,
      s.sub_rules_done as "subRulesDone"
    from (
      select distinct *
      from unnest(${pairs.map((pair) => pair.ruleId)}::uuid[], ${pairs.map((pair) => pair.userId)}::uuid[])
    ) as asked (rule_id, user_id)
    join standings s on s.partner_id = ${partnerId} and s.rule_id = asked.rule_id and s.user_id = asked.user_id`)
  return new Map(rows.map((row) => [standingKey(row.ruleId, row.userId), row]))
}

export async function insertAwards(tx: Tx, partnerId: string, awards: Award[]): Promise<void> {
  await tx.run(sql`
    insert into awards (partner_id, id, event_no, rule_id, rule_name, user_id, outcome, reason, coins, note,
      progress, progress_needed, user_awards, user_awards_max, participants, participants_max, created_at)
    select ${partnerId}, *
    from unnest(
      ${awards.map((award) => award.id)}::uuid[],
      ${awards.map((award) => award.eventNo)}::bigint[],
      ${awards.map((award) => award.ruleId)}::uuid[],
      ${awards.map((award) => award.ruleName)}::text[],
      ${awards.map((award) => award.userId)}::uuid[],
      ${awards.map((award) => award.outcome)}::text[],
      ${awards.map((award) => award.reason)}::text[],
      ${awards.map((award) => award.coins)}::bigint[],
      ${awards.map((award) => award.note)}::text[],
      ${awards.map((award) => award.progress)}::integer[],
      ${awards.map((award) => award.progressNeeded)}::integer[],
      ${awards.map((award) => award.userAwards)}::integer[],
      ${awards.map((award) => award.userAwardsMax)}::integer[],
      ${awards.map((award) => award.participants)}::integer[],
      ${awards.map((award) => award.participantsMax)}::integer[],
      ${awards.map((award) => award.createdAt)}::timestamptz[])`)
}

/** Writes the standings that these awards left behind. */
export async function saveStandings(
  tx: Tx,
  partnerId: string,
  standings: Map<string, Standing>,
  accepted: Award[],
): Promise<void> {
  const changed = [
    ...new Map(accepted.map((award) => [standingKey(award.ruleId, award.userId), award])).entries(),
  ].map(([key, { ruleId, userId }]) => ({ ruleId, userId, ...(standings.get(key) as Standing) }))
  if (changed.length === 0) return
  await tx.run(sql`
    insert into standings (partner_id, rule_id, user_id, paid_awards, progress, sub_rules_done)
    select ${partnerId}, rule_id, user_id, paid_awards, progress, array(select jsonb_array_elements_text(done))
    from unnest(
      ${changed.map((standing) => standing.ruleId)}::uuid[],
      ${changed.map((standing) => standing.userId)}::uuid[],
      ${changed.map((standing) => standing.paidAwards)}::integer[],
      ${changed.map((standing) => standing.progress)}::integer[],
      ${changed.map((standing) => JSON.stringify(standing.subRulesDone))}::jsonb[])
      as c (rule_id, user_id, paid_awards, progress, done)
    on conflict (partner_id, rule_id, user_id) do update
    set paid_awards = excluded.paid_awards, progress = excluded.progress, sub_rules_done = excluded.sub_rules_done`)
}

export async function saveParticipants(
  tx: Tx,
  partnerId: string,
  rules: Rule[],
  accepted: Award[],
): Promise<void> {
  const joined = new Set(
    accepted
      .filter((award) => award.outcome === 'paid' && award.userAwards === 1)
      .map((award) => award.ruleId),
  )
  const changed = [...new Map(rules.map((rule) => [rule.id, rule])).values()].filter((rule) =>
    joined.has(rule.id),
  )
  if (changed.length === 0) return
  await tx.run(sql`
    update rules r
    set participants = c.participants
    from unnest(${changed.map((rule) => rule.id)}::uuid[], ${changed.map((rule) => rule.participants)}::integer[])
      as c (id, participants)
    where r.partner_id = ${partnerId} and r.id = c.id`)
}

/** Notes that these sub-rules have awards now, so that they can no longer be removed. */
export async function markSubRulesUsed(
  tx: Tx,
  partnerId: string,
  rules: Rule[],
  awards: Award[],
): Promise<void> {
  const unused = new Set(
    rules.flatMap((rule) => rule.subRules.filter((sub) => !sub.hasHistory).map((sub) => sub.name)),
  )
  const names = [...new Set(awards.map((award) => award.ruleName).filter((name) => unused.has(name)))]
  if (names.length === 0) return
  await tx.run(sql`
    update sub_rules
    set has_history = true
    where partner_id = ${partnerId} and name = any(${names}::text[])`)
}
