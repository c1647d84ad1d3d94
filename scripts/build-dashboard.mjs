import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildIfChanged } from './build-if-changed.mjs'
import { run, showProgress } from './set-up.mjs'

const root = fileURLToPath(new URL('../dashboard', import.meta.url))
const dist = join(root, 'dist')

const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']
const COMPRESSED = /\.(js|css|svg)$/

/** Builds the dashboard if its sources have changed. */
export async function buildDashboard() {
  const sources = [...SOURCES.map((path) => `dashboard/${path}`), 'sdk/src', 'package-lock.json']
  await buildIfChanged('dashboard/dist', { sources, build })
}

async function build() {
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
