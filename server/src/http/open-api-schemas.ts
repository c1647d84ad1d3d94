import assert from 'node:assert/strict'
import type { Schema } from './open-api-document.ts'

/** Our own formats as patterns, which every JSON Schema tool understands. */
const PATTERNS: Record<string, string> = {
  line: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  prose: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
}

/** Makes the documented form of schemas. Replaces those with a name by references, and collects them. */
export function createSchemas() {
  const named: Record<string, Schema> = {}

  function publicSchema({ schemaName, ...schema }: Schema): Schema {
    const shown = schema.shown ? publicSchema(schema.shown) : documented(schema)
    if (!schemaName) return shown
    named[schemaName] ??= shown
    assert.deepEqual(shown, named[schemaName], `two schemas are named ${schemaName}`)
    return { $ref: `#/components/schemas/${schemaName}` }
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
      anyOf,
      ...plain
    } = schema
    const description = describe({ ...plain, ...(must && { must }), ...(format && { format }) })
    const pattern = format && PATTERNS[format]
    if (plain.type === 'object') delete plain.examples
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
      ...(anyOf && oneOfTypes(anyOf.map(publicSchema))),
      ...(typeof plain.additionalProperties === 'object' && {
        additionalProperties: publicSchema(plain.additionalProperties),
      }),
    }
  }

  return { named, publicSchema }
}

/** Merges alternatives that differ only by type into one schema with several types. */
function oneOfTypes(anyOf: Schema[]): Schema {
  const detailed = anyOf.filter((each) => Object.keys(each).some((keyword) => keyword !== 'type'))
  const isPlain = detailed.length <= 1 && !detailed.some(({ $ref }) => $ref)
  if (!isPlain) return { anyOf }
  const type = anyOf.flatMap((each) => each.type ?? [])
  const values = detailed[0]?.enum
  return { ...detailed[0], type, ...(values && { enum: type.includes('null') ? [...values, null] : values }) }
}

/** Adds what a value must be, unless the schema's own keywords say it. */
export function describe({ description = '', type, format, enum: values, must }: Schema): string {
  const isPlain = type === 'integer' || type === 'boolean' || (format && format in PATTERNS)
  const needsMust = must && !values && !description.includes(must) && !(isPlain && description)
  return [description, needsMust && `Must ${must}.`].filter(Boolean).join(' ')
}
