/** What a partner says about a member, such as the city or the tier, for the conditions of rules. */
export type AttributeValue = string | number | boolean
export type Attributes = Record<string, AttributeValue>

/** New values by name; null removes one. */
export type AttributeChanges = Record<string, AttributeValue | null>

export type MemberAttributes = { userId: string; attributes: Attributes }

export const ATTRIBUTES_MAX = 30
export const NAME_CHARACTERS_MAX = 64
export const TEXT_CHARACTERS_MAX = 200

const NAME = new RegExp(`^[a-zA-Z][a-zA-Z0-9_]{0,${NAME_CHARACTERS_MAX - 1}}$`)

export const isAttributeName = (name: string): boolean => NAME.test(name)

const isBefore = (left: string, right: string) => (left < right ? -1 : 1)

/** Such as `constructor`, which every object inherits. */
const ownValue = (attributes: Attributes, name: string): AttributeValue | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined

/** The names whose values the changes make different. */
export const changedNames = (before: Attributes, changes: AttributeChanges): string[] =>
  Object.keys(changes)
    .filter((name) => (changes[name] ?? undefined) !== ownValue(before, name))
    .sort(isBefore)

/** The attributes after the changes, in the order of their names. */
export function withChanges(before: Attributes, changes: AttributeChanges): Attributes {
  const after = entriesByName({ ...before, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(after) as Attributes
}

export const entriesByName = <Value>(values: Record<string, Value>): [string, Value][] =>
  Object.entries(values).sort(([left], [right]) => isBefore(left, right))
