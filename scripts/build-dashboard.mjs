import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { run, showProgress, takeLock } from './set-up.mjs'

const root = fileURLToPath(new URL('../dashboard', import.meta.url))
const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')

/** A change to any of these needs a new build. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  '../package-lock.json',
  '../sdk/src',
]
const COMPRESSED = /\.(js|css|svg)$/

/** Builds the dashboard if its sources have changed. */
export async function buildDashboard() {
  if (isBuilt()) return
  const release = await takeLock('build')
  try {
    if (isBuilt()) return
    let step = 'bundling'
    const stopProgress = showProgress('Building the dashboard; this takes up to a minute.', () => step)
    try {
      const code = await run('vite', ['build', '--logLevel', 'warn'], { cwd: root })
      if (code !== 0) throw new Error(`The dashboard could not be built (vite build: ${code}).`)
      step = 'compressing'
      await compress()
    } finally {
      stopProgress()
    }
    writeFileSync(stamp, hashOfInputs())
  } finally {
    release()
  }
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs()

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesOf)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(source) {
  if (/\.\w+$/.test(source)) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Compresses at build time, so that no request waits for it. */
async function compress() {
  const files = readdirSync(dist, { recursive: true }).filter((file) => COMPRESSED.test(file))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    files.map(async (file) => {
      const path = join(dist, file)
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality))
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
