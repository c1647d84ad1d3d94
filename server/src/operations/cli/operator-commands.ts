import { InvalidArgumentError } from 'commander'
import { VERSION } from '../../runtime/process/build.ts'
import type { Database } from '../../storage/database/database.ts'
import type { LaurelCommand } from './laurel-command.ts'
import type { Run } from './output.ts'

const SHARDS_MAX = 4096

const loadOperate = () => import('./operate.ts')
const loadBackup = async () => ({
  ...(await import('../backup/commands.ts')),
  ...(await import('./audit.ts')),
  ...(await import('../../runtime/settings/config.ts')),
})

/** They use the database of the settings, and work also while the service runs unless they say otherwise. */
export function addOperatorCommands(program: LaurelCommand, run: Run): void {
  program.commandsGroup('Commands for operators, with the settings of the service:')

  program
    .command('start')
    .description('run the service')
    .note('laurel start --help lists the settings instead.')
    .example('PORT=8080 laurel start', 'listens on another port')
    .action(async () => void (await import('../../main.ts')))

  program
    .command('audit')
    .description('check every invariant of the ledger')
    .json()
    .note('It exits with 1 if an invariant is broken, and with 2 if it could not check.')
    .example('laurel audit', 'names the first row that breaks each invariant')
    .example(`laurel audit --json | jq '.invariants[] | select(.holds == false)'`, 'for a script')
    .action(async (options) => {
      run.exitCode = await (await import('./audit.ts')).audit(run, options)
    })

  program
    .command('jobs')
    .description('list background jobs that wait, retry or failed')
    .json()
    .example('laurel jobs', 'shows each queue and the latest failures')
    .action(async (options) => (await import('./operate.ts')).showJobs(run, options))

  program
    .command('migrate')
    .description('create or upgrade the tables, and end')
    .note('It connects as DATABASE_OWNER_URL says, so that the service need not hold that password.')
    .example('laurel migrate', 'before the first start, and after each upgrade')
    .action(async () => (await loadOperate()).migrateTables(run))

  program
    .command('partner')
    .description('register partners')
    .command('create')
    .description('register a partner; its owner gets a link to set the password')
    .option('--ecosystem <name>', 'the ecosystem of the partner')
    .option('--name <business>', 'the name of the business')
    .option('--email <owner>', 'the e-mail address of its owner')
    .option('--application <name>', 'the name of its application (default: that of the business)')
    .option('--print-link', 'print the link for you to hand over, instead of mailing it')
    .json()
    .note('The link works once, within 7 days.')
    .example(
      `laurel partner create --ecosystem acme --name 'Acme Books' --email owner@acme.example`,
      'mails the link to the owner',
    )
    .action(async (options) => (await loadOperate()).registerPartner(run, options))

  program
    .command('rotate-keys')
    .description('create a new key for signing tokens')
    .json()
    .note('Every process signs with it within a minute. Tokens of the old key stay valid until they expire.')
    .example('laurel rotate-keys', 'also while the service runs')
    .action(async (options) => (await loadOperate()).rotateKeys(run, options))

  program
    .command('seed')
    .description('fill a development database with two partners and half a year of activity')
    .example('laurel seed', 'prints who can sign in')
    .action(async () => (await loadOperate()).fillWithSeed(run))

  program
    .command('distribute')
    .description('divide the ledgers over the nodes of a Citus cluster, with DATABASE_SUPERUSER_URL')
    .option('--shards <number>', 'how many shards; four for each node if left out', readShards)
    .note('It needs a stopped service the first time, and may be repeated.')
    .example('laurel distribute --shards 32', 'for a cluster that will grow to 32 nodes at most')
    .action(async (options) => (await loadOperate()).distributeLedgers(run, options))

  addBackupCommands(program, run)
}

function addBackupCommands(program: LaurelCommand, run: Run): void {
  const { env } = run
  program
    .command('backup')
    .description('write everything to one file')
    .argument('<file>', 'the file to write')
    .example('laurel backup /var/backups/laurel.backup', 'also while the service runs')
    .action(async (file) => {
      const { backUp, readConfig } = await loadBackup()
      await backUp(readConfig(env), file, { laurel: VERSION, output: run })
    })

  program
    .command('restore')
    .description('load a backup into an empty database, pause its sending, and audit it')
    .argument('<file>', 'the file to read')
    .note('It exits with 1 if an invariant is broken.')
    .example('DATA_DIR=/srv/copy laurel restore /var/backups/laurel.backup', 'makes a copy for tests')
    .action(async (file) => {
      const { restoreFrom, checkInvariants, readConfig } = await loadBackup()
      const audit = (database: Database) => checkInvariants(run, database)
      run.exitCode = await restoreFrom(readConfig(env), file, { output: run, audit })
    })

  program
    .command('pause-sending')
    .description('send no webhooks, mails or user-details requests, as in a copy for tests')
    .example('laurel pause-sending', 'before the first start of a copy')
    .action(async () => {
      const { pauseSending, readConfig } = await loadBackup()
      await pauseSending(readConfig(env), run)
    })

  program
    .command('resume-sending')
    .description('send again, also what waited')
    .option('--drop', 'drop what waited')
    .example('laurel resume-sending --drop', 'moves every webhook to the latest event')
    .action(async ({ drop = false }) => {
      const { liftPause, readConfig } = await loadBackup()
      await liftPause(readConfig(env), { drops: drop }, run)
    })
}

function readShards(text: string): number {
  const shards = Number(text)
  if (!Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX)
    throw new InvalidArgumentError(`Give a number from 1 to ${SHARDS_MAX}, such as 32.`)
  return shards
}
