import {
  type ByPartner,
  findForEachRow,
  groupByPartner,
  isEmpty,
  partnerRows,
  rowsToInsert,
} from '../../storage/database/by-partner.ts'
import { type Db, replanOnGrowth, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { LISTENERS_MAX } from '../rules/listener.ts'
import { LISTENED_TYPE_COLUMNS, listeningIds } from '../rules/listening-rule-store.ts'
import type { ListenedType } from '../rules/rule-batch.ts'
import type { RuleProgress } from './decide-award.ts'

export type ProgressRow = RuleProgress & { ruleId: string; userId: string }
export type ChangedProgress = ProgressRow & {
  /** Whether the rule counts one completion in each period. */
  countsPeriods: boolean
}

const PROGRESS = sql`
  p.rule_id, p.user_id, p.paid_awards, p.paid_coins, p.paid_seq, p.period_start, p.period_awards, p.period_coins,
  p.progress, p.counted_at, p.streak_seq, p.sub_rules_done`

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

/** Progress of these users with the rules that can match their activities. */
export function loadProgressOfTypes(
  db: Db,
  activities: ByPartner<ListenedType & { userId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findForEachRow(
    db,
    activities,
    { ...LISTENED_TYPE_COLUMNS, user_id: 'uuid' },
    (partnerId) => progressOfTypes(partnerId, sql`given.user_id`),
    LISTENERS_MAX,
  )
}

/** Does the same for users who are named by the partner's own ids. */
export function loadProgressOfTypesByExternalId(
  db: Db,
  activities: ByPartner<ListenedType & { externalId: string }>,
): Promise<ByPartner<ProgressRow>> {
  return findForEachRow(
    db,
    activities,
    { ...LISTENED_TYPE_COLUMNS, external_id: 'text' },
    (partnerId) =>
      progressOfTypes(
        partnerId,
        sql`(
          select m.user_id
          from memberships m
          where m.partner_id = ${partnerId} and m.external_id = given.external_id
        )`,
      ),
    LISTENERS_MAX,
  )
}

const progressOfTypes = (partnerId: Sql, userId: Sql): Sql => sql`
  select ${PROGRESS}
  from rule_progress p
  where p.partner_id = ${partnerId} and p.user_id = ${userId} and p.rule_id = any(${listeningIds(partnerId)})`

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

/** Only users of rules that count one completion in each period need these. */
const STREAK_COLUMNS = { counted_at: 'timestamptz', streak_seq: 'bigint' } as const

const someCountPeriods = (rows: ByPartner<ChangedProgress>) =>
  [...rows.values()].some((own) => own.some(({ countsPeriods }) => countsPeriods))

export function insertProgress(tx: Tx, rows: ByPartner<ChangedProgress>): void {
  if (isEmpty(rows)) return
  const columns = { ...PROGRESS_COLUMNS, ...PERIOD_COLUMNS }
  const hasStreaks = someCountPeriods(rows)
  const { from, partnerId } = hasStreaks
    ? rowsToInsert(rows, { ...columns, ...STREAK_COLUMNS })
    : rowsToInsert(rows, columns)
  const streaks = hasStreaks ? sql`, counted_at, streak_seq` : sql``
  tx.send(sql`
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, paid_coins, paid_seq, period_start,
      period_awards, period_coins, progress, sub_rules_done${streaks})
    select ${partnerId}, rule_id, user_id, paid_awards, paid_coins, paid_seq, period_start, period_awards,
      period_coins, progress, string_to_array(done, ',')${streaks}
    from ${from}`)
}

const SET_PROGRESS = sql`
  paid_awards = given.paid_awards, paid_coins = given.paid_coins, paid_seq = given.paid_seq,
  progress = given.progress, sub_rules_done = string_to_array(given.done, ',')`

export function updateProgress(tx: Tx, rows: ByPartner<ChangedProgress>): void {
  if (isEmpty(rows)) return
  // A period that no longer counts may stay in the row: no later period begins at the same time.
  const hasPeriods = [...rows.values()].some((own) => own.some(({ periodStart }) => periodStart !== null))
  const hasStreaks = someCountPeriods(rows)
  const { table, partnerId } = partnerRows('given', rows, {
    ...PROGRESS_COLUMNS,
    ...(hasPeriods && PERIOD_COLUMNS),
    ...(hasStreaks && STREAK_COLUMNS),
  } as typeof PROGRESS_COLUMNS)
  const periods = hasPeriods
    ? sql`, period_start = given.period_start, period_awards = given.period_awards,
        period_coins = given.period_coins`
    : sql``
  const streaks = hasStreaks ? sql`, counted_at = given.counted_at, streak_seq = given.streak_seq` : sql``
  const set = sql`${SET_PROGRESS}${periods}${streaks}`
  tx.send(
    replanOnGrowth(sql`
    update rule_progress p
    set ${set}
    from ${table}
    where p.partner_id = ${partnerId} and p.rule_id = given.rule_id and p.user_id = given.user_id`),
  )
}
