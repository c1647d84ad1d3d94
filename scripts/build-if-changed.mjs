import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeLock } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds a folder if one of its sources has changed. All of them are paths of the repository. */
export async function buildIfChanged(folder, { sources, build }) {
  const stamp = join(root, folder, '.built-from')
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(sources)
  if (isBuilt()) return
  const release = await takeLock(`build-${folder.replaceAll('/', '-')}`)
  try {
    if (isBuilt()) return
    // The hash is taken before the build: a source that changes meanwhile needs another one.
    const builtFrom = hashOf(sources)
    await build()
    writeFileSync(stamp, builtFrom)
  } finally {
    release()
  }
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(source) {
  if (statSync(join(root, source)).isFile()) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}
