import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { LaurelCommand } from '../../src/operations/cli/laurel-command.ts'
import { buildProgram } from '../../src/operations/cli/program.ts'
import { addressOf } from '../../src/storage/postgres/with-postgres.ts'
import { isOnCitus } from '../support/citus.ts'
import { createCommandLine, runInProcess } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { PASSWORD } from '../support/partner.ts'
import { waitUntil } from '../support/wait-until.ts'

const laurel = await createCommandLine()
const { folder } = laurel
const { settings, connectionString, drop } = await createTestDatabase()
after(drop)
const backup = join(folder, 'laurel.backup')
const OWNER = ['--ecosystem', 'acme', '--name', 'Acme', '--email', 'owner@acme.example']
/** With DATABASE_URL, in an order in which each has what it needs. */
const ON_A_SERVER = [
  ['migrate'],
  ['audit'],
  ['jobs'],
  ['partner', 'create', ...OWNER],
  ['rotate-keys'],
  ['pause-sending'],
  ['resume-sending'],
  ['backup', backup],
  ['restore', backup],
  ['distribute'],
  ['seed'],
]
const EMBEDDED = [['migrate'], ['audit']]

test('every command for operators is in this test', () => {
  const commands = buildProgram().commands as LaurelCommand[]
  const ofOperators = commands
    .filter(
      (command) => command.helpGroup().startsWith('Commands for operators') && command.name() !== 'start',
    )
    .map((command) => command.name())
  const covered = new Set([...ON_A_SERVER, ...EMBEDDED].map(([name]) => name as string))
  assert.deepEqual(covered, new Set(ofOperators))
})

test('every command for operators names its database on standard error, without the password', async () => {
  const url = new URL(settings.DATABASE_URL)
  url.password = PASSWORD
  url.searchParams.set('application_name', 'secret-parameter')
  const env = {
    ...settings,
    DATABASE_URL: url.href,
    DATABASE_SUPERUSER_URL: connectionString,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const host = url.searchParams.get('host') ?? url.host
  const named = `Database: postgres://${url.username}@${host}${url.pathname}`
  for (const args of ON_A_SERVER) {
    // There a backup is refused, so there is none to restore.
    if (isOnCitus && args[0] === 'restore') continue
    const { stderr, stdout } = await runUntilNamed(args, env)
    assert.equal(stderr.split('\n')[0], named, args.join(' '))
    assert.doesNotMatch(stdout, /^Database:/m)
    for (const secret of [PASSWORD, 'secret-parameter']) assert(!stderr.includes(secret), stderr)
  }
})

test('without DATABASE_URL, it names the data folder', async () => {
  const dataDir = join(folder, 'data')
  for (const args of EMBEDDED) {
    const { stderr } = await runUntilNamed(args, { DATA_DIR: dataDir })
    assert.equal(stderr.split('\n')[0], `Database: embedded in ${dataDir}`, args.join(' '))
  }
})

test('a socket is named by its folder', () => {
  assert.equal(
    addressOf('postgres://laurel:pw@localhost/laurel?host=%2Fvar%2Frun%2Fpostgresql&password=pw'),
    'postgres://laurel@/var/run/postgresql/laurel',
  )
  assert.equal(addressOf('postgres://laurel:pw@/laurel'), 'postgres://laurel@localhost/laurel')
})

/** A backup lowers the priority of its process. The seed takes long, so it ends when it has named its database. */
async function runUntilNamed(args: string[], env: Record<string, string>) {
  if (!['backup', 'seed'].includes(args[0] as string)) return runInProcess(args, env)
  const running = laurel.start(args, env)
  if (args[0] === 'seed') {
    await waitUntil(() => running.stderr().includes('\n'), 'it names its database')
    running.child.kill('SIGKILL')
  }
  return running.ended()
}
