import { Type } from 'typebox'
import { KEY_IN_DRY_RUN } from '../../http/input/dry-run.ts'
import { PROBLEMS_MAX } from '../../http/input/validation.ts'
import { type FailureKind, invalidFields, wrong } from '../../runtime/failure.ts'

/** A retry finishes such a call. */
export const FAILS_WHOLE_CALL: FailureKind[] = ['unavailable', 'unauthorized', 'forbidden']
/** A retry may decide such an item, once the user, the rule or its terms are others. */
export const LEAVES_OPEN: FailureKind[] = ['missing', 'invalid']

/** The idempotency key of an item of a bulk call. */
export const BulkItemKey = (singles: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      must: 'have 1 to 255 visible ASCII characters',
      description: `Shares one key space with the Idempotency-Key of ${singles}.`,
    }),
  )

/** Refuses keys of items in a dry run. */
export function refuseKeysIn(list: string, items: unknown[]): void {
  const problems = items.flatMap((item, index) =>
    (item as { idempotencyKey?: unknown } | null)?.idempotencyKey == null
      ? []
      : [wrong(`${list}[${index}].idempotencyKey`, KEY_IN_DRY_RUN)],
  )
  if (problems.length > 0) throw invalidFields(problems.slice(0, PROBLEMS_MAX))
}
