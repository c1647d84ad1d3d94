/** A JSON schema, as far as the API reference uses the language. */
export type Schema = {
  $ref?: string
  description?: string
  examples?: unknown[]
  default?: unknown
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  readOnly?: boolean
  maximum?: number
}
export type Schemas = Record<string, Schema>

/** The two ways to name a user; a request has one of them. */
const USER_FIELDS = ['userId', 'externalId']
const STEP = '  '

/** The client opens envelopes, so they have no name in its types. */
const isEnvelope = (name: string): boolean => name.endsWith('Response')

/** Requests that take the id of a user or the partner's own, and not both. */
const namesUser = ({ properties = {}, required = [] }: Schema): boolean =>
  USER_FIELDS.every((field) => field in properties && !required.includes(field))

/** The name of what a schema refers to. */
export const nameOf = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1)

/** Prints schemas as types of TypeScript. `prefix` stands before the names of schemas. */
export function typePrinter(schemas: Schemas, prefix = '') {
  function typeOf(schema: Schema, indent = ''): string {
    const name = nameOf(schema)
    if (name) return isEnvelope(name) ? typeOf(schemas[name] ?? {}, indent) : `${prefix}${name}`
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return union(schema.enum.map((word) => JSON.stringify(word)))
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return union(choices.map((choice) => typeOf(choice, indent)))
    if (schema.type === undefined) return 'unknown'
    return union([schema.type].flat().map((type) => plainType(type, schema, indent)))
  }

  function plainType(type: string, schema: Schema, indent: string): string {
    if (type === 'object') return objectType(schema, indent)
    if (type !== 'array') return type === 'integer' ? 'number' : type
    const item = typeOf(schema.items ?? {}, indent)
    return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`
  }

  function objectType(
    { properties = {}, required = [], additionalProperties }: Schema,
    indent: string,
  ): string {
    const inner = indent + STEP
    const lines = Object.entries(properties).map(([name, schema]) => {
      const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
      const field = `${schema.readOnly ? 'readonly ' : ''}${key}${required.includes(name) ? '' : '?'}`
      return `${commentOf(schema, inner)}${inner}${field}: ${typeOf(schema, inner)}`
    })
    if (additionalProperties) {
      const values = additionalProperties === true ? {} : additionalProperties
      lines.push(`${inner}[key: string]: ${typeOf(values, inner)}`)
    }
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`
  }

  return typeOf
}

/** Each schema as a declaration, an interface if it is an object, so that editors and compilers show its name. */
export function declarationsOf(schemas: Schemas): string {
  const typeOf = typePrinter(schemas)
  const declarations = Object.entries(schemas)
    .filter(([name]) => !isEnvelope(name))
    .map(([name, schema]) => {
      const about = commentOf(schema, '')
      const text = typeOf(withoutUserFields(schema))
      if (schema.type !== 'object' || !text.startsWith('{')) return `${about}export type ${name} = ${text}`
      if (!namesUser(schema)) return `${about}export interface ${name} ${text}`
      return `export interface ${name}Fields ${text}\n\n${about}export type ${name} = ${name}Fields & UserReference`
    })
  return declarations.join('\n\n')
}

/** A request without the fields that `UserReference` has. */
function withoutUserFields(schema: Schema): Schema {
  if (!namesUser(schema)) return schema
  const kept = Object.entries(schema.properties ?? {}).filter(([field]) => !USER_FIELDS.includes(field))
  return { ...schema, properties: Object.fromEntries(kept) }
}

function commentOf(
  { description, examples: [example] = [], default: value }: Schema,
  indent: string,
): string {
  const lines = [
    ...(description ? [description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')] : []),
    ...(value === undefined ? [] : [`@default ${JSON.stringify(value)}`]),
    ...(example === undefined || typeof example === 'object' ? [] : [`@example ${example}`]),
  ]
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

const union = (types: string[]): string => [...new Set(types)].join(' | ')
