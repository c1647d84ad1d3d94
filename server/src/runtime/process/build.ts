import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import server from '../../../package.json' with { type: 'json' }

export const VERSION: string = server.version

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

let known: string | undefined

/** Names the build by its sources: two processes with the same sources have the same. */
export function buildId(): string {
  if (known === undefined) {
    const hash = createHash('sha256')
    const files = readdirSync(SOURCES, { encoding: 'utf8', recursive: true })
    for (const file of files.filter((file) => /\.[jt]s$/.test(file)).sort()) {
      hash.update(file).update(readFileSync(join(SOURCES, file)))
    }
    known = hash.digest('base64url')
  }
  return known
}
