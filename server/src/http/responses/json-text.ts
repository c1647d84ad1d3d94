import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/** JSON that is written already, such as a page of a board that many responses share. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Writes an object whose fields may be written already. */
export function writeJson(fields: Record<string, unknown>): JsonText {
  let text = ''
  for (const name in fields) {
    const value = fields[name]
    const written = value instanceof JsonText ? value.text : JSON.stringify(value)
    if (written !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`
  }
  return new JsonText(`{${text}}`)
}

/** The serializer of a route whose data is written already. */
export const serializeJson = (envelope: Record<string, unknown>): string => writeJson(envelope).text

/** Serializes a response as Fastify would, but compiles with the first one: most of those that are described are rare. */
export const compileSerializer: FastifySerializerCompiler<fastJson.Schema> = ({ schema }) => {
  let serialize: ((data: unknown) => string) | undefined
  return (data) => {
    serialize ??= fastJson(schema)
    return serialize(data)
  }
}
