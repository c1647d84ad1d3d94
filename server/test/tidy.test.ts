import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertNone, folderOf, importedPath, importNames, mayImport, rowOf } from './support/imports.ts'

/** A folder may import from earlier rows, not from its own row. All may import config.ts. */
const ORDER = [
  ['settings'],
  ['process'],
  ['metrics', 'tracing'],
  ['database'],
  ['distribution'],
  ['postgres', 'crypto', 'http'],
  ['outbound', 'jobs'],
  ['mail', 'audit-log'],
  ['accounts'],
  ['ledger'],
  ['ranking', 'idempotency', 'reads'],
  ['calls'],
  ['wallets'],
  ['partners'],
  ['members'],
  ['users'],
  ['rules'],
  ['coins'],
  ['awards'],
  ['returns'],
  ['engine'],
  ['imports'],
  ['leaderboards'],
  ['events'],
  ['me'],
  ['overview'],
  ['webhooks'],
  ['request-log'],
  ['erasure'],
  ['pages'],
  ['dashboard', 'embed', 'guides'],
]

/** Domain folders know nothing of who may call them: app.ts guards the API as authorization/access.ts says. */
const IMPORTED_BY_NO_DOMAIN_FOLDER: Record<string, string[]> = {
  authorization: ['process', 'database', 'crypto', 'http', 'outbound', 'accounts'],
  team: [
    'database',
    'crypto',
    'http',
    'mail',
    'accounts',
    'audit-log',
    'ledger',
    'idempotency',
    'partners',
    'authorization',
  ],
  oauth: [
    'database',
    'crypto',
    'http',
    'accounts',
    'audit-log',
    'ledger',
    'idempotency',
    'partners',
    'members',
    'users',
    'pages',
    'authorization',
  ],
  backup: [
    'process',
    'database',
    'distribution',
    'crypto',
    'postgres',
    'outbound',
    'jobs',
    'mail',
    'ledger',
    'webhooks',
  ],
}

/** They use the whole service from outside, so they may import everything; no other folder imports them. */
const ABOVE_ALL = ['seed', 'cli']

/** What stands above the folders and may import from all of them. */
const TOP = [
  'app.ts',
  'service.ts',
  'purge-expired.ts',
  'measure-database.ts',
  'main.ts',
  'worker-main.ts',
  'laurel.ts',
  'generate.ts',
]

const READS_ENVIRONMENT = ['config.ts', 'main.ts', 'laurel.ts']
const HOLDS_SQL = /^(database|distribution|postgres|jobs)\/|-(store|queries)\.ts$|^ledger\/ledger\.ts$/
const POSTS_MAIL = ['mail/post-mail.ts', 'accounts/limited-mail.ts']
const STREAMS =
  /^backup\/|^cli\/|^http\/exports\.ts$|^events\/stream-registry\.ts$|^oauth\/provider-request\.ts$/
const HOLDS_ROUTES = /^http\/|-routes\.ts$/
const PURE = /(^|\/)(decide-[a-z-]+|coin|rule|period|budget|units)\.ts$|^(temporal-polyfill|lru-cache)$/

const SQL = /\bsql`|\.query(<[^>]*>)?\(/
const ROUTE = /\.(get|post|put|patch|delete|head|options|all)(<[^>]*>)?\(\s*['"`]\/|\.route\(\{/
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/

const LINES_MAX = 400

type Source = { file: string; folder: string; text: string; imports: string[] }

const server = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{src,test}/**/*.ts', { cwd: server }).sort()
const sources: Source[] = files
  .filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
  .map((path) => {
    const file = path.slice('src/'.length)
    const text = readFileSync(join(server, path), 'utf8')
    const imports = importNames(text).map((name) => importedPath(file, name))
    return { file, folder: folderOf(file), text, imports }
  })

test('the sources are found and their imports read', () => {
  const app = sources.find(({ file }) => file === 'app.ts')
  assert.ok(app?.imports.includes('awards/award-routes.ts') && app.imports.includes('fastify'))
})

test('imports run one way between folders', () => {
  assertNone(
    sources
      .filter(({ folder }) => folder !== '' && !ABOVE_ALL.includes(folder))
      .flatMap(({ file, folder, imports }) =>
        imports
          .filter((target) => target.endsWith('.ts') && !isAllowed(folder, target))
          .map((target) => `${file} imports ${target}`),
      ),
    'Move what is shared into a folder both may import, or pass it in from app.ts or service.ts; ORDER in this test is the order.',
  )
})

test('only the process, its parts and its settings stand above the folders', () => {
  assertNone(
    sources
      .filter(({ file, folder }) => folder === '' && !TOP.includes(file) && file !== 'config.ts')
      .map(({ file }) => file),
    'Put it into the folder of the noun it is about.',
  )
  assertNone(
    [...new Set(sources.map(({ folder }) => folder))].filter(
      (folder) =>
        !['', ...ABOVE_ALL].includes(folder) &&
        !(folder in IMPORTED_BY_NO_DOMAIN_FOLDER) &&
        rowOf(ORDER, folder) === -1,
    ),
    'A new folder gets its place in ORDER in this test.',
  )
  assertNone(
    sources
      .filter(({ file }) => file === 'config.ts')
      .flatMap(({ imports }) =>
        imports.filter((target) => target.endsWith('.ts') && folderOf(target) !== 'settings'),
      ),
    'Every folder may read config.ts, so it imports only the parsers of settings.',
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

test('every mail counts toward the limit of its recipient', () => {
  assertNone(
    sources
      .filter(({ file, text }) => /\bpostMail\(/.test(text) && !POSTS_MAIL.includes(file))
      .map(({ file }) => file),
    'Post it with accounts/limited-mail.ts, and say why the recipient gets it.',
  )
})

test('every file that is read page by page is sent by the one place that limits exports', () => {
  assertNone(
    sources
      .filter(({ file, text }) => /\bReadable\.from\(/.test(text) && !STREAMS.test(file))
      .map(({ file }) => file),
    'Send the file with http/exports.ts, which lets one export of a partner run at a time.',
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

function isAllowed(folder: string, target: string): boolean {
  const from = folderOf(target)
  if (target === 'config.ts' || from === folder) return true
  const listed = IMPORTED_BY_NO_DOMAIN_FOLDER[folder]
  return listed ? listed.includes(from) : mayImport(ORDER, folder, from)
}
