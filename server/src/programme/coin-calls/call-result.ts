import { conflict, type Failure, type FieldProblem, invalidFields, missing } from '../../runtime/failure.ts'

/** The result of a call that may be retried. A replay has the record of the earlier call with its key. */
export type CallResult<T> =
  | { kind: 'decided'; record: T; isReplay: boolean }
  /** The request names something that does not exist. */
  | { kind: 'unknown'; what: 'User' | 'Rule' | 'Award' | 'Transaction' | 'Reference' | 'Hold' }
  /** Fields do not fit what they are about. */
  | { kind: 'invalid'; fields: FieldProblem[] }
  /** The key belongs to another request. */
  | { kind: 'conflict' }
  /** The caller lost its session or role while the call waited. */
  | { kind: 'denied'; failure: Failure }

/** A call that its batch has no room for. It waits for the next one, with those after it. */
export type Undecided = { kind: 'undecided' }
export const UNDECIDED: Undecided = { kind: 'undecided' }

/** The record of a call that was decided. Throws a failure for any other result; `unknown` makes that of a missing thing. */
export function recordOf<T>(result: CallResult<T>, unknown: (what: string) => Error = missing): T {
  switch (result.kind) {
    case 'decided':
      return result.record
    case 'unknown':
      throw unknown(result.what)
    case 'invalid':
      throw invalidFields(result.fields)
    case 'conflict':
      throw conflict()
    case 'denied':
      throw result.failure
  }
}
