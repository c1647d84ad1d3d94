import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/** Serializes a response as Fastify would, but compiles with the first one: most of those that are described are rare. */
export const compileSerializer: FastifySerializerCompiler<fastJson.Schema> = ({ schema }) => {
  let serialize: ((data: unknown) => string) | undefined
  return (data) => {
    serialize ??= fastJson(schema)
    return serialize(data)
  }
}
