#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { setPasswordHashing } from './accounts/passwords.ts'
import { rotateSigningKeys } from './authorization/signing-keys.ts'
import { backUp, holdSending, liftHold, restoreFrom, withDatabase } from './backup/commands.ts'
import { upgradeDatabase } from './backup/upgrade-database.ts'
import { readConfig, readMode } from './config.ts'
import { createEncryption } from './crypto/encryption.ts'
import { developmentSecretKey } from './crypto/secret-key.ts'
import { type Database, openDatabase } from './database/database.ts'
import { explainError } from './database/explain-error.ts'
import { migrateWith } from './database/migrate.ts'
import { distribute } from './distribution/distribute.ts'
import { allowFullScans, areLedgersDistributed } from './distribution/distribution-queries.ts'
import { Failure } from './http/failure.ts'
import { countJobs, type JobFailure, listJobFailures } from './jobs/job-store.ts'
import { saveInvariantCheck } from './ledger/invariant-check-store.ts'
import { findBreach, INVARIANTS } from './ledger/invariant-queries.ts'
import { withPostgres } from './postgres/with-postgres.ts'
import { withCommandNames } from './process/command-names.ts'
import { StartProblem } from './process/start-problem.ts'
import { VERSION } from './process/version.ts'
import { createPartner } from './team/create-partner.ts'

const HELP = `npm run laurel -- start             run the service; --help lists its settings
npm run laurel -- audit             check every invariant of the ledger, also while the service runs
npm run laurel -- backup FILE       write everything to one file, also while the service runs
npm run laurel -- distribute        divide the ledgers over the nodes of a Citus cluster, with DATABASE_SUPERUSER_URL
npm run laurel -- hold-sending      send no webhooks, mails or user-details requests, as in a copy for tests
npm run laurel -- jobs              list background jobs that wait, retry or failed
npm run laurel -- migrate           create or upgrade the tables, with DATABASE_OWNER_URL, and end
npm run laurel -- partner create --ecosystem NAME --name "BUSINESS" --email OWNER [--application "NAME"] [--print-link]
                                    register a partner; its owner gets a link to set the password
npm run laurel -- restore FILE      load a backup into an empty database, hold its sending, and audit it
npm run laurel -- resume-sending    send again, also what waited; with --drop, what waited is dropped
npm run laurel -- rotate-keys       create a new key for signing tokens, also while the service runs
npm run laurel -- seed              fill a development database with two partners and half a year of activity
npm run laurel -- upgrade-database  move the embedded database to the PostgreSQL of this version, while stopped

Run it with the settings of the service. It uses the database of DATABASE_URL, or the embedded one in DATA_DIR.
audit and restore exit with 1 if an invariant is broken, and with 2 if they fail.
distribute --shards N chooses the number of shards (32). It needs a stopped service the first time, and may be repeated.
partner create mails the link to the owner, or prints it with --print-link for you to hand over. It works once, within 7 days.
After rotate-keys, every process signs with the new key within a minute. Tokens of the old key stay valid until they expire.
upgrade-database takes the old PostgreSQL from npm, or from the folder that --old-binaries DIR names.
`

const ASKS_FOR_HELP = ['-h', '--help']
/** Handled by the service itself. */
const STARTS: (string | undefined)[] = ['start', '--version']
const FAILURES_SHOWN = 10
const SHARDS = 32
const SHARDS_MAX = 4096

const tell = (line: string) => console.log(line)

const [command, ...options] = process.argv.slice(2)
try {
  if (STARTS.includes(command)) await import('./main.ts')
  else if (options.some((option) => ASKS_FOR_HELP.includes(option))) printHelp()
  else if (command === 'audit') process.exitCode = await withReportDatabase(checkInvariants)
  else if (command === 'backup') await backUp(readConfig(process.env), options[0], { laurel: VERSION, tell })
  else if (command === 'distribute') await distributeLedgers(options)
  else if (command === 'hold-sending') await holdSending(readConfig(process.env), tell)
  else if (command === 'jobs') await showJobs()
  else if (command === 'migrate') await migrateTables()
  else if (command === 'partner' && options[0] === 'create') await registerPartner(options.slice(1))
  else if (command === 'restore')
    process.exitCode = await restoreFrom(readConfig(process.env), options[0], {
      tell,
      audit: checkInvariants,
    })
  else if (command === 'resume-sending') await liftHold(readConfig(process.env), options, tell)
  else if (command === 'rotate-keys') await rotateKeys()
  else if (command === 'seed') await fillWithSeed()
  else if (command === 'upgrade-database')
    process.exitCode = await upgradeDatabase(
      { config: readConfig(process.env), laurel: VERSION, tell, audit: checkInvariants },
      options,
    )
  else {
    printHelp()
    if (![undefined, 'help', ...ASKS_FOR_HELP].includes(command)) process.exitCode = 2
  }
} catch (error) {
  console.error(explainError(error))
  // A service whose start failed may hold connections.
  process.exit(2)
}

function printHelp(): void {
  process.stdout.write(withCommandNames(HELP))
}

/** Checks the invariants in order and prints the first row that breaks each. */
async function checkInvariants(database: Database): Promise<number> {
  let broken = 0
  const isDistributed = await areLedgersDistributed(database)
  const find = (invariant: (typeof INVARIANTS)[number]) =>
    database.transaction((tx) => {
      if (isDistributed) allowFullScans(tx)
      return findBreach(tx, invariant)
    })
  for (const invariant of INVARIANTS) {
    const start = performance.now()
    process.stdout.write(`${invariant.name.padEnd(10)} ${invariant.says} … `)
    const breach = await find(invariant).catch((error) => {
      console.log('not checked')
      throw error
    })
    const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
    console.log(breach ? `BROKEN (${took})` : `holds (${took})`)
    await saveForMetrics(database, invariant.name, breach?.found ?? 0n)
    if (!breach) continue
    broken += 1
    console.log(
      `           ${breach.found} rows; the first: partner ${breach.partnerId}, ${breach.id}: ${breach.problem}`,
    )
  }
  console.log(
    broken === 0 ? 'All invariants hold.' : `${broken} of ${INVARIANTS.length} invariants are broken.`,
  )
  return broken === 0 ? 0 : 1
}

/** A database that cannot be written, such as a replica, can be audited too. */
async function saveForMetrics(database: Database, invariant: string, brokenRows: bigint): Promise<void> {
  await saveInvariantCheck(database, { invariant, brokenRows, checkedAt: new Date() }).catch((error) => {
    console.log(`           The result is not in the metrics: ${explainError(error)}`)
  })
}

/** Runs a report that reads whole tables. */
function withReportDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withPostgres(readConfig(process.env), ({ connectionString }) => withDatabase(connectionString, work))
}

/** Prints ids and codes only: the queue holds neither addresses nor texts of mails. */
async function showJobs(): Promise<void> {
  await withReportDatabase(async (database) => {
    const queues = await countJobs(database)
    const failures = await listJobFailures(database, FAILURES_SHOWN)
    const counts = queues.map(({ name, waiting, retrying, active, failed, oldestWaiting }) =>
      [name, waiting, retrying, active, failed, oldestWaiting ? timeOf(oldestWaiting) : '–'].map(String),
    )
    console.log(table([['queue', 'waiting', 'retrying', 'active', 'failed', 'oldest waiting'], ...counts]))
    if (failures.length > 0) console.log(`\nLatest failures\n${table(failures.map(failureRow))}`)
  })
}

function failureRow({ queue, id, at, tries, reason, isGivenUp }: JobFailure): string[] {
  const count = tries === 1 ? '1 try' : `${tries} tries`
  return [timeOf(at), queue, id, isGivenUp ? `given up after ${count}` : `will retry after ${count}`, reason]
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (soFar, row) => row.map((cell, column) => Math.max(soFar[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** For services that do not hold the owner's password. */
async function migrateTables(): Promise<void> {
  const config = readConfig(process.env)
  await withPostgres(config, (database) => migrateWith(config, database, (line) => console.log(line)))
  console.log('The tables are up to date.')
}

/** The password stays with the owner: not even its hash is of anything that is known here. */
async function registerPartner(args: string[]): Promise<void> {
  const { 'print-link': isPrinted = false, ...given } = optionsOf(args)
  const config = readConfig(process.env)
  setPasswordHashing(config.passwordHashing)
  await withPostgres(config, async ({ connectionString, dataDir }) => {
    const encryption = createEncryption(config.secretKey ?? (await developmentSecretKey(dataDir)))
    const database = openDatabase({ connectionString, connectionsMax: 1 })
    try {
      const services = { config, database, encryption, now: () => new Date() }
      const { partnerId, link, days } = await createPartner(services, given, { isMailed: !isPrinted })
      console.log(`Created the partner ${given.name} (${partnerId}) in the ecosystem ${given.ecosystem}.`)
      console.log(
        isPrinted
          ? `Give this link to ${given.email}. It sets the password once, within ${days} days:\n${link}`
          : `A link that sets the password once, within ${days} days, is mailed to ${given.email}.`,
      )
    } catch (error) {
      throw error instanceof Failure ? new StartProblem(error.message) : error
    } finally {
      await database.close()
    }
  })
}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  try {
    const options = {
      ecosystem: text,
      name: text,
      email: text,
      application: text,
      'print-link': { type: 'boolean' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StartProblem((error as Error).message)
  }
}

/** Creates or upgrades the tables first. */
async function distributeLedgers(args: string[]): Promise<void> {
  const shards = readShards(args)
  const config = readConfig(process.env)
  const { databaseUrl, databaseSuperuserUrl } = config
  if (databaseUrl === undefined || databaseSuperuserUrl === undefined)
    throw new StartProblem(
      'laurel distribute needs DATABASE_URL, and DATABASE_SUPERUSER_URL: the same database of the coordinator with a superuser.',
    )
  await withPostgres(config, (database) => migrateWith(config, database, tell))
  await distribute(databaseSuperuserUrl, { shards, tell })
}

function readShards(args: string[]): number {
  const [option, text] = args
  if (option === undefined) return SHARDS
  const shards = Number(text)
  if (
    option !== '--shards' ||
    args.length !== 2 ||
    !Number.isInteger(shards) ||
    shards < 1 ||
    shards > SHARDS_MAX
  )
    throw new StartProblem(
      `laurel distribute takes --shards and a number from 1 to ${SHARDS_MAX}, such as --shards 64.`,
    )
  return shards
}

async function rotateKeys(): Promise<void> {
  const config = readConfig(process.env)
  await withPostgres(config, async ({ connectionString, dataDir }) => {
    const encryption = createEncryption(config.secretKey ?? (await developmentSecretKey(dataDir)))
    const database = openDatabase({ connectionString, connectionsMax: 1 })
    try {
      const { added, removed } = await rotateSigningKeys(database, encryption, new Date())
      console.log(
        `Created the key ${added}; all processes sign with it within a minute. Keys removed: ${removed}.`,
      )
    } finally {
      await database.close()
    }
  })
}

/** Works with and without a running service. */
async function fillWithSeed(): Promise<void> {
  if (readMode(process.env) === 'production')
    throw new StartProblem('The seed invents partners and users, so it is refused in production.')
  const config = readConfig(process.env)
  // The whole service, which the other commands do not need.
  const { seed } = await import('./seed/seed.ts')
  await withPostgres(config, async (database) => {
    const { connectionString, dataDir } = database
    await migrateWith(config, database, (line) => console.log(line))
    const secretKey = config.secretKey ?? (await developmentSecretKey(dataDir))
    await seed({ config, connectionString, secretKey, tell: (line) => console.log(line) })
  })
}
