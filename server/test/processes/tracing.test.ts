import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { killAll, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { listen } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links?: { traceId: string; spanId: string }[]
  status: { code: number }
}
type Exported = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const [SERVER, CLIENT] = [2, 3]
const AWARD = '/api/v1/laas/rules/award'

/** A collector that keeps the spans it gets over OTLP/HTTP. */
const spans: Span[] = []
const received: { url: string; key: string; service: string; environment: string }[] = []
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Exported
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = textOf(resource.attributes, 'service.name')
    const environment = textOf(resource.attributes, 'deployment.environment.name')
    received.push({ url: request.url ?? '', key: String(request.headers['x-key']), service, environment })
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.setHeader('content-type', 'application/json').end('{}')
})

/** Says each module of OpenTelemetry that is loaded, and from where. */
const WATCH = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    if (name.includes('opentelemetry')) console.log('loads', name, 'from', context.parentURL)
    return next(name, context)
  } })`)}`

const folder = await makeTestFolder()
const { settings: database, drop } = await createTestDatabase()
const settings = { ...database, DATA_DIR: join(folder, 'data'), NODE_OPTIONS: WATCH }
const endpoint = await listen(collector)
const laurel = await startLaurel({
  ...settings,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
})
const partner = await onboardPartnerWithRule(laurel, 2)

after(async () => {
  await killAll()
  await drop()
})

let traces = 0
/** The ids of a trace that the caller began. */
function newTrace(flags = '01') {
  traces += 1
  const traceId = `4bf92f3577b34da6a3ce929d0e0e47${String(traces).padStart(2, '0')}`
  const spanId = '00f067aa0ba902b7'
  return { traceId, spanId, header: `00-${traceId}-${spanId}-${flags}` }
}

const award = (traceparent: string, userId = partner.users[0], url = laurel.url) =>
  fetch(`${url}${AWARD}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ userId, ruleName: partner.rule.name, narration: 'a private note' }),
  })

const spansOf = ({ traceId }: { traceId: string }) => spans.filter((span) => span.traceId === traceId)
const find = (trace: { traceId: string }, name: string) => spansOf(trace).find((span) => span.name === name)

function textOf(attributes: Attribute[], key: string): string {
  const { stringValue, intValue } = attributes.find((attribute) => attribute.key === key)?.value ?? {}
  return String(stringValue ?? intValue)
}

test('an award is one trace: the request within that of its caller, its wait, the batch and its statements', async () => {
  const trace = newTrace()
  assert.equal((await award(trace.header)).status, 201)
  const name = `POST ${AWARD}`
  await waitUntil(() => find(trace, name) !== undefined && find(trace, 'batch') !== undefined, 'the spans')
  const request = find(trace, name) as Span
  const [wait, batch] = [find(trace, 'wait') as Span, find(trace, 'batch') as Span]

  assert.equal(request.parentSpanId, trace.spanId)
  assert.equal(request.kind, SERVER)
  assert.equal(textOf(request.attributes, 'http.route'), AWARD)
  assert.equal(textOf(request.attributes, 'http.response.status_code'), '201')
  assert.equal(textOf(request.attributes, 'laurel.partner.id'), partner.partnerId)
  assert.equal(wait.parentSpanId, request.spanId)
  assert.deepEqual(
    wait.links?.map(({ spanId }) => spanId),
    [batch.spanId],
  )
  assert.equal(batch.parentSpanId, request.spanId)
  assert.equal(textOf(batch.attributes, 'laurel.batch.calls'), '1')
  const statements = spansOf(trace).filter(({ parentSpanId }) => parentSpanId === batch.spanId)
  assert.ok(statements.length > 3, statements.map((span) => span.name).join())
  for (const statement of statements) {
    assert.equal(statement.kind, CLIENT)
    assert.match(
      textOf(statement.attributes, 'db.query.text'),
      /\b(begin|commit|select|insert|update|with)\b/,
    )
  }
  for (const span of spansOf(trace)) {
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name)
    assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(wait.startTimeUnixNano) || span === request, span.name)
  }
  for (const { url, key, service } of received)
    assert.deepEqual({ url, key, service }, { url: '/v1/traces', key: 'a secret', service: 'laurel' })
})

test('calls that share a batch are linked to it', async () => {
  const all = Array.from({ length: 40 }, () => newTrace())
  await Promise.all(all.map(({ header }, index) => award(header, partner.users[index % 2])))
  const batches = () => spans.filter(({ name, links = [] }) => name === 'batch' && links.length > 0)
  await waitUntil(
    () => batches().length > 0 && all.every((trace) => find(trace, `POST ${AWARD}`)),
    'a batch of several calls',
  )
  const [batch] = batches()
  for (const link of batch?.links ?? []) {
    assert.equal(find(link, `POST ${AWARD}`)?.spanId, link.spanId)
    assert.equal(find(link, 'wait')?.links?.[0]?.spanId, batch?.spanId)
  }
})

test('a read has its statements, and a refusal is no error', async () => {
  const trace = newTrace()
  const response = await fetch(`${laurel.url}/api/v1/laas/rules/award`, {
    method: 'POST',
    headers: { authorization: `Bearer ${partner.token}`, traceparent: trace.header },
  })
  assert.equal(response.status, 400)
  const read = newTrace()
  await fetch(`${laurel.url}/api/v1/laas/users?search=zz`, {
    headers: { authorization: `Bearer ${partner.token}`, traceparent: read.header },
  })
  const name = 'GET /api/v1/laas/users'
  await waitUntil(() => find(read, name) !== undefined && find(trace, `POST ${AWARD}`) !== undefined, 'both')
  assert.equal(find(trace, `POST ${AWARD}`)?.status.code, 0)
  assert.ok(spansOf(read).some(({ kind, parentSpanId }) => kind === CLIENT && parentSpanId !== undefined))
})

test('a caller that does not sample is not traced, and a broken traceparent begins a new trace', async () => {
  const [unsampled, broken] = [newTrace('00'), newTrace()]
  await award(unsampled.header)
  await award(`zz-${broken.traceId}-1`)
  const last = newTrace()
  await award(last.header)
  await waitUntil(() => find(last, `POST ${AWARD}`) !== undefined, 'the last')
  assert.deepEqual([...spansOf(unsampled), ...spansOf(broken)], [])
  assert.ok(spans.some(({ name, parentSpanId }) => name === `POST ${AWARD}` && !parentSpanId))
})

test('no span holds a value of a statement, a body or a token', () => {
  const text = JSON.stringify(spans)
  for (const secret of [partner.token, 'a private note', ...partner.users]) assert.ok(!text.includes(secret))
})

test('health checks are not traced, and no span is named after a timer', async () => {
  const [health, board] = [newTrace(), newTrace()]
  for (const path of ['/healthz', '/readyz'])
    assert.equal(
      (await fetch(`${laurel.url}${path}`, { headers: { traceparent: health.header } })).status,
      200,
    )
  await fetch(`${laurel.url}/api/v1/laas/leaderboard/new`, {
    headers: { authorization: `Bearer ${partner.token}`, traceparent: board.header },
  })
  const last = newTrace()
  await award(last.header)
  const commits = () => spansOf(board).filter(({ name }) => name === 'snapshot')
  await waitUntil(
    () => commits().length > 1 && find(last, `POST ${AWARD}`) !== undefined,
    () => JSON.stringify(spansOf(board).map(({ name }) => name)),
  )
  assert.deepEqual(spansOf(health), [])
  const names = new Set(spans.map(({ name }) => name))
  assert.deepEqual(
    [...names].filter((name) => /Immediate|Timeout|healthz|readyz/.test(name)),
    [],
  )
})

test('the last spans are sent before the process ends', async () => {
  const trace = newTrace()
  await award(trace.header)
  await terminate(laurel)
  assert.ok(find(trace, `POST ${AWARD}`))
  assert.match(laurel.said(), /loads @opentelemetry\/sdk-trace from/)
})

test('the name and the attributes of the service and the sampler are those of the environment', async () => {
  received.length = 0
  const named = await startLaurel({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'rewards',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=st%C3%A4ging',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  const unsampled = newTrace('00')
  await award(unsampled.header, partner.users[0], named.url)
  await terminate(named)
  assert.ok(find(unsampled, `POST ${AWARD}`), 'always_on traces what its caller does not')
  assert.deepEqual(
    new Set(received.map(({ service, environment }) => `${service} ${environment}`)),
    new Set(['rewards stäging']),
  )

  received.length = 0
  const off = await startLaurel({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other',
  })
  const sampled = newTrace()
  await award('none', partner.users[0], off.url)
  await award(sampled.header, partner.users[0], off.url)
  await terminate(off)
  const roots = spans.filter(({ name, parentSpanId }) => name === `POST ${AWARD}` && !parentSpanId)
  assert.ok(find(sampled, `POST ${AWARD}`), 'the caller decides first')
  assert.equal(roots.length, 1, 'that of the broken traceparent above')
  assert.deepEqual(new Set(received.map(({ service }) => service)), new Set(['other']))
})

test('a collector that is missing fails no request and delays no stop', async () => {
  const lost = await startLaurel({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    LOG_LEVEL: 'warn',
  })
  assert.equal((await award(newTrace().header, partner.users[0], lost.url)).status, 201)
  await waitUntil(() => lost.said().includes('sending traces failed; they are dropped'), lost.said)
  await terminate(lost)
})

test('without an endpoint, nothing of OpenTelemetry is loaded but the interface that prom-client asks for', async () => {
  const quiet = await startLaurel(settings)
  const loaded = quiet.said().match(/^loads .*$/gm) ?? []
  assert.deepEqual(
    loaded.filter((line) => !/^loads @opentelemetry\/api from \S+\/prom-client\//.test(line)),
    [],
  )
  await terminate(quiet)
})
