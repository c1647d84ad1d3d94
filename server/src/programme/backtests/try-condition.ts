import { createSlices } from '../../runtime/queues/in-slices.ts'
import { findMatches } from '../activities/decide-activity.ts'
import type { Coins } from '../ledger/coin.ts'
import type { PartnerReads } from '../read-batches/partner-reads.ts'
import { type Loader, readEach } from '../read-batches/read-batch.ts'
import { type Listener, listenersIn, stepsOf } from '../rules/listener.ts'
import { coinsFor, type Rule, type Units } from '../rules/rule.ts'
import { newestOf, type Reads, readActivities, readsOf } from './read-activities.ts'
import { seenBy, type TriedActivity } from './trial.ts'

/** On how many of the latest activities of its type a condition is tried. */
export const LATEST_MAX = 100
/** How many are told of those that match, and of those that do not. */
export const TOLD_MAX = 5

type Told = Pick<TriedActivity, 'id' | 'userId' | 'occurredAt' | 'createdAt'>
export type Match = Told & { units: Units | null; coins: Coins }
export type Mismatch = Told & { reason: (typeof MISMATCHES)[number]; error: string | null }

/** Why a condition does not match, whatever else the rule says. */
export const MISMATCHES = ['condition_false', 'no_units', 'evaluation_failed'] as const

export type TriedCondition = {
  activities: number
  matched: number
  failed: number
  unreadable: number
  /** Newest first. */
  matching: Match[]
  others: Mismatch[]
}

type Latest = { type: string; reads: Reads }

const LATEST: Loader<Latest, TriedActivity[]> = readEach(
  async (db, partnerId, { type, reads }) => {
    const all = { partnerId, types: [type], after: 0n, until: BigInt(Number.MAX_SAFE_INTEGER) }
    const { range } = await newestOf(db, all, LATEST_MAX)
    const latest: TriedActivity[] = []
    for await (const page of readActivities(db, range, reads)) latest.push(...page.map(({ tried }) => tried))
    return latest.reverse()
  },
  ({ type, reads }) => JSON.stringify([type, reads.properties, [...reads.member]]),
)

/** Tries an active rule that is not saved on the latest activities of its type. Nothing is written. */
export async function tryCondition(
  reads: PartnerReads,
  partnerId: string,
  rule: Rule & { activityType: string },
): Promise<TriedCondition> {
  const asked = { type: rule.activityType, reads: readsOf(rule) }
  return tryOn(rule, await reads.read(partnerId, (batch) => batch.load(LATEST, asked)))
}

/** Evaluates as a live call does, in slices: what an expression can do counts as what a slice looks at. */
export async function tryOn(rule: Rule, latest: readonly TriedActivity[]): Promise<TriedCondition> {
  const [listener] = listenersIn(rule) as [Listener]
  const tried: TriedCondition = {
    activities: latest.length,
    matched: 0,
    failed: 0,
    unreadable: 0,
    matching: [],
    others: [],
  }
  const slice = createSlices()
  for (const activity of latest) {
    const pause = slice(stepsOf(listener))
    if (pause) await pause
    if (activity.isUnreadable) tried.unreadable += 1
    else addTo(tried, listener, activity)
  }
  return tried
}

function addTo(tried: TriedCondition, listener: Listener, activity: TriedActivity): void {
  const [{ outcome, units, error }] = findMatches({
    listeners: [listener],
    seen: seenBy(activity),
    progressOf: () => undefined,
  }) as [ReturnType<typeof findMatches>[number]]
  const { id, userId, occurredAt, createdAt } = activity
  const told = { id, userId, occurredAt, createdAt }
  if (outcome === 'matched') {
    tried.matched += 1
    const coins = coinsFor(listener.rule, units)
    if (tried.matching.length < TOLD_MAX) tried.matching.push({ ...told, units, coins })
    return
  }
  if (outcome === 'evaluation_failed') tried.failed += 1
  if (tried.others.length < TOLD_MAX)
    tried.others.push({ ...told, reason: outcome as Mismatch['reason'], error })
}
