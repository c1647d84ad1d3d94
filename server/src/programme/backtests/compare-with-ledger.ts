import type { Db } from '../../storage/database/database.ts'
import { hasMatched, outcomesIn } from '../activities/decide-activity.ts'
import { findSeqRange } from '../ledger/event-queries.ts'
import type { Rule } from '../rules/rule.ts'
import type { NoteCode } from './note.ts'
import type { ReadActivity } from './read-activities.ts'
import {
  countAwards,
  countReversals,
  findListening,
  hasMemberLimit,
  hasVersionSince,
} from './tried-queries.ts'

/** Events looked at in one statement. */
const EVENTS_AT_ONCE = 20_000n

type EventRange = { after: bigint; until: bigint }

/** What was recorded of the activities that a backtest tried. */
export type Recorded = {
  first: { seq: bigint; createdAt: Date } | null
  last: { seq: bigint; createdAt: Date } | null
  /** How many awards of the rule they led to that paid or counted. */
  awards: number
  notes: Set<NoteCode>
}

export const nothingRecorded = (): Recorded => ({ first: null, last: null, awards: 0, notes: new Set() })

/** Follows what the rule made of activities when they were recorded. */
export function createRecordedReader(db: Db, partnerId: string, ruleId: string | null) {
  /** Where the rule stands in each list of listening rules. */
  const places = new Map<bigint, number[]>()
  return async (recorded: Recorded, page: readonly ReadActivity[]): Promise<void> => {
    if (ruleId !== null) await findPlaces(page.map((each) => each.recorded.listeningId))
    for (const { recorded: activity, mayDiffer } of page) {
      recorded.first ??= activity
      recorded.last = { seq: activity.lastSeq, createdAt: activity.createdAt }
      if (mayDiffer) recorded.notes.add('member_changed')
      const outcomes = outcomesIn(activity.outcomes ?? '')
      for (const place of places.get(activity.listeningId ?? -1n) ?? []) {
        const outcome = outcomes[place]
        if (outcome && hasMatched(outcome) && outcome !== 'refused') recorded.awards += 1
      }
      for (const refusal of activity.refused ?? [])
        if (refusal.ruleId === ruleId) addRefusal(recorded.notes, refusal.reason)
    }
  }

  async function findPlaces(ids: (bigint | null)[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => id !== null).filter((id) => !places.has(id))
    if (unknown.length === 0) return
    for (const { id, rules } of await findListening(db, partnerId, unknown))
      places.set(
        id,
        rules.flatMap((rule, index) => (rule.ruleId === ruleId ? [index] : [])),
      )
  }
}

function addRefusal(notes: Set<NoteCode>, reason: string): void {
  if (reason === 'balance_limit') notes.add('balance_limit')
  if (reason === 'member_limit_reached') notes.add('member_limit')
}

type Compared = {
  partnerId: string
  /** The rule as it is now; null for one that does not exist. */
  current: Rule | null
  /** The terms that were tried. */
  terms: Rule
  isUnchanged: boolean
  recorded: Recorded
}

/** Why what really happened may differ from the backtest. */
export async function findDifferences(
  db: Db,
  { partnerId, current, terms, isUnchanged, recorded }: Compared,
): Promise<Set<NoteCode>> {
  const notes = new Set(recorded.notes)
  const { first, last } = recorded
  if (!current || !isUnchanged) notes.add('rule_changed')
  if (terms.exclusiveGroup !== null) notes.add('exclusive_group')
  if (!first || !last) return notes
  if (await hasMemberLimit(db, partnerId, first.createdAt)) notes.add('member_limit')
  if (!current) return notes
  const ruleId = current.id
  if (await hasVersionSince(db, { partnerId, ruleId }, first.createdAt)) notes.add('rule_changed')
  if (!isActiveThroughout(terms, current, { from: first.createdAt, to: last.createdAt }))
    notes.add('not_active')

  const { after: created } = await findSeqRange(db, partnerId, { from: current.createdAt, to: null })
  const before = { after: created, until: first.seq - 1n }
  const during = { after: first.seq - 1n, until: last.seq }
  const isSome = async (range: EventRange, more: number, count: typeof countAwards) => {
    let found = 0
    for (const step of stepsOf(range)) {
      found += await count(db, { partnerId, ruleId, ...step })
      if (found > more) return true
    }
    return false
  }
  if (await isSome(before, 0, countAwards)) notes.add('counted_before')
  if (await isSome(during, recorded.awards, countAwards)) notes.add('awarded_by_name')
  if (await isSome(during, 0, countReversals)) notes.add('reversed')
  return notes
}

function isActiveThroughout(
  { status, startsAt, endsAt }: Rule,
  { createdAt, archivedAt }: Rule,
  { from, to }: { from: Date; to: Date },
): boolean {
  return (
    status === 'active' &&
    archivedAt === null &&
    createdAt <= from &&
    (startsAt === null || startsAt <= from) &&
    (endsAt === null || endsAt > to)
  )
}

function* stepsOf({ after, until }: EventRange): Generator<EventRange> {
  for (let from = after; from < until; from += EVENTS_AT_ONCE)
    yield { after: from, until: from + EVENTS_AT_ONCE < until ? from + EVENTS_AT_ONCE : until }
}
