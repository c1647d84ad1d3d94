import type { Properties } from './activity.ts'

export const BYTES_MAX = 8_192
const LEVELS_MAX = 5

/** Completes the sentence "properties must …". */
export const PROPERTIES_NEEDED = `be a JSON object of at most ${BYTES_MAX / 1024} kB and ${LEVELS_MAX} levels`

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_TAB_AND_NEWLINE = /(?![\t\n\r])\p{Cc}/u

/** Why properties cannot be taken, to follow the name of the field. */
export function propertiesProblem(properties: Properties): string | undefined {
  return problemIn(properties, 1) ?? (isTooLong(properties) ? `must ${PROPERTIES_NEEDED}` : undefined)
}

const isTooLong = (properties: Properties) => Buffer.byteLength(JSON.stringify(properties)) > BYTES_MAX

function problemIn(value: unknown, level: number): string | undefined {
  if (typeof value === 'string') return textProblem(value, CONTROL_BUT_TAB_AND_NEWLINE)
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must have no number beyond 1e308'
  if (typeof value !== 'object' || value === null) return undefined
  if (level > LEVELS_MAX) return `must ${PROPERTIES_NEEDED}`
  if (Array.isArray(value)) return firstOf(value, (each) => problemIn(each, level + 1))
  return firstOf(
    Object.entries(value),
    ([name, each]) => textProblem(name, CONTROL) ?? problemIn(each, level + 1),
  )
}

const textProblem = (text: string, control: RegExp) =>
  text.isWellFormed() && !control.test(text) ? undefined : 'must have no control characters'

function firstOf<T>(list: T[], problemOf: (each: T) => string | undefined): string | undefined {
  for (const each of list) {
    const problem = problemOf(each)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Replaces each negative zero, which is stored as 0: conditions see the same now and when they are tried later. */
export function normalizeProperties<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    if (Object.is(fields[name], -0)) fields[name] = 0
    else normalizeProperties(fields[name])
  }
  return value
}
