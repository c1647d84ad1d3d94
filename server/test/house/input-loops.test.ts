import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { BODY_BYTES_MAX as JSON_BYTES_MAX } from '../../src/app.ts'
import { BODY_MAX as DIAGNOSED_MAX } from '../../src/feed/webhooks/diagnose-routes.ts'
import { diagnoseSignature } from '../../src/feed/webhooks/diagnose-signature.ts'
import { ENDPOINTS_MAX, newWebhookSecret } from '../../src/feed/webhooks/webhook.ts'
import { BULK_BYTES_MAX, LIST_MAX } from '../../src/http/limits/bulk-calls.ts'
import { csvText } from '../../src/http/responses/csv.ts'
import { EXPORT_PAGE_ROWS } from '../../src/http/responses/exports.ts'
import { jsonText } from '../../src/people/erasure/json-stream.ts'
import { BODY_BYTES_MAX as OAUTH_BYTES_MAX } from '../../src/people/oauth/oauth-routes.ts'
import { FORM_BYTES_MAX } from '../../src/people/pages/serve-pages.ts'
import {
  DESCRIBED_CHARACTERS_MAX,
  DESCRIBED_MAX,
} from '../../src/programme/activities/activity-type-queries.ts'
import { BYTES_MAX as PROPERTIES_MAX } from '../../src/programme/activities/properties.ts'
import type { TriedActivity } from '../../src/programme/backtests/trial.ts'
import { LATEST_MAX, tryOn } from '../../src/programme/backtests/try-condition.ts'
import { conditionOf, STEPS_PER_TYPE_MAX } from '../../src/programme/conditions/condition.ts'
import { keyOfList } from '../../src/programme/idempotency/idempotency-key.ts'
import { withoutPersonalData } from '../../src/programme/idempotency/redact-responses.ts'
import { BATCH_LINES_MAX, BYTES_MAX, LINES_MAX } from '../../src/programme/imports/import.ts'
import { type Format, LINE_CHARACTERS_MAX, readLines } from '../../src/programme/imports/read-lines.ts'
import { ATTRIBUTES_MAX } from '../../src/programme/members/attribute.ts'
import { insertMemberWords, ROWS_PER_INSERT_MAX } from '../../src/programme/members/member-search-store.ts'
import { PARTS_MAX } from '../../src/programme/members/member-words.ts'
import { TYPES_LISTED_MAX } from '../../src/programme/overview/activity-type-routes.ts'
import { DEFAULT_TERMS, type Rule, UNUSED } from '../../src/programme/rules/rule.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { ITEMS_PER_SLICE_MAX, mapInSlices, WORK_PER_SLICE_MAX } from '../../src/runtime/queues/in-slices.ts'
import { turnsDuring } from '../support/event-loop.ts'
import { assertNone } from '../support/imports.ts'

const PAGE = fileURLToPath(new URL('../../../docs/input-loops.md', import.meta.url))
const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))

const mb = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1024} kB` : `${bytes / 1_048_576} MB`)
const count = (number: number) => number.toLocaleString('en')

/** A loop over input: the most there can be, and the most that it looks at before other work goes on. */
type Loop = {
  input: string
  atMost: string
  file: string
  between: string
  /** Runs it with as much as fits a test; `slices` is how often other work must get its turn. */
  drive?: { run: () => Promise<unknown>; slices: number }
}

const bytesBetween = count(WORK_PER_SLICE_MAX)
const itemsBetween = (of: string) => `${ITEMS_PER_SLICE_MAX} ${of}`
const items = <T>(length: number, item: T) => Array.from({ length }, () => item)

function fileLoop(format: Format, file: string) {
  const read = async () => {
    for await (const { check } of readLines(Readable.from([Buffer.from(file)]), format)) check()
  }
  return { run: read, slices: Math.floor(file.length / WORK_PER_SLICE_MAX) }
}

const listSlices = (length: number) => Math.floor(length / ITEMS_PER_SLICE_MAX)
const FILE = `${mb(BYTES_MAX)}, ${count(LINES_MAX)} lines, blank ones included, of ${count(LINE_CHARACTERS_MAX)} characters`
const BULK = `${count(LIST_MAX)} items, ${mb(BULK_BYTES_MAX)} together`
const secrets = ENDPOINTS_MAX + 1

/** A member with as many words, and parts of them, as there can be, which no other member has. */
function hostileMember(_: number, index: number) {
  const words = Array.from({ length: 30 }, (_, word) => `${index}x${word}xabcdefghijklmnopqrstuvwxyz`)
  return { userId: randomUUID(), tag: `tag${index}`, fullname: words.join(' '), avatar: null, email: '' }
}

async function takeAll(text: AsyncIterable<string>): Promise<void> {
  for await (const _ of text);
}

async function* pagesOf(rows: object[]): AsyncGenerator<object[]> {
  yield rows
}

/** An expression that could take most of a slice, on as many activities as there can be. */
function conditionLoop() {
  const when = items(40, 'properties.a.all(i, i > 0)').join(' && ')
  const rule = { ...DEFAULT_TERMS, ...UNUSED, activityType: 'a', activityCondition: when, subRules: [] }
  const activity = { type: 'a', properties: { a: [1] }, member: null, createdAt: new Date() }
  const { steps } = conditionOf(when, 'when')
  return {
    run: () => tryOn(rule as unknown as Rule, items(LATEST_MAX, activity as unknown as TriedActivity)),
    slices: Math.floor((LATEST_MAX * steps) / WORK_PER_SLICE_MAX),
  }
}

const LOOPS: Loop[] = [
  {
    input: 'lines of an import, NDJSON',
    atMost: FILE,
    file: 'programme/imports/read-lines.ts',
    between: `${bytesBetween} bytes`,
    drive: fileLoop('application/x-ndjson', `${'\n'.repeat(LINES_MAX - 1)}{"externalId":"a"}`),
  },
  {
    input: 'lines of an import, CSV',
    atMost: FILE,
    file: 'programme/imports/read-lines.ts',
    between: `${bytesBetween} bytes`,
    drive: fileLoop('text/csv', `externalId\n${'\n'.repeat(LINES_MAX - 1)}a`),
  },
  {
    input: 'lines of an import, made members',
    atMost: `${BATCH_LINES_MAX} lines in a transaction`,
    file: 'programme/imports/run-import.ts',
    between: itemsBetween('lines'),
  },
  {
    input: 'items of a bulk call, hashed for retries',
    atMost: BULK,
    file: 'programme/idempotency/idempotency-key.ts',
    between: itemsBetween('items'),
    drive: {
      run: () => {
        const request = { headers: { 'idempotency-key': 'a' }, method: 'POST', url: '/' } as never
        const encryption = createEncryption(randomBytes(32))
        return keyOfList(request as FastifyRequest, encryption, items(LIST_MAX, { a: 'b' }))
      },
      slices: listSlices(LIST_MAX),
    },
  },
  {
    input: 'awards of a bulk call, checked and decided',
    atMost: BULK,
    file: 'programme/awards/bulk-award-routes.ts',
    between: itemsBetween('awards'),
  },
  {
    input: 'activities of a bulk call, checked and decided',
    atMost: BULK,
    file: 'programme/activities/bulk-activity-routes.ts',
    between: itemsBetween('activities'),
  },
  {
    input: 'expressions of activities, evaluated before their batch',
    atMost: `${count(LIST_MAX)} activities of ${count(STEPS_PER_TYPE_MAX)} steps`,
    file: 'programme/activities/evaluate-early.ts',
    between: `${itemsBetween('expressions')}, or one that takes longer`,
  },
  {
    input: 'awards and activities of a dry run',
    atMost: BULK,
    file: 'programme/engine/forecasts.ts',
    between: itemsBetween('of them'),
  },
  {
    input: 'types of activities, described by their latest',
    atMost: `${TYPES_LISTED_MAX} types, ${DESCRIBED_MAX} activities of each, of ${count(DESCRIBED_CHARACTERS_MAX)} characters together`,
    file: 'programme/overview/activity-type-routes.ts',
    between: 'one type',
  },
  {
    input: 'activities that a condition is tried on',
    atMost: `${LATEST_MAX} activities of ${mb(PROPERTIES_MAX)}`,
    file: 'programme/backtests/try-condition.ts',
    between: `${bytesBetween} steps`,
    drive: conditionLoop(),
  },
  {
    input: 'customers of a bulk call, checked',
    atMost: BULK,
    file: 'programme/members/customer-routes.ts',
    between: itemsBetween('customers'),
  },
  {
    input: 'customers, made members',
    atMost: `${count(LIST_MAX)} customers`,
    file: 'programme/members/join-without-account.ts',
    between: itemsBetween('customers'),
  },
  {
    input: 'changes of attributes of a bulk call, checked',
    atMost: BULK,
    file: 'programme/members/attribute-routes.ts',
    between: itemsBetween('users'),
  },
  {
    input: 'changes of attributes, made',
    atMost: `${count(LIST_MAX)} users, ${2 * ATTRIBUTES_MAX} names of each`,
    file: 'programme/members/change-attributes.ts',
    between: itemsBetween('users'),
  },
  {
    input: 'search words of new members',
    atMost: `${count(LIST_MAX)} members of 24 words`,
    file: 'programme/members/member-search-store.ts',
    between: itemsBetween('members'),
  },
  {
    input: 'parts of the names of new members',
    atMost: `${count(LIST_MAX)} members of ${PARTS_MAX} parts`,
    file: 'programme/members/member-search-store.ts',
    between: itemsBetween('members'),
  },
  {
    input: 'these words and parts, inserted',
    atMost: `${count(LIST_MAX * 24)} words, ${count(LIST_MAX * PARTS_MAX)} parts`,
    file: 'programme/members/member-search-store.ts',
    between: `${count(ROWS_PER_INSERT_MAX)} rows`,
    drive: {
      run: () =>
        insertMemberWords({ send() {} } as never, randomUUID(), items(LIST_MAX, 0).map(hostileMember)),
      slices: 2 * listSlices(LIST_MAX) + (LIST_MAX * (24 + PARTS_MAX)) / ROWS_PER_INSERT_MAX,
    },
  },
  {
    input: 'rows of an export, CSV',
    atMost: `any; pages of ${EXPORT_PAGE_ROWS} rows, with a pause after each`,
    file: 'http/responses/csv.ts',
    between: itemsBetween('rows'),
    drive: { run: () => csvText(items(LIST_MAX, ['a']), (row) => row), slices: listSlices(LIST_MAX) },
  },
  {
    input: 'rows of an export, JSON',
    atMost: `any; pages of ${EXPORT_PAGE_ROWS} rows, with a pause after each`,
    file: 'people/erasure/json-stream.ts',
    between: itemsBetween('rows'),
    drive: {
      run: () => takeAll(jsonText({ rows: pagesOf(items(LIST_MAX, { a: 'b' })) })),
      slices: listSlices(LIST_MAX),
    },
  },
  {
    input: 'a message whose signature is diagnosed',
    atMost: `${count(DIAGNOSED_MAX)} characters, with ${secrets} secrets`,
    file: 'feed/webhooks/diagnose-signature.ts',
    between: 'the message, with one secret',
    drive: {
      run: () => {
        const others = items(ENDPOINTS_MAX - 1, { url: '', secret: newWebhookSecret() })
        const previous = { secret: newWebhookSecret(), isValid: true }
        const signature = `v1,${'A'.repeat(43)}=`
        const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': signature }
        return diagnoseSignature(
          { body: 'x'.repeat(DIAGNOSED_MAX), headers },
          { current: newWebhookSecret(), previous, others, sentBody: null },
          new Date(),
        )
      },
      slices: secrets,
    },
  },
  {
    input: 'stored responses about a person who is erased',
    atMost: 'any number, each of a bulk call at most',
    file: 'programme/idempotency/redact-responses.ts',
    between: 'one response',
  },
  {
    input: 'results of such a response',
    atMost: `${count(LIST_MAX)} results`,
    file: 'programme/idempotency/redact-responses.ts',
    between: itemsBetween('results'),
    drive: {
      run: () => withoutPersonalData(JSON.stringify({ results: items(LIST_MAX, { userId: 'a' }) }), 'a'),
      slices: listSlices(LIST_MAX),
    },
  },
]

/** Input that is read in one piece, by the file that limits it. */
const PIECES: [input: string, atMost: string, file: string][] = [
  ['a JSON body', mb(JSON_BYTES_MAX), 'app.ts'],
  ['the JSON body of a bulk call', mb(BULK_BYTES_MAX), 'http/limits/bulk-calls.ts'],
  ['a form of the account pages', mb(FORM_BYTES_MAX), 'people/pages/serve-pages.ts'],
  ['a request to the authorization server', mb(OAUTH_BYTES_MAX), 'people/oauth/oauth-routes.ts'],
  [
    'a field of a body, compared with its pattern',
    '10,000 characters, or twice its limit',
    'http/input/validation.ts',
  ],
  ['path, query, cookies and other headers together', '16 kB', 'app.ts'],
]

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

function pageText(): string {
  return `# Loops over input

What a caller sends must not keep a process from serving others, so each loop over it has a bound, and lets other work go on after a bounded piece of
it: by what it looked at, not by what came of it (\`runtime/queues/in-slices.ts\`). After two milliseconds it does so in any case.
\`server/test/house/input-loops.test.ts\` makes this page and runs these loops; \`INPUT_LOOPS=write npm test -- input-loops\` writes it.

${row('input', 'at most', 'lets other work go on in', 'after at most')}
|---|---|---|---|
${LOOPS.map(({ input, atMost, file, between }) => row(input, atMost, `\`${file}\``, between)).join('\n')}

In one piece:

${row('input', 'at most', 'limited in')}
|---|---|---|
${PIECES.map(([input, atMost, file]) => row(input, atMost, `\`${file}\``)).join('\n')}
`
}

for (const { input, drive } of LOOPS) {
  if (!drive) continue
  test(`other work goes on beside ${input}`, async () => {
    const turns = await turnsDuring(drive.run)
    assert(turns >= drive.slices, `${turns} turns of ${drive.slices}`)
  })
}

test('a list lets other work go on after a bounded number of items', async () => {
  let turns = 0
  const seen: number[] = []
  const turn = () => {
    turns += 1
    waiting = setImmediate(turn)
  }
  let waiting = setImmediate(turn)
  await mapInSlices(items(10 * ITEMS_PER_SLICE_MAX, 0), () => seen.push(turns))
  clearImmediate(waiting)
  for (let index = ITEMS_PER_SLICE_MAX; index < seen.length; index += 1)
    assert.notEqual(seen[index], seen[index - ITEMS_PER_SLICE_MAX])
})

test('the page has every loop that yields, and every limit of a body', () => {
  const read = (file: string) => readFileSync(`${SOURCES}/${file}`, 'utf8')
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const yielding = files.filter((file) =>
    /\b(mapInSlices|forEachChunk|nextSlice|createSlices)\(/.test(read(file)),
  )
  assert.deepEqual(
    yielding.filter((file) => file !== 'runtime/queues/in-slices.ts').toSorted(),
    [...new Set(LOOPS.map(({ file }) => file))].toSorted(),
  )
  const limiting = files.filter((file) => /\bbodyLimit: /.test(read(file)))
  const pieces = PIECES.map(([, , file]) => file)
  assertNone(
    limiting.filter((file) => !pieces.includes(file)),
    'Say in PIECES what is read of such a body.',
  )
})

test('docs/input-loops.md is up to date', () => {
  if (process.env.INPUT_LOOPS === 'write') writeFileSync(PAGE, pageText())
  assert.equal(readFileSync(PAGE, 'utf8'), pageText(), 'run INPUT_LOOPS=write npm test -- input-loops')
})
