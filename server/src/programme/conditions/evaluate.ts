import type { Condition } from './condition.ts'
import { unitsOf } from './units.ts'
import { Failed, kindOf, type Value } from './value.ts'

/** What an expression sees. */
export type ConditionInput = {
  /** Plain JSON as it came. */
  properties: Readonly<Record<string, unknown>>
  activity: { type: string; reference: string | null; occurredAt: Date }
  member: {
    externalId: string | null
    joinedAt: Date
    /** Hundredths of points and coins; expressions see points and coins. */
    points: bigint
    balance: bigint
    attributes: Readonly<Record<string, string | number | boolean>>
  } | null
  now: Date | null
}

/** A value, or why there is none: names and kinds, never values. */
export type Evaluated<T> = { kind: 'value'; value: T } | { kind: 'failed'; error: string }

export function evaluateWhen(condition: Condition, input: ConditionInput): Evaluated<boolean> {
  const value = evaluated(condition, input)
  if (typeof value === 'boolean') return { kind: 'value', value }
  return failed(
    value instanceof Failed ? value.describe() : `the condition is ${kindOf(value)}, not true or false`,
  )
}

/** Evaluates units, in millionths; 0 does not match. */
export function evaluateUnits(condition: Condition, input: ConditionInput): Evaluated<bigint> {
  const value = evaluated(condition, input)
  return value instanceof Failed ? failed(value.describe()) : unitsOf(value)
}

const failed = (error: string): { kind: 'failed'; error: string } => ({ kind: 'failed', error })

const evaluated = ({ run }: Condition, input: ConditionInput): Value | Failed =>
  run({ input, locals: [], steps: 0, names: new Map() })
