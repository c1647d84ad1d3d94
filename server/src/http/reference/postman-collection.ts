import type { Content, Operation, Parameter } from './open-api-document.ts'

type Described = Operation & { tags: string[]; summary: string; description?: string; security: object[] }

/** The API reference, as far as a collection shows it. */
type Reference = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: { parameters: Record<string, Parameter> }
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Well-formed, and the id of nothing: an empty one would leave the path of another operation. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

const VARIABLES = {
  clientId: '',
  clientSecret: '',
  token: '',
  teamToken: '',
  userToken: '',
  refreshToken: '',
  eco: 'acme-rewards',
  seq: '1',
  userId: NO_ID,
  ruleId: NO_ID,
  awardId: NO_ID,
  transactionId: NO_ID,
  importId: NO_ID,
  webhookId: NO_ID,
  attemptId: NO_ID,
  secretId: NO_ID,
  sessionId: NO_ID,
  teamMemberId: NO_ID,
  invitationId: NO_ID,
}
type Variable = keyof typeof VARIABLES

/** What is kept of a response for the requests after it. Only of what was created: a whole run must not delete other things. */
const KEPT: Record<string, Partial<Record<Variable, string>>> = {
  loginPartner: { teamToken: 'accessToken', refreshToken: 'refreshToken' },
  refreshPartner: { teamToken: 'accessToken', refreshToken: 'refreshToken' },
  createMember: { userId: 'userId' },
  createRule: { ruleId: 'id' },
  awardRule: { awardId: 'id' },
  transferCoins: { transactionId: 'id' },
  createImport: { importId: 'id' },
  createWebhook: { webhookId: 'id' },
  createSecret: { secretId: 'id' },
  inviteTeamMember: { invitationId: 'id' },
}
const IN_BODIES: Variable[] = ['userId', 'refreshToken']

/** Makes a Postman collection (v2.1) of the API reference: a folder for each tag, a request for each operation. */
export function postmanCollection({ info, tags, paths, components }: Reference, baseUrl: string) {
  const requests = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .toSorted((one, other) => Number(endsThings(one)) - Number(endsThings(other)))
  const parametersOf = ({ parameters = [] }: Described) =>
    parameters.map((each) =>
      '$ref' in each ? (components.parameters[each.$ref.split('/').at(-1) ?? ''] as Parameter) : each,
    )

  function itemOf({ path, method, operation }: (typeof requests)[number]) {
    const parameters = parametersOf(operation)
    const content = operation.requestBody?.content
    const request = {
      method,
      description: operation.description ?? '',
      ...authOf(operation),
      header: [
        ...(content ? [{ key: 'Content-Type', value: Object.keys(content)[0] }] : []),
        ...parameters.filter((each) => each.in === 'header').map(headerOf),
      ],
      url: urlOf(path, parameters),
      ...(content && { body: { mode: 'raw', raw: bodyText(content), ...AS_JSON } }),
    }
    const kept = KEPT[operation.operationId]
    return {
      name: operation.summary,
      ...(kept && { event: [testScript(keepingScript(kept))] }),
      request,
      response: successOf(operation),
    }
  }

  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: bearer('token'),
    variable: Object.entries({ baseUrl, ...VARIABLES }).map(([key, value]) => ({
      key,
      value,
      type: 'string',
    })),
    item: [
      TOKEN_REQUEST,
      ...tags.map(({ name, description }) => ({
        name,
        description,
        item: requests.filter(({ operation }) => operation.tags.includes(name)).map(itemOf),
      })),
    ],
  }
}

const bearer = (variable: Variable) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
})

/** The client's token where an operation takes it, which a request inherits from the collection. */
function authOf({ security }: Described) {
  const takes = (scheme: string) => security.some((each) => scheme in each)
  if (takes('clientCredentials')) return {}
  if (takes('authorizationCode')) return { auth: bearer('userToken') }
  const isOpen = security.length === 0 || security.some((each) => Object.keys(each).length === 0)
  return { auth: isOpen ? { type: 'noauth' } : bearer('teamToken') }
}

const testScript = (exec: string[]) => ({ listen: 'test', script: { type: 'text/javascript', exec } })

const keepingScript = (kept: Record<string, string>) => [
  'if (pm.response.code < 300) {',
  '  const { data } = pm.response.json()',
  ...Object.entries(kept).map(([key, field]) => `  pm.collectionVariables.set('${key}', data.${field})`),
  '}',
]

/** Comes last in its folder, so that the folder can be run. */
const endsThings = ({ method, operation }: { method: string; operation: Described }) =>
  method === 'DELETE' || operation.operationId === 'eraseMember'

const AS_JSON = { options: { raw: { language: 'json' } } }

/** Asks for a token and keeps it in the variable that all other requests use. */
const TOKEN_REQUEST = {
  name: 'Get an access token',
  event: [testScript(["pm.collectionVariables.set('token', pm.response.json().access_token)"])],
  request: {
    method: 'POST',
    description:
      'Client credentials: set clientId and clientSecret in the variables of the collection first.',
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{clientId}}', type: 'string' },
        { key: 'password', value: '{{clientSecret}}', type: 'string' },
      ],
    },
    header: [],
    url: { raw: '{{baseUrl}}/oauth/token', host: ['{{baseUrl}}'], path: ['oauth', 'token'] },
    body: { mode: 'urlencoded', urlencoded: [{ key: 'grant_type', value: 'client_credentials' }] },
  },
  response: [],
}

function urlOf(path: string, parameters: Parameter[]) {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'))
  const query = parameters.filter((each) => each.in === 'query')
  const inPath = parameters.filter((each) => each.in === 'path')
  return {
    raw: `{{baseUrl}}/${steps.join('/')}`,
    host: ['{{baseUrl}}'],
    path: steps,
    ...(query.length > 0 && { query: query.map((each) => ({ ...pairOf(each), disabled: true })) }),
    ...(inPath.length > 0 && {
      variable: inPath.map((each) => ({ ...pairOf(each), value: `{{${variableOf(each.name, path)}}}` })),
    }),
  }
}

/** An id is that of the noun before it in the path. */
function variableOf(name: string, path: string): string {
  if (name !== 'id') return name
  const [, noun = ''] = /([\w-]+)\/\{id\}/.exec(path) ?? []
  return `${noun === 'team' ? 'teamMember' : noun.replace(/s$/, '')}Id`
}

/** A retry of a request with a key gets the stored response, so each request makes its own. */
function headerOf(parameter: Parameter) {
  const isKey = parameter.name === 'idempotency-key'
  return { ...pairOf(parameter), ...(isKey ? { value: '{{$guid}}' } : { disabled: true }) }
}

function pairOf({ name, description = '', example, schema }: Parameter) {
  return { key: name, value: String(example ?? schema.default ?? ''), description }
}

/** The example of a success, as Postman keeps a response. */
function successOf({ responses }: Described) {
  const [found] = Object.entries(responses).filter(([code]) => code.startsWith('2'))
  if (!found || '$ref' in found[1] || !found[1].content) return []
  const [code, { description, content }] = found
  const [type] = Object.keys(content)
  const header = [{ key: 'Content-Type', value: type }]
  return [{ name: description, code: Number(code), header, body: exampleText(content) }]
}

const bodyText = (content: Content) =>
  exampleText(content, (key, value) => (IN_BODIES.some((name) => name === key) ? `{{${key}}}` : value))

function exampleText(content: Content, replace?: (key: string, value: unknown) => unknown): string {
  const [media] = Object.values(content)
  const value = Object.values(media?.examples ?? {})[0]?.value
  return typeof value === 'string' ? value : JSON.stringify(value, replace, 2)
}
