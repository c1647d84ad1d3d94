import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from './build-dashboard.mjs'
import { buildServer } from './build-server.mjs'
import { run, setUp, takeLock } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/laurel')

/** Paths stay as they are in the repository, so that the bundle finds them in both. */
const COPIED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'dashboard/dist',
  'docs',
  'examples/shop/README.md',
  'sdk/README.md',
  'server/bin',
  'server/dist',
  'server/migrations',
  'server/openapi.json',
  'server/package.json',
  'server/schema',
]
/** What the README links to and the service does not serve. An image is built without it. */
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md'].filter((path) =>
  existsSync(join(root, path)),
)

/** Has a program for each platform, so npm chooses it where the package is installed. */
const NATIVE = '@node-rs/argon2'

await setUp()
await buildDashboard()
await buildServer()
await takeLock('package')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const path of [...COPIED, ...PAGES]) cpSync(join(root, path), join(folder, path), { recursive: true })
describePackage()
await must('npm', [
  'install',
  '--package-lock-only',
  '--ignore-scripts',
  '--prefer-offline',
  '--loglevel=error',
])
await must('npm', ['shrinkwrap', '--loglevel=error'])
// The dependencies become part of the package.
await must('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error'])
await must('npm', ['pack', '--pack-destination', '..', '--loglevel=error'])
console.log(`dist/${readJson('package.json').name}-${readJson('server/package.json').version}.tgz`)

/** The server's dependencies, each in the version that the repository has locked. */
function describePackage() {
  const repository = readJson('package.json')
  const { version, dependencies, optionalDependencies } = readJson('server/package.json')
  const { name, description, license, type, engines, allowScripts, devDependencies } = repository
  const described = { name, version, description, license, type, engines, dependencies, optionalDependencies }
  const { node, ...scripts } = allowScripts
  writeJson('package.json', {
    ...described,
    private: true,
    // npm would check them against the Node that installs, and take other versions than the locked ones of what they
    // need: it reads no shrinkwrap in a file. They run on the Node that server/bin/laurel.mjs chooses.
    bundleDependencies: Object.keys(dependencies).filter((name) => name !== NATIVE),
    bin: { laurel: 'server/bin/laurel.mjs' },
    config: { node: devDependencies.node },
    allowScripts: scripts,
  })
  const lock = readJson('package-lock.json')
  const below = (folder) =>
    Object.entries(lock.packages)
      .filter(([path, { link }]) => path.startsWith(`${folder}node_modules/`) && !link)
      .map(([path, locked]) => [path.slice(folder.length), locked])
  // The server's own copy of a package is the one that it runs with.
  const packages = Object.fromEntries([...below(''), ...below('server/')])
  writeJson('package-lock.json', { ...lock, packages: { '': described, ...packages } })
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'))
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function writeJson(path, value) {
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`)
}

async function must(command, args) {
  const code = await run(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}
