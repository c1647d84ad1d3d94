import { readFileSync } from 'node:fs'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Config } from '../config.ts'
import { CSRF_TOKEN_WRONG, cookieName, SESSION_ENDED, TEAM_COOKIE } from './cookie.ts'
import { FAILURES, Failure, type FailureKind } from './failure.ts'
import { failureBody } from './wire.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const DESCRIPTION = `Laurel gives rewards and keeps their coins in an exact ledger.

Every answer is an envelope: \`status\`, \`message\`, \`data\`. A failure has \`status\` failed, and \`data\` says what to change:
\`errorType\` (a word from a small fixed set), \`appErrorCode\` (a stable code, where programs need one) and \`error\` (a sentence).
All wrong fields are named in one answer.

Every answer carries \`X-Request-Id\`, to quote to support, and \`RateLimit-*\`.

Amounts of coins have at most 2 decimals. Numbers that are written as strings ("10") are also taken as JSON numbers.
Timestamps are ISO 8601 in UTC. Identifiers are UUIDs that sort by time.`

const TOKEN = `Sent in the header \`Authorization: Bearer <ACCESS_TOKEN>\`. There are three kinds, and each operation says which it takes:

- *person*: a member of the partner's team signs in (\`loginPartner\`); the token is the answer's \`accessToken\`.
- *partner*: the partner's backend asks the token endpoint (\`/oauth/token\`, client credentials) with its \`clientId\` and a secret (\`createSecret\`). Scopes: \`rules awards coins events boards\`.
- *user*: a user consents at the authorization endpoint (\`/oauth/auth\`, authorization code with PKCE and \`state\`). \`deviceType=web\` or \`mobile\` selects the return address. Scopes: \`openid profile boards offline_access\`.

The authorization server describes itself at \`/oauth/.well-known/openid-configuration\`.`

const COOKIE = `The session of a team member with a browser (\`signInBrowser\`), for pages of this service alone. It stands for a token of the kind *person* where no \`Authorization\` is sent. Every request but \`GET\` and \`HEAD\` needs the session's \`csrfToken\` (\`readSession\`) in the header \`X-CSRF-Token\`; without it the answer is 403 with the appErrorCode csrf_token_invalid. A session that has ended is 401 with the appErrorCode session_ended.`

const TAGS = {
  Partners: 'Onboarding, sign-in and a partner’s own details.',
  Accounts:
    'Of a partner’s team: roles, passwords, addresses, second factors, sessions, and what was done to them.',
  Users: 'Accounts, and onboarding users with a partner.',
  Rules: 'What is rewarded, and how much.',
  Awards: 'Giving rewards.',
  Coins: 'Taking coins back, and the ledger.',
  Leaderboards: 'Who has the most.',
  Overview: 'The programme in numbers, by day.',
  Events: 'What happened, in order: to read again, and live.',
  Webhooks: 'Being told of every event, in order and at least once.',
  Developers: 'Finding out what was asked and how it was answered.',
}

/** Why a rule of the domain says no; a program can rely on these. */
const REASONS = {
  rule_inactive: 'the rule or the sub-rule is inactive',
  rule_full: 'the rule has all its participants, and this user is none of them',
  user_limit_reached: 'the user has as many paid awards of the rule as it allows',
  sub_rule_repeated: 'the user has done this sub-rule in this round',
  combined_by_sub_rule: 'a combined rule is awarded by the names of its sub-rules',
  insufficient_coins: 'the wallet holds fewer coins',
  already_reversed: 'the award was taken back before',
  not_paid: 'the award paid nothing that could be taken back',
  balance_limit: 'the wallet or the points of the user would grow too large',
}

/** When each failure happens, and a sentence it may answer. */
const FAILURE_NOTES: Record<FailureKind, { when: string; example: string }> = {
  invalid: {
    when: 'a field is missing or wrong',
    example: 'The body is not valid JSON; send one JSON object.',
  },
  taken: { when: 'a value is already in use', example: 'This name is already taken; choose another one.' },
  refused: {
    when: 'a rule says no',
    example: 'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.',
  },
  missing: { when: 'something named in the body is unknown', example: 'User was not found.' },
  notFound: { when: 'what the path names is unknown', example: 'What the path names was not found.' },
  unauthorized: {
    when: 'no, a wrong or an expired credential',
    example: 'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>.',
  },
  forbidden: { when: 'the token does not allow this', example: 'This token may not do that.' },
  conflict: {
    when: 'the Idempotency-Key was used with another request',
    example: 'This Idempotency-Key was used with another request; use a new key.',
  },
  tooLarge: { when: 'the body is too large', example: 'The body is larger than 1 MB; send less.' },
  wrongContentType: {
    when: 'the body is not JSON',
    example: 'Send the body as JSON with the header Content-Type: application/json.',
  },
  tooMany: { when: 'too many requests', example: 'Too many requests; try again in 1 s.' },
  unavailable: {
    when: 'overloaded, stopping, or the database is away',
    example: 'The database is away; try again in a moment.',
  },
  internal: {
    when: 'a fault of ours',
    example:
      'Something went wrong on our side; quote the request id 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55 to support.',
  },
}

const HEADERS = {
  'X-Request-Id': { description: 'Names this request in the logs; quote it to support.', type: 'string' },
  'RateLimit-Limit': { description: 'How many requests the window allows.', type: 'integer' },
  'RateLimit-Remaining': { description: 'How many are left in the window.', type: 'integer' },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', type: 'integer' },
  'Retry-After': { description: 'Seconds to wait before trying again.', type: 'integer' },
}
const COMMON_HEADERS = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** The answers that are the same wherever they can happen. */
const SHARED_FAILURES: FailureKind[] = [
  'unauthorized',
  'forbidden',
  'conflict',
  'tooLarge',
  'wrongContentType',
  'tooMany',
  'internal',
  'unavailable',
]

/** Formats of our own, as patterns that every reader of JSON Schema understands. */
const PATTERNS: Record<string, string> = {
  line: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  prose: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
}

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  examples?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  must?: string
  check?: unknown
}

type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>

type Answer = { description: string; headers: Record<string, unknown>; content: Content } | { $ref: string }

type Operation = {
  parameters?: { description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
  'x-failures'?: (FailureKind | Failure)[]
}

type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, unknown> }

/** How the API reference is made from the schemas that validate. */
export function openApi(config: Config): FastifyDynamicSwaggerOptions {
  return {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Laurel',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: config.mode === 'production' ? config.origin : '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN },
          browserSession: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(config.mode, TEAM_COOKIE),
            description: COOKIE,
          },
        },
      },
    },
    transformObject: (made) => ('openapiObject' in made ? forReaders(made.openapiObject as never) : {}),
  }
}

/** Completes what comes out of the schemas: no keyword of ours stays in it, and every answer has its headers and examples. */
function forReaders(document: Document): Document {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const shared = SHARED_FAILURES.filter((kind) =>
    operations.some((each) => each['x-failures']?.includes(kind)),
  )
  for (const operation of operations) {
    for (const parameter of operation.parameters ?? []) {
      parameter.description = describe({ ...parameter.schema, description: parameter.description ?? '' })
      const { description: _, ...schema } = publicSchema(parameter.schema)
      parameter.schema = schema
    }
    if (operation.requestBody) operation.requestBody.content = publicContent(operation.requestBody.content)
    for (const answer of Object.values(operation.responses)) {
      if ('$ref' in answer) continue
      answer.headers = headers(COMMON_HEADERS)
      answer.content = publicContent(answer.content)
    }
    Object.assign(operation.responses, failureAnswers(operation['x-failures'] ?? []))
    delete operation['x-failures']
  }
  document.components = {
    ...document.components,
    schemas: { Reason: reasonSchema() },
    responses: Object.fromEntries(shared.map((kind) => [kind, failureAnswer([kind, ...ofCookies(kind)])])),
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, { description, type }]) => [
        name,
        { description, schema: { type } },
      ]),
    ),
  }
  return document
}

/** What a browser's session can be told wherever a token is taken. */
const ofCookies = (kind: FailureKind) =>
  [SESSION_ENDED, CSRF_TOKEN_WRONG].filter((failure) => failure.kind === kind)

function publicContent(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const given = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example]
      const values = given[0] === undefined ? examplesOf(media.schema) : given
      return [type, { schema: publicSchema(media.schema), examples: namedExamples(values) }]
    }),
  )
}

const namedExamples = (values: unknown[]) =>
  Object.fromEntries(
    values.map((value, index) => [values.length === 1 ? 'example' : `example ${index + 1}`, { value }]),
  )

/** The examples of a schema; one without any gets those of its parts. */
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

/** As many examples as the property with the most has. */
function objectExamples(properties: Record<string, Schema>): unknown[] {
  const parts = Object.entries(properties).map(([name, schema]) => ({ name, examples: examplesOf(schema) }))
  const count = Math.max(1, ...parts.map(({ examples }) => examples.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(parts.map(({ name, examples }) => [name, examples[index] ?? examples[0]])),
  )
}

function publicSchema({ must, check: _, format, properties, items, anyOf, ...plain }: Schema): Schema {
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

/** Alternatives that differ by their type alone are one schema with several types. */
function oneOfTypes(anyOf: Schema[]): Schema {
  const detailed = anyOf.filter((each) => Object.keys(each).some((keyword) => keyword !== 'type'))
  return detailed.length > 1 ? { anyOf } : { ...detailed[0], type: anyOf.flatMap(({ type = [] }) => type) }
}

/** Says what a value must be, where the schema's own keywords do not. */
function describe({ description = '', type, format, enum: values, must }: Schema): string {
  const isPlain = type === 'integer' || type === 'boolean' || (format && format in PATTERNS)
  const needsMust = must && !values && !description.includes(must) && !(isPlain && description)
  return [description, needsMust && `Must ${must}.`].filter(Boolean).join(' ')
}

function failureAnswers(failures: (FailureKind | Failure)[]): Record<string, Answer> {
  const byCode = Map.groupBy(failures, (failure) => FAILURES[kindOf(failure)].http)
  return Object.fromEntries(
    [...byCode].map(([code, alike]) => {
      const [first] = alike
      const isShared = alike.length === 1 && typeof first === 'string' && SHARED_FAILURES.includes(first)
      return [code, isShared ? { $ref: `#/components/responses/${first}` } : failureAnswer(alike)]
    }),
  )
}

function failureAnswer(failures: (FailureKind | Failure)[]): Answer {
  const examples = failures.map((failure) =>
    typeof failure === 'string' ? exampleFailure(failure) : failure,
  )
  const kinds = [...new Set(examples.map((failure) => failure.kind))]
  const reasons = failures.includes('refused') ? Object.keys(REASONS) : []
  const mayRetry = kinds.includes('tooMany') || kinds.includes('unavailable')
  return {
    description: capitalized(kinds.map((kind) => FAILURE_NOTES[kind].when).join(', or ')),
    headers: headers(mayRetry ? [...COMMON_HEADERS, 'Retry-After'] : COMMON_HEADERS),
    content: {
      'application/json': {
        schema: failureSchema(kinds, [...examples.map((failure) => failure.code), ...reasons]),
        examples: Object.fromEntries(
          examples.map((failure, index) => {
            const isFirst = examples.findIndex((each) => nameOf(each) === nameOf(failure)) === index
            return [`${nameOf(failure)}${isFirst ? '' : ` ${index + 1}`}`, { value: failureBody(failure) }]
          }),
        ),
      },
    },
  }
}

const kindOf = (failure: FailureKind | Failure) => (typeof failure === 'string' ? failure : failure.kind)

const exampleFailure = (kind: FailureKind) =>
  new Failure(kind, FAILURE_NOTES[kind].example, kind === 'refused' ? 'rule_full' : undefined)

const nameOf = ({ kind, code }: Failure) => (code === FAILURES[kind].appErrorCode ? kind : code)

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function failureSchema(kinds: FailureKind[], codes: string[]): Schema {
  const rows = kinds.map((kind) => FAILURES[kind])
  const one = (values: string[]) => ({ type: 'string', enum: [...new Set(values)] })
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { type: 'string', const: 'failed' },
      message: one(rows.map((row) => row.message)),
      data: {
        type: 'object',
        required: ['errorType', 'appErrorCode', 'error'],
        properties: {
          errorType: one(rows.map((row) => row.errorType)),
          appErrorCode: one(codes),
          error: { type: 'string', description: 'One sentence that says what to change.' },
        },
      },
    },
  }
}

function reasonSchema(): Schema {
  const lines = Object.entries(REASONS).map(([code, when]) => `- \`${code}\`: ${when}`)
  return {
    type: 'string',
    enum: Object.keys(REASONS),
    description: `The \`appErrorCode\` of a refusal:\n\n${lines.join('\n')}`,
  }
}

function headers(names: readonly (keyof typeof HEADERS)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
