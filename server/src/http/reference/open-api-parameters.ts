import { capitalized, type Operation, type Parameter, type Schema } from './open-api-document.ts'
import { describe } from './open-api-schemas.ts'

const USES_MIN = 3

/** The parameters of all operations. Those that several have are described once. */
export function sharedParameters(operations: Operation[], publicSchema: (schema: Schema) => Schema) {
  const documented = new Map(
    operations.map((operation) => [
      operation,
      parametersOf(operation).map((each) => publicOne(each, publicSchema)),
    ]),
  )
  const uses = Map.groupBy([...documented.values()].flat(), (parameter) => JSON.stringify(parameter))
  // An id is of another thing in each path.
  const often = [...uses].filter(([, alike]) => alike.length >= USES_MIN && alike[0]?.name !== 'id')
  const names = new Map<string, string>()
  // The parameter with most uses keeps a name that several share.
  for (const [text, [parameter]] of often.toSorted(([, left], [, right]) => right.length - left.length)) {
    const name = (parameter as Parameter).name.split('-').map(capitalized).join('')
    if (![...names.values()].includes(name)) names.set(text, name)
  }
  const shared = [...names].map(([text, name]) => [name, JSON.parse(text) as Parameter] as const)
  return {
    shared: Object.fromEntries(shared.toSorted(([left], [right]) => (left < right ? -1 : 1))),
    of: (operation: Operation) =>
      (documented.get(operation) ?? []).map((parameter) => {
        const name = names.get(JSON.stringify(parameter))
        return name ? { $ref: `#/components/parameters/${name}` } : parameter
      }),
  }
}

const parametersOf = ({ parameters = [] }: Operation) => parameters.filter((each) => 'name' in each)

function publicOne(parameter: Parameter, publicSchema: (schema: Schema) => Schema): Parameter {
  const { description: _, ...schema } = publicSchema(parameter.schema)
  const description = describe({ ...parameter.schema, description: parameter.description ?? '' })
  return { ...parameter, description, schema }
}
