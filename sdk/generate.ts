import { readFile, writeFile } from 'node:fs/promises'
import { BY_HAND, DECIDING, NAMES } from './names.ts'
import { declarationsOf, nameOf, type Schema, type Schemas, typePrinter } from './types-text.ts'

const OPEN_API_FILE = new URL('../server/openapi.json', import.meta.url)
const HEADING = '// Generated from server/openapi.json by `npm run generate`.\n\n'
/** Types written by hand that the methods are described with. */
const HELPERS = {
  './list.ts': ['List'],
  './operation.ts': [
    'Body',
    'CallOptions',
    'ChangeOptions',
    'CreateOptions',
    'Data',
    'DecideOptions',
    'Query',
  ],
  './result.ts': ['Result'],
}
const COMMENT_WIDTH = 108

type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  components: { schemas: Schemas; parameters?: Record<string, Parameter> }
  paths: Record<string, Record<string, Operation>>
}
type Entry = Operation & { method: string; path: string; resource: string; name: string }

/** The generated files of the SDK, and what is in them. */
export function sdkFiles(text: string): [URL, string][] {
  const document = successesOf(JSON.parse(text) as Document)
  const entries = entriesOf(document)
  const files: [string, string][] = [
    ['generated', typesText(document, entries)],
    ['schemas', schemasText(document)],
    ['operations', operationsText(document, entries)],
    ['resources', resourcesText(document, entries)],
  ]
  return files.map(([name, content]) => [new URL(`src/${name}.ts`, import.meta.url), content])
}

/** The query, the body and the data of every operation. */
function typesText(document: Document, entries: Entry[]): string {
  const typeOf = typePrinter(document.components.schemas, 'schemas.')
  const lines = entries.map((entry) => {
    const query = queryOf(entry)
    const body = entry.requestBody?.content['application/json']?.schema
    const parts = {
      query: query.length === 0 ? 'never' : typeOf(objectOf(query), '    '),
      body: body ? typeOf(body, '    ') : 'never',
      data: isText(entry) ? 'never' : typeOf(dataOf(document, entry), '    '),
    }
    const fields = Object.entries(parts).map(([name, type]) => `    ${name}: ${type}`)
    return `  ${entry.operationId}: {\n${fields.join('\n')}\n  }`
  })
  return `${HEADING}import type * as schemas from './schemas.ts'\n\nexport interface operations {\n${lines.join('\n')}\n}\n`
}

/** Parameters as the fields of an object. */
function objectOf(parameters: Parameter[]): Schema {
  const properties = parameters.map(({ name, description, schema }) => [name, { description, ...schema }])
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

function schemasText({ components }: Document): string {
  return `${HEADING}import type { UserReference } from './user.ts'\n\n${declarationsOf(components.schemas)}\n`
}

function entriesOf({ paths, components }: Document): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, tags, parameters = [] } = operation
      const [resource = '', name = ''] = (
        NAMES[operationId] ?? `${camelCase(tags[0] ?? '')}.${operationId}`
      ).split('.')
      const known = parameters.map(
        (parameter) => components.parameters?.[nameOf(parameter) ?? ''] ?? parameter,
      )
      return { ...operation, parameters: known, method: method.toUpperCase(), path, resource, name }
    }),
  )
}

const camelCase = (tag: string) =>
  tag.toLowerCase().replaceAll(/[^a-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase())

/** The document without failures, which are all a `LaurelError`. */
function successesOf(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, withSuccesses(operation)]),
    ),
  ])
  const { parameters = {} } = document.components
  const { webhooks: _, ...rest } = document as Document & { webhooks?: unknown }
  const successes = { ...rest, components: { schemas: {}, parameters }, paths: Object.fromEntries(paths) }
  return { ...successes, components: { parameters, schemas: schemasNamedIn(document, successes) } }
}

/** The schemas that a part of the document refers to, and those that the client itself has in its types. */
function schemasNamedIn({ components }: Document, part: unknown): Schemas {
  const names = new Set(['Reason', 'FieldProblem'])
  const look = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      look(components.schemas[name])
    }
  }
  look(part)
  look([...names].map((name) => components.schemas[name]))
  return Object.fromEntries(Object.entries(components.schemas).filter(([name]) => names.has(name)))
}

function withSuccesses({ responses, ...operation }: Operation) {
  const kept = Object.entries(responses)
    .filter(([code]) => code.startsWith('2'))
    .map(([code, { content }]) => [code, { description: '', content }])
  return { ...operation, responses: Object.fromEntries(kept) }
}

/** What a request is made from. */
function operationsText(document: Document, entries: Entry[]): string {
  const lines = entries.map((entry) => {
    const { operationId, method, path, resource, name } = entry
    const list = listOf(document, entry)
    const parts = [
      `id: '${operationId}'`,
      `method: '${method}'`,
      `path: '${path}'`,
      ...(entry.requestBody ? ['hasBody: true'] : []),
      ...(method === 'GET' && queryOf(entry).length > 0 ? ['hasQuery: true'] : []),
      ...(takesKey(entry) ? ['takesKey: true'] : []),
      ...(DECIDING.includes(operationId) ? ['decides: true'] : []),
      ...(isText(entry) ? ['isText: true'] : []),
      ...(list ? [`list: { items: '${list.items}', size: '${list.size}', max: ${list.max} }`] : []),
    ]
    return `  '${resource}.${name}': { ${parts.join(', ')} },`
  })
  return `${HEADING}import type { Operation } from './operation.ts'\n\nexport const OPERATIONS = {\n${lines.join('\n')}\n} satisfies Record<string, Operation>\n`
}

/** What an editor shows. */
function resourcesText(document: Document, entries: Entry[]): string {
  const resources = Object.groupBy(entries, ({ resource }) => resource)
  const interfaces = Object.entries(resources).map(([resource, own = []]) => {
    const methods = own
      .filter(({ operationId }) => !BY_HAND.includes(operationId))
      .map(
        (entry) =>
          `${commentOf(entry)}\n  ${entry.name}(${argumentsOf(document, entry)}): ${resultOf(document, entry)}\n`,
      )
    return `export interface ${typeName(resource)} {\n${methods.join('\n')}}\n`
  })
  const fields = Object.keys(resources).map((resource) => `  readonly ${resource}: ${typeName(resource)}`)
  const code = interfaces.join('\n').replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const used = (names: string[]) =>
    names.filter((name) => new RegExp(`[:<,] ?${name}\\b`).test(code)).map((name) => `  ${name},`)
  const imports = Object.entries({ ...HELPERS, './schemas.ts': Object.keys(document.components.schemas) })
    .map(([file, names]) => `import type {\n${used(names).join('\n')}\n} from '${file}'`)
    .join('\n')
  return [
    `${HEADING}${imports}\n`,
    interfaces.join('\n'),
    `/** Every resource of the API, by its name in the client. */\nexport interface Resources {\n${fields.join('\n')}\n}\n`,
  ].join('\n')
}

const typeName = (resource: string) => `${resource[0]?.toUpperCase()}${resource.slice(1)}Resource`

function commentOf({ summary, description = '' }: Entry): string {
  const text = `${summary}. ${description}`.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()
  const lines = ['']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > COMMENT_WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
  }
  return lines.length === 1
    ? `  /** ${lines[0]} */`
    : `  /**\n${lines.map((line) => `   * ${line}`).join('\n')}\n   */`
}

function argumentsOf(document: Document, entry: Entry): string {
  const { operationId, method, path, parameters = [], requestBody } = entry
  const inPath = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'eco')
  const typeOf = (name: string) =>
    parameters.find((parameter) => parameter.name === name)?.schema.type === 'integer' ? 'number' : 'string'
  const body = requestBody && Object.values(requestBody.content)[0]?.schema
  const options = DECIDING.includes(operationId)
    ? 'DecideOptions'
    : takesKey(entry)
      ? 'CreateOptions'
      : parameters.some(({ name }) => name === 'if-match')
        ? 'ChangeOptions'
        : 'CallOptions'
  return [
    ...inPath.map((name) => `${name}: ${typeOf(name)}`),
    ...(body ? [bodyArgument(document, entry, body)] : []),
    ...(method === 'GET' && queryOf(entry).length > 0 ? [`query?: Query<'${operationId}'>`] : []),
    `options?: ${options}`,
  ].join(', ')
}

/** A body without a required field can be left out. */
function bodyArgument(document: Document, { operationId, method }: Entry, body: Schema): string {
  const { type, required = [] } = resolved(document, body)
  const isOptional = method === 'POST' && type === 'object' && required.length === 0
  return `body${isOptional ? '?' : ''}: ${nameOf(body) ?? `Body<'${operationId}'>`}`
}

function resultOf(document: Document, entry: Entry): string {
  const { operationId } = entry
  if (isText(entry)) return 'Promise<Response>'
  const data = nameOf(dataOf(document, entry)) ?? `Data<'${operationId}'>`
  if (DECIDING.includes(operationId)) return `Promise<Result<${data}>>`
  const list = listOf(document, entry)
  if (!list) return `Promise<${data}>`
  return `List<${nameOf(list.entry) ?? `${data}['${list.items}'][number]`}, ${data}>`
}

const resolved = ({ components }: Document, schema: Schema): Schema =>
  components.schemas[nameOf(schema) ?? ''] ?? schema

const queryOf = ({ parameters = [] }: Operation) => parameters.filter((parameter) => parameter.in === 'query')

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')

function contentOf({ responses }: Operation): [string, { schema: Schema }] {
  const [success] = Object.entries(responses).filter(([code]) => code.startsWith('2'))
  return Object.entries(success?.[1].content ?? {})[0] ?? ['', { schema: {} }]
}

const isText = (operation: Operation) => contentOf(operation)[0] !== 'application/json'

/** What is in the envelope. */
const dataOf = (document: Document, operation: Operation): Schema =>
  resolved(document, contentOf(operation)[1].schema).properties?.data ?? {}

/** How a list is read page by page; undefined for what is not read by cursor or page. */
function listOf(document: Document, operation: Operation) {
  if (isText(operation)) return undefined
  const query = queryOf(operation)
  const { properties = {} } = resolved(document, dataOf(document, operation))
  const size = query.find(({ name }) => name === 'limit') ?? query.find(({ name }) => name === 'take')
  const [items, schema] = Object.entries(properties).find(([, { type }]) => type === 'array') ?? []
  if (!size || !items || !schema || !('next' in properties || 'nextpage' in properties)) return undefined
  return { items, entry: schema.items ?? {}, size: size.name, max: size.schema.maximum ?? 100 }
}

if (import.meta.main) {
  const files = sdkFiles(await readFile(OPEN_API_FILE, 'utf8'))
  for (const [file, text] of files) await writeFile(file, text)
  console.log(`Wrote ${files.map(([{ pathname }]) => pathname.split('/').slice(-3).join('/')).join(', ')}.`)
}
