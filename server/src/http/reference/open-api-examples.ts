import type { Content, Schema } from './open-api-document.ts'

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
      return [[]]
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
