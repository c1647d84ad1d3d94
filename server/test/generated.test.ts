import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ROLES_FILE, rolesText, TYPES_FILE, typesText } from '../../dashboard/generate.ts'
import { CONFIGURATION_FILE, configurationText, OPEN_API_FILE, openApiText } from '../src/generate.ts'
import { FORMATS } from '../src/http/fields.ts'
import { LIST_MAX } from '../src/http/parse-in-slices.ts'
import { operationsOf } from './support/open-api.ts'

type Example = { value: unknown }
type Schema = {
  type?: string | string[]
  maxItems?: number
  maxProperties?: number
  additionalProperties?: unknown
  patternProperties?: unknown
}
type Content = Record<string, { schema: object; examples?: Record<string, Example> }>
type Response = { headers?: object; content?: Content }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; description?: string }[]
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
  'the 200 of get /api/v1/laas/events/stream',
  'the 200 of get /api/v1/laas/coins/transactions/export',
]

test('server/openapi.json is what the routes say', async () => {
  assert.ok(
    (await readCommitted(OPEN_API_FILE)) === openApi,
    'server/openapi.json is stale: run `npm run generate` and commit what it writes.',
  )
})

test('the types of the dashboard are what the API reference says', async () => {
  assert.ok(
    (await readCommitted(TYPES_FILE)) === (await typesText(openApi)) &&
      (await readCommitted(ROLES_FILE)) === rolesText(openApi),
    'dashboard/src/api is stale: run `npm run generate` and commit what it writes.',
  )
})

test('docs/configuration.md is what the table of settings says', async () => {
  assert.ok(
    (await readCommitted(CONFIGURATION_FILE)) === configurationText(),
    'docs/configuration.md is stale: run `npm run generate` and commit what it writes.',
  )
})

test('every route is in the API reference', async () => {
  const src = fileURLToPath(new URL('../src', import.meta.url))
  const sources = globSync('**/*-routes.ts', { cwd: src }).map((file) => readFile(`${src}/${file}`, 'utf8'))
  const ids = (await Promise.all(sources)).flatMap((source) =>
    [...source.matchAll(/operation\(\{\s*id: '(\w+)'/g)].map(([, id]) => id),
  )
  assert.deepEqual(new Set(operations.map(({ operationId }) => operationId)), new Set(ids))
})

test('every operation says what it is, who may call it and what its parameters mean', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const { at, operationId, summary, tags: own = [], security, parameters = [] } of operations) {
    assert.ok(operationId && summary && security, at)
    assert.ok(own.length === 1 && tags.includes(own[0]), `${at} has one of the tags ${tags}`)
    for (const { name, description } of parameters) assert.ok(description, `${at} describes ${name}`)
  }
})

test('every schema has a name once, and every reference leads to something', () => {
  const { components } = document
  for (const name of ['Rule', 'Award', 'Decision', 'Transaction', 'Member', 'Event', 'Webhook', 'Reason'])
    assert.ok(components.schemas[name], name)
  for (const [, ref = ''] of openApi.matchAll(/"\$ref": "([^"]+)"/g)) assert.ok(resolve(ref), ref)
})

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

test('every request and every response has examples, and they fit their schemas', () => {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS })
  const check = (content: Content | undefined, what: string) => {
    const [[type, { schema, examples = {} }] = ['', { schema: {} }]] = Object.entries(content ?? {})
    assert.ok(type === 'application/json' || STREAMS.some((at) => what.endsWith(at)), `${what} is ${type}`)
    assert.ok(Object.keys(examples).length > 0, `${what} has an example`)
    for (const [name, { value }] of Object.entries(examples)) {
      assert.ok(
        ajv.validate({ ...schema, components: document.components }, value),
        `${what}, ${name}: ${ajv.errorsText()}`,
      )
    }
  }
  for (const { at, requestBody, responses } of operations) {
    if (requestBody) check(requestBody.content, `the body of ${at}`)
    for (const [code, given] of Object.entries(responses)) {
      const answer: Response = given.$ref ? resolve(given.$ref) : given
      // 304 has no body.
      if (code !== '304') check(answer.content, `the ${code} of ${at}`)
      assert.ok('X-Request-Id' in (answer.headers ?? {}), `the ${code} of ${at} has its headers`)
    }
  }
})

test('every list and every map in a request has a maximum', () => {
  const unbounded = operations.flatMap(({ at, parameters, requestBody }) =>
    unboundedIn({ parameters, requestBody }).map((path) => `${at}: ${path}`),
  )
  assert.deepEqual(unbounded, [])
})

/** Where lists and maps without a maximum are in a schema. */
function unboundedIn(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('$ref' in node) return unboundedIn(resolve(String(node.$ref)), path)
  const { type, maxItems, maxProperties, additionalProperties, patternProperties } = node as Schema
  const isList = [type].flat().includes('array')
  const isMap = typeof additionalProperties === 'object' || patternProperties !== undefined
  // The body parser drops the elements of a longer list, because validation will refuse it.
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
    /"(must|check|keepsEmpty|schemaName|x-failures|x-location)":|"format": "(line|prose)"/,
  )
})

function resolve(ref: string): Response {
  return ref
    .split('/')
    .slice(1)
    .reduce((node, step) => node[step], document)
}

const readCommitted = (file: URL) => readFile(file, 'utf8').catch(() => undefined)
