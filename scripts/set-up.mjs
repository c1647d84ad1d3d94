import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MIN = [20, 19]
const INSTALL = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']
const PROGRESS_MS = 5_000

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.laurel-set-up')
const programs = join(modules, '.bin')

/** The Node version that the project pins. */
export const pinnedNode = join(programs, 'node')

/** Installs the dependencies if they do not match the lock file. */
export async function setUp() {
  checkNode()
  if (isSetUp()) return
  const release = await takeLock('set-up')
  try {
    if (!isSetUp()) await install()
  } finally {
    release()
  }
}

/** Runs a program in the foreground, forwards signals and resolves to its exit code. */
export function run(command, args, options = {}) {
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', ...options })
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return
  giveUp(
    `Laurel needs Node ${NODE_MIN.join('.')} or later for its setup, but this is Node ${process.versions.node}.\n` +
      'Install a current version from https://nodejs.org, then try again.',
  )
}

function isSetUp() {
  if (!existsSync(pinnedNode)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs()) return true
  return wasInstalledByHand()
}

/** npm writes its copy of the lock file last, so after a manual install the copy is newer. */
function wasInstalledByHand() {
  const installed = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false })
  return installed !== undefined && installed.mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function hashOfInputs() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = ['package-lock.json', 'package.json', ...workspaces.map((name) => join(name, 'package.json'))]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Says what is being done, then every few seconds how far it is, until the returned function is called. */
export function showProgress(what, describe) {
  console.log(what)
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  const timer = setInterval(() => console.log(`  ${seconds()} s: ${describe()}`), PROGRESS_MS)
  return () => clearInterval(timer)
}

async function install() {
  const stopProgress = showProgress(
    'Installing Node 24, PostgreSQL and the other dependencies; the first time takes one to two minutes.',
    describeInstall(packagesToInstall()),
  )
  // npm must not run on the Node that it replaces.
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'))
  const code = await run('npm', INSTALL, {
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).catch((error) => error.message)
  stopProgress()
  if (code !== 0) giveUp(`The dependencies could not be installed (npm ${INSTALL.join(' ')}: ${code}).`)
  if (!existsSync(pinnedNode)) {
    giveUp(
      'The dependencies were installed without their install scripts, which fetch Node 24 and prepare PostgreSQL.\n' +
        'Allow them with `npm ci --include=dev --ignore-scripts=false`, then try again.',
    )
  }
  writeFileSync(stamp, hashOfInputs())
}

/** Leaves out optional packages, which are for other systems. */
function packagesToInstall() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.keys(packages).filter((path) => path.includes('node_modules/') && !packages[path].optional)
}

/** npm itself prints nothing until it is done. */
const describeInstall = (packages) => () => {
  const unpacked = packages.filter((path) => existsSync(join(root, path, 'package.json'))).length
  if (unpacked === packages.length) return 'all packages unpacked; fetching Node 24 and preparing PostgreSQL'
  return unpacked < packages.length / 50
    ? 'downloading packages'
    : `${unpacked} of ${packages.length} packages unpacked`
}

/** Prevents two commands in one folder from installing or building at the same time. */
export async function takeLock(what) {
  const lock = join(
    tmpdir(),
    `laurel-${what}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`,
  )
  const remove = () => rmSync(lock, { recursive: true, force: true })
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      process.once('exit', remove)
      return () => {
        process.off('exit', remove)
        remove()
      }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (tries === 1) console.log(`Waiting for another command in this folder (${what}).`)
    await pause(500)
    if (!isLocked(lock)) remove()
  }
}

function isLocked(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function giveUp(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
