import assert from 'node:assert/strict'
import {
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { apiAt } from '../support/api.ts'
import { createTestDatabase } from '../support/database.ts'
import { buildImage, contextOf } from '../support/dockerfile.ts'
import { HTTPS_ADDRESSES, onboardPartnerWithRule, onboardTestPartner, PASSWORD } from '../support/partner.ts'
import { ended, hasEnded, killTree, makeTestFolder } from '../support/process.ts'
import { addWebhook, startReceiver } from '../support/receiver.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Installs and builds everything anew. Otherwise what this checkout has installed and built is used. */
const isFull = process.env.PACKAGING === 'full'
const INSTALL = 'npm ci --include=dev --no-audit --no-fund'
const PACKAGE = 'npm run package'
const RELEASE = 'npm run release'
const NOBODY = 65_534
/** As a container has it: not root, and not the owner of the program's files. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
const PRODUCTION = {
  MODE: 'production',
  HOST: '127.0.0.1',
  ORIGIN: 'https://rewards.example.com',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
}

/** A page from each place that guides come from, by path and title. */
const GUIDES = {
  '': 'Guides',
  '/first-award': '1 First award',
  '/deployment': 'Deployment',
  '/sdk': '@laurel/sdk',
  '/shop': 'A shop with rewards',
  '/readme': 'Laurel',
  '/changelog': 'Changelog',
  '/security': 'Security',
}

const started: ChildProcess[] = []
after(async () => {
  for (const child of started) if (!hasEnded(child)) await killTree(child)
})
const folder = await makeTestFolder()
const empty = join(folder, 'empty')
/** Nothing that another test has fetched helps this one. */
const HOME = join(folder, 'home')
const NPM = {
  ...process.env,
  PATH,
  HOME,
  npm_config_cache: join(HOME, '.npm'),
  npm_config_prefer_offline: 'true',
  npm_config_loglevel: 'error',
}
const image = await buildImage({
  root,
  folder,
  async runStep(command, { cwd, stage }) {
    if (!isFull && stage === 'build' && command === INSTALL) linkInstalled(cwd)
    // A rehearsal makes the package with the same script, and need not do it once more below.
    else run('sh', ['-c', !isFull && command === PACKAGE ? RELEASE : command], { cwd, env: NPM })
  },
})

test('the image is built from nothing but what it needs', async () => {
  const files = await contextOf(root)
  for (const file of [
    'server/src/main.ts',
    'bench/package.json',
    'LICENSE',
    'scripts/package.mjs',
    'docs/cli.md',
  ])
    assert(files.includes(file), file)
  assert.deepEqual(
    files.filter((file) =>
      /\.test\.ts$|^(server\/test|docs\/decisions|deploy|\.git|\.ci|data)|node_modules|\.env/.test(file),
    ),
    [],
  )
})

test('a rehearsal of the release makes both packages and their checksums', () => {
  const sources = image.pathOf('../build/src')
  if (isFull) run('sh', ['-c', RELEASE], { cwd: sources, env: NPM })
  const release = join(sources, 'dist/release')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = [`laurel-${version}.tgz`, `laurel-sdk-${version}.tgz`]
  assert.deepEqual(readdirSync(release).sort(), ['SHA256SUMS', ...files].sort())
  const checked = run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release })
  assert.equal(checked, files.map((file) => `${file}: OK\n`).join(''))
})

test('the image and the package run on the Node that the repository pins', () => {
  const { node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
  const bases = readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM node:([\d.]+)-/gm)
  assert.deepEqual(
    [...bases].map(([, version]) => version),
    [node, node],
  )
  const { config } = JSON.parse(readFileSync(image.pathOf('/opt/laurel/package.json'), 'utf8'))
  assert.equal(config.node, node)
})

test('the image serves in production with its embedded database, and writes to its volume alone', async () => {
  const data = image.pathOf('/data')
  if (ACCOUNT.uid) await chown(data, ACCOUNT.uid, ACCOUNT.gid)
  const port = await freePort()
  const cwd = image.pathOf(image.workingFolder)
  const env = { PATH: pathInImage(), ...image.env, ...PRODUCTION, DATA_DIR: data, PORT: String(port) }
  const before = filesIn(cwd)
  const laurel = await start([...image.entrypoint, ...image.command], { cwd, env, ...ACCOUNT })
  const healthCheck = () => spawnSync(image.healthCheck[0] ?? '', image.healthCheck.slice(1), { cwd, env })
  assert.equal(healthCheck().status, 0)

  const api = apiAt(`http://127.0.0.1:${port}`)
  assert.deepEqual((await api.get('/readyz')).body, { status: 'ready' })
  await onboardTestPartner(api, HTTPS_ADDRESSES)
  assert.match(await (await fetch(`${api.url}/dashboard`)).text(), /<script type="module"/)
  for (const [path, title] of Object.entries(GUIDES))
    assert.match(await (await fetch(`${api.url}/docs/guides${path}`)).text(), new RegExp(`<h1>${title}</h1>`))
  const [program = '', ...args] = image.entrypoint
  assert.match(run(program, [...args, 'audit'], { cwd, env, ...ACCOUNT }), /^All invariants hold\.$/m)

  laurel.child.kill('SIGTERM')
  await ended(laurel.child)
  assert.equal(laurel.child.exitCode, 0, laurel.said())
  assert.equal(healthCheck().status, 1)
  assert.deepEqual(filesIn(cwd), before)
})

test('the package installs on Node 20 without a warning of its engines, and npx runs it: workers, webhooks, commands', async () => {
  await mkdir(empty)
  const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  installOnNode20(join(image.pathOf('../build/src/dist'), `laurel-${version}.tgz`))
  const inEmpty = { cwd: empty, env: { ...NPM, PORT: '0', WORKERS: '2' } }
  assert.match(run('npx', ['laurel', '--help'], inEmpty), /^Here, laurel is called as: npx laurel COMMAND$/m)
  assert.equal(run('npx', ['laurel', '--version'], inEmpty), `${version}\n`)
  const { stderr } = spawnSync('npx', ['laurel', 'backup'], { ...inEmpty, encoding: 'utf8' })
  assert.match(stderr, /^Missing required argument 'file'\. See npx laurel backup --help\.$/m)

  // A group of its own, which a terminal signals as a whole.
  const laurel = await start(['npx', 'laurel'], { ...inEmpty, detached: true })
  assert.match(laurel.said(), new RegExp(`Data +${join(empty, 'data')} \\(embedded PostgreSQL\\)`))
  const api = apiAt(/API +(http:\S+)\/api\/v1/.exec(laurel.said())?.[1] ?? '')
  const partner = await onboardPartnerWithRule(api)
  const receiver = await startReceiver()
  await addWebhook(api, partner.token, { url: receiver.url })
  assert.equal((await partner.award(partner.users[0] as string, partner.rule.name)).status, 201)
  await waitUntil(() => receiver.taken.length > 0, laurel.said)
  assert.match(run('npx', ['laurel', 'audit'], inEmpty), /^All invariants hold\.$/m)
  const atHome = { cwd: empty, env: { ...inEmpty.env, HOME: empty, XDG_CONFIG_HOME: join(empty, 'config') } }
  const login = ['laurel', 'login', '--url', api.url, '--ecosystem', 'acme', '--email', partner.email]
  run('npx', login, { ...atHome, input: `${PASSWORD}\n` })
  assert.match(run('npx', ['laurel', 'trigger', 'award.paid'], atHome), / award\.paid +laurel-trigger /)

  process.kill(-(laurel.child.pid as number), 'SIGINT')
  // npx itself may end first.
  await laurel.outputEnded
  assert.match(laurel.said(), /^Stopped\.$/m)
})

test('the installed package serves in production with a PostgreSQL of its own', async () => {
  const { settings, drop } = await createTestDatabase()
  after(drop)
  const env = { PATH, ...PRODUCTION, ...settings, PORT: '0' }
  const program = join(empty, 'node_modules/.bin/laurel')
  assert.match(run(program, ['migrate'], { cwd: empty, env }), /^The tables are up to date\.$/m)

  const { DATABASE_OWNER_URL: _, ...withoutOwner } = env
  const laurel = await start([program], { cwd: '/', env: withoutOwner })
  assert.match(laurel.said(), /Data +PostgreSQL at /)
  laurel.child.kill('SIGTERM')
  await ended(laurel.child)
  assert.equal(laurel.child.exitCode, 0, laurel.said())
})

function run(command: string, args: string[], options: SpawnSyncOptions): string {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return String(stdout)
}

async function start([command = '', ...args]: string[], options: SpawnOptions) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const outputEnded = once(child, 'close')
  await waitUntil(
    () => said.includes('Stop it with') || hasEnded(child),
    () => said,
  )
  assert(!hasEnded(child), said)
  return { child, outputEnded, said: () => said }
}

/** npm warns of nothing but a package that needs a newer Node, which shows that it would. */
function installOnNode20(tarball: string): void {
  const newer = join(folder, 'newer')
  mkdirSync(newer)
  writeFileSync(
    join(newer, 'package.json'),
    JSON.stringify({ name: 'newer', version: '1.0.0', engines: { node: '>=22' } }),
  )
  run('npm', ['pack'], { cwd: newer, env: NPM })
  const asNode20 = join(folder, 'node-20.cjs')
  writeFileSync(asNode20, `Object.defineProperty(process, 'version', { value: 'v20.19.0' })`)
  const { status, stdout, stderr } = spawnSync('npm', ['install', tarball, join(newer, 'newer-1.0.0.tgz')], {
    cwd: empty,
    env: { ...NPM, NODE_OPTIONS: `--require=${asNode20}`, npm_config_loglevel: 'warn' },
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${stdout}${stderr}`)
  assert.deepEqual(
    [...stderr.matchAll(/EBADENGINE +package: '([^']+)'/g)].map(([, name]) => name),
    ['newer@1.0.0'],
    stderr,
  )
}

/** Links each package, so that an installation would remove links and not what they lead to. */
function linkInstalled(target: string): void {
  const folders = ['node_modules', 'server/node_modules', 'sdk/node_modules']
  for (const modules of folders.filter((path) => existsSync(join(root, path)))) {
    mkdirSync(join(target, modules), { recursive: true })
    for (const name of readdirSync(join(root, modules)))
      symlinkSync(join(root, modules, name), join(target, modules, name))
  }
  cpSync(join(root, 'dashboard/dist'), join(target, 'dashboard/dist'), { recursive: true })
}

/** The image's base has Node. The user of the image may not be able to reach the one of the repository. */
function pathInImage(): string {
  const programs = image.pathOf('/usr/local/bin')
  mkdirSync(programs, { recursive: true })
  copyFileSync(process.execPath, join(programs, 'node'))
  return `${programs}:${process.env.PATH}`
}

function filesIn(path: string): string[] {
  return readdirSync(path, { encoding: 'utf8', recursive: true }).sort()
}
