import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import type { ActivityBatch } from './activity-batch.ts'

/** How many types of activities a partner may send in a time. Those that rules listen to are always accepted. */
export const TYPES_MAX = 200
export const TYPE_DAYS = 30
const DAY_MS = 86_400_000

/** Why an activity of a type cannot be recorded. A type that a rule listens to always can. */
export function typeProblem(
  { ledger, typesUsedAt }: ActivityBatch,
  type: string,
  hasListeners: boolean,
): FieldProblem | undefined {
  if (hasListeners) return undefined
  const since = ledger.now.getTime() - TYPE_DAYS * DAY_MS
  const isRecent = (usedAt: Date | undefined) => usedAt !== undefined && usedAt.getTime() > since
  if (isRecent(typesUsedAt.get(type))) return undefined
  const recent = [...typesUsedAt.values()].filter(isRecent).length
  if (recent < TYPES_MAX) return undefined
  return wrong(
    'type',
    `must be one that you sent before or a rule has: there are ${TYPES_MAX} different types within ${TYPE_DAYS} days`,
  )
}

/** Notes that a type is in use, at most once a day. */
export function useType({ ledger, typesUsedAt, changes }: ActivityBatch, type: string): void {
  const usedAt = typesUsedAt.get(type)
  if (usedAt && ledger.now.getTime() - usedAt.getTime() < DAY_MS) return
  typesUsedAt.set(type, ledger.now)
  changes.usedTypes.set(type, { type, lastAt: ledger.now })
}
