import { setPasswordHashing } from '../../identity/accounts/passwords.ts'
import { rotateSigningKeys } from '../../identity/authorization/signing-keys.ts'
import { createPartner } from '../../people/team/create-partner.ts'
import { createEncryption, developmentSecretKey, type Encryption } from '../../runtime/crypto/encryption.ts'
import { Failure } from '../../runtime/failure.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { type Config, readConfig, readMode } from '../../runtime/settings/config.ts'
import { distribute } from '../../storage/citus/distribute.ts'
import { type Database, openDatabase } from '../../storage/database/database.ts'
import { migrateWith } from '../../storage/database/migrate.ts'
import { countJobs, type JobFailure, listJobFailures } from '../../storage/jobs/job-store.ts'
import { withPostgres } from '../../storage/postgres/with-postgres.ts'
import { withDatabase } from '../backup/commands.ts'
import { printJson, type Run, table } from './output.ts'

type Json = { json?: boolean }
type PartnerInput = { ecosystem?: string; name?: string; email?: string; application?: string }

/** Migrates for services that do not have the owner's password. */
export async function migrateTables(run: Run): Promise<void> {
  const config = readConfig(run.env)
  await withPostgres(config, run, (database) => migrateWith(config, database, run.print))
  run.print('The tables are up to date.')
}

/** The password stays with the owner: not even its hash is of anything that is known here. */
export async function registerPartner(
  run: Run,
  { printLink: isPrinted = false, json = false, ...input }: PartnerInput & Json & { printLink?: boolean },
): Promise<void> {
  const { print } = run
  const config = readConfig(run.env)
  setPasswordHashing(config.passwordHashing)
  await withSecrets(config, run, async (database, encryption) => {
    const services = { config, database, encryption, now: () => new Date() }
    const { partnerId, link, days } = await createPartner(services, input, { isMailed: !isPrinted })
    const { ecosystem, name, email } = input
    if (json) return printJson(run, { partnerId, ecosystem, name, email, days, ...(isPrinted && { link }) })
    print(`Created the partner ${name} (${partnerId}) in the ecosystem ${ecosystem}.`)
    print(
      isPrinted
        ? `Give this link to ${email}. It sets the password once, within ${days} days:\n${link}`
        : `A link that sets the password once, within ${days} days, is mailed to ${email}.`,
    )
  })
}

/** Creates or upgrades the tables first. */
export async function distributeLedgers(run: Run, { shards }: { shards?: number }): Promise<void> {
  const { print } = run
  const config = readConfig(run.env)
  const { databaseUrl, databaseSuperuserUrl } = config
  if (databaseUrl === undefined || databaseSuperuserUrl === undefined)
    throw new StartProblem(
      'laurel distribute needs DATABASE_URL, and DATABASE_SUPERUSER_URL: the same database of the coordinator with a superuser.',
    )
  await withPostgres(config, run, (database) => migrateWith(config, database, print))
  await distribute(databaseSuperuserUrl, { shards, print })
}

export async function rotateKeys(run: Run, { json = false }: Json): Promise<void> {
  await withSecrets(readConfig(run.env), run, async (database, encryption) => {
    const { added, removed } = await rotateSigningKeys(database, encryption, new Date())
    if (json) printJson(run, { added, removed })
    else
      run.print(
        `Created the key ${added}; all processes sign with it within a minute. Keys removed: ${removed}.`,
      )
  })
}

/** Works with and without a running service. */
export async function fillWithSeed(run: Run): Promise<void> {
  const { env, print } = run
  if (readMode(env) === 'production')
    throw new StartProblem('The seed invents partners and users, so it is refused in production.')
  const config = readConfig(env)
  // The whole service, which the other commands do not need.
  const { seed } = await import('../seed/seed.ts')
  await withPostgres(config, run, async (database) => {
    const { connectionString, dataDir } = database
    await migrateWith(config, database, print)
    const secretKey = config.secretKey ?? (await developmentSecretKey(dataDir))
    await seed({ config, connectionString, secretKey, print })
  })
}

/** Runs a command that reads or writes encrypted rows. */
async function withSecrets(
  config: Config,
  run: Run,
  work: (database: Database, encryption: Encryption) => Promise<void>,
): Promise<void> {
  await withPostgres(config, run, async ({ connectionString, dataDir }) => {
    const encryption = createEncryption(config.secretKey ?? (await developmentSecretKey(dataDir)))
    const database = openDatabase({ connectionString, connectionsMax: 1 })
    try {
      await work(database, encryption)
    } catch (error) {
      throw error instanceof Failure ? new StartProblem(error.message) : error
    } finally {
      await database.close()
    }
  })
}

const FAILURES_SHOWN = 10

/** Prints ids and codes only: the queue holds neither addresses nor texts of mails. */
export async function showJobs(run: Run, { json = false }: { json?: boolean }): Promise<void> {
  await withPostgres(readConfig(run.env), run, ({ connectionString }) =>
    withDatabase(connectionString, async (database) => {
      const queues = await countJobs(database)
      const failures = await listJobFailures(database, FAILURES_SHOWN)
      if (json) return printJson(run, { queues, failures })
      const counts = queues.map(({ name, waiting, retrying, active, failed, oldestWaiting }) =>
        [name, waiting, retrying, active, failed, oldestWaiting ? timeOf(oldestWaiting) : '–'].map(String),
      )
      run.print(table([['queue', 'waiting', 'retrying', 'active', 'failed', 'oldest waiting'], ...counts]))
      if (failures.length > 0) run.print(`\nLatest failures\n${table(failures.map(failureRow))}`)
    }),
  )
}

function failureRow({ queue, id, at, tries, reason, isGivenUp }: JobFailure): string[] {
  const count = tries === 1 ? '1 try' : `${tries} tries`
  return [timeOf(at), queue, id, isGivenUp ? `given up after ${count}` : `will retry after ${count}`, reason]
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
