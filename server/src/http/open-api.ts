import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Config } from '../config.ts'
import { VERSION } from '../process/version.ts'
import { cookieName, TEAM_COOKIE } from './cookie.ts'
import {
  COMMON_HEADERS,
  type Content,
  type Document,
  HEADERS,
  headers,
  type Schema,
} from './open-api-document.ts'
import { failureResponses, failureSchemas, sharedResponses } from './open-api-failures.ts'
import { createSchemas, describe } from './open-api-schemas.ts'

const DESCRIPTION = `Laurel gives rewards and keeps their coins in an exact ledger.

Every JSON response is an envelope: \`status\`, \`message\`, \`data\`. A failure has \`status\` failed, and \`data\` says what to change:
\`errorType\` (a word from a small fixed set), \`appErrorCode\` (a stable code, where programs need one) and \`error\` (a sentence).
One response names all wrong fields. A refusal, where a rule of the domain says no, also has its code in the header
\`Laurel-Refusal\`, which tells a full rule from a broken client without reading the body. A known path with another
method responds 405, and \`Allow\` lists the methods that it has.

Every response has the headers \`X-Request-Id\`, to quote to support, and \`RateLimit-*\`. A 201 has \`Location\` where
the new thing can be read.

\`null\` in an optional field and a query parameter without a value (\`?month=\`) count as not given.

Every list that comes in parts takes \`cursor\`: the \`next\` of the response before it. A newer list has only \`cursor\` and \`limit\`, and
returns \`{data, next}\`, with null as the last \`next\`. An older list also has \`page\`, \`before\` or \`after\`, in whose
place \`cursor\` counts; leaderboards have pages alone.

Amounts of coins have at most 2 decimals. Numbers written as strings ("10") are also accepted as JSON numbers.
Timestamps are ISO 8601 in UTC. Identifiers are UUIDs that sort by time.`

const TOKEN = `Sent in the header \`Authorization: Bearer <ACCESS_TOKEN>\`. There are three kinds; each operation names those that it accepts:

- *team*: a member of the partner's team signs in (\`loginPartner\`); the token is the \`accessToken\` of the response.
- *client*: the partner's backend asks the token endpoint (\`/oauth/token\`, client credentials) with its \`clientId\` and a secret (\`createSecret\`). Scopes: \`rules awards coins events boards\`.
- *user*: a user consents at the authorization endpoint (\`/oauth/auth\`, authorization code with PKCE and \`state\`). \`deviceType=web\` or \`mobile\` selects the return address. Scopes: \`openid profile boards offline_access\`.

The authorization server describes itself at \`/oauth/.well-known/openid-configuration\`.`

const COOKIE = `The browser session of a team member (\`signInBrowser\`), only for pages of this service. It replaces a token of the kind *team* in requests without \`Authorization\`. Every request but \`GET\` and \`HEAD\` needs the session's \`csrfToken\` (\`readSession\`) in the header \`X-CSRF-Token\`; without it the response is 403 with the appErrorCode csrf_token_invalid. An ended session gets 401 with the appErrorCode session_ended.`

const TAGS = {
  Partners: 'Onboarding, sign-in and a partner’s own details.',
  Team: 'The accounts of a partner’s team: roles, passwords, addresses, second factors, sessions and their audit log.',
  Users: 'Accounts, and onboarding users with a partner.',
  Rules: 'What is rewarded, and how much.',
  Awards: 'Giving rewards.',
  Coins: 'Taking coins back, and the ledger.',
  Leaderboards: 'Who has the most.',
  Overview: 'The programme in numbers, by day.',
  Events: 'What happened, in order: as a feed and as a live stream.',
  Webhooks: 'Every event, delivered in order and at least once.',
  'Request log': 'Your recent requests and the responses to them.',
}

/** Makes the API reference from the schemas that validate requests. */
export function openApi(config: Config): FastifyDynamicSwaggerOptions {
  return {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Laurel',
        version: VERSION,
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

/** Completes the generated document: removes our own keywords and adds headers, failures and examples. */
function forReaders(document: Document): Document {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const failures = operations.flatMap((operation) => operation['x-failures'] ?? [])
  const { named, publicSchema } = createSchemas()
  const publicContent = (content: Content) => contentWith(content, publicSchema)
  for (const operation of operations) {
    const takes = (header: string) => operation.parameters?.some(({ name }) => name === header)
    const own = [
      ...(takes('idempotency-key') ? (['Idempotency-Replayed'] as const) : []),
      ...(takes('dryRun') ? (['Laurel-Dry-Run'] as const) : []),
      ...(takes('if-none-match') ? (['ETag'] as const) : []),
    ]
    for (const parameter of operation.parameters ?? []) {
      parameter.description = describe({ ...parameter.schema, description: parameter.description ?? '' })
      const { description: _, ...schema } = publicSchema(parameter.schema)
      parameter.schema = schema
    }
    if (operation.requestBody) operation.requestBody.content = publicContent(operation.requestBody.content)
    for (const [code, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) continue
      const hasLocation = code === '201' && operation['x-location']
      response.headers = headers([...COMMON_HEADERS, ...own, ...(hasLocation ? (['Location'] as const) : [])])
      if (response.content) response.content = publicContent(response.content)
    }
    Object.assign(operation.responses, failureResponses(operation['x-failures'] ?? []))
    delete operation['x-failures']
    delete operation['x-location']
  }
  document.components = {
    ...document.components,
    schemas: byName({ ...named, ...failureSchemas() }),
    responses: sharedResponses([...failures, 'methodNotAllowed']),
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, { description, type }]) => [
        name,
        { description, schema: { type } },
      ]),
    ),
  }
  return document
}

const byName = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)))

function contentWith(content: Content, publicSchema: (schema: Schema) => Schema): Content {
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

/** As many examples as the property with the most has. */
function objectExamples(properties: Record<string, Schema>): unknown[] {
  const parts = Object.entries(properties).map(([name, schema]) => ({ name, examples: examplesOf(schema) }))
  const count = Math.max(1, ...parts.map(({ examples }) => examples.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(parts.map(({ name, examples }) => [name, examples[index] ?? examples[0]])),
  )
}
