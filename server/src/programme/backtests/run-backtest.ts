import type { Database, Db } from '../../storage/database/database.ts'
import { findSeqRange } from '../ledger/event-queries.ts'
import { type Rule, type RuleTermsSnapshot, UNUSED } from '../rules/rule.ts'
import { newRule } from '../rules/rule-body.ts'
import { findRule } from '../rules/rule-store.ts'
import { ACTIVITIES_MAX, type BacktestResult } from './backtest.ts'
import {
  type BacktestKey,
  type BacktestOrder,
  endBacktest,
  lockErased,
  lockOfJob,
  saveProgress,
} from './backtest-store.ts'
import { createRecordedReader, findDifferences, nothingRecorded } from './compare-with-ledger.ts'
import { notesOf } from './note.ts'
import { newestOf, readActivities, readsOf } from './read-activities.ts'
import { newTrial, trialResult, tryActivity } from './trial.ts'

const PROGRESS_MS = 1_000

type Progress = { activities: number; done: number }

type RunOptions = {
  activitiesMax?: number
  /** Told now and then; false cancels the rest. */
  onProgress?: (progress: Progress) => Promise<boolean>
}

/** Tries a rule on the activities of a range. Undefined when it was cancelled. */
export async function tryRange(
  db: Db,
  partnerId: string,
  order: BacktestOrder,
  { activitiesMax = ACTIVITIES_MAX, onProgress = async () => true }: RunOptions = {},
): Promise<BacktestResult | undefined> {
  const current = order.ruleId === null ? null : ((await findRule(db, partnerId, order.ruleId)) ?? null)
  const terms = ruleOf(order.rule, current)
  const trial = newTrial(terms, order)
  const reads = readsOf(terms)
  const times = await findSeqRange(db, partnerId, { from: order.fromAt, to: order.toAt })
  const until = times.until !== null && times.until < order.untilSeq ? times.until : order.untilSeq
  const types = [...trial.listeners.keys()]
  const { range, activities, hasMore } = await newestOf(
    db,
    { partnerId, types, after: times.after, until },
    activitiesMax,
  )
  const recorded = nothingRecorded()
  const readRecorded = createRecordedReader(db, partnerId, current?.id ?? null)
  let told = Number.NEGATIVE_INFINITY
  for await (const page of readActivities(db, range, reads)) {
    if (performance.now() - told > PROGRESS_MS) {
      if (!(await onProgress({ activities, done: trial.activities }))) return undefined
      told = performance.now()
    }
    await readRecorded(recorded, page)
    for (const { tried } of page) tryActivity(trial, tried)
  }
  const result = trialResult(trial)
  const { isUnchanged } = order
  const notes = await findDifferences(db, { partnerId, current, terms, isUnchanged, recorded })
  if (hasMore) notes.add('newest_only')
  if (trial.unreadable > 0) notes.add('unreadable')
  if (trial.refused.has('balance_limit')) notes.add('balance_limit')
  return { ...result, notes: notesOf(notes) }
}

/** A rule with stored terms. */
function ruleOf(terms: RuleTermsSnapshot, current: Rule | null): Rule {
  const at = new Date(0)
  const identity = current ?? { id: '', version: 1, createdAt: at, updatedAt: at }
  const { id, version, createdAt, updatedAt } = identity
  return { ...UNUSED, ...newRule(terms), id, version, createdAt, updatedAt }
}

/** Runs the backtest of a job and saves its result, unless it was cancelled meanwhile. */
export async function runBacktest(
  database: Database,
  { jobId, ...key }: BacktestKey & { jobId: string },
  options: Pick<RunOptions, 'activitiesMax'> = {},
): Promise<void> {
  const { partnerId } = key
  const order = await database.transaction((tx) => lockOfJob(tx, key, jobId))
  if (order?.status !== 'running') return
  const onProgress = (progress: Progress) => saveProgress(database, { ...key, jobId }, progress)
  const result = await tryRange(database, partnerId, order, { ...options, onProgress })
  if (!result || !(await onProgress({ activities: result.activities, done: result.activities }))) return
  await database.transaction(async (tx) => {
    if (!(await lockOfJob(tx, key, jobId))) return
    const top = result.top.map(({ userId }) => userId)
    const erased = await lockErased(tx, partnerId, top)
    const kept = { ...result, top: result.top.filter(({ userId }) => !erased.has(userId)) }
    endBacktest(tx, key, { status: 'finished', result: kept, now: tx.givenTime() ?? new Date() })
  })
}
