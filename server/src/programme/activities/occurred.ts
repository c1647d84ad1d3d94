import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { OCCURRED_DAYS_MAX } from './activity.ts'

const DAY_MS = 86_400_000
/** Clocks of partners may be ahead. */
const AHEAD_MS_MAX = 5 * 60_000

/** Why an activity cannot have happened at a time. */
export function occurredProblem(occurredAt: Date | null, now: Date): FieldProblem | undefined {
  if (occurredAt === null) return undefined
  const ago = now.getTime() - occurredAt.getTime()
  if (ago <= OCCURRED_DAYS_MAX * DAY_MS && ago >= -AHEAD_MS_MAX) return undefined
  return wrong('occurredAt', `must be at most ${OCCURRED_DAYS_MAX} days ago, and not in the future`)
}
