import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { signUp } from '../support/account.ts'
import { type ApiResponse, assertFailure, assertHeaders } from '../support/api-response.ts'
import { discover, getTokens, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { requestsOf } from '../support/open-api.ts'
import {
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  type TestPartner,
  unique,
} from '../support/partner.ts'
import { announceBody } from '../support/raw-request.ts'
import {
  BROKEN_UNICODE,
  CONTROLS,
  HOSTILE,
  INJECTIONS,
  Json,
  type Schema,
  wrongParameters,
  wrongValues,
} from '../support/wrong-values.ts'

type Body = Record<string, unknown>
type Operation = {
  operationId: string
  method: string
  path: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; examples: Record<string, { value: Body }> }> }
}

const operations = await requestsOf<Operation>()
const service = await startOauthService()
let partner: TestPartner
let linkUser: () => Promise<string>
let userToken: string
let linkedAt = Number.NEGATIVE_INFINITY
let userId: string
/** What the path of an operation names; any identifier where the body is refused before it is looked for. */
const ids: Record<string, string> = {}
let batched: string
let combined: string
before(async () => {
  partner = await onboardTestPartner(service)
  userId = await partner.addUser()
  const rule = await partner.addRule()
  ids.changeRule = rule.id
  await partner.award(userId, rule.name)
  batched = (await partner.addRule({ type: 'batched', completionNumber: '2' })).id
  combined = (await partner.addCombinedRule(1)).id
  const hook = await service.post('/api/v1/laas/webhooks', { url: 'http://localhost:8080/' }, partner.token)
  for (const id of ['changeWebhook', 'replayWebhook', 'diagnoseWebhook']) ids[id] = hook.body.data.id
  const config = await discover(service, await onboardOauthPartner(service))
  const user = await signUp(service)
  linkUser = async () => (await getTokens(service, config, user, { scope: 'openid wallet' })).access_token
})

/** The token of a user is valid for five minutes, and this file takes longer on a slow machine. */
async function renewUserToken(): Promise<void> {
  if (linkedAt > performance.now() - 60_000) return
  linkedAt = performance.now()
  userToken = await linkUser()
  known = undefined
}

const UNPRINTABLE = [...CONTROLS, ...BROKEN_UNICODE]
const WEB_ADDRESS = [
  ...UNPRINTABLE.map((text) => `https://acme.example/${text}`),
  ...INJECTIONS,
  ...' |/callback|acme.example|//acme.example|http://|https://user:password@acme.example|🎉'.split('|'),
  ...'https://acme.example/#part|https://acme .example| https://acme.example|https://acme.example\n'.split(
    '|',
  ),
  ...'http://[::1|ftp://acme.example|file:///etc/passwd|javascript:alert(1)|data:text/html,x'.split('|'),
]
const APP_ADDRESS = ['acme:/callback', 'com.acme.shop:', 'com.acme.shop:/call back', 'com.acme.shop:/\u0000']
const NEW_PASSWORD = [
  ...UNPRINTABLE.map((text) => `Sunny-Day-7${text}`),
  ...['Sun-7', 'sunny-day-7', 'Sunny-Day-Seven', 'SunnyDay7', '          '],
]
const NO_NUMBER = [
  ...'|ten|1e2|1e400|0x10| 10|10 |+10|1,000|1_000|--1|NaN|Infinity|٣|１０|1 or 1=1|-0|1.|.5|- 1|+1'.split(
    '|',
  ),
  ...['10\u0000', '10\n', '\ud800', '9'.repeat(20), 1e21, 0, -0],
]
const AMOUNT = [...NO_NUMBER, -7, '-1', 0.001, '0.00', '0.001', '1.234', '1000000000.01', 1_000_000_001]
/** -1 is no limit, and a budget may be larger than an award. */
const LIMIT = [...NO_NUMBER, -7, 0.001, '0.00', '0.001', '1.234']
const WHOLE = [...NO_NUMBER, -7, '-1', 0.001, '1.5', '1.0', 1.5, '1000000001', 1_000_000_001]
const SHARE = [-7, '0.000000', '0.0000001', 1e-7, '1.000001', 1.1, '-0.5']
const SUB_RULES = [
  ...[[{ name: 'a part' }], [{ condition: 'Did it' }], [{ name: 'a part', condition: '' }], [null], HOSTILE],
  ['same', 'same'].map((name) => ({ name, condition: 'Did it' })),
]
const METADATA = [{ '': 'x' }, { 'a\u0000b': 'x' }, { shop: 'a\u0000b' }, { shop: 'x'.repeat(4_090) }]

/** What no schema says: wrong values of fields with this name, or of one operation alone. */
const BEYOND_THE_SCHEMA: Record<string, unknown[]> = {
  redirectUrl: [...WEB_ADDRESS, ...APP_ADDRESS],
  webRedirectUrl: ['com.acme.shop:/callback', ...WEB_ADDRESS],
  mobileRedirectUrl: [...WEB_ADDRESS, ...APP_ADDRESS],
  userDetailsUrl: ['com.acme.shop:/callback', ...WEB_ADDRESS],
  url: ['com.acme.shop:/callback', 'http://169.254.169.254/', ...WEB_ADDRESS],
  confirmPassword: [...UNPRINTABLE, 'Sunny-Day-9'],
  'onboardPartner.password': NEW_PASSWORD,
  'resetPassword.password': NEW_PASSWORD,
  'acceptInvitation.password': NEW_PASSWORD,
  'createUser.password': NEW_PASSWORD,
  'changePassword.password': NEW_PASSWORD,
  dateOfBirth: ['0000-00-00', '1899-12-31', '9999-12-31'],
  expiresAt: ['2020-01-01T00:00:00Z'],
  timeZone: ['Mars/Olympus', ' ', ...UNPRINTABLE],
  coinValue: AMOUNT,
  coins: AMOUNT,
  coinBudget: LIMIT,
  userCoinLimit: LIMIT,
  units: [...NO_NUMBER, -7, '-1', '0.00'],
  maxCoinsPerAward: LIMIT,
  maxNumberOfParticipant: WHOLE,
  completionNumber: ['2', 2, ...WHOLE],
  userLimitAward: [...NO_NUMBER, -7, 0.001, '-2', '1.5', '-1.0', '1000000001'],
  'adjustCoins.coins': [...NO_NUMBER, 0.001, '-0.001', -1_000_000_000.01],
  share: [...NO_NUMBER, ...SHARE],
  metadata: METADATA,
  rules: [[{ name: 'a part', condition: 'Did it' }], ...SUB_RULES],
  'recordActivity.type': ['member.joined', 'member.'],
  properties: [
    { a: { b: { c: { d: { e: {} } } } } },
    { a: 'x\u0000' },
    { 'a\nb': 1 },
    { a: 'x'.repeat(8_192) },
  ],
  occurredAt: ['2020-01-01T00:00:00Z', '2126-01-01T00:00:00Z'],
  'changeRule.condition': [' '],
  'createWebhook.after': [1_000_000],
  'replayWebhook.after': [1_000_000],
}
/** Required where another field does not stand in, or unless another field says otherwise. */
const REQUIRED_TOO: Record<string, string[]> = {
  createRule: ['condition'],
  awardRule: ['userId'],
  recordActivity: ['userId'],
  transferCoins: ['userId'],
  holdCoins: ['userId'],
  adjustCoins: ['userId'],
}
/** Whether a secret made of spaces is right is not a question of form. */
const OPAQUE = ['password', 'currentPassword', 'refreshToken', 'token', 'body']
/** What may be named too, because the two depend on each other. */
const COMPANIONS: Record<string, string[]> = { password: ['confirmPassword'] }
/** Each item of a list is checked alone, and fails alone. */
const BULK = ['awardRules', 'recordActivities', 'createMembers', 'changeAttributesOfMembers']

const parametersOf = ({ parameters = [] }: Operation, place: 'path' | 'query') =>
  parameters.filter((parameter) => parameter.in === place)

const jsonOf = ({ requestBody }: Operation) => requestBody?.content['application/json']

/** The example of the API reference, which would be taken. */
const exampleOf = (operation: Operation): Body =>
  Object.values(jsonOf(operation)?.examples ?? {})[0]?.value ?? {}

function fieldsOf(operation: Operation): [name: string, schema: Schema][] {
  const fields = Object.entries(jsonOf(operation)?.schema.properties ?? {}).filter(
    ([, field]) => !field.readOnly,
  )
  if (!BULK.includes(operation.operationId)) return fields
  return fields.map(([name, { items: _, ...list }]) => [name, list])
}

function valuesOf(operation: Operation, name: string, schema: Schema): unknown[] {
  const examples = Object.values(jsonOf(operation)?.examples ?? {})
  const right = examples.map(({ value }) => value[name]).find((value) => value !== undefined)
  return [
    ...wrongValues(schema, right),
    ...(schema.pattern?.startsWith('^[^') ? BROKEN_UNICODE : []),
    ...(BEYOND_THE_SCHEMA[`${operation.operationId}.${name}`] ?? BEYOND_THE_SCHEMA[name] ?? []),
  ]
}

type Sent = { body?: string | Uint8Array<ArrayBuffer>; contentType?: string | undefined }

function tokenOf({ security }: Operation): string | undefined {
  const takes = (scheme: string) => security.some((each) => scheme in each)
  if (takes('authorizationCode') && !takes('clientCredentials')) return userToken
  return takes('accessToken') ? partner.token : undefined
}

/** Sound values of what is no identifier in a path. */
const OTHER_PARAMETERS: Record<string, string> = { eco: 'acme', version: '1', month: '2020-01' }

/** The path with identifiers that are well-formed, but for those that are given. */
const pathOf = ({ path, operationId }: Operation, given: Record<string, string> = {}): string =>
  path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => given[name] ?? OTHER_PARAMETERS[name] ?? ids[operationId] ?? randomUUID(),
  )

async function send(operation: Operation, path: string, { body, contentType }: Sent): Promise<ApiResponse> {
  const token = tokenOf(operation)
  const response = await fetch(`${service.url}${path}`, {
    method: operation.method,
    headers: {
      ...(contentType && { 'content-type': contentType }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) await response.body?.cancel()
  return { status: response.status, headers: response.headers, body: isJson && (await response.json()) }
}

function sendJson(operation: Operation, body: unknown, path = pathOf(operation)): Promise<ApiResponse> {
  const literals: string[] = []
  const withMarks = JSON.stringify(body, (_, value) => {
    if (Object.is(value, -0)) value = new Json('-0')
    return value instanceof Json ? `@@${literals.push(value.text) - 1}@@` : value
  })
  const json = withMarks.replace(/"@@(\d+)@@"/g, (_, index) => literals[Number(index)] as string)
  return send(operation, path, { body: json, contentType: 'application/json' })
}

const withExample = (operation: Operation, path: string): Promise<ApiResponse> =>
  jsonOf(operation) ? sendJson(operation, exampleOf(operation), path) : send(operation, path, {})

/** Asserts a refusal that names these fields, the first one surely and the others at most. */
function assertNames(answer: ApiResponse, fields: string[], given: string): void {
  assert.equal(answer.status, 400, `${given} got ${answer.status} ${JSON.stringify(answer.body)}`)
  assertFailure(answer, 'invalid', answer.body.data.error)
  const named: (string | undefined)[] = answer.body.data.fields.map(
    ({ field }: { field: string }) => /^\w+/.exec(field)?.[0],
  )
  assert.ok(named.includes(fields[0]), `${given} is answered ${answer.body.data.error}`)
  assert.deepEqual(
    named.filter((field) => !fields.includes(field as string)),
    [],
    `${given} is answered ${answer.body.data.error}`,
  )
}

/** Hashes the rows of all tables but those that a refused request may change and those counted later from events. */
async function hashStatement(): Promise<string> {
  const tables = await service.query<{ name: string }>(
    `select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('mails', 'rate_counters', 'refresh_tokens', 'request_log', 'request_log_dropped', 'sessions')
      and table_name not in ('overviews', 'day_totals', 'day_movements', 'award_days', 'day_refusals', 'day_visits', 'day_checkpoints', 'participations')`,
  )
  assert.ok(tables.length >= 15)
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t`,
    )
    .join(' union all ')
}
let statement: Promise<string> | undefined

async function stored(): Promise<Record<string, string>> {
  statement ??= hashStatement()
  const contents = await service.query<{ name: string; content: string }>(await statement)
  return Object.fromEntries(contents.map(({ name, content }) => [name, content]))
}

/** What is stored, as far as these tests go: none of them changes it. Undefined after a test that does. */
let known: Record<string, string> | undefined

async function changingNothing(work: () => Promise<void>): Promise<void> {
  await renewUserToken()
  const before = known ?? (await stored())
  await work()
  known = await stored()
  assert.deepEqual(known, before)
}

/** All at once, because none depends on another. */
async function forEach<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  await Promise.all(values.map(work))
}

const shown = (value: unknown) =>
  value instanceof Json ? value.text : (JSON.stringify(value) ?? 'undefined').slice(0, 80)

type Refusal = [kind: 'invalid' | 'wrongContentType', error: string]
const NO_OBJECTS = ['[]', '[{}]', '"text"', '7', 'true', '['.repeat(100_000) + ']'.repeat(100_000)]
const NO_JSON = [
  ...'{|}|{\'a\': 1}|{"a": undefined}|{"a": NaN}|{"a": 1e}|{"a": "\n"}| |\u0000'.split('|'),
  '{"__proto__": {"isAdmin": true}}',
  '{"a": {"b": {"__proto__": 1}}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
  '{"a":'.repeat(10_000),
]
const OTHER_TYPES = [
  undefined,
  ...'text/plain|text/html|application/xml|application/x-www-form-urlencoded|nonsense'.split('|'),
  ...'multipart/form-data; boundary=x|application/octet-stream|application/jsonp'.split('|'),
]

for (const operation of operations) {
  const { operationId, method, path } = operation
  const json = jsonOf(operation)
  const fields = fieldsOf(operation)
  const required = [...(json?.schema.required ?? []), ...(REQUIRED_TOO[operationId] ?? [])]

  if (parametersOf(operation, 'path').length + parametersOf(operation, 'query').length + fields.length > 0)
    test(`${method} ${path} refuses each wrong value, naming its field, and changes nothing`, async () => {
      await changingNothing(async () => {
        for (const { name, schema } of parametersOf(operation, 'path'))
          await forEach(wrongParameters(schema, true), async (value) =>
            assertNames(
              await withExample(operation, pathOf(operation, { [name]: value })),
              [name],
              shown(value),
            ),
          )
        for (const { name, schema } of parametersOf(operation, 'query'))
          await forEach([...wrongParameters(schema, false), `1&${name}=1`], async (value) => {
            const query = `${name}=${value}`
            assertNames(
              await withExample(operation, `${pathOf(operation)}?${query}`),
              [name],
              query.slice(0, 80),
            )
          })
        for (const [name, schema] of fields)
          await forEach(valuesOf(operation, name, schema), async (value) => {
            const answer = await sendJson(operation, { ...exampleOf(operation), [name]: value })
            assertNames(answer, [name, ...(COMPANIONS[name] ?? [])], `${name} ${shown(value)}`)
          })
      })
    })

  if (required.length > 0)
    test(`${method} ${path} refuses a body without a required field, naming all of them`, async () => {
      await changingNothing(async () => {
        const missing = required.flatMap((name) => {
          const isText = json?.schema.properties?.[name]?.type !== 'array' && !OPAQUE.includes(name)
          return [undefined, null, ...(isText ? ['', ' ', '  \t '] : [])].map((value) => ({ name, value }))
        })
        await forEach(missing, async ({ name, value }) => {
          const answer = await sendJson(operation, { ...exampleOf(operation), [name]: value })
          assertNames(answer, [name, ...(COMPANIONS[name] ?? [])], `${name} ${shown(value)}`)
        })
        const answer = await sendJson(operation, {})
        for (const name of required)
          assert.match(answer.body.data.error, new RegExp(`\\b${name} (is required|must )`))
        const nulls = fields.map(([name]) => [name, null])
        assert.deepEqual((await sendJson(operation, Object.fromEntries(nulls))).body, answer.body)
      })
    })

  if (json)
    test(`${method} ${path} refuses a body that is no JSON object, and changes nothing`, async () => {
      const valid = JSON.stringify(exampleOf(operation))
      const noUtf8 = new Uint8Array(Buffer.from(JSON.stringify({ ...exampleOf(operation), extra: 'XX' })))
      noUtf8[noUtf8.lastIndexOf('X'.charCodeAt(0))] = 0xff
      const refusals: [
        bodies: (string | Uint8Array<ArrayBuffer>)[],
        types: (string | undefined)[],
        ...Refusal,
      ][] = [
        [NO_OBJECTS, ['application/json'], 'invalid', 'The body must be one JSON object.'],
        [
          [...NO_JSON, `${valid}}`, `${valid},`, noUtf8],
          ['application/json'],
          'invalid',
          'The body is not valid JSON; send one JSON object.',
        ],
        [
          [new TextEncoder().encode(valid)],
          OTHER_TYPES,
          'wrongContentType',
          'Send the body as JSON with the header Content-Type: application/json.',
        ],
      ]
      await changingNothing(async () => {
        for (const [bodies, types, kind, error] of refusals)
          for (const contentType of types)
            await forEach(bodies, async (body) =>
              assertFailure(await send(operation, pathOf(operation), { body, contentType }), kind, error),
            )
        const token = tokenOf(operation)
        const large = await announceBody(service, pathOf(operation), {
          method,
          bytes: 10_000_000,
          ...(token && { token }),
        })
        const megabytes = BULK.includes(operationId) ? 2 : 1
        assertFailure(large, 'tooLarge', `The body is larger than ${megabytes} MB; send less.`)
      })
    })
}

/** What depends on the kind of a rule. */
for (const [kind, operationId, id, body, values] of [
  ['batched', 'createRule', () => '', () => newRuleBody({ type: 'batched' }), { completionNumber: WHOLE }],
  ['batched', 'changeRule', () => batched, () => ({}), { completionNumber: WHOLE }],
  [
    'combined',
    'createRule',
    () => '',
    () => newRuleBody({ type: 'combined' }),
    { rules: [undefined, null, [], ...SUB_RULES] },
  ],
  ['combined', 'changeRule', () => combined, () => ({}), { rules: [[], ...SUB_RULES] }],
] as const)
  test(`${operationId} refuses what a ${kind} rule cannot have`, async () => {
    const operation = operations.find((each) => each.operationId === operationId) as Operation
    await changingNothing(async () => {
      for (const [name, wrong] of Object.entries<readonly unknown[]>(values))
        await forEach(wrong, async (value) => {
          const answer = await sendJson(
            operation,
            { ...body(), [name]: value },
            pathOf(operation, { id: id() }),
          )
          assertNames(answer, [name], `${name} ${shown(value)}`)
        })
    })
  })

/** Backtracking would take hours; the time limit of all tests ends it. */
test('long strings cause no regular-expression backtracking', async () => {
  const seen = new Set<string>()
  for (const operation of operations)
    for (const [name, schema] of fieldsOf(operation)) {
      const rule = JSON.stringify([
        schema.type,
        schema.pattern,
        'format' in schema && schema.format,
        BEYOND_THE_SCHEMA[name],
      ])
      if (seen.has(rule)) continue
      seen.add(rule)
      for (const text of [
        'a'.repeat(1_000_000),
        `a@${'a.'.repeat(490_000)}!`,
        `https://${'a-'.repeat(490_000)}`,
      ])
        assertNames(
          await sendJson(operation, { ...exampleOf(operation), [name]: text }),
          [name, ...(COMPANIONS[name] ?? [])],
          name,
        )
    }
})

test('no body at all and a body of null are like a body with nothing in it', async () => {
  const award = operations.find(({ operationId }) => operationId === 'awardRule') as Operation
  for (const body of ['', 'null']) {
    for (const contentType of body === '' ? ['application/json', undefined] : ['application/json']) {
      const answer = await send(award, pathOf(award), { body: new TextEncoder().encode(body), contentType })
      assertFailure(answer, 'invalid', 'userId is required; ruleName is required.')
    }
  }
})

test('null in a field of a change leaves it as it was, unless the field can be null', async () => {
  known = undefined
  const read = async (path: string) => (await service.get(path, partner.token)).body.data
  const change = async (path: string, body: object) =>
    (await service.request('PATCH', path, { token: partner.token, body })).body.data
  const rulePath = `/api/v1/laas/rules/${ids.changeRule}`
  const { version: _, updatedAt: __, ...rule } = await read(rulePath)
  const nulls = { coinValue: null, maxNumberOfParticipant: null, condition: null, status: null, rules: null }
  const { version: ___, updatedAt: ____, ...changed } = await change(rulePath, nulls)
  assert.deepEqual(changed, rule)

  const webhookPath = `/api/v1/laas/webhooks/${ids.changeWebhook}`
  await change(webhookPath, { description: 'Orders', types: ['award.paid'] })
  const { description, types } = await change(webhookPath, { url: null, description: null, types: null })
  assert.deepEqual({ description, types }, { description: 'Orders', types: null })
})

test('null in a sub-rule and in a bulk item counts as not given', async () => {
  const rule = newRuleBody({
    type: 'combined',
    condition: null,
    rules: [{ name: unique('part '), condition: 'Did it', status: null }],
  })
  const created = await service.post('/api/v1/laas/rules/create-rule', rule, partner.token)
  assert.equal(created.status, 201)
  const { rules } = (await service.get(`/api/v1/laas/rules/${created.body.data.id}`, partner.token)).body.data
  assert.equal(rules[0].status, 'active')

  const item = { userId: randomUUID(), ruleName: 'no rule', narration: null, idempotencyKey: null }
  const awards = [item, { ...item, userId: null }]
  const { body } = await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)
  assert.deepEqual(
    body.data.results.map(({ data }: { data: { error: string } }) => data.error),
    ['User was not found.', 'userId is required.'],
  )
})

test('a list or map that is far too large is one problem, found without looking at its elements', async () => {
  const headers = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`h${index}`, 1]))
  const oversized: [path: string, field: string, body: object][] = [
    [
      '/api/v1/laas/webhooks',
      'types',
      { url: 'http://localhost:8080/', types: Array.from({ length: 300_000 }, () => ({})) },
    ],
    [
      '/api/v1/laas/rules/create-rule',
      'rules',
      { ...newRuleBody({ type: 'combined' }), rules: Array.from({ length: 330_000 }, () => ({})) },
    ],
    [`/api/v1/laas/webhooks/${ids.changeWebhook}/diagnose`, 'headers', { body: '', headers }],
    ['/api/v1/laas/rules/award/bulk', 'awards', { awards: Array.from({ length: 300_000 }, () => ({})) }],
  ]
  for (const [path, field, body] of oversized) {
    const { status, body: answer } = await service.post(path, body, partner.token)
    assert.equal(status, 400, path)
    assert.deepEqual(
      answer.data.fields.map((each: { field: string }) => each.field),
      [field],
    )
  }
})

test('at most twenty problems are reported', async () => {
  const rules = Array.from({ length: 50 }, () => ({ name: 'UPPER', condition: '' }))
  const { status, body } = await service.post(
    '/api/v1/laas/rules/create-rule',
    { ...newRuleBody({ type: 'combined' }), rules },
    partner.token,
  )
  assert.equal(status, 400)
  assert.equal(body.data.fields.length, 20)
  assert.ok(body.data.error.length < 2_100, body.data.error)
})

test('unknown fields of an award are ignored, whatever their names', async () => {
  const award = operations.find(({ operationId }) => operationId === 'awardRule') as Operation
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  for (const extra of [
    '"constructor": 1',
    '"hasOwnProperty": 1',
    '"toString": 1',
    '"": 1',
    `"deep": ${deep}`,
  ]) {
    const answer = await send(award, pathOf(award), {
      body: `{"userId": "${randomUUID()}", "ruleName": "no rule", ${extra}}`,
      contentType: 'application/json',
    })
    assertFailure(answer, 'missing', 'User was not found.')
  }
  assert.equal(({} as Body).isAdmin, undefined)
})

test('a body with a key is refused when it is nested more than 64 levels deep', async () => {
  const nested = (levels: number) =>
    service.request('POST', '/api/v1/laas/rules/create-rule', {
      token: partner.token,
      headers: { 'idempotency-key': `nested-${levels}` },
      body: {
        ...newRuleBody({ type: 'combined' }),
        rules: [
          {
            name: unique('step '),
            condition: 'Did it',
          },
        ],
        actor: JSON.parse('['.repeat(levels) + ']'.repeat(levels)),
      },
    })
  assert.equal((await nested(60)).status, 201)
  for (const levels of [100, 4000])
    assertFailure(
      await nested(levels),
      'invalid',
      'The body is nested more than 64 levels deep; send a flatter one.',
    )
})

test('what looks like SQL or markup, and any script and emoji, is text like any other', async () => {
  for (const text of [
    ...INJECTIONS,
    '<script>alert(1)</script>',
    '日本語',
    'עברית',
    '👩‍👩‍👧',
    'e\u0301',
    '\u202edrow',
  ]) {
    const onboarded = await service.post(
      '/api/v1/acme/partners',
      newPartnerBody({ applicationName: text, partnerName: text }),
    )
    assert.equal(onboarded.status, 201, text)
    assert.equal(onboarded.body.data.applicationName, text)
    const created = await service.post('/api/v1/user', newUserBody({ fullname: text }))
    assert.equal(created.body.data.fullname, text.toLowerCase())
    const rule = await partner.addRule({ condition: text })
    const award = await partner.award(userId, rule.name, text)
    assert.equal(award.body.data.note, text)
  }
})

test('the longest texts that are promised are taken, counted in characters', async () => {
  const wide = '🎉'
  const onboarded = await service.post(
    '/api/v1/acme/partners',
    newPartnerBody({
      applicationName: wide.repeat(100),
      partnerName: 'x'.repeat(100),
      email: `${'a'.repeat(242)}@mail.example`.slice(-254),
      redirectUrl: `https://acme.example/${'x'.repeat(2027)}`,
      password: `Sunny-Day-7${'x'.repeat(189)}`,
      confirmPassword: `Sunny-Day-7${'x'.repeat(189)}`,
    }),
  )
  assert.equal(onboarded.status, 201, JSON.stringify(onboarded.body))
  const created = await service.post(
    '/api/v1/user',
    newUserBody({ fullname: wide.repeat(200), tag: 'x'.repeat(30) }),
  )
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const rule = await partner.addRule({ name: 'x'.repeat(100), condition: wide.repeat(1000) })
  const award = await partner.award(userId, rule.name, wide.repeat(1000))
  assert.equal(award.body.data.note, wide.repeat(1000))
})

test('tab and newline are fine in conditions and narrations', async () => {
  const rule = await partner.addRule({ condition: 'First line\r\n\tsecond line' })
  const award = await partner.award(userId, rule.name, 'First line\n\tsecond line')

  assert.equal(award.status, 201)
})

test('what is wrong with the path is said before what is wrong with the body', async () => {
  assertNames(await service.post('/api/v1/A/partners', {}), ['eco'], 'A')
})

/** Which types an event may have is in no schema of a parameter. */
for (const path of ['/api/v1/laas/events', '/api/v1/laas/events/stream'])
  test(`GET ${path} refuses types that no event has`, async () => {
    const lists = [
      ',',
      'award',
      'Award.paid',
      'award.paid,',
      'award.paid,%20award.refused',
      '__proto__',
      'award.*',
    ]
    await forEach(lists, async (types) =>
      assertNames(await service.get(`${path}?types=${types}`, partner.token), ['types'], types),
    )
  })

for (const path of [
  ...['/api/v1/laas/leaderboard/new', '/api/v1/laas/coins/partner/ep-leaderboard', '/api/v1/laas/rules'],
  ...[
    '/api/v1/laas/users',
    '/api/v1/acme/partners/me/sessions',
    '/api/v1/laas/overview',
    '/api/v1/laas/events',
  ],
]) {
  test(`GET ${path} with parameters without a value responds as without them`, async () => {
    const operation = operations.find((each) => each.method === 'GET' && pathOf(each) === path) as Operation
    const plain = await service.get(path, partner.token)
    const query = parametersOf(operation, 'query').map(({ name }) => `${name}=`)
    const answer = await service.get(`${path}?${query.join('&')}`, partner.token)
    assert.deepEqual([answer.status, answer.body], [plain.status, plain.body])
  })

  test(`GET ${path} ${path.includes('leaderboard') ? 'ignores' : 'refuses'} strange parameters`, async () => {
    const plain = await service.get(path, partner.token)
    for (const [query, name, inHeader] of [
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['toString[]=1', 'toString[]'],
      ['%00=1', '\ufffd', '?'],
      ['=', '""', '??'],
      ['%zz=%zz', '%zz', '?zz'],
      ['a[b][c]=1', 'a[b][c]'],
      ['a%0d%0aset-cookie:%20b=1', 'a\ufffd\ufffdset-cookie: b', 'a??set-cookie??b'],
    ] as const) {
      const answer = await service.get(`${path}?${query}`, partner.token)
      assertHeaders(answer)
      if (path.includes('leaderboard')) {
        assert.deepEqual(answer.body, plain.body, query)
        assert.equal(answer.headers.get('laurel-ignored-fields'), inHeader ?? name, query)
      } else {
        assertFailure(answer, 'invalid', answer.body.data.error)
        assert.deepEqual(
          answer.body.data.fields.map(({ field }: { field: string }) => field),
          [name],
        )
      }
    }
    assert.deepEqual((await service.get(`${path}?&&&`, partner.token)).body, plain.body)
  })
}

test('an unknown id has the position zero, without an error', async () => {
  for (const id of ["'%20or%201=1", '%F0%9F%98%80', '%ED%A0%80', '%zz', '__proto__', randomUUID()]) {
    for (const path of ['/api/v1/laas/leaderboard/new', '/api/v1/laas/coins/partner/ep-leaderboard']) {
      const answer = await service.get(`${path}?userId=${id}`, partner.token)
      assert.equal(answer.status, 200, id)
      assert.equal(answer.body.data.userPosition.position, 0)
    }
  }
})
