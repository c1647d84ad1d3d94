import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findAccount } from '../../src/storage/postgres/postgres-account.ts'

/** Creates the files of a database with programs that do not know the options of the installed ones. */
export async function initializeWith(programs: string, dataDir: string): Promise<void> {
  const account = process.getuid?.() === 0 ? findAccount({ info: () => {}, warn: () => {} }) : undefined
  const files = join(dataDir, 'postgres')
  await mkdir(files, { recursive: true })
  await chmod(dataDir, 0o711)
  if (account) await chown(files, account.uid, account.gid)
  const options = ['-E', 'UTF8', '--locale=C.UTF-8', '-U', 'laurel', '--auth-local=trust', '--no-sync']
  execFileSync(join(programs, 'initdb'), ['-D', files, ...options], {
    ...account,
    cwd: dataDir,
    stdio: 'ignore',
  })
}
