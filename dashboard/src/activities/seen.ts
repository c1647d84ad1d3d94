/** The kinds of values that properties have. */
export type PropertyKind = 'text' | 'number' | 'truth'

/** A property that activities of a type had, with some of its values. */
export type SeenProperty = { path: string[]; kind: PropertyKind; examples: string[] }

/** A list that they had, with the properties of its elements. */
type SeenList = { path: string[]; fields: SeenProperty[] }

export type SeenProperties = { properties: SeenProperty[]; lists: SeenList[] }

/** A property as the list of types describes it. */
type Described = { path: string; kinds: readonly string[]; examples?: readonly (string | number | boolean)[] }

/** What rows can look at: values, and values in the elements of a list. */
export function seenOf(described: readonly Described[]): SeenProperties {
  const properties: SeenProperty[] = []
  const lists = new Map<string, SeenList>()
  for (const each of described) {
    const [path, field, ...deeper] = pathsIn(each.path)
    if (!path || deeper.length > 0) continue
    if (!field) properties.push(...valuesOf(each, path))
    else if (field.length > 0) {
      const key = JSON.stringify(path)
      const list = lists.get(key) ?? { path, fields: [] }
      list.fields.push(...valuesOf(each, field))
      if (list.fields.length > 0) lists.set(key, list)
    }
  }
  return { properties, lists: [...lists.values()] }
}

const STEPS = /([A-Za-z_]\w*)|\["((?:[^"\\]|\\.)*)"\]|(\[\])/g

/** `items[].price` is the path of a list, and one in its elements. */
function pathsIn(text: string): string[][] {
  const paths: [string[], ...string[][]] = [[]]
  for (const [, name, quoted, isList] of text.matchAll(STEPS))
    if (isList) paths.push([])
    else paths.at(-1)?.push(name ?? (JSON.parse(`"${quoted}"`) as string))
  return paths
}

const KINDS: Record<string, { kind: PropertyKind; type: string }> = {
  text: { kind: 'text', type: 'string' },
  number: { kind: 'number', type: 'number' },
  boolean: { kind: 'truth', type: 'boolean' },
}

const valuesOf = ({ kinds, examples = [] }: Described, path: string[]): SeenProperty[] =>
  kinds.flatMap((name) => {
    const known = KINDS[name]
    if (!known) return []
    const { kind, type } = known
    return { path, kind, examples: examples.filter((value) => typeof value === type).map(String) }
  })
