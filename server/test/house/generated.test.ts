import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ROLES_FILE, rolesText } from '../../../dashboard/generate.ts'
import { sdkFiles } from '../../../sdk/generate.ts'
import {
  COMMANDS_FILE,
  CONFIGURATION_FILE,
  configurationText,
  OPEN_API_FILE,
  openApiText,
} from '../../src/generate.ts'
import { FORMATS } from '../../src/http/input/fields.ts'
import { LIST_MAX } from '../../src/http/limits/bulk-calls.ts'
import { commandsPage } from '../../src/operations/cli/commands-page.ts'
import { operationsOf } from '../support/open-api.ts'

type Example = { value: unknown }
type Schema = {
  $ref?: string
  enum?: unknown[]
  properties?: object
  type?: string | string[]
  maxItems?: number
  maxProperties?: number
  additionalProperties?: unknown
  patternProperties?: unknown
}
type Content = Record<string, { examples?: Record<string, Example> }>
type Response = { headers?: object; content?: Content }
type Parameter = { name: string; description?: string; schema?: object; $ref?: string }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response & { $ref?: string }>
}

const openApi = await openApiText()
const document = JSON.parse(openApi)
const operations = (await operationsOf<Operation>(openApi)).map(({ method, path, ...operation }) => ({
  ...operation,
  at: `${method.toLowerCase()} ${path}`,
}))

/** What answers with something else than JSON. */
const STREAMS = [
  'the 200 of get /api/v1/laas/me/events/stream',
  'the 200 of get /api/v1/laas/events/stream',
  'the 200 of get /api/v1/laas/coins/transactions/export',
  'the body of post /api/v1/laas/imports',
  'the 200 of get /api/v1/laas/imports/{id}/refused/export',
]

test('server/openapi.json is what the routes say', async () => {
  assert.ok(
    (await readCommitted(OPEN_API_FILE)) === openApi,
    'server/openapi.json is stale: run `npm run generate` and commit what it writes.',
  )
})

test('the roles of the dashboard are what the API reference says', async () => {
  assert.ok(
    (await readCommitted(ROLES_FILE)) === rolesText(openApi),
    'dashboard/src/api/roles.ts is stale: run `npm run generate` and commit what it writes.',
  )
})

test('the types and the table of operations of the SDK are what the API reference says', async () => {
  for (const [file, text] of sdkFiles(openApi))
    assert.ok(
      (await readCommitted(file)) === text,
      `${file.pathname} is stale: run \`npm run generate\` and commit what it writes.`,
    )
})

test('docs/configuration.md is what the table of settings says', async () => {
  assert.ok(
    (await readCommitted(CONFIGURATION_FILE)) === configurationText(),
    'docs/configuration.md is stale: run `npm run generate` and commit what it writes.',
  )
})

test('docs/cli.md is what the commands say', async () => {
  assert.ok(
    (await readCommitted(COMMANDS_FILE)) === commandsPage(),
    'docs/cli.md is stale: run `npm run generate` and commit what it writes.',
  )
})

test('every route is in the API reference', async () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const sources = globSync('**/*-routes.ts', { cwd: src }).map((file) => readFile(`${src}/${file}`, 'utf8'))
  const ids = (await Promise.all(sources)).flatMap((source) =>
    [...source.matchAll(/(?:operation\(\{|path: '[^']+',)\s*id: '(\w+)'/g)].map(([, id]) => id),
  )
  assert.deepEqual(new Set(operations.map(({ operationId }) => operationId)), new Set(ids))
})

test('every operation says what it is, who may call it and what its parameters mean', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const { at, operationId, summary, tags: own = [], security, parameters = [] } of operations) {
    assert.ok(operationId && summary && security, at)
    assert.ok(own.length === 1 && tags.includes(own[0]), `${at} has one of the tags ${tags}`)
    for (const { name, description } of parameters.map(resolved))
      assert.ok(description, `${at} describes ${name}`)
  }
})

test('every object and every set of words has a name, and every reference leads to something', () => {
  const { components, paths } = document
  for (const name of ['Rule', 'Award', 'Decision', 'Transaction', 'Member', 'Event', 'Failure', 'Reason'])
    assert.ok(components.schemas[name], name)
  const nameless = [
    ...namelessIn(paths, 'paths'),
    ...Object.entries<object>(components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([keyword, part]) => namelessIn(part, `${name}/${keyword}`)),
    ),
  ]
  // The codes of an operation's failures are a part of `ErrorCode`.
  assert.deepEqual(
    nameless.filter((path) => !/FailureData.properties.appErrorCode$/.test(path)),
    [],
  )
  for (const [, ref = ''] of openApi.matchAll(/"\$ref": "([^"]+)"/g)) assert.ok(resolved({ $ref: ref }), ref)
})

/** Where objects and sets of words without a name are. */
function namelessIn(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, enum: words, properties = {} } = node as Schema
  const isObject = type === 'object' && Object.keys(properties).length > 0
  const within = Object.entries(node)
    .filter(([name]) => !['example', 'examples'].includes(name))
    .flatMap(([name, child]) => namelessIn(child, `${path}/${name}`))
  return isObject || (words && words.length > 1 && type === 'string') ? [path, ...within] : within
}

test('every documented refusal is a reason', () => {
  const reasons: string[] = document.components.schemas.Reason.enum
  const refusals = operations.flatMap(({ responses }) =>
    Object.values(responses['400']?.content?.['application/json']?.examples ?? {})
      .map(({ value }) => value as { message: string; data: { appErrorCode: string } })
      .filter(({ message }) => message === 'Request refused')
      .map(({ data }) => data.appErrorCode),
  )
  assert.ok(refusals.length > 10)
  assert.deepEqual(
    refusals.filter((code) => !reasons.includes(code)),
    [],
  )
})

test('every request and every response has an example and its headers', () => {
  const check = (content: Content | undefined, what: string) => {
    const [[type, { examples = {} }] = ['', {}]] = Object.entries(content ?? {})
    assert.ok(type === 'application/json' || STREAMS.some((at) => what.endsWith(at)), `${what} is ${type}`)
    assert.ok(Object.keys(examples).length > 0, `${what} has an example`)
  }
  for (const { at, requestBody, responses } of operations) {
    if (requestBody) check(requestBody.content, `the body of ${at}`)
    for (const [code, given] of Object.entries(responses)) {
      const answer = resolved(given)
      // 304 has no body.
      if (code !== '304') check(answer.content, `the ${code} of ${at}`)
      assert.ok('X-Request-Id' in (answer.headers ?? {}), `the ${code} of ${at} has its headers`)
    }
  }
})

test('every example and every default fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS }).addSchema(document, 'reference')
  const examples = examplesIn(document, '')
  assert.ok(examples.length > 400, `${examples.length} examples`)
  for (const { schema, value } of examples)
    assert.ok(ajv.validate({ $ref: `reference#${schema}` }, value), `${schema}: ${ajv.errorsText()}`)
})

/** The examples of media types, and the examples and defaults of schemas, each with where its schema is. */
function examplesIn(node: unknown, at: string): { schema: string; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return []
  const {
    examples,
    example,
    default: usual,
  } = node as {
    examples?: object
    example?: unknown
    default?: unknown
  }
  const ofMedia = 'schema' in node && examples ? Object.values(examples).map(({ value }) => value) : []
  if (example !== undefined) ofMedia.push(example)
  return [
    ...ofMedia.map((value) => ({ schema: `${at}/schema`, value })),
    ...(Array.isArray(examples) ? examples.map((value) => ({ schema: at, value })) : []),
    ...(usual === undefined ? [] : [{ schema: at, value: usual }]),
    ...Object.entries(node)
      .filter(([name]) => !['example', 'examples', 'default'].includes(name))
      .flatMap(([name, child]) => examplesIn(child, `${at}/${pointerStep(name)}`)),
  ]
}

const pointerStep = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

test('every list and every map in a request has a maximum', () => {
  const unbounded = operations.flatMap(({ at, parameters, requestBody }) =>
    unboundedIn({ parameters, requestBody }).map((path) => `${at}: ${path}`),
  )
  assert.deepEqual(unbounded, [])
})

/** Where lists and maps without a maximum are in a schema. */
function unboundedIn(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('$ref' in node) return unboundedIn(resolved(node), path)
  const { type, maxItems, maxProperties, additionalProperties, patternProperties } = node as Schema
  const isList = [type].flat().includes('array')
  const isMap = typeof additionalProperties === 'object' || patternProperties !== undefined
  const isUnbounded =
    (isList && !(maxItems !== undefined && maxItems <= LIST_MAX)) || (isMap && maxProperties === undefined)
  const within = Object.entries(node)
    .filter(([name]) => !['example', 'examples'].includes(name))
    .flatMap(([name, child]) => unboundedIn(child, `${path}/${name}`))
  return isUnbounded ? [path, ...within] : within
}

test('no keyword of our own is in the API reference', () => {
  assert.doesNotMatch(
    openApi,
    /"(must|check|keepsEmpty|keepsExamples|schemaName|documentedAs|discriminatedBy|x-failures|x-location)":|"format": "(line|prose)"/,
  )
})

function resolved<Node>(node: Node): Node {
  const { $ref } = node as { $ref?: string }
  if (!$ref) return node
  return $ref
    .split('/')
    .slice(1)
    .reduce((within, step) => within[step], document)
}

const readCommitted = (file: URL) => readFile(file, 'utf8').catch(() => undefined)
