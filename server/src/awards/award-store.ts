import { type Db, records, type Sql, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Rule } from '../rules/rule.ts'
import type { Award, AwardRequest, Reversal } from './award.ts'
import type { RuleProgress } from './decide-award.ts'

type ProgressRow = RuleProgress & { ruleId: string; userId: string }

const PROGRESS = sql`p.rule_id, p.user_id, p.paid_awards, p.progress, p.sub_rules_done`

/** Progress of these users with these rules. Looks each name up once: many calls name few rules. */
export async function loadProgress(db: Db, partnerId: string, calls: AwardRequest[]): Promise<ProgressRow[]> {
  const names = [...new Set(calls.map((call) => call.ruleName))]
  const numberOf = new Map(names.map((name, index) => [name, index + 1]))
  return db.many<ProgressRow>(sql`
    select found.*
    from ${records('wanted', calls, {
      user_id: 'uuid',
      name_no: { type: 'integer', of: ({ ruleName }) => numberOf.get(ruleName) },
    })}
    cross join lateral (
      select ${PROGRESS}
      from rule_progress p
      where p.partner_id = ${partnerId} and p.user_id = wanted.user_id and p.rule_id = (array(
        select (
          select n.rule_id
          from rule_names n
          where n.partner_id = ${partnerId} and n.name = named.name
        )
        from unnest(${names}::text[]) with ordinality as named (name, no)
        order by named.no
      ))[wanted.name_no]
      limit 1
    ) found`)
}

/** The progress of the users and rules of these awards. */
export async function loadProgressOf(db: Db, partnerId: string, awards: Award[]): Promise<ProgressRow[]> {
  return db.many<ProgressRow>(sql`
    select distinct on (p.rule_id, p.user_id) ${PROGRESS}
    from ${records('wanted', awards, { rule_id: 'uuid', user_id: 'uuid' })}
    join rule_progress p
      on p.partner_id = ${partnerId} and p.rule_id = wanted.rule_id and p.user_id = wanted.user_id`)
}

export function insertAwards(tx: Tx, partnerId: string, awards: Keyed<Award>[], at: Date): void {
  if (awards.length === 0) return
  tx.send(sql`
    insert into awards (partner_id, created_at, id, seq, rule_id, rule_name, user_id, outcome, reason, coins, note,
      progress, progress_needed, user_awards, user_awards_max, participants, participants_max, detail,
      idempotency_key, request_hash)
    select ${partnerId}, ${at}::timestamptz, *
    from ${records('a', awards, {
      id: 'uuid',
      seq: 'bigint',
      rule_id: 'uuid',
      rule_name: 'text',
      user_id: 'uuid',
      outcome: 'text',
      reason: 'text',
      coins: 'bigint',
      note: 'text',
      progress: 'integer',
      progress_needed: 'integer',
      user_awards: 'integer',
      user_awards_max: 'integer',
      participants: 'integer',
      participants_max: 'integer',
      detail: 'text',
      idempotency_key: { type: 'text', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
    })}`)
}

const progressRecords = (rows: ProgressRow[]) =>
  records('c', rows, {
    rule_id: 'uuid',
    user_id: 'uuid',
    paid_awards: 'integer',
    progress: 'integer',
    done: { type: 'text', of: ({ subRulesDone }) => subRulesDone.join(',') },
  })

export function insertProgress(tx: Tx, partnerId: string, rows: ProgressRow[]): void {
  if (rows.length === 0) return
  tx.send(sql`
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, progress, sub_rules_done)
    select ${partnerId}, rule_id, user_id, paid_awards, progress, string_to_array(done, ',')
    from ${progressRecords(rows)}`)
}

export function updateProgress(tx: Tx, partnerId: string, rows: ProgressRow[]): void {
  if (rows.length === 0) return
  tx.send(sql`
    update rule_progress p
    set paid_awards = c.paid_awards, progress = c.progress, sub_rules_done = string_to_array(c.done, ',')
    from ${progressRecords(rows)}
    where p.partner_id = ${partnerId} and p.rule_id = c.rule_id and p.user_id = c.user_id`)
}

export function saveParticipants(tx: Tx, partnerId: string, rules: Rule[]): void {
  if (rules.length === 0) return
  tx.send(sql`
    update rules r
    set participants = c.participants
    from ${records('c', rules, { id: 'uuid', participants: 'integer' })}
    where r.partner_id = ${partnerId} and r.id = c.id`)
}

/** Marks sub-rules as having awards, which keeps them from being removed. */
export function markSubRulesUsed(tx: Tx, partnerId: string, names: string[]): void {
  if (names.length === 0) return
  tx.send(sql`
    update sub_rules
    set has_history = true
    where partner_id = ${partnerId} and name = any(${names}::text[])`)
}

export const SELECT_AWARDS = sql`
  select a.id, a.seq, a.rule_id, a.rule_name, a.user_id, a.outcome, a.reason, a.coins, a.note, a.progress,
    a.progress_needed, a.user_awards, a.user_awards_max, a.participants, a.participants_max, a.detail,
    a.created_at, r.id is not null as is_reversed
  from awards a
  left join reversals r on r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'`

export async function findAwards(
  db: Db,
  partnerId: string,
  ids: string[],
): Promise<(Award & { isReversed: boolean })[]> {
  return db.many<Award & { isReversed: boolean }>(sql`
    ${SELECT_AWARDS}
    where a.partner_id = ${partnerId} and a.id = any(${ids}::uuid[])`)
}

/** The awards of the first reversals in a range of sequence numbers. */
export async function findReversedAwards(
  db: Db,
  partnerId: string,
  { after, until, order, limit }: { after: bigint; until: bigint; order: Sql; limit: number },
): Promise<Award[]> {
  return db.many<Award>(sql`
    ${SELECT_AWARDS}
    where a.partner_id = ${partnerId} and a.id in (
      select award_id
      from reversals
      where partner_id = ${partnerId} and seq > ${after} and seq <= ${until}
      order by seq ${order}
      limit ${limit}
    )`)
}

export function insertReversals(tx: Tx, partnerId: string, reversals: Keyed<Reversal>[]): void {
  if (reversals.length === 0) return
  tx.send(sql`
    insert into reversals (partner_id, id, seq, award_id, user_id, coins, outcome, reason, balance,
      idempotency_key, request_hash, created_at)
    select ${partnerId}, *
    from ${records('r', reversals, {
      id: 'uuid',
      seq: 'bigint',
      award_id: { type: 'uuid', of: ({ award }) => award.id },
      user_id: { type: 'uuid', of: ({ award }) => award.userId },
      coins: { type: 'bigint', of: ({ award }) => award.coins },
      outcome: 'text',
      reason: 'text',
      balance: 'bigint',
      idempotency_key: { type: 'text', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
      created_at: 'timestamptz',
    })}`)
}

export async function findReversals(
  db: Db,
  partnerId: string,
  ids: string[],
): Promise<(Omit<Reversal, 'award'> & { awardId: string })[]> {
  return db.many(sql`
    select id, award_id, outcome, reason, balance, seq, created_at
    from reversals
    where partner_id = ${partnerId} and id = any(${ids}::uuid[])`)
}
