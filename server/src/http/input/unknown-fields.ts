import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { byNearness, nearestName } from './nearest-name.ts'

/** A response names at most this many unknown fields. */
const NAMED_MAX = 20
const NAME_CHARACTERS_MAX = 100

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  readOnly?: boolean
}

/** A field that the schema of its object does not declare. */
export type UnknownField = {
  /** Includes the names of the objects around it. */
  path: string
  name: string
  known: string[]
  isRefused: boolean
}

/** The schema of a body or query in which unknown fields are refused, at any depth. */
export function closed<T extends TSchema>(schema: T): T {
  const { properties, items } = schema as Schema
  return {
    ...schema,
    ...(properties && {
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(property as TSchema)]),
      ),
    }),
    ...(items && { items: closed(items as TSchema) }),
  }
}

/**
 * Drops the fields that a schema does not declare, so that none of them can override a value of the service.
 * Returns the first of them.
 */
export function dropUnknown(schema: Schema, value: unknown): UnknownField[] {
  const found: UnknownField[] = []
  dropFrom(schema, value, '', found)
  return found
}

function dropFrom(schema: Schema, value: unknown, path: string, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null) return
  const { items, properties } = schema
  if (Array.isArray(value)) {
    if (items?.properties)
      for (const [index, element] of value.entries()) dropFrom(items, element, `${path}[${index}]`, found)
    return
  }
  if (!properties) return
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) {
      if (typeof fields[name] === 'object') dropFrom(property, fields[name], within(path, name), found)
      continue
    }
    delete fields[name]
    if (found.length < NAMED_MAX) found.push(unknownField(schema, path, name))
  }
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function unknownField({ properties = {}, additionalProperties }: Schema, path: string, field: string) {
  const name = field.slice(0, NAME_CHARACTERS_MAX)
  return {
    path: within(path, name === '' ? '""' : name),
    name,
    known: Object.keys(properties).filter((each) => !properties[each]?.readOnly),
    isRefused: additionalProperties === false,
  }
}

/** Describes the problem of an unknown field of a body. */
export function unknownFieldProblem({ path, name, known }: UnknownField): FieldProblem {
  const nearest = nearestName(name, known)
  return wrong(
    printable(path),
    `is unknown; ${nearest ? `did you mean ${nearest}?` : `known are ${listed(known)}`}`,
  )
}

/** Describes the problem of an unknown parameter of a query. */
export function unknownParameterProblem({ path, name, known }: UnknownField): FieldProblem {
  const taken = known.length > 0 ? listed(byNearness(name, known)) : 'no query parameters'
  return wrong(printable(path), `is unknown; this call takes ${taken}`)
}

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/**
 * The client chooses the name, and the sentence is logged and may be stored, which half a character cannot
 * be.
 */
export const printable = (name: string) => name.toWellFormed().replaceAll(/\p{Cc}/gu, '\ufffd')

/** The ignored fields of bodies, queries and items of lists. */
const ignored = new WeakMap<object, string[]>()

export function rememberIgnored(of: object, fields: UnknownField[]): void {
  if (fields.length > 0)
    ignored.set(
      of,
      fields.map(({ path }) => path),
    )
}

/** The ignored fields of the items of a list, each name with the first item that has it. */
export function ignoredInItems(list: string, items: readonly unknown[]): string[] {
  const byName = new Map<string, string>()
  for (const [index, item] of items.entries())
    for (const name of ignored.get(item as object) ?? [])
      if (byName.size < NAMED_MAX && !byName.has(name)) byName.set(name, `${list}[${index}].${name}`)
  return [...byName.values()]
}

/** Names the fields of a request that were ignored in a header of the response. */
export function nameIgnored(
  { body, query }: FastifyRequest,
  reply: FastifyReply,
  inItems: string[] = [],
): void {
  const ofBody = ignored.get(body as object)
  const ofQuery = ignored.get(query as object)
  if (!ofBody && !ofQuery && inItems.length === 0) return
  const names = [...(ofBody ?? []), ...(ofQuery ?? []), ...inItems].map(headerName)
  reply.header('laurel-ignored-fields', [...new Set(names)].slice(0, NAMED_MAX).join(', '))
}

/** No character of a name can end the header or separate names in it. */
const headerName = (name: string) => name.slice(0, NAME_CHARACTERS_MAX).replaceAll(/[^\w.[\]$-]/g, '?')
