import { byteaList, type Db, list, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Rule } from '../rules/rule.ts'
import type { Award, AwardRequest, Reversal } from './award.ts'
import type { Standing } from './decide-award.ts'

type StandingRow = Standing & { ruleId: string; userId: string }

/** The standings that these calls are about. The names are looked up once, as many calls are of few rules. */
export async function loadStandings(
  db: Db,
  partnerId: string,
  calls: AwardRequest[],
): Promise<StandingRow[]> {
  const names = [...new Set(calls.map((call) => call.ruleName))]
  const numberOf = new Map(names.map((name, index) => [name, index + 1]))
  return db.many<StandingRow>(sql`
    select standing.*
    from unnest(
      ${list(calls.map((call) => call.userId))}::uuid[],
      ${list(calls.map((call) => numberOf.get(call.ruleName) as number))}::integer[])
      as asked (user_id, name_no)
    cross join lateral (
      select s.rule_id as "ruleId", s.user_id as "userId", s.paid_awards as "paidAwards", s.progress,
        s.sub_rules_done as "subRulesDone"
      from standings s
      where s.partner_id = ${partnerId} and s.user_id = asked.user_id and s.rule_id = (array(
        select (
          select n.rule_id
          from rule_names n
          where n.partner_id = ${partnerId} and n.name = named.name
        )
        from unnest(${names}::text[]) with ordinality as named (name, no)
        order by named.no
      ))[asked.name_no]
      limit 1
    ) standing`)
}

export function insertAwards(tx: Tx, partnerId: string, awards: Keyed<Award>[], at: Date): void {
  tx.send(sql`
    insert into awards (partner_id, created_at, id, event_no, rule_id, rule_name, user_id, outcome, reason, coins, note,
      progress, progress_needed, user_awards, user_awards_max, participants, participants_max, detail,
      idempotency_key, request_hash)
    select ${partnerId}, ${at}::timestamptz, *
    from unnest(
      ${list(awards.map((award) => award.id))}::uuid[],
      ${list(awards.map((award) => award.eventNo))}::bigint[],
      ${list(awards.map((award) => award.ruleId))}::uuid[],
      ${awards.map((award) => award.ruleName)}::text[],
      ${list(awards.map((award) => award.userId))}::uuid[],
      ${list(awards.map((award) => award.outcome))}::text[],
      ${list(awards.map((award) => award.reason))}::text[],
      ${list(awards.map((award) => award.coins))}::bigint[],
      ${awards.map((award) => award.note)}::text[],
      ${list(awards.map((award) => award.progress))}::integer[],
      ${list(awards.map((award) => award.progressNeeded))}::integer[],
      ${list(awards.map((award) => award.userAwards))}::integer[],
      ${list(awards.map((award) => award.userAwardsMax))}::integer[],
      ${list(awards.map((award) => award.participants))}::integer[],
      ${list(awards.map((award) => award.participantsMax))}::integer[],
      ${awards.map((award) => award.detail)}::text[],
      ${awards.map((award) => award.keyed?.key ?? null)}::text[],
      ${byteaList(awards.map((award) => award.keyed?.hash ?? null))}::bytea[])`)
}

export function insertStandings(tx: Tx, partnerId: string, standings: StandingRow[]): void {
  if (standings.length === 0) return
  tx.send(sql`
    insert into standings (partner_id, rule_id, user_id, paid_awards, progress, sub_rules_done)
    select ${partnerId}, rule_id, user_id, paid_awards, progress, string_to_array(done, ',')
    from unnest(
      ${list(standings.map((standing) => standing.ruleId))}::uuid[],
      ${list(standings.map((standing) => standing.userId))}::uuid[],
      ${list(standings.map((standing) => standing.paidAwards))}::integer[],
      ${list(standings.map((standing) => standing.progress))}::integer[],
      ${standings.map((standing) => standing.subRulesDone.join(','))}::text[])
      as c (rule_id, user_id, paid_awards, progress, done)`)
}

export function updateStandings(tx: Tx, partnerId: string, standings: StandingRow[]): void {
  if (standings.length === 0) return
  tx.send(sql`
    update standings s
    set paid_awards = c.paid_awards, progress = c.progress, sub_rules_done = string_to_array(c.done, ',')
    from unnest(
      ${list(standings.map((standing) => standing.ruleId))}::uuid[],
      ${list(standings.map((standing) => standing.userId))}::uuid[],
      ${list(standings.map((standing) => standing.paidAwards))}::integer[],
      ${list(standings.map((standing) => standing.progress))}::integer[],
      ${standings.map((standing) => standing.subRulesDone.join(','))}::text[])
      as c (rule_id, user_id, paid_awards, progress, done)
    where s.partner_id = ${partnerId} and s.rule_id = c.rule_id and s.user_id = c.user_id`)
}

export function saveParticipants(tx: Tx, partnerId: string, rules: Rule[]): void {
  if (rules.length === 0) return
  tx.send(sql`
    update rules r
    set participants = c.participants
    from unnest(${list(rules.map((rule) => rule.id))}::uuid[], ${list(rules.map((rule) => rule.participants))}::integer[])
      as c (id, participants)
    where r.partner_id = ${partnerId} and r.id = c.id`)
}

/** Notes that these sub-rules have awards now, so that they can no longer be removed. */
export function markSubRulesUsed(tx: Tx, partnerId: string, names: string[]): void {
  if (names.length === 0) return
  tx.send(sql`
    update sub_rules
    set has_history = true
    where partner_id = ${partnerId} and name = any(${names}::text[])`)
}

export async function findAwards(
  db: Db,
  partnerId: string,
  ids: string[],
): Promise<(Award & { isReversed: boolean })[]> {
  return db.many<Award & { isReversed: boolean }>(sql`
    select a.id, a.event_no as "eventNo", a.rule_id as "ruleId", a.rule_name as "ruleName", a.user_id as "userId", a.outcome,
      a.reason, a.coins, a.note, a.progress, a.progress_needed as "progressNeeded", a.user_awards as "userAwards",
      a.user_awards_max as "userAwardsMax", a.participants, a.participants_max as "participantsMax", a.detail,
      a.created_at as "createdAt", r.id is not null as "isReversed"
    from awards a
    left join reversals r on r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    where a.partner_id = ${partnerId} and a.id = any(${list(ids)}::uuid[])`)
}

/** The standings of the users of these awards with the rules of these awards. */
export async function loadStandingsOf(db: Db, partnerId: string, awards: Award[]): Promise<StandingRow[]> {
  return db.many<StandingRow>(sql`
    select distinct on (s.rule_id, s.user_id) s.rule_id as "ruleId", s.user_id as "userId",
      s.paid_awards as "paidAwards", s.progress, s.sub_rules_done as "subRulesDone"
    from unnest(${list(awards.map((award) => award.ruleId))}::uuid[], ${list(awards.map((award) => award.userId))}::uuid[])
      as asked (rule_id, user_id)
    join standings s on s.partner_id = ${partnerId} and s.rule_id = asked.rule_id and s.user_id = asked.user_id`)
}

export function insertReversals(tx: Tx, partnerId: string, reversals: Keyed<Reversal>[]): void {
  if (reversals.length === 0) return
  tx.send(sql`
    insert into reversals (partner_id, id, event_no, award_id, user_id, coins, outcome, reason, balance,
      idempotency_key, request_hash, created_at)
    select ${partnerId}, *
    from unnest(
      ${list(reversals.map((reversal) => reversal.id))}::uuid[],
      ${list(reversals.map((reversal) => reversal.eventNo))}::bigint[],
      ${list(reversals.map((reversal) => reversal.award.id))}::uuid[],
      ${list(reversals.map((reversal) => reversal.award.userId))}::uuid[],
      ${list(reversals.map((reversal) => reversal.award.coins))}::bigint[],
      ${list(reversals.map((reversal) => reversal.outcome))}::text[],
      ${list(reversals.map((reversal) => reversal.reason))}::text[],
      ${list(reversals.map((reversal) => reversal.balance))}::bigint[],
      ${reversals.map((reversal) => reversal.keyed?.key ?? null)}::text[],
      ${byteaList(reversals.map((reversal) => reversal.keyed?.hash ?? null))}::bytea[],
      ${reversals.map((reversal) => reversal.createdAt)}::timestamptz[])`)
}

export async function findReversals(
  db: Db,
  partnerId: string,
  ids: string[],
): Promise<(Omit<Reversal, 'award'> & { awardId: string })[]> {
  return db.many(sql`
    select id, award_id as "awardId", outcome, reason, balance, event_no as "eventNo", created_at as "createdAt"
    from reversals
    where partner_id = ${partnerId} and id = any(${list(ids)}::uuid[])`)
}
