import type { Failure, FailureKind } from '../../runtime/failure.ts'

export type Schema = {
  $ref?: string
  /** The name by which the document lists the schema. */
  schemaName?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  examples?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  /** The schema of the JSON in a string. */
  contentSchema?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  /** The property that tells the alternatives of `anyOf` apart. */
  discriminatedBy?: string
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  default?: unknown
  additionalProperties?: boolean | Schema
  must?: string
  keepsEmpty?: boolean
  /** Shows the examples with the schema too, because no request or response shows all of them. */
  keepsExamples?: boolean
  check?: unknown
  isNeeded?: boolean
  /** The documented schema, where validation accepts more. */
  documentedAs?: Schema
}

export type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>

export type ResponseObject =
  | { description: string; headers: Record<string, unknown>; content?: Content }
  | { $ref: string }

export type Parameter = {
  name: string
  in: string
  description?: string
  example?: unknown
  schema: Schema
}

export type Operation = {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, ResponseObject>
  'x-failures'?: (FailureKind | Failure)[]
  'x-location'?: boolean
  'x-ignores-unknown'?: boolean
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

export const HEADERS = {
  'X-Request-Id': { description: 'Names this request in the logs; quote it to support.', type: 'string' },
  'RateLimit-Limit': { description: 'How many requests the window allows.', type: 'integer' },
  'RateLimit-Remaining': { description: 'How many are left in the window.', type: 'integer' },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', type: 'integer' },
  ETag: {
    description: 'Names what the response shows; send it as If-None-Match to ask whether it changed.',
    type: 'string',
  },
  'Idempotency-Replayed': {
    description: 'true if this is the stored response of an earlier request with the same Idempotency-Key.',
    type: 'string',
  },
  'Laurel-Refusal': {
    description:
      'The `appErrorCode` of a refusal, a value of `Reason`; or `unknown_user` or `unknown_rule`, whose `appErrorCode` is empty. Other failures lack it.',
    type: 'string',
  },
  Location: {
    description: 'The path where the new thing can be read; absent where it cannot.',
    type: 'string',
  },
  'Laurel-Ignored-Fields': {
    description:
      'Fields of the request that are unknown and were ignored, separated by commas: at most 20, each with at most 100 characters, `?` in place of unusual ones.',
    type: 'string',
  },
  'Laurel-Dry-Run': { description: 'true if nothing was written.', type: 'string' },
  'WWW-Authenticate': {
    description: 'The Bearer challenge of RFC 6750, with error="invalid_token" if a token was sent.',
    type: 'string',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', type: 'integer' },
}
export const COMMON_HEADERS = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const

/** References to headers, which the document describes once. */
export function headers(names: readonly (keyof typeof HEADERS)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
