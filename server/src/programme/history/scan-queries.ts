import { allOf, type Db, type Sql, sql } from '../../storage/database/database.ts'
import {
  DECISION_SOURCES,
  type EventSource,
  eventsFrom,
  findSeqRange,
  sourceOfKind,
} from '../ledger/event-queries.ts'
import { findActorNumbers } from '../ledger/record-store.ts'
import { DECISION_KINDS, HISTORY_KINDS, type HistoryKind, type HistoryOutcome, isOfHold } from './decision.ts'

/** What the lines of a list have in common; null for what may be anything. */
export type HistoryFilter = {
  /** Null means every decision. */
  kinds: readonly HistoryKind[] | null
  userId: string | null
  ruleName: string | null
  /** The id of a client secret, a team member or a user. */
  actor: string | null
  reference: string | null
  outcome: HistoryOutcome | null
  /** Why it was refused. */
  reason: string | null
  /** Whether coins enter the wallet. */
  isCredit: boolean | null
  /** In the reference, the note or the name of the rule. */
  text: string | null
  from: Date | null
  to: Date | null
}

export const EVERYTHING: HistoryFilter = {
  kinds: HISTORY_KINDS,
  userId: null,
  ruleName: null,
  actor: null,
  reference: null,
  outcome: null,
  reason: null,
  isCredit: null,
  text: null,
  from: null,
  to: null,
}

const MOVED_KINDS: readonly HistoryKind[] = [
  'transfer',
  'refund',
  'adjustment',
  'opening',
  'settlement',
  'expiry',
  'hold',
  'extension',
  'release',
  'hold_expiry',
]

const KINDS_OF_OUTCOME: Record<HistoryOutcome, readonly HistoryKind[]> = {
  paid: ['award'],
  counted: ['award'],
  refused: [
    'award',
    'transfer',
    'reversal',
    'refund',
    'adjustment',
    'return',
    'hold',
    'extension',
    'capture',
    'release',
  ],
  moved: MOVED_KINDS,
  reversed: ['reversal'],
  returned: ['return'],
  joined: ['membership'],
  left: ['membership'],
  claimed: ['membership'],
  erased: ['membership'],
}

/** A refusal has a reason, and nothing else has one. */
export const outcomeOf = ({ outcome, reason }: HistoryFilter): HistoryOutcome | null =>
  outcome ?? (reason === null ? null : 'refused')

/** The kinds that can have what a filter names. The tables of others are not read. */
export function kindsOf(filter: HistoryFilter): HistoryKind[] {
  const { kinds, userId, ruleName, actor, reference, isCredit } = filter
  const outcome = outcomeOf(filter)
  const isPossible = (kind: HistoryKind) =>
    (outcome === null || KINDS_OF_OUTCOME[outcome].includes(kind)) &&
    (ruleName === null || kind === 'award' || kind === 'reversal') &&
    (userId === null || kind !== 'return') &&
    (isCredit === null || (kind !== 'return' && kind !== 'membership' && !isOfHold(kind))) &&
    ((actor === null && reference === null) || kind !== 'membership')
  return (kinds ?? DECISION_KINDS).filter(isPossible)
}

const sourceOf = (kind: HistoryKind): EventSource =>
  kind === 'membership' ? 'lifecycle' : sourceOfKind(kind)

export const HISTORY_SOURCES: readonly EventSource[] = [...DECISION_SOURCES, 'lifecycle']

const sourcesOf = (kinds: readonly HistoryKind[]): EventSource[] => [...new Set(kinds.map(sourceOf))]

export type Scan = {
  sources: EventSource[]
  /** Selects the latest lines that an index leads to, as a table with `is_match`. */
  select: (limit: number, before: bigint | null) => Sql
}

/** How to read the lines of a filter; undefined when there can be none. */
export async function scanOf(db: Db, partnerId: string, filter: HistoryFilter): Promise<Scan | undefined> {
  const kinds = kindsOf(filter)
  const sources = sourcesOf(kinds)
  if (sources.length === 0) return undefined
  const { userId, ruleName, actor, reference, reason, isCredit, text, from, to } = filter
  const outcome = outcomeOf(filter)
  const [{ after, until }, ruleId, actors] = await Promise.all([
    findSeqRange(db, partnerId, { from, to }),
    ruleName === null ? null : findRuleId(db, partnerId, ruleName),
    actor === null ? null : findActorNumbers(db, partnerId, actor),
  ])
  const [onlyKind] = kinds.length === 1 && userId === null && reference === null ? kinds : []
  const byIndex = allOf(
    sql`partner_id = ${partnerId}`,
    reference === null ? null : sql`reference = ${reference}`,
    userId === null || reference !== null ? null : sql`user_id = ${userId}`,
    // Matches the condition of the partial index on unpaid decisions.
    onlyKind === 'award' && outcome !== null && outcome !== 'paid'
      ? sql`outcome = ${outcome} and outcome <> 'paid'`
      : null,
    // Matches the condition of the partial index on kinds.
    onlyKind && sourceOf(onlyKind) === 'transaction' && onlyKind !== 'transfer'
      ? sql`kind = ${onlyKind} and kind <> 'transfer'`
      : null,
    sql`seq > ${after}`,
    until === null ? null : sql`seq <= ${until}`,
  )
  // Each is part of the statement, whether it applies or not: with and without each, there would be thousands.
  const matches = sql`coalesce(
    kind = any(${kinds}::text[])
    and (${outcome}::text is null or outcome = ${outcome})
    and (${reason}::text is null or reason = ${reason})
    and (${isCredit}::boolean is null or is_credit = ${isCredit})
    and (${userId}::uuid is null or user_id = ${userId})
    and (${actors}::bigint[] is null or actor_id = any(${actors}::bigint[]))
    and (${ruleName}::text is null or ${isOfRule(partnerId, ruleName, ruleId ?? null)})
    and (${text}::text is null or ${hasText(partnerId, text)}), false)`
  return {
    sources,
    select: (limit, before) => sql`
      select seq, kind, outcome, is_credit, wallet_coins, ${matches} as is_match
      from (
        select seq, kind, user_id, actor_id, outcome, reason, reference, is_credit, wallet_coins, rule_id, rule_name,
          award_id
        from ${eventsFrom(sources)} decided
        where ${allOf(byIndex, before === null ? null : sql`seq < ${before}`)}
        order by seq desc
        limit ${limit}
      ) scanned`,
  }
}

/** Capitals do not matter. A plain search has no signs with a meaning of their own. */
const hasText = (partnerId: string, text: string | null): Sql => sql`(
  strpos(lower(coalesce(scanned.reference, '')), lower(${text})) > 0
  or strpos(coalesce(scanned.rule_name, ''), lower(${text})) > 0
  or exists (
    select
    from personal_data d
    where d.partner_id = ${partnerId} and d.seq = scanned.seq and strpos(lower(d.note), lower(${text})) > 0
  ))`

/**
 * A combined rule includes the decisions on its sub-rules; the rule's id finds them. A reversal is of the rule of its
 * award.
 */
const isOfRule = (partnerId: string, ruleName: string | null, ruleId: string | null): Sql => sql`(
  scanned.rule_name = ${ruleName}
  or scanned.rule_id = ${ruleId}
  or scanned.award_id is not null and exists (
    select
    from awards a
    where a.partner_id = ${partnerId} and a.id = scanned.award_id
      and (a.rule_name = ${ruleName} or a.rule_id = ${ruleId})
  ))`

/** The id of the rule with this name; undefined for the name of a sub-rule, or of none. */
export async function findRuleId(db: Db, partnerId: string, ruleName: string): Promise<string | undefined> {
  const rule = await db.first<{ id: string }>(sql`
    select r.id
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
    where n.partner_id = ${partnerId} and n.name = ${ruleName}`)
  return rule?.id
}
