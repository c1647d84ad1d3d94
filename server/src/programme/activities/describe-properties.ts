import type { Properties } from './activity.ts'

/** What a property was in some activities. */
export type PropertyDescription = {
  /** Where it stands, such as "items[].price". */
  path: string
  /** The most frequent first. */
  kinds: PropertyKind[]
  /** In how many of the activities it was. */
  activities: number
  examples: (string | number | boolean)[]
}

export const PROPERTY_KINDS = ['text', 'number', 'boolean', 'null', 'list', 'object'] as const
type PropertyKind = (typeof PROPERTY_KINDS)[number]

export const PATHS_MAX = 200
export const EXAMPLES_MAX = 8
const EXAMPLE_CHARACTERS_MAX = 100

type Found = {
  kinds: Map<PropertyKind, number>
  activities: Set<number>
  examples: Set<string | number | boolean>
}

/** Describes the properties of some activities, the most frequent first. */
export function describeProperties(activities: readonly (Properties | null)[]): PropertyDescription[] {
  const found = new Map<string, Found>()
  for (const [index, properties] of activities.entries())
    if (properties) visitFields(properties, '', (path, value) => note(found, index, path, value))
  return Array.from(found, ([path, { kinds, activities, examples }]) => ({
    path,
    kinds: [...kinds].sort(([, left], [, right]) => right - left).map(([kind]) => kind),
    activities: activities.size,
    examples: [...examples],
  }))
    .sort((left, right) => right.activities - left.activities)
    .slice(0, PATHS_MAX)
}

type Visit = (path: string, value: unknown) => void

function visitFields(fields: object, path: string, visit: Visit): void {
  for (const [name, value] of Object.entries(fields)) visitValue(value, joined(path, name), visit)
}

function visitValue(value: unknown, path: string, visit: Visit): void {
  visit(path, value)
  if (Array.isArray(value)) for (const element of value) visitValue(element, `${path}[]`, visit)
  else if (typeof value === 'object' && value !== null) visitFields(value, path, visit)
}

/** As an expression would name it. */
function joined(path: string, name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

function note(found: Map<string, Found>, index: number, path: string, value: unknown): void {
  let known = found.get(path)
  if (!known) {
    known = { kinds: new Map(), activities: new Set(), examples: new Set() }
    found.set(path, known)
  }
  const kind = kindOf(value)
  known.kinds.set(kind, (known.kinds.get(kind) ?? 0) + 1)
  known.activities.add(index)
  if (known.examples.size < EXAMPLES_MAX && isExample(value)) known.examples.add(value)
}

const isExample = (value: unknown): value is string | number | boolean =>
  typeof value === 'string'
    ? value.length <= EXAMPLE_CHARACTERS_MAX
    : typeof value === 'number' || typeof value === 'boolean'

function kindOf(value: unknown): PropertyKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value as 'number' | 'boolean' | 'object'
}
