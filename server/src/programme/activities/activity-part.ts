import type { Award, FoundAward } from '../awards/award.ts'
import type { BatchPart, ReplayingPart } from '../coin-calls/batch-part.ts'
import { eachOf } from '../coin-calls/batch-part.ts'
import type { Activity } from './activity.ts'
import { type ActivityKeys, type ActivityState, noActivityChanges } from './activity-batch.ts'
import {
  type FoundActivity,
  findActivities,
  findAwardsOfActivities,
  findTypesInUse,
  insertActivities,
  saveEvaluationErrors,
  saveUsedTypes,
  type TypeInUse,
} from './activity-store.ts'

type ActivityRows = {
  typesInUse: TypeInUse
  recordedActivities: FoundActivity
  awardsOfActivities: FoundAward
}

/** The types of activities, and the activities that retries get. */
export const ACTIVITIES: BatchPart<ActivityKeys, ActivityRows, ActivityState> &
  ReplayingPart<ActivityRows, Activity> = {
  newKeys: () => ({ sentTypes: new Set() }),
  load: (db, each) => ({
    typesInUse: findTypesInUse(db, each('sentTypes')),
    recordedActivities: findActivities(db, each('activityRecordIds')),
    awardsOfActivities: findAwardsOfActivities(db, each('activityRecordIds')),
  }),
  records: ({ recordedActivities, awardsOfActivities }) => withAwards(recordedActivities, awardsOfActivities),
  state: (_, { typesInUse }) => ({
    typesUsedAt: new Map(typesInUse.map(({ type, lastAt }) => [type, lastAt])),
    listeners: new Map(),
    evaluated: { steps: 0 },
    changes: noActivityChanges(),
  }),
  save(tx, each, batches) {
    insertActivities(tx, each('activities'))
    saveEvaluationErrors(tx, each('evaluationErrors'))
    saveUsedTypes(
      tx,
      eachOf(
        batches.map(({ ledger, changes }) => [
          ledger.partnerId,
          { usedTypes: [...changes.usedTypes.values()] },
        ]),
      )('usedTypes'),
    )
  },
}

/** Activities with their awards, in the order of their events. What one led to ends before the next one. */
export function withAwards(activities: readonly FoundActivity[], awards: readonly FoundAward[]): Activity[] {
  const bySeq = (left: { seq: bigint }, right: { seq: bigint }) => (left.seq < right.seq ? -1 : 1)
  const sorted = awards.toSorted(bySeq)
  let next = 0
  return activities.toSorted(bySeq).map((activity) => {
    const first = next
    while (next < sorted.length && (sorted[next] as FoundAward).seq <= activity.lastSeq) next += 1
    return { ...activity, awards: sorted.slice(first, next).map(awardOf) }
  })
}

const awardOf = ({ remaining: _, hasWriteOff: __, ...award }: FoundAward): Award => award
