#!/usr/bin/env node
import { rotateSigningKeys } from './auth/signing-keys.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { findBreach, INVARIANTS } from './ledger/audit-queries.ts'
import { openDatabase } from './platform/database.ts'
import { createSeal } from './platform/seal.ts'
import { developmentSecretKey } from './platform/secret-key.ts'
import { StartProblem } from './platform/start-problem.ts'
import { withPostgres } from './platform/with-postgres.ts'

const HELP = `laurel audit        check every invariant of the ledger, also while the service runs
laurel rotate-keys  make a new key to sign tokens with, also while the service runs

It uses the database of DATABASE_URL, or the embedded one in DATA_DIR. The audit exits with 1 when an invariant is broken.
Every process signs with a new key within a minute; tokens that were signed with the old one stay good until they expire.
`

const [command] = process.argv.slice(2)
try {
  if (command === 'audit') process.exitCode = await audit()
  else if (command === 'rotate-keys') await rotateKeys()
  else {
    process.stdout.write(HELP)
    if (command !== undefined && command !== '--help') process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof StartProblem || error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** Checks the invariants one after the other, and names the first row that breaks each. */
async function audit(): Promise<number> {
  return withPostgres(readConfig(process.env), async ({ connectionString }) => {
    const database = openDatabase({ connectionString, connectionsMax: 1, wholeTables: true })
    let broken = 0
    for (const invariant of INVARIANTS) {
      const start = performance.now()
      process.stdout.write(`${invariant.name.padEnd(10)} ${invariant.says} … `)
      const breach = await findBreach(database, invariant)
      const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
      console.log(breach ? `BROKEN (${took})` : `holds (${took})`)
      if (!breach) continue
      broken += 1
      console.log(
        `           ${breach.found} rows; the first: partner ${breach.partner_id}, ${breach.id}: ${breach.problem}`,
      )
    }
    await database.close()
    console.log(
      broken === 0 ? 'All invariants hold.' : `${broken} of ${INVARIANTS.length} invariants are broken.`,
    )
    return broken === 0 ? 0 : 1
  })
}

async function rotateKeys(): Promise<void> {
  const config = readConfig(process.env)
  await withPostgres(config, async ({ connectionString, dataDir }) => {
    const seal = createSeal(config.secretKey ?? (await developmentSecretKey(dataDir)))
    const database = openDatabase({ connectionString, connectionsMax: 1 })
    try {
      const { added, removed } = await rotateSigningKeys(database, seal, new Date())
      console.log(`Tokens are signed with the key ${added} within a minute. Keys removed: ${removed}.`)
    } finally {
      await database.close()
    }
  })
}
