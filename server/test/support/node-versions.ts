import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The newest of each version before the one that the repository pins. */
const VERSIONS = { 20: '20.20.2', 22: '22.23.3' }
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/nodes', import.meta.url))

/** The program of a Node version, fetched from the registry once; a text says why there is none. */
export async function nodeProgram(
  major: keyof typeof VERSIONS,
): Promise<{ program: string } | { missing: string }> {
  const version = VERSIONS[major]
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(CACHE, version)
  const program = join(folder, 'node_modules', name, 'bin/node')
  try {
    await access(program).catch(() =>
      promisify(execFile)('npm', [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--prefer-offline',
        `${name}@${version}`,
      ]),
    )
    await access(program)
    return { program }
  } catch (error) {
    return {
      missing: `Node ${version} could not be fetched: ${String((error as Error).message).split('\n')[0]}`,
    }
  }
}
