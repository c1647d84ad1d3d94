import { hash } from 'node:crypto'
import {
  type ByPartner,
  findByKey,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
} from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { FoundAward } from '../awards/award.ts'
import { selectAwards } from '../awards/award-store.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { Activity, RefusedRule, RuleEvaluation } from './activity.ts'
import type { EvaluationError } from './activity-batch.ts'
import { TYPES_MAX } from './activity-types.ts'
import { lettersOf, outcomesIn } from './decide-activity.ts'

/** A rule as `listening_rules` has it. */
type ListeningRule = Pick<RuleEvaluation, 'ruleId' | 'ruleName' | 'ruleVersion'>

/** Why the expressions of the rule at an index of the listening ones failed. */
type StoredError = { index: number; ruleId: string; error: string }

/** A refusal as JSON has it. */
export type StoredRefusal = Omit<RefusedRule, 'retryAt'> & { retryAt: string | null }

export const refusalOf = ({ retryAt, ...refusal }: StoredRefusal): RefusedRule => ({
  ...refusal,
  retryAt: retryAt === null ? null : new Date(retryAt),
})

type StoredActivity = Keyed<Activity> & { listening: { id: bigint; rules: string } | null }

export function insertActivities(tx: Tx, activities: ByPartner<Keyed<Activity>>): void {
  if (isEmpty(activities)) return
  const rows = mapRows(activities, (own) =>
    own.map((activity): StoredActivity => ({ ...activity, listening: listeningIn(activity) })),
  )
  insertListening(tx, rows)
  tx.send(
    insertRows('activities', rows, {
      id: 'uuid',
      seq: 'bigint',
      last_seq: 'bigint',
      actor_id: { type: 'bigint', of: ({ actor }: StoredActivity) => actorNumber(actor) },
      type: 'text',
      user_id: 'uuid',
      reference: 'text',
      occurred_at: 'timestamptz',
      balance: 'bigint',
      points: 'bigint',
      has_properties: { type: 'boolean', of: ({ properties }: StoredActivity) => properties !== null },
      listening_id: { type: 'bigint', of: ({ listening }: StoredActivity) => listening?.id },
      outcomes: { type: 'text', of: lettersIn },
      refused: { type: 'jsonb', of: ({ refused }: StoredActivity) => jsonOf(refused) },
      failed: { type: 'jsonb', of: (activity: StoredActivity) => jsonOf(errorsIn(activity)) },
      idempotency_key: { type: 'uuid', of: ({ keyed }: StoredActivity) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }: StoredActivity) => keyed?.hash },
      created_at: 'timestamptz',
    }),
  )
  const told = mapRows(activities, (own) =>
    own.filter(({ properties, metadata }) => properties !== null || metadata !== null),
  )
  if (isEmpty(told)) return
  tx.send(
    insertRows('activity_data', told, {
      seq: 'bigint',
      properties: { type: 'json', of: ({ properties }) => properties && JSON.stringify(properties) },
      metadata: 'jsonb',
      created_at: 'timestamptz',
    }),
  )
}

/** A list in one parameter; null for an empty one. */
const jsonOf = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

const lettersIn = ({ listening, evaluations }: StoredActivity) =>
  listening && lettersOf(evaluations.map(({ outcome }) => outcome))

const errorsIn = ({ evaluations }: Activity): StoredError[] =>
  evaluations.flatMap(({ ruleId, error }, index) => (error === null ? [] : [{ index, ruleId, error }]))

function listeningIn({ evaluations }: Activity): StoredActivity['listening'] {
  if (evaluations.length === 0) return null
  const rules = JSON.stringify(
    evaluations.map(
      ({ ruleId, ruleName, ruleVersion }): ListeningRule => ({ ruleId, ruleName, ruleVersion }),
    ),
  )
  const digest = hash('sha256', rules)
  return { id: BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)), rules }
}

/** Inserts the lists of rules that are not known yet. */
function insertListening(tx: Tx, activities: ByPartner<StoredActivity>): void {
  const lists = mapRows(activities, (own) => [
    ...new Map(own.flatMap(({ listening }) => (listening ? [[listening.id, listening]] : []))).values(),
  ])
  if (isEmpty(lists)) return
  tx.send(sql`
    ${insertRows('listening_rules', lists, { id: 'bigint', rules: 'jsonb' })}
    on conflict (partner_id, id) do nothing`)
}

/** An activity without its awards. */
export type FoundActivity = Omit<Activity, 'awards'>

export type ActivityRow = Omit<FoundActivity, 'evaluations' | 'refused'> & {
  outcomes: string | null
  refused: StoredRefusal[]
  failed: StoredError[]
  listening: ListeningRule[]
}

/** Activities of a partner; further conditions on `activities a` follow. A cluster needs the partner in each table. */
export const selectActivities = (partnerId: Sql): Sql => sql`
  select a.id, a.seq, a.last_seq, a.type, a.user_id, a.reference, d.properties, d.metadata, a.occurred_at, a.balance,
    a.points, 'recorded' as outcome, a.outcomes, coalesce(a.refused, '[]') as refused,
    coalesce(a.failed, '[]') as failed, coalesce(l.rules, '[]') as listening, a.created_at, ${ACTOR} as actor
  from activities a
  left join actors x on x.partner_id = a.partner_id and x.id = a.actor_id
  left join listening_rules l on l.partner_id = a.partner_id and l.id = a.listening_id
  left join lateral (
    select properties, metadata
    from activity_data
    where partner_id = ${partnerId} and seq = a.seq
    limit 1
  ) d on true
  where a.partner_id = ${partnerId}`

export function activityOf({ outcomes, refused, failed, listening, ...row }: ActivityRow): FoundActivity {
  const errors = new Map(failed.map(({ index, error }) => [index, error]))
  const letters = outcomesIn(outcomes ?? '')
  return {
    ...row,
    refused: refused.map(refusalOf),
    evaluations: listening.map((rule, index) => ({
      ...rule,
      outcome: letters[index] as RuleEvaluation['outcome'],
      error: errors.get(index) ?? null,
    })),
  }
}

export async function findActivities(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundActivity>> {
  const rows = await findByKey<ActivityRow>(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectActivities(partnerId)} and a.id ${isKey}`,
  )
  return mapRows(rows, (own) => own.map(activityOf))
}

/** The awards that activities led to. */
export function findAwardsOfActivities(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundAward>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectAwards(partnerId)} and a.seq = any(array(
        select w.seq
        from activities c
        join awards w on w.partner_id = ${partnerId} and w.seq > c.seq and w.seq <= c.last_seq
        where c.partner_id = ${partnerId} and c.id ${isKey}
      ))
      order by a.seq`,
  )
}

export type TypeInUse = { type: string; lastAt: Date }

/** When these types were last in use, and the latest others: as many as there may be. */
export function findTypesInUse(db: Db, types: ByPartner<string>): Promise<ByPartner<TypeInUse>> {
  return findByKey(
    db,
    types,
    'text',
    (partnerId, isKey) => sql`
      select type, last_at
      from activity_types
      where partner_id = ${partnerId} and type ${isKey}
      union
      (
        select type, last_at
        from activity_types
        where partner_id = ${partnerId}
        order by last_at desc
        limit ${TYPES_MAX}
      )`,
  )
}

export function saveUsedTypes(tx: Tx, types: ByPartner<TypeInUse>): void {
  if (isEmpty(types)) return
  tx.send(sql`
    ${insertRows('activity_types', types, { type: 'text', last_at: 'timestamptz' })}
    on conflict (partner_id, type) do update set last_at = excluded.last_at`)
}

/** How many of the latest errors of a rule are kept. */
const ERRORS_KEPT = 10

/** Keeps the latest errors of each rule. */
export function saveEvaluationErrors(tx: Tx, errors: ByPartner<EvaluationError>): void {
  if (isEmpty(errors)) return
  const latest = mapRows(errors, (own) =>
    [...Map.groupBy(own, ({ ruleId }) => ruleId).values()].flatMap((ofRule) => ofRule.slice(-ERRORS_KEPT)),
  )
  tx.send(
    insertRows('evaluation_errors', latest, {
      rule_id: 'uuid',
      rule_name: 'text',
      seq: 'bigint',
      activity_id: 'uuid',
      user_id: 'uuid',
      error: 'text',
      created_at: 'timestamptz',
    }),
  )
  const ruleIds = mapRows(errors, (own) =>
    [...new Set(own.map(({ ruleId }) => ruleId))].map((ruleId) => ({ ruleId })),
  )
  const { table, partnerId } = partnerRows('given', ruleIds, { rule_id: 'uuid' })
  tx.send(sql`
    delete from evaluation_errors e
    using ${table}
    where e.partner_id = ${partnerId} and e.rule_id = given.rule_id and e.seq < (
      select o.seq
      from evaluation_errors o
      where o.partner_id = ${partnerId} and o.rule_id = given.rule_id
      order by o.seq desc
      offset ${ERRORS_KEPT - 1}
      limit 1
    )`)
}
