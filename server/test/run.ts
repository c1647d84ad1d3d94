import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { availableParallelism, constants, homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { SERVICE_ROLE } from '../src/storage/database/connections.ts'
import { migrate } from '../src/storage/database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts'
import {
  CITUS_NODES,
  dropOnEachNode,
  FILES_NOT_ON_CITUS,
  isOnCitus,
  makeDistributedTemplate,
} from './support/citus.ts'
import { templateDatabase, withClient } from './support/database.ts'
import { startSharedService } from './support/shared-service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const QUICK_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // For several instances of the service in each of the test processes.
  max_connections: '400',
}
/** Keeps what Node made of the sources, because tests run in many processes. */
const COMPILE_CACHE = join(root, 'node_modules/.cache/laurel-tests')
/**
 * How the files of a folder run, in the order in which they begin: what takes longest comes first. A process for many
 * files saves loading the modules, which takes longer than most tests.
 */
const FOLDERS: Record<string, 'together' | 'in turn' | 'alone'> = {
  'test/journeys/programme': 'together',
  'test/contract/programme': 'together',
  'test/contract/activities': 'together',
  'test/contract/backtests': 'together',
  'test/contract/identity': 'together',
  'test/journeys/team': 'together',
  'test/journeys/pages': 'together',
  'test/packaging': 'alone',
  'test/concurrency': 'in turn',
  'test/settings': 'in turn',
  'test/contract/people': 'together',
  'test/contract/operations': 'together',
  'test/contract/feed': 'together',
  'test/contract/http': 'together',
  'test/contract/sdk': 'together',
  'test/faults': 'alone',
  'test/database': 'in turn',
  'test/plans': 'in turn',
  'test/processes': 'alone',
  'test/house': 'alone',
  'test/units': 'together',
  src: 'together',
}
/** The folders whose tests use the service that one process serves to all others. */
const SHARE_SERVICE = /^server\/test\/(contract|journeys|concurrency)\//
/** Most files wait for processes that they started or stopped. */
const FILES_AT_ONCE = availableParallelism() + 3
/** Only guards against hanging: it holds for a whole group of files, also on a machine with other work. */
const TEST_MS_MAX = 3_600_000
const CLEAN_UP = `
  cat
  for pid in $(find "$1" -path '*/postgres/postmaster.pid' -exec sed -n '1{/^[0-9]*$/p}' {} \\;); do
    kill -QUIT "$pid" && sleep 1
  done
  rm -rf "$1"
`

/** A test that failed may leave something open. Node's own forced exit loses the end of the report. */
const END = `
  import { after } from 'node:test'
  after(() => {
    setTimeout(() => {
      console.error('still open:', process.getActiveResourcesInfo())
      process.exit()
    }, 60_000).unref()
  })
`

const interrupted = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => interrupted.abort(signal))

const args = process.argv.slice(2)
const filters = args.filter((arg) => !arg.startsWith('-') && !arg.startsWith('!'))
const exclusions = args.filter((arg) => arg.startsWith('!')).map((arg) => arg.slice(1))
const files = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .filter((file) => !exclusions.some((exclusion) => file.includes(exclusion)))
  .filter((file) => {
    const reason = isOnCitus && FILES_NOT_ON_CITUS[file]
    if (reason) console.log(`Skipped on Citus: ${file} ${reason}.`)
    return !reason
  })
  .sort()
if (files.length === 0) {
  console.error(`No test file has a name with ${filters.join(' or ')} in it.`)
  process.exit(1)
}
const strays = files.filter((file) => !folderOf(file))
if (strays.length > 0) {
  console.error(`FOLDERS in server/test/run.ts does not say how these files run:\n${strays.join('\n')}`)
  process.exit(1)
}
process.exitCode = await runTests()

async function runTests(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-test-'))
  const cleaner = spawnCleaner(folder)
  let server: EmbeddedPostgres | undefined
  try {
    await chmod(folder, 0o711)
    Object.assign(process.env, { TMPDIR: folder, NODE_COMPILE_CACHE: COMPILE_CACHE })
    await useEmptyHome(join(folder, 'home'))
    if (isOnCitus) {
      process.env.LAUREL_TEST_DATABASE_URL = CITUS_NODES[0] as string
      process.env.LAUREL_TEST_TEMPLATE = `laurel_template_${randomBytes(4).toString('hex')}`
    }
    if (!process.env.LAUREL_TEST_DATABASE_URL) {
      server = await startServer(join(folder, 'server'))
      process.env.LAUREL_TEST_DATABASE_URL = server.ownerConnectionString
    }
    await makeTemplate(process.env.LAUREL_TEST_DATABASE_URL)
    const usesShared = files.some((file) => SHARE_SERVICE.test(file))
    const shared = usesShared ? await startSharedService() : undefined
    const code = await runFiles(folder)
    if (code !== 0) console.error(shared?.errors() ?? '')
    return (await shared?.stop()) === false ? 1 : code
  } finally {
    await server?.stop()
    if (isOnCitus) await dropOnEachNode(templateDatabase())
    cleaner.stdin.end()
    await once(cleaner, 'exit')
  }
}

/**
 * Keeps what this machine holds from earlier work away from everything that tests start: programs, caches, profiles.
 * The configuration of npm stays, because it can say how to reach the registry.
 */
async function useEmptyHome(home: string): Promise<void> {
  process.env.npm_config_userconfig ??= join(homedir(), '.npmrc')
  await mkdir(home)
  for (const name of Object.keys(process.env)) if (/^XDG_\w+_HOME$/.test(name)) delete process.env[name]
  Object.assign(process.env, { HOME: home, npm_config_cache: join(home, '.npm') })
}

/** Waits until this process ends, however it ends, then stops the databases in the folder and removes it. */
function spawnCleaner(folder: string) {
  return spawn('sh', ['-c', CLEAN_UP, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}

function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  const log = { info: () => {}, warn: console.warn }
  return startEmbeddedPostgres({ dataDir, dataDirGiven: true, log, settings: QUICK_SETTINGS })
}

async function makeTemplate(connectionString: string): Promise<void> {
  const template = new URL(connectionString)
  template.pathname = `/${templateDatabase()}`
  if (isOnCitus) await makeDistributedTemplate(templateDatabase())
  else await makePlainTemplate(connectionString, template.href)
  await withClient(connectionString, async (client) => {
    const password = pg.escapeLiteral(decodeURIComponent(template.password))
    await client.query(`alter role ${SERVICE_ROLE} login password ${password}`)
  })
}

async function makePlainTemplate(server: string, template: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query(`drop database if exists ${templateDatabase()} with (force)`)
    await client.query(`create database ${templateDatabase()}`)
  })
  await migrate(template)
}

function folderOf(file: string): string | undefined {
  return Object.keys(FOLDERS).find((folder) => file.startsWith(`server/${folder}/`))
}

/** Spreads files that run in turn over three processes. */
function split(group: string[]): string[][] {
  return Object.values(Object.groupBy(group, (_, index) => index % 3)) as string[][]
}

/** Makes a file for each process. Node runs them by their names. */
async function processesFor(folder: string): Promise<string[]> {
  // A pattern would leave out the test that imports a file.
  const isSelection = args.some((arg) => /^--test-(name-pattern|skip-pattern|only)/.test(arg))
  const processes: string[] = []
  const add = async (name: string, text: string) => {
    const path = join(
      folder,
      `${String(processes.length).padStart(3, '0')}-${name.replaceAll('/', '-')}.test.mjs`,
    )
    await writeFile(path, text)
    processes.push(path)
  }
  for (const [name, how] of Object.entries(FOLDERS)) {
    const group = files.filter((file) => folderOf(file) === name)
    if (group.length === 0) continue
    if (how === 'together') await add(name, importTogether(group))
    else if (how === 'in turn' && !isSelection)
      for (const [index, part] of split(group).entries()) await add(`${name}-${index}`, importInTurn(part))
    else
      for (const file of group)
        await add(file.slice('server/'.length, -'.test.ts'.length), importTogether([file]))
  }
  return processes
}

/** No test may begin, and move the clock, while another file still prepares its data. */
function importTogether(group: string[]): string {
  return `${END}
  import { before } from 'node:test'
  ${load(group)}
`
}

/** Each file is a test, at whose end it closes what it opened. */
function importInTurn(group: string[]): string {
  const tests = group.map((file) => `test(${JSON.stringify(file)}, async () => {${load([file])}})`)
  return `${END}
  import { before, test } from 'node:test'
  ${tests.join('\n')}
`
}

/** Imports files whose tests begin when all of them are loaded. */
function load(group: string[]): string {
  return `
  const { promise: loaded, resolve } = Promise.withResolvers()
  before(() => loaded)
  try {
    for (const url of ${JSON.stringify(group.map(urlOf))}) await import(url)
  } finally {
    resolve()
  }
`
}

function urlOf(file: string): string {
  return pathToFileURL(join(root, file)).href
}

async function runFiles(folder: string): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('-'))
  const options = [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${FILES_AT_ONCE}`,
    `--test-timeout=${TEST_MS_MAX}`,
    ...flags,
  ]
  const tests = spawn(process.execPath, [...options, ...(await processesFor(folder))], {
    cwd: root,
    stdio: 'inherit',
  })
  const stop = () => tests.kill(interrupted.signal.reason)
  if (interrupted.signal.aborted) stop()
  interrupted.signal.addEventListener('abort', stop)
  const [code, signal] = (await once(tests, 'exit')) as [number | null, NodeJS.Signals | null]
  return code ?? 128 + constants.signals[signal as NodeJS.Signals]
}
