import assert from 'node:assert/strict'
import { Type } from 'typebox'
import type { Content, Schema } from './open-api-document.ts'

/** Our own formats as patterns, which every JSON Schema tool understands. */
const PATTERNS: Record<string, string> = {
  line: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  prose: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
}

export const refTo = (name: string): string => `#/components/schemas/${name}`

/** Makes the documented form of schemas. Replaces those with a name by references, and collects them. */
export function createSchemas() {
  const named: Record<string, Schema> = {}

  function publicSchema({ schemaName, ...schema }: Schema): Schema {
    const output = schema.documentedAs ? standIn(schema) : documented(schema)
    if (!schemaName) return output
    const { base, ofPlace } = output.enum ? withoutPlace(output) : { base: output, ofPlace: {} }
    named[schemaName] ??= base
    assert.deepEqual(base, named[schemaName], `two schemas are named ${schemaName}`)
    return { $ref: refTo(schemaName), ...ofPlace }
  }

  function standIn({ documentedAs = {}, description }: Schema): Schema {
    return { ...publicSchema(documentedAs), ...(description && { description }) }
  }

  function documented(schema: Schema): Schema {
    const {
      must,
      check: _,
      keepsEmpty: __,
      isNeeded: ___,
      format,
      properties,
      items,
      contentSchema,
      anyOf,
      discriminatedBy,
      keepsExamples,
      ...plain
    } = schema
    const description = describe({ ...plain, ...(must && { must }), ...(format && { format }) })
    const pattern = format && PATTERNS[format]
    if (plain.type === 'object' && !keepsExamples) delete plain.examples
    return {
      ...plain,
      ...(description && { description }),
      ...(pattern ? { pattern } : format && { format }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [name, publicSchema(property)]),
        ),
      }),
      ...(items && { items: publicSchema(items) }),
      ...(contentSchema && { contentSchema: publicSchema(contentSchema) }),
      ...(anyOf &&
        (discriminatedBy ? discriminated(anyOf, discriminatedBy) : oneOfTypes(anyOf.map(publicSchema)))),
      ...(typeof plain.additionalProperties === 'object' && {
        additionalProperties: publicSchema(plain.additionalProperties),
      }),
    }
  }

  /** Exactly one of several objects, told apart by the values of one property. */
  function discriminated(alternatives: Schema[], propertyName: string): Schema {
    const refs = alternatives.map((each) => publicSchema(each).$ref as string)
    const mapping = alternatives.flatMap(({ properties }, index) => {
      const { enum: values, const: value } = properties?.[propertyName] ?? {}
      return (values ?? [value]).map((each) => [String(each), refs[index] as string])
    })
    return {
      oneOf: refs.map(($ref) => ({ $ref })),
      discriminator: { propertyName, mapping: Object.fromEntries(mapping) },
    }
  }

  return { named, publicSchema }
}

/** Several places use one set of values, each with its own description and default. */
function withoutPlace({ description, default: usual, examples, ...base }: Schema) {
  const ofPlace: Schema = {
    ...(description && { description }),
    ...(usual !== undefined && { default: usual }),
    ...(examples && { examples }),
  }
  return { base, ofPlace }
}

/** Merges alternatives that differ only by type into one schema with several types. */
function oneOfTypes(anyOf: Schema[]): Schema {
  const detailed = anyOf.filter((each) => Object.keys(each).some((keyword) => keyword !== 'type'))
  const isPlain = detailed.length <= 1 && !detailed.some(({ $ref, oneOf }) => $ref ?? oneOf)
  if (!isPlain) return described(anyOf)
  const type = anyOf.flatMap((each) => each.type ?? [])
  const values = detailed[0]?.enum
  return { ...detailed[0], type, ...(values && { enum: type.includes('null') ? [...values, null] : values }) }
}

/** Puts the description of a value that may be null where readers look for it. */
function described(anyOf: Schema[]): Schema {
  const [first, second] = anyOf
  if (anyOf.length !== 2 || !first?.$ref || !first.description || second?.type !== 'null') return { anyOf }
  const { description, ...rest } = first
  return { anyOf: [rest, second], description }
}

/** Adds what a value must be, unless the schema's own keywords say it. */
export function describe({ description = '', type, format, enum: values, must }: Schema): string {
  const isPlain = type === 'integer' || type === 'boolean' || (format && format in PATTERNS)
  const needsMust = must && !values && !description.includes(must) && !(isPlain && description)
  return [description, needsMust && `Must ${must}.`].filter(Boolean).join(' ')
}

/** The result of one item of a list: the response that a single request would get. */
export const BulkResult = (schemaName: string, success: string) =>
  Type.Object(
    { status: Type.String(), message: Type.String(), data: Type.Unknown() },
    {
      schemaName,
      documentedAs: {
        oneOf: [{ $ref: refTo(success) }, { $ref: refTo('Failure') }],
        discriminator: {
          propertyName: 'status',
          mapping: { success: refTo(success), failed: refTo('Failure') },
        },
      },
    },
  )

/** The examples of a body: those given, or else those of its schema. */
export function bodyExamples(media: Content[string]): Record<string, { value: unknown }> {
  const ofMedia = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example]
  return namedExamples(ofMedia[0] === undefined ? examplesOf(media.schema) : ofMedia)
}

const namedExamples = (values: unknown[]) =>
  Object.fromEntries(
    values.map((value, index) => [values.length === 1 ? 'example' : `example-${index + 1}`, { value }]),
  )

/** The examples of a schema, or else those of its parts. */
function examplesOf(schema: Schema): unknown[] {
  if (schema.examples) return schema.examples
  if ('const' in schema) return [schema.const]
  if (schema.enum) return schema.enum.slice(0, 1)
  if (schema.anyOf)
    return schema.anyOf.some(({ type }) => type === 'null') ? [null] : schema.anyOf.flatMap(examplesOf)
  switch (schema.type) {
    case 'object':
      return objectExamples(schema.properties ?? {})
    case 'array':
      return [schema.items?.type === 'object' ? examplesOf(schema.items).slice(0, 1) : []]
    case 'boolean':
      return [false]
    case 'integer':
    case 'number':
      return [0]
    case 'string':
      return ['text']
    default:
      return [null]
  }
}

/** Returns as many examples as the property with the most has. */
function objectExamples(properties: Record<string, Schema>): unknown[] {
  const parts = Object.entries(properties).map(([name, schema]) => ({ name, examples: examplesOf(schema) }))
  const count = Math.max(1, ...parts.map(({ examples }) => examples.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(parts.map(({ name, examples }) => [name, examples[index] ?? examples[0]])),
  )
}
