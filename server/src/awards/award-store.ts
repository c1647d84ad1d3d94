import {
  type ByPartner,
  findByKeys,
  findByPartner,
  findEach,
  insertedRecords,
  isEmpty,
  mapRows,
  partnerRecords,
  rowsOf,
} from '../database/by-partner.ts'
import { type Db, replanned, type Sql, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Rule } from '../rules/rule.ts'
import type { Award, AwardRequest, Reversal } from './award.ts'
import type { RuleProgress } from './decide-award.ts'

type ProgressRow = RuleProgress & { ruleId: string; userId: string }

const PROGRESS = sql`p.rule_id, p.user_id, p.paid_awards, p.progress, p.sub_rules_done`

/** Progress of these users with these rules. Looks each name up once: many calls name few rules. */
export async function loadProgress(db: Db, calls: ByPartner<AwardRequest>): Promise<ByPartner<ProgressRow>> {
  return findByPartner<ProgressRow>(db, calls, () => {
    const { numbered, names } = numberNames(calls)
    const given = partnerRecords('given', numbered, { user_id: 'uuid', name_no: 'integer' })
    const named = partnerRecords('named', names, { name: 'text', no: 'integer' })
    return sql`
      select ${given.beside}found.*
      from ${given.table}
      cross join lateral (
        select ${PROGRESS}
        from rule_progress p
        where p.partner_id = ${given.partnerId} and p.user_id = given.user_id and p.rule_id = (array(
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
function numberNames(calls: ByPartner<AwardRequest>): {
  numbered: ByPartner<{ userId: string; nameNo: number }>
  names: ByPartner<{ name: string; no: number }>
} {
  let last = 0
  const names = new Map<string, { name: string; no: number }[]>()
  const numbered = new Map<string, { userId: string; nameNo: number }[]>()
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
      own.map(({ userId, ruleName }) => ({ userId, nameNo: numberOf.get(ruleName) as number })),
    )
  }
  return { numbered, names }
}

/** The progress of the users and rules of these awards. */
export async function loadProgressOf(
  db: Db,
  awards: ByPartner<{ ruleId: string; userId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findEach(
    db,
    awards,
    { rule_id: 'uuid', user_id: 'uuid' },
    (partnerId) => sql`
      select ${PROGRESS}
      from rule_progress p
      where p.partner_id = ${partnerId} and p.rule_id = given.rule_id and p.user_id = given.user_id`,
  )
}

export function insertAwards(tx: Tx, awards: ByPartner<Keyed<Award>>): void {
  if (isEmpty(awards)) return
  const { table, all } = insertedRecords(awards, {
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
    idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
    request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
    created_at: 'timestamptz',
  })
  tx.send(sql`
    insert into awards (id, seq, rule_id, rule_name, user_id, outcome, reason, coins, note,
      progress, progress_needed, user_awards, user_awards_max, participants, participants_max, detail,
      idempotency_key, request_hash, created_at, partner_id)
    select ${all}
    from ${table}`)
}

const PROGRESS_COLUMNS = {
  rule_id: 'uuid',
  user_id: 'uuid',
  paid_awards: 'integer',
  progress: 'integer',
  done: { type: 'text', of: ({ subRulesDone }: ProgressRow) => subRulesDone.join(',') },
} as const

export function insertProgress(tx: Tx, rows: ByPartner<ProgressRow>): void {
  if (isEmpty(rows)) return
  const { table, partnerId } = insertedRecords(rows, PROGRESS_COLUMNS)
  tx.send(sql`
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, progress, sub_rules_done)
    select ${partnerId}, rule_id, user_id, paid_awards, progress, string_to_array(done, ',')
    from ${table}`)
}

export function updateProgress(tx: Tx, rows: ByPartner<ProgressRow>): void {
  if (isEmpty(rows)) return
  const { table, partnerId } = partnerRecords('given', rows, PROGRESS_COLUMNS)
  tx.send(
    replanned(sql`
    update rule_progress p
    set paid_awards = given.paid_awards, progress = given.progress,
      sub_rules_done = string_to_array(given.done, ',')
    from ${table}
    where p.partner_id = ${partnerId} and p.rule_id = given.rule_id and p.user_id = given.user_id`),
  )
}

export function saveParticipants(tx: Tx, rules: ByPartner<Rule>): void {
  if (isEmpty(rules)) return
  const { table, partnerId } = partnerRecords('given', rules, { id: 'uuid', participants: 'integer' })
  tx.send(
    replanned(sql`
    update rules r
    set participants = given.participants
    from ${table}
    where r.partner_id = ${partnerId} and r.id = given.id`),
  )
}

/** Marks sub-rules as having awards, which keeps them from being removed. */
export function markSubRulesUsed(tx: Tx, names: ByPartner<string>): void {
  if (isEmpty(names)) return
  const listed = mapRows(names, (own) => own.map((name) => ({ name })))
  const { table, partnerId } = partnerRecords('given', listed, { name: 'text' })
  tx.send(
    replanned(sql`
    update sub_rules s
    set has_history = true
    from ${table}
    where s.partner_id = ${partnerId} and s.name = given.name`),
  )
}

export const SELECT_AWARDS = sql`
  select a.id, a.seq, a.rule_id, a.rule_name, a.user_id, a.outcome, a.reason, a.coins, a.note, a.progress,
    a.progress_needed, a.user_awards, a.user_awards_max, a.participants, a.participants_max, a.detail,
    a.created_at, r.id is not null as is_reversed
  from awards a
  left join reversals r on r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'`

type FoundAward = Award & { isReversed: boolean }

export async function findAwards(db: Db, partnerId: string, ids: string[]): Promise<FoundAward[]> {
  return [...rowsOf(await findAwardsByPartner(db, new Map([[partnerId, ids]])), partnerId)]
}

export function findAwardsByPartner(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundAward>> {
  return findByKeys(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_AWARDS}
      where a.partner_id = ${partnerId} and a.id ${isKey}`,
  )
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

export function insertReversals(tx: Tx, reversals: ByPartner<Keyed<Reversal>>): void {
  if (isEmpty(reversals)) return
  const { table, all } = insertedRecords(reversals, {
    id: 'uuid',
    seq: 'bigint',
    award_id: { type: 'uuid', of: ({ award }) => award.id },
    user_id: { type: 'uuid', of: ({ award }) => award.userId },
    coins: { type: 'bigint', of: ({ award }) => award.coins },
    outcome: 'text',
    reason: 'text',
    balance: 'bigint',
    idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
    request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
    created_at: 'timestamptz',
  })
  tx.send(sql`
    insert into reversals (id, seq, award_id, user_id, coins, outcome, reason, balance, idempotency_key,
      request_hash, created_at, partner_id)
    select ${all}
    from ${table}`)
}

export function findReversals(
  db: Db,
  ids: ByPartner<string>,
): Promise<ByPartner<Omit<Reversal, 'award'> & { awardId: string }>> {
  return findByKeys(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      select id, award_id, outcome, reason, balance, seq, created_at
      from reversals
      where partner_id = ${partnerId} and id ${isKey}`,
  )
}
