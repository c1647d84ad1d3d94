import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertNone, importedPath, importNames } from '../support/imports.ts'

/**
 * The areas from bottom to top, each with its folders. An area imports from itself and from those above it in this
 * table; within an area, a folder imports from earlier rows, not from its own row.
 */
const AREAS: Record<string, string[][]> = {
  runtime: [['settings'], ['process', 'queues', 'tracing'], ['metrics', 'crypto']],
  storage: [['database'], ['postgres', 'jobs', 'citus']],
  http: [['input'], ['responses'], ['edge'], ['limits', 'reference'], ['request-log']],
  messages: [['outbound'], ['mail']],
  identity: [['audit-log'], ['accounts'], ['authorization']],
  programme: [
    ['ledger'],
    ['lots', 'ranking', 'idempotency', 'read-batches'],
    ['coin-calls'],
    ['wallets'],
    ['partners'],
    ['members'],
    ['conditions'],
    ['rules'],
    ['coins'],
    ['holds'],
    ['due'],
    ['awards'],
    ['returns', 'activities'],
    ['engine'],
    ['imports'],
    ['leaderboards', 'overview'],
    ['history'],
    ['search', 'backtests'],
  ],
  feed: [['events'], ['webhooks'], ['alarms']],
  people: [['team', 'users', 'me'], ['erasure'], ['pages'], ['oauth']],
  web: [['dashboard', 'embed', 'guides']],
  operations: [['backup', 'seed'], ['cli']],
}
const AREA_ORDER = Object.keys(AREAS)

/** What stands above the areas and may import from all of them. */
const TOP = [
  'app.ts',
  'service.ts',
  'retention-store.ts',
  'measure-database.ts',
  'main.ts',
  'worker-main.ts',
  'laurel.ts',
  'generate.ts',
]

const READS_ENVIRONMENT = ['runtime/settings/config.ts', 'main.ts', 'laurel.ts']
const HOLDS_SQL = /^storage\/|-(store|queries)\.ts$|^programme\/ledger\/ledger\.ts$/
const POSTS_MAIL = ['messages/mail/post-mail.ts', 'identity/accounts/limited-mail.ts']
const STREAMS =
  /^operations\/|^http\/responses\/exports\.ts$|^feed\/events\/stream-registry\.ts$|^people\/oauth\/provider-request\.ts$/
const HOLDS_ROUTES = /^http\/|-routes\.ts$/
const PURE =
  /(^|\/)(decide-[a-z-]+|coin|member-limit|coin-expiry|expiry|rule|listener|period|streak|conditions\/[a-z-]+)\.ts$|^(temporal-polyfill|lru-cache|@marcbachmann\/cel-js|node:assert\/strict)$/

const SQL = /\bsql`|\.query(<[^>]*>)?\(/
const ROUTE = /\.(get|post|put|patch|delete|head|options|all)(<[^>]*>)?\(\s*['"`]\/|\.route\(\{/
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/

const LINES_MAX = 400

type Source = { file: string; text: string; imports: string[] }

const server = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{src,test}/**/*.ts', { cwd: server }).sort()
const sources: Source[] = files
  .filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
  .map((path) => {
    const file = path.slice('src/'.length)
    const text = readFileSync(join(server, path), 'utf8')
    const imports = importNames(text).map((name) => importedPath(file, name))
    return { file, text, imports }
  })

test('the sources are found and their imports read', () => {
  const app = sources.find(({ file }) => file === 'app.ts')
  assert.ok(app?.imports.includes('programme/awards/award-routes.ts') && app.imports.includes('fastify'))
})

test('imports run one way between areas, and between the folders of an area', () => {
  assertNone(
    sources
      .filter(({ file }) => file.includes('/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter((target) => target.endsWith('.ts') && !isAllowed(file, target))
          .map((target) => `${file} imports ${target}`),
      ),
    'Move what is shared into a folder both may import, or pass it in from app.ts or service.ts; AREAS in this test is the order.',
  )
})

test('every file lies in a folder of an area', () => {
  assertNone(
    sources.filter(({ file }) => !file.includes('/') && !TOP.includes(file)).map(({ file }) => file),
    'Put it into the folder of the noun it is about.',
  )
  assertNone(
    sources.filter(({ file }) => file.includes('/') && !placeOf(file)).map(({ file }) => file),
    'A new folder gets its place in AREAS in this test.',
  )
})

test('the programme and its feed know nothing of tokens: app.ts guards the API', () => {
  assertNone(
    sources
      .filter(({ file }) => /^(programme|feed)\//.test(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((target) => target.startsWith('identity/authorization/'))
          .map((target) => `${file} imports ${target}`),
      ),
    'Say in identity/authorization/access.ts who may call the route.',
  )
})

test('the environment is read in one place', () => {
  assertNone(
    sources
      // A child process needs the PATH; that is no setting of ours.
      .filter(({ text }) => /\bprocess\.env\b/.test(text.replaceAll('process.env.PATH', '')))
      .map(({ file }) => file)
      .filter((file) => !READS_ENVIRONMENT.includes(file)),
    'Read the setting in config.ts and pass it in.',
  )
})

test('SQL stands in stores, queries, the ledger and the folders of the database', () => {
  assertNone(
    sources.filter(({ file, text }) => SQL.test(text) && !HOLDS_SQL.test(file)).map(({ file }) => file),
    'Move the statement into a …-store.ts or …-queries.ts beside it and call it by a name.',
  )
})

test('stored events do not depend on what the API responds with', () => {
  assertNone(
    sources
      .filter(({ text }) => /\b(recordLifecycleEvent\(|lifecycleEvents\.push\()/.test(text))
      .flatMap(({ file, imports }) =>
        imports.filter((target) => target.endsWith('-data.ts')).map((target) => `${file} imports ${target}`),
      ),
    'Store a snapshot, such as ruleSnapshot in rules/rule.ts; the response may be made of it.',
  )
})

test('the engine reads and writes rows through the parts of a batch', () => {
  assertNone(
    sources
      .filter(({ file }) => file.startsWith('programme/engine/') && !file.endsWith('/callers.ts'))
      .flatMap(({ file, imports }) =>
        imports
          .filter((target) => /-(store|queries)\.ts$/.test(target))
          .map((target) => `${file} imports ${target}`),
      ),
    'Load and save it in a …-part.ts of its folder, and list the part in engine/batch.ts.',
  )
})

test('every mail counts toward the limit of its recipient', () => {
  assertNone(
    sources
      .filter(({ file, text }) => /\bpostMail\(/.test(text) && !POSTS_MAIL.includes(file))
      .map(({ file }) => file),
    'Post it with identity/accounts/limited-mail.ts, and say why the recipient gets it.',
  )
})

test('every file that is read page by page is sent by the one place that limits exports', () => {
  assertNone(
    sources
      .filter(({ file, text }) => /\bReadable\.from\(/.test(text) && !STREAMS.test(file))
      .map(({ file }) => file),
    'Send the file with http/responses/exports.ts, which lets one export of a partner run at a time.',
  )
})

test('no reply is given a length: with one, a stream could end later than its last byte', () => {
  const givesLength = /(\.(header|headers|setHeader)|writeHead)\([^)]*content-length/i
  assert.match("reply.header('content-length', size)", givesLength)
  assert.deepEqual(
    sources
      .filter(({ file, text }) => !file.endsWith('.test.ts') && givesLength.test(text))
      .map(({ file }) => file),
    [],
  )
})

test('routes stand in …-routes.ts', () => {
  assertNone(
    sources.filter(({ file, text }) => ROUTE.test(text) && !HOLDS_ROUTES.test(file)).map(({ file }) => file),
    'Move the route into a …-routes.ts and list it in app.ts.',
  )
})

test('the dashboard writes dates in one place', () => {
  assertNone(
    globSync('../dashboard/src/**/*.{ts,tsx}', { cwd: server })
      .filter((file) => !file.endsWith('/format/time.ts'))
      .filter((file) => /DateTimeFormat|toLocale\w*\(|dayjs/.test(readFileSync(join(server, file), 'utf8'))),
    'Add the format to dashboard/src/format/time.ts, so that pages agree.',
  )
})

test('an example imports what its reader can install, and its own files', () => {
  const examples = globSync('../examples/*/*.ts', { cwd: server })
  assert.ok(examples.length > 0)
  assertNone(
    examples.flatMap((file) =>
      importNames(readFileSync(join(server, file), 'utf8'))
        .filter((name) => !/^(\.\/[^/]+|node:.+|@laurel\/sdk|openid-client)$/.test(name))
        .map((name) => `${file} imports ${name}`),
    ),
    'Use the API through @laurel/sdk.',
  )
})

test('a pure file imports nothing but pure files', () => {
  assertNone(
    sources
      .filter(({ file }) => PURE.test(file))
      .flatMap(({ file, imports }) =>
        imports.filter((target) => !PURE.test(target)).map((target) => `${file} imports ${target}`),
      ),
    'Decisions and nouns know no database and no framework: pass in what they need as values.',
  )
})

test('nothing is exported as default', () => {
  assertNone(
    sources.filter(({ text }) => /^export default\b|\bas default\b/m.test(text)).map(({ file }) => file),
    'Export it by its name.',
  )
})

test('files are named in kebab-case, for what they hold', () => {
  assertNone(
    files.filter((file) => !KEBAB_CASE.test(basename(file))),
    'Name the file in kebab-case, such as grant-awards.ts.',
  )
  assertNone(
    files.filter((file) => /^(utils?|helpers?|common|misc|shared)\.ts$/.test(basename(file))),
    'Name the file for the one thing it holds.',
  )
})

test('a source file is short enough to read', () => {
  assertNone(
    sources
      .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ file, lines }) => `${file} has ${lines} lines`),
    `Split it along its nouns: ${LINES_MAX} lines are the most.`,
  )
})

/** A file as its area and the row of its folder; files beside the folders of an area are below them. */
function placeOf(file: string): { area: number; row: number; folder: string } | undefined {
  const [area = '', folder = '', name] = file.split('/')
  const row = name === undefined ? -1 : (AREAS[area]?.findIndex((folders) => folders.includes(folder)) ?? -1)
  if (name !== undefined && row === -1) return undefined
  return { area: AREA_ORDER.indexOf(area), row, folder: name === undefined ? '' : folder }
}

function isAllowed(file: string, target: string): boolean {
  const from = placeOf(file)
  if (!from) return true
  // What operates the service uses it, and the SDK, from outside.
  if (!target.includes('/') || target.startsWith('../')) return from.area === AREA_ORDER.indexOf('operations')
  const to = placeOf(target)
  if (!to) return false
  if (from.area !== to.area) return to.area < from.area
  return from.folder === to.folder || to.row < from.row
}
