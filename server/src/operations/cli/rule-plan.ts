import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Rule } from '../../../../sdk/src/index.ts'
import { type FileRule, termsOf } from './rule-file.ts'
import { isTriggerRule } from './triggers.ts'

/** A field that changes; a field of a sub-rule is named `rules.<name>.<field>`. Undefined is not there. */
export type FieldChange = { field: string; from?: unknown; to?: unknown }

type RuleChange = { name: string; id: string; version: number; changes: FieldChange[]; body: FileRule }

/** The changes that make the service match the file. */
export type RulePlan = {
  /** Stays the same for the same work on the same versions. */
  id: string
  create: FileRule[]
  change: RuleChange[]
  unchanged: string[]
  /** They are left alone; those of triggers and archived ones are not listed. */
  notInFile: string[]
}

/** They are text, also where they look like a number. */
const TEXTS =
  /^(name|displayName|condition|status|type|timeZone|activityType|when|unitsFrom|exclusiveGroup)$|\.(condition|status|activityType|when)$/
const TIMES = ['startsAt', 'endsAt']
const ID_LENGTH = 12

export function planRules(target: FileRule[], existing: Rule[]): RulePlan {
  const byName = new Map(existing.map((rule) => [rule.name, rule]))
  const names = new Set(target.map(({ name }) => name))
  const changes = target.flatMap((rule) => {
    const found = byName.get(rule.name)
    return found ? [changeOf(rule, found)] : []
  })
  const work = {
    create: target.filter(({ name }) => !byName.has(name)),
    change: changes.filter(({ changes: fields }) => fields.length > 0),
  }
  return {
    id: createHash('sha256').update(JSON.stringify(work)).digest('hex').slice(0, ID_LENGTH),
    ...work,
    unchanged: changes.filter(({ changes: fields }) => fields.length === 0).map(({ name }) => name),
    notInFile: existing
      .filter((rule) => !names.has(rule.name) && !isTriggerRule(rule) && rule.archivedAt === null)
      .map(({ name }) => name),
  }
}

export const hasWork = ({ create, change }: RulePlan): boolean => create.length + change.length > 0

function changeOf(target: FileRule, found: Rule): RuleChange {
  const [before, after] = [flat(termsOf(found)), flat(target)]
  const hasSubRules = target.rules !== undefined
  const fields = Object.keys({ ...before, ...after }).filter(
    // A field that the file leaves out stays; a sub-rule that its list leaves out goes.
    (field) => field in after || (hasSubRules && field.startsWith('rules.')),
  )
  const changes = fields
    .filter((field) => !isSame(field, before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
  const changed = new Set(changes.map(({ field }) => field.replace(/^rules\..*/, 'rules')))
  const body = Object.fromEntries(Object.entries(target).filter(([field]) => changed.has(field)))
  return { name: target.name, id: found.id, version: found.version, changes, body: body as FileRule }
}

/** Names each field of each sub-rule, so that they are compared one by one. */
function flat({ rules, ...fields }: FileRule): Record<string, unknown> {
  const subRules = (rules ?? []) as ({ name: string } & Record<string, unknown>)[]
  return {
    ...fields,
    ...Object.fromEntries(
      subRules.flatMap(({ name, condition, status = 'active', activityType = null, when = null }) => [
        [`rules.${name}.condition`, condition],
        [`rules.${name}.status`, status],
        [`rules.${name}.activityType`, activityType],
        [`rules.${name}.when`, when],
      ]),
    ),
  }
}

function isSame(field: string, left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left === undefined || right === undefined || left === null || right === null) return false
  if (TIMES.includes(field)) return Date.parse(String(left)) === Date.parse(String(right))
  if (field === 'coinExpiry') return isDeepStrictEqual(withEnd(left), withEnd(right))
  const plain = TEXTS.test(field) ? String : decimal
  return plain(left) === plain(right)
}

/** An expiry that names no end is to the end of a month. */
const withEnd = (expiry: unknown) => (typeof expiry === 'object' ? { until: 'month', ...expiry } : expiry)

/** 10, "10" and "10.00" are one amount. */
function decimal(value: unknown): string {
  const text = String(value)
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}
