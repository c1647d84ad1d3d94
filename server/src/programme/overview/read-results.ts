import type { Db } from '../../storage/database/database.ts'
import { listEvaluationErrors } from '../activities/activity-type-queries.ts'
import type { RuleVersion } from '../rules/rule-version-store.ts'
import { listActivityRefusals } from './activity-day-queries.ts'
import { type ActivityResults, activityResults } from './activity-results.ts'
import {
  type AwardDay,
  type AwardTotals,
  countPeople,
  countRefusedPeople,
  listAwardDays,
  listRefusals,
  NO_AWARDS,
  type RefusalCount,
  sumAwards,
} from './award-queries.ts'
import { findLastSeqBefore } from './day-queries.ts'
import { addDays, type Comparison, comparedWith, type DayRange, daysOf } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { listVersionMarks } from './rule-results-queries.ts'
import { findRuleNames } from './statement-queries.ts'

type RangeTotals = AwardTotals & { range: DayRange; people: bigint }

export type VersionMark = Pick<RuleVersion, 'version' | 'createdAt' | 'actor'> & { date: string }

export type RuleResults = {
  edition: ReadEdition
  ruleId: string
  ruleName: string
  days: (Omit<AwardDay, 'day' | 'lastSeen'> & { date: string })[]
  totals: RangeTotals
  previous: RangeTotals
  /** Users are at least so many where not all refusals were read. */
  reasons: (RefusalCount & { people: bigint; peopleAtLeast: boolean })[]
  versions: VersionMark[]
  activities: ActivityResults
}

type ResultsQuery = { ruleId: string; range: DayRange; comparison: Comparison; today: string }

/** What a rule did in some days; undefined for an unknown rule. */
export async function readRuleResults(
  db: Db,
  edition: ReadEdition,
  { ruleId, range, comparison, today }: ResultsQuery,
): Promise<RuleResults | undefined> {
  const compared = comparedWith(range, comparison)
  const peopleOf = (of: DayRange) => countPeople(db, edition, ruleId, of, { isOpen: of.to >= today })
  const refusedPeople = async () => {
    const [after, until] = await Promise.all([
      findLastSeqBefore(db, edition, range.from),
      findLastSeqBefore(db, edition, addDays(range.to, 1)),
    ])
    return countRefusedPeople(db, edition, ruleId, { after, until })
  }
  const [names, days, previous, people, peopleBefore, reasons, refused, versions, ...ofActivities] =
    await Promise.all([
      findRuleNames(db, edition.partnerId, [ruleId]),
      listAwardDays(db, edition, ruleId, range),
      listAwardDays(db, edition, ruleId, compared),
      peopleOf(range),
      peopleOf(compared),
      listRefusals(db, edition, ruleId, range),
      refusedPeople(),
      listVersionMarks(db, edition, ruleId, range),
      listActivityRefusals(db, edition, ruleId, range),
      listEvaluationErrors(db, edition.partnerId, ruleId),
    ])
  const ruleName = names.get(ruleId)
  if (ruleName === undefined) return undefined
  const byDay = new Map(days.map((day) => [day.day, day]))
  return {
    edition,
    ruleId,
    ruleName,
    days: daysOf(range).map((date) => ({ ...NO_AWARDS, people: 0n, ...byDay.get(date), date })),
    totals: { ...sumAwards(days), range, people },
    previous: { ...sumAwards(previous), range: compared, people: peopleBefore },
    reasons: reasons.map(({ reason, count }) => {
      const read = refused.byReason.get(reason) ?? 1n
      return { reason, count, people: read < count ? read : count, peopleAtLeast: !refused.isWhole }
    }),
    versions,
    activities: activityResults(...ofActivities),
  }
}
