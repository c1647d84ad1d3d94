/** The kinds of values that properties have. */
export type PropertyKind = 'text' | 'number' | 'truth'

/** A property that activities of a type had, with some of its values. */
export type SeenProperty = { path: string[]; kind: PropertyKind; examples: string[] }

/** A list that they had, with the properties of its elements. */
type SeenList = { path: string[]; fields: SeenProperty[] }

export type SeenProperties = { properties: SeenProperty[]; lists: SeenList[] }

const EXAMPLES_MAX = 8
const ELEMENTS_MAX = 20
const NAMES_MAX = 100

/** The properties of some activities, in the order in which they came. */
export function seenIn(activities: readonly { properties: object | null }[]): SeenProperties {
  const lists = new Map<string, { path: string[]; elements: unknown[] }>()
  const properties = valuesIn(
    activities.map(({ properties }) => properties),
    (path, elements) => {
      const key = JSON.stringify(path)
      const list = lists.get(key) ?? { path, elements: [] }
      list.elements.push(...elements.slice(0, ELEMENTS_MAX))
      lists.set(key, list)
    },
  )
  return {
    properties,
    lists: [...lists.values()]
      .map(({ path, elements }) => ({ path, fields: valuesIn(elements, () => {}) }))
      .filter(({ fields }) => fields.length > 0),
  }
}

function valuesIn(
  objects: readonly unknown[],
  addList: (path: string[], elements: unknown[]) => void,
): SeenProperty[] {
  const seen = new Map<string, SeenProperty>()
  const walk = (value: unknown, path: string[]): void => {
    if (Array.isArray(value)) {
      if (path.length > 0) addList(path, value)
      return
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) walk(child, [...path, name])
      return
    }
    const kind = KINDS[typeof value]
    if (kind === undefined || path.length === 0) return
    const key = JSON.stringify([path, kind])
    const property = seen.get(key) ?? { path, kind, examples: [] }
    const example = String(value)
    if (property.examples.length < EXAMPLES_MAX && !property.examples.includes(example))
      property.examples.push(example)
    if (seen.size < NAMES_MAX) seen.set(key, property)
  }
  for (const each of objects) walk(each, [])
  return [...seen.values()]
}

const KINDS: Record<string, PropertyKind> = { string: 'text', number: 'number', boolean: 'truth' }
