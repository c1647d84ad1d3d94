import type { ListedError } from '../activities/activity-type-queries.ts'
import type { ActivityRefusalDay } from './activity-day-queries.ts'

/** What a rule made of the activities of some days, beside its awards. */
export type ActivityResults = {
  /** Days with refusals, oldest first, and their reasons, the most frequent first. */
  refusals: { days: DayCount[]; reasons: { reason: string; count: bigint }[] }
  /** Days on which expressions failed, and the latest errors of all days. */
  errors: { days: DayCount[]; latest: ListedError[] }
}

type DayCount = { date: string; count: bigint }

const EVALUATION_FAILED = 'evaluation_failed'

export function activityResults(counted: ActivityRefusalDay[], latest: ListedError[]): ActivityResults {
  const isError = ({ reason }: ActivityRefusalDay) => reason === EVALUATION_FAILED
  const refused = counted.filter((each) => !isError(each))
  const reasons = sumBy(refused, ({ reason }) => reason)
  return {
    refusals: {
      days: byDay(refused),
      reasons: Array.from(reasons, ([reason, count]) => ({ reason, count })).sort(
        (left, right) => Number(right.count - left.count) || (left.reason < right.reason ? -1 : 1),
      ),
    },
    errors: { days: byDay(counted.filter(isError)), latest },
  }
}

const byDay = (counted: ActivityRefusalDay[]): DayCount[] =>
  Array.from(
    sumBy(counted, ({ day }) => day),
    ([date, count]) => ({ date, count }),
  )

function sumBy(
  counted: ActivityRefusalDay[],
  keyOf: (each: ActivityRefusalDay) => string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const each of counted) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0n) + each.count)
  return sums
}
