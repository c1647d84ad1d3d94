import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type FieldProblem, invalidFields, NOT_AN_OBJECT, wrong } from '../../runtime/failure.ts'
import { EMAIL_INVISIBLE, FORMATS, hasInvisible } from './fields.ts'
import {
  dropUnknown,
  printable,
  rememberIgnored,
  unknownFieldProblem,
  unknownParameterProblem,
} from './unknown-fields.ts'

/** A check across fields of a body. It is part of the schema, so that one response reports all problems. */
export type BodyCheck<Body> = (body: Partial<Body>) => FieldProblem[]

type ObjectSchema = TSchema & {
  must?: string
  /** An empty value counts as missing, although another field may stand in for this one. */
  isNeeded?: boolean
  required?: string[] | undefined
  properties?: Record<string, ObjectSchema>
  items?: ObjectSchema
  maxItems?: number
  maxProperties?: number
  maxLength?: number
  anyOf?: ObjectSchema[]
  type?: string | string[]
  keepsEmpty?: boolean
  check?: BodyCheck<unknown>
}

export const PROBLEMS_MAX = 20
/** Matching a far too long text takes long, while its length is known at once. */
const TEXT_CHARACTERS_MAX = 10_000

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    coerceTypes,
    strict: false,
    validateSchema: false,
  })
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate)
  return ajv
}

const bodies = createAjv(false)
const parameters = createAjv(true)

/** A part of a request, as Fastify names it. */
type Part = 'body' | 'querystring' | 'params' | 'headers'

/** Validates a part of a request. Its failure names all problems. */
export const compileValidator: FastifySchemaCompiler<ObjectSchema> = ({ schema, httpPart }) => {
  const part = httpPart as Part
  // Compiled with the first request: most routes of a process that just started are not called at once.
  let problemsOf: ReturnType<typeof findProblems> | undefined
  return (input: unknown) => {
    problemsOf ??= findProblems(schema, part)
    const data = input ?? {}
    if (part === 'querystring') dropEmpty(schema, data as Record<string, unknown>)
    const problems = problemsOf(data)
    return problems.length > 0 ? { error: invalidFields(problems) } : { value: data }
  }
}

/** Drops query parameters without a value: they count as not given. */
function dropEmpty({ properties = {} }: ObjectSchema, query: Record<string, unknown>): void {
  for (const name of Object.keys(query))
    if (query[name] === '' && Object.hasOwn(properties, name) && !properties[name]?.keepsEmpty)
      delete query[name]
}

/**
 * Finds all problems of a value, which gets its defaults and loses unknown fields and each null that counts
 * as not given.
 */
export function findProblems(schema: ObjectSchema, part: Part = 'body'): (data: unknown) => FieldProblem[] {
  const validate = (part === 'body' ? bodies : parameters).compile(schema)
  const unknownProblem = part === 'body' ? unknownFieldProblem : unknownParameterProblem
  // A path has no other parameters, and every request has other headers.
  const mayBeUnknown = part === 'body' || part === 'querystring'
  return (data) => {
    const oversized = findOversized(schema, data)
    if (oversized) return [oversized]
    const unknown = mayBeUnknown ? dropUnknown(schema, data) : []
    if (unknown.length > 0)
      rememberIgnored(
        data as object,
        unknown.filter(({ isRefused }) => !isRefused),
      )
    dropNulls(schema, data)
    const errors = validate(data) ? [] : (validate.errors ?? [])
    const problems = describe(errors, schema)
    if (schema.check && isRecord(data))
      problems.push(...schema.check(soundFields(data, errors)).filter((each) => !isNamed(problems, each)))
    problems.push(...unknown.filter(({ isRefused }) => isRefused).map(unknownProblem))
    return neededFirst(schema, problems).slice(0, PROBLEMS_MAX)
  }
}

/**
 * Moves missing fields to the front, as with required fields, although a check across fields finds them last.
 */
function neededFirst({ properties = {} }: ObjectSchema, problems: FieldProblem[]): FieldProblem[] {
  if (problems.length < 2) return problems
  const isNeeded = ({ field, problem }: FieldProblem) =>
    problem === 'is required' && properties[field]?.isNeeded === true
  return [...problems.filter(isNeeded), ...problems.filter((each) => !isNeeded(each))]
}

/** The first text, list or map that is far too large. Ajv would check and report each of its elements. */
function findOversized(schema: ObjectSchema, value: unknown, path: string[] = []): FieldProblem | undefined {
  if (typeof value === 'string') return findTooLong(schema, value, path)
  if (typeof value !== 'object' || value === null) return undefined
  const size = Array.isArray(value) ? value.length : Object.keys(value).length
  const max = Array.isArray(value) ? schema.maxItems : schema.maxProperties
  if (max !== undefined && size > max)
    return wrong(fieldName(path), schema.must ? `must ${schema.must}` : `must have at most ${max} elements`)
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name]
    if (field === null || (typeof field !== 'object' && typeof field !== 'string')) continue
    const child = childOf(schema, value, name)
    const found = child && findOversized(child, field, [...path, name])
    if (found) return found
  }
  return undefined
}

/** A character has up to two units of UTF-16. */
function findTooLong(schema: ObjectSchema, { length }: string, path: string[]): FieldProblem | undefined {
  if (length <= TEXT_CHARACTERS_MAX) return undefined
  const texts = [schema, ...(schema.anyOf ?? [])].filter(({ type }) => [type].flat().includes('string'))
  if (texts.length === 0 || texts.some(({ maxLength = 0 }) => length <= 2 * maxLength)) return undefined
  const must = schema.must ?? texts.find((each) => each.must)?.must ?? 'be shorter'
  return wrong(fieldName(path), `must ${must}`)
}

/** A null in an optional field counts as not given, unless the field has a use for it. */
function dropNulls(schema: ObjectSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(value)) {
    if (typeof fields[name] !== 'object') continue
    const child = childOf(schema, value, name)
    if (!child) continue
    const isOptional = !Array.isArray(value) && !schema.required?.includes(name)
    if (fields[name] !== null) dropNulls(child, fields[name])
    else if (isOptional && !takesNull(child)) delete fields[name]
  }
}

const takesNull = ({ type, anyOf = [] }: ObjectSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(takesNull)

/** The schema of a field or an element; undefined where the schema says nothing. */
function childOf({ items, properties }: ObjectSchema, value: object, name: string): ObjectSchema | undefined {
  if (Array.isArray(value)) return items
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** The fields for a check across fields. A wrong field is left out, because it can have any type. */
function soundFields(data: Record<string, unknown>, errors: ErrorObject[]): Record<string, unknown> {
  if (errors.length === 0) return data
  const wrong = new Set(errors.map((error) => error.instancePath))
  return Object.fromEntries(Object.entries(data).filter(([field]) => !wrong.has(`/${field}`)))
}

function describe(errors: ErrorObject[], root: ObjectSchema): FieldProblem[] {
  const byField = new Map<string, FieldProblem>()
  for (const error of errors) {
    const path = error.instancePath.split('/').slice(1)
    if (error.keyword === 'required') path.push(error.params.missingProperty)
    const field = fieldName(path)
    if (byField.get(field)?.problem.startsWith('must ')) continue
    byField.set(field, wrong(field, problemOf(error, root, path)))
  }
  return [...byField.values()]
}

function problemOf(error: ErrorObject, root: ObjectSchema, path: string[]): string {
  if (path.length === 0) return NOT_AN_OBJECT.problem
  const { schema, required } = schemaAt(root, path)
  const absent = error.keyword === 'required' || ((required || schema?.isNeeded) && isBlank(error.data))
  if (absent) return 'is required'
  if (error.params.format === 'email' && hasInvisible(error.data)) return EMAIL_INVISIBLE
  return schema?.must ? `must ${schema.must}` : (error.message ?? 'is wrong')
}

function schemaAt(
  root: ObjectSchema,
  path: string[],
): { schema: ObjectSchema | undefined; required: boolean } {
  let schema: ObjectSchema | undefined = root
  let required = false
  for (const step of path) {
    required = schema?.required?.includes(step) ?? false
    schema = schema?.properties?.[step] ?? schema?.items
  }
  return { schema, required }
}

function fieldName(path: string[]): string {
  if (path.length === 0) return NOT_AN_OBJECT.field
  return printable(path.reduce((left, step) => (/^\d+$/.test(step) ? `${left}[${step}]` : `${left}.${step}`)))
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isNamed = (problems: FieldProblem[], { field }: FieldProblem): boolean =>
  problems.some((known) => known.field === field)
