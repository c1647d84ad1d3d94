import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { VERSION } from '../../runtime/process/build.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { codeSamples } from './code-samples.ts'
import {
  COMMON_HEADERS,
  type Content,
  capitalized,
  type Document,
  HEADERS,
  headers,
  type Operation,
  type Parameter,
  type Schema,
} from './open-api-document.ts'
import { failureResponses, failureSchemas, sharedResponses } from './open-api-failures.ts'
import { bodyExamples, createSchemas, describe } from './open-api-schemas.ts'

const DESCRIPTION = `Laurel gives rewards and keeps their coins in an exact ledger. The [guides](/docs/guides) lead from a first award to going live:
[First award](/docs/guides/first-award) · [Concepts](/docs/guides/concepts) · [Recipes](/docs/guides/recipes) ·
[Quick starts in other languages](/docs/guides/quick-start) · [SDK](/docs/guides/sdk) · [Command line](/docs/guides/cli).

This reference is the OpenAPI 3.1 document [\`/openapi.json\`](/openapi.json): generate a client from it, or import it
into Postman, Bruno or Insomnia.

Every JSON response is an envelope: \`status\`, \`message\`, \`data\`. A failure has \`status\` failed, and \`data\` says what to change:
\`errorType\` (a word from a small fixed set), \`appErrorCode\` (a stable code, where programs need one) and \`error\` (a sentence).
One response names all wrong fields. A refusal, where a rule of the domain says no, also has its code in the header
\`Laurel-Refusal\`, which tells a full rule from a broken client without reading the body. A known path with another
method responds 405, and \`Allow\` lists the methods that it has.

Every response has the headers \`X-Request-Id\`, to quote to support, and \`RateLimit-*\`. A 201 has \`Location\` where
the new thing can be read.

\`null\` in an optional field and a query parameter without a value (\`?month=\`) count as not given.

An unknown field is refused with the nearest known name, and so is an unknown query parameter. Requests that give or spend
coins, create users or sign in ignore unknown fields, leaderboards ignore unknown parameters, and the header
\`Laurel-Ignored-Fields\` names what was ignored.

Every list that comes in parts takes \`cursor\`: the \`next\` of the response before it. A newer list has only \`cursor\` and \`limit\`, and
returns \`{data, next}\`, with null as the last \`next\`. An older list also has \`page\`, \`before\` or \`after\`, in whose
place \`cursor\` counts; leaderboards have pages alone.

Amounts of coins have at most 2 decimals. Numbers written as strings ("10") are also accepted as JSON numbers.
Timestamps are ISO 8601 in UTC. Identifiers are UUIDs that sort by time.`

/** In the order of the reference: what most requests do comes first. Each names the guide that leads through it. */
const TAGS = {
  Awards: 'Giving rewards. Guides: [First award](/docs/guides/first-award), [Awards](/docs/guides/awards).',
  Activities: 'What customers did. Rules decide what it is worth.',
  Rules: 'What is rewarded, and how much. Guide: [Rules](/docs/guides/rules).',
  Holds: 'Coins that a checkout reserves. Guide: [Coins in time](/docs/guides/coins-in-time).',
  Backtests: 'What a rule would have cost. Guide: [Rules](/docs/guides/rules#what-would-it-have-cost).',
  Coins:
    'Taking coins back, and the ledger. Guides: [Spend and refund](/docs/guides/spend-and-refund), [Returns](/docs/guides/returns).',
  Users: 'Accounts, and onboarding users with a partner. Guide: [Link users](/docs/guides/link-users).',
  Imports: 'Members with their opening balances, from a file. Guide: [Import](/docs/guides/import).',
  Leaderboards: 'Who has the most. Guide: [Boards on your site](/docs/guides/boards-on-your-site).',
  Overview: 'The programme in numbers, by day.',
  Events: 'What happened, in order: as a feed and as a live stream. Guide: [Events](/docs/guides/events).',
  Webhooks: 'Every event, delivered in order and at least once. Guide: [Webhooks](/docs/guides/webhooks).',
  Me: 'What a user’s own token shows: wallet, transactions, progress and events with one partner. Guide: [Link users](/docs/guides/link-users).',
  Partners: 'Onboarding, sign-in and a partner’s own details. Guide: [Going live](/docs/guides/going-live).',
  Team: 'The accounts of a partner’s team: roles, passwords, addresses, second factors, sessions and their audit log.',
  'Request log':
    'Your recent requests and the responses to them. Guide: [First hour](/docs/guides/first-hour).',
  Search: 'Everything by a word.',
}

type SecuritySchemes = NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
>

/** Makes the API reference from the schemas that validate requests. */
export function openApi(config: Config, securitySchemes: SecuritySchemes): FastifyDynamicSwaggerOptions {
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
        securitySchemes,
      },
    },
    transformObject: (made) => ('openapiObject' in made ? forReaders(made.openapiObject as never) : {}),
  }
}

/**
 * Completes the generated document: removes our own keywords and adds names, headers, failures and examples.
 */
function forReaders(document: Document): Document {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const failures = operations.flatMap((operation) => operation['x-failures'] ?? [])
  const { named, publicSchema } = createSchemas()
  const parameters = sharedParameters(operations, publicSchema)
  for (const operation of operations) {
    const name = capitalized(operation.operationId)
    const headerNames = ownHeaders(operation)
    const expansion = expansionOf(operation)
    operation.parameters = parameters.of(operation)
    if (operation.requestBody)
      operation.requestBody.content = contentWith(operation.requestBody.content, (schema) =>
        publicSchema({ schemaName: `${name}Request`, ...schema }),
      )
    for (const [code, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) continue
      const hasLocation = code === '201' && operation['x-location']
      response.headers = headers([
        ...COMMON_HEADERS,
        ...headerNames,
        ...(hasLocation ? (['Location'] as const) : []),
      ])
      if (response.content)
        response.content = contentWith(response.content, (schema) =>
          publicSchema(namedEnvelope(schema, name)),
        )
    }
    Object.assign(
      operation.responses,
      failureResponses(name, operation['x-failures'] ?? [], publicSchema, expansion),
    )
    Object.assign(operation, codeSamples(operation.operationId))
    delete operation['x-failures']
    delete operation['x-location']
    delete operation['x-ignores-unknown']
  }
  document.components = {
    ...document.components,
    schemas: byName({ ...named, ...failureSchemas(failures) }),
    responses: sharedResponses(failures),
    parameters: parameters.shared,
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, { description, type }]) => [
        name,
        { description, schema: { type } },
      ]),
    ),
  }
  return document
}

function ownHeaders({ parameters = [], 'x-ignores-unknown': ignoresUnknown }: Operation) {
  const takes = (header: string) => parameters.some((each) => 'name' in each && each.name === header)
  return [
    ...(takes('idempotency-key') ? (['Idempotency-Replayed'] as const) : []),
    ...(takes('dryRun') ? (['Laurel-Dry-Run'] as const) : []),
    ...(takes('if-none-match') ? (['ETag'] as const) : []),
    ...(ignoresUnknown ? (['Laurel-Ignored-Fields'] as const) : []),
  ]
}

/** The fields that `expand` adds to the data of an operation. */
function expansionOf({ responses }: Operation): Record<string, Schema> {
  const created = responses['201']
  const content = created && 'content' in created ? created.content : undefined
  const { decision, wallet, asOf } = content?.['application/json']?.schema.properties?.data?.properties ?? {}
  return decision && wallet && asOf ? { decision, wallet, asOf } : {}
}

/** Names a response after its data, and data without a name after the operation. */
function namedEnvelope(schema: Schema, operation: string): Schema {
  const { status, message, data } = schema.properties ?? {}
  if (!status || !message || !data) return schema
  const schemaName = data.schemaName ?? `${operation}Result`
  return {
    schemaName: `${data.schemaName ?? operation}Response`,
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: { status, message: { type: 'string' }, data: { ...data, schemaName } },
  }
}

const byName = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)))

const contentWith = (content: Content, publicSchema: (schema: Schema) => Schema): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      { schema: publicSchema(media.schema), examples: bodyExamples(media) },
    ]),
  )

const USES_MIN = 3

/** The parameters of all operations. Those that several have are described once. */
function sharedParameters(operations: Operation[], publicSchema: (schema: Schema) => Schema) {
  const documented = new Map(
    operations.map((operation) => [
      operation,
      parametersOf(operation).map((each) => publicOne(each, publicSchema)),
    ]),
  )
  const uses = Map.groupBy([...documented.values()].flat(), (parameter) => JSON.stringify(parameter))
  // An id is of another thing in each path.
  const often = [...uses].filter(([, alike]) => alike.length >= USES_MIN && alike[0]?.name !== 'id')
  const names = new Map<string, string>()
  // The parameter with most uses keeps a name that several share.
  for (const [text, [parameter]] of often.toSorted(([, left], [, right]) => right.length - left.length)) {
    const name = (parameter as Parameter).name.split('-').map(capitalized).join('')
    if (![...names.values()].includes(name)) names.set(text, name)
  }
  const shared = [...names].map(([text, name]) => [name, JSON.parse(text) as Parameter] as const)
  return {
    shared: Object.fromEntries(shared.toSorted(([left], [right]) => (left < right ? -1 : 1))),
    of: (operation: Operation) =>
      (documented.get(operation) ?? []).map((parameter) => {
        const name = names.get(JSON.stringify(parameter))
        return name ? { $ref: `#/components/parameters/${name}` } : parameter
      }),
  }
}

const parametersOf = ({ parameters = [] }: Operation) => parameters.filter((each) => 'name' in each)

function publicOne(parameter: Parameter, publicSchema: (schema: Schema) => Schema): Parameter {
  const { description: _, ...schema } = publicSchema(parameter.schema)
  const description = describe({ ...parameter.schema, description: parameter.description ?? '' })
  return { ...parameter, description, schema }
}
