import { spawnSync } from 'node:child_process'
import { StartProblem } from '../../runtime/process/start-problem.ts'

export type Log = { info(message: string): void; warn(message: string): void }

/** The user that PostgreSQL runs as, if Laurel runs as root. */
export type Account = { uid: number; gid: number }

export const ACCOUNT_NAME = 'laurel'
export const OWN_SERVER_ADVICE = 'set DATABASE_URL to use a PostgreSQL server of your own'
export const CHILD_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export function findAccount(log: Log): Account {
  const existing = lookUpAccount()
  if (existing) return existing
  const { error, stderr } = spawnSync(
    'useradd',
    ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT_NAME],
    { encoding: 'utf8' },
  )
  const created = lookUpAccount()
  if (!created) {
    throw new StartProblem(
      `PostgreSQL does not run as root, and the user "${ACCOUNT_NAME}" for it could not be created: ` +
        `${error?.message ?? stderr.trim()}. Start Laurel as an ordinary user, or ${OWN_SERVER_ADVICE}.`,
    )
  }
  log.info(`Created the system user "${ACCOUNT_NAME}", because PostgreSQL does not run as root.`)
  return created
}

function lookUpAccount(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map(
    (flag) => spawnSync('id', [flag, ACCOUNT_NAME], { encoding: 'utf8' }).stdout,
  )
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

export function canReach(account: Account, folder: string): boolean {
  return succeedsAs(account, 'sh', ['-c', 'cd -- "$1"', 'sh', folder])
}

export function succeedsAs(account: Account, command: string, args: string[]): boolean {
  return (
    spawnSync(command, args, { ...account, cwd: '/', env: CHILD_ENVIRONMENT, stdio: 'ignore' }).status === 0
  )
}
