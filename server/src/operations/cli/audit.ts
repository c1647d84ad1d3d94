import {
  findBreach,
  INVARIANTS,
  listBrokenPartners,
  saveInvariantCheck,
} from '../../programme/ledger/invariant-store.ts'
import { readConfig } from '../../runtime/settings/config.ts'
import { allowFullScans, areLedgersDistributed } from '../../storage/citus/partner-nodes.ts'
import type { Database } from '../../storage/database/database.ts'
import { explainError } from '../../storage/database/database-error.ts'
import { withPostgres } from '../../storage/postgres/with-postgres.ts'
import { withDatabase } from '../backup/commands.ts'
import { printer, printJson, type Run } from './output.ts'

type Invariant = (typeof INVARIANTS)[number]
type Breach = NonNullable<Awaited<ReturnType<typeof findBreach>>>
type Checked = {
  name: string
  says: string
  seconds: number
  breach: Breach | null
  brokenPartners: string[]
}

/** Returns 1 if an invariant is broken. */
export async function audit(run: Run, { json = false }: { json?: boolean }): Promise<number> {
  return withPostgres(readConfig(run.env), run, ({ connectionString }) =>
    withDatabase(connectionString, (database) => checkInvariants(run, database, { json })),
  )
}

/** Checks the invariants in order and shows the first row that breaks each. */
export async function checkInvariants(run: Run, database: Database, { json = false } = {}): Promise<number> {
  const { stdout, print } = run
  const checked: Checked[] = []
  const isDistributed = await areLedgersDistributed(database)
  for (const invariant of INVARIANTS) {
    if (!json) stdout.write(`${invariant.name.padEnd(10)} ${invariant.says} … `)
    const result = await check(database, invariant, { isDistributed }).catch((error) => {
      if (!json) print('not checked')
      throw error
    })
    checked.push(result)
    if (!json) print(`${result.breach ? 'BROKEN' : 'holds'} (${result.seconds.toFixed(1)} s)`)
    await saveForMetrics(database, result, printer(run, json))
    if (!json && result.breach) print(`           ${describe(result.breach)}`)
  }
  const broken = checked.filter(({ breach }) => breach).length
  if (json) printJson(run, { holds: broken === 0, invariants: checked.map(checkedData) })
  else
    print(broken === 0 ? 'All invariants hold.' : `${broken} of ${INVARIANTS.length} invariants are broken.`)
  return broken === 0 ? 0 : 1
}

async function check(
  database: Database,
  invariant: Invariant,
  { isDistributed }: { isDistributed: boolean },
): Promise<Checked> {
  const start = performance.now()
  const breach = await database.transaction(async (tx) => {
    if (isDistributed) allowFullScans(tx)
    const found = await findBreach(tx, invariant)
    return { found, partners: found ? await listBrokenPartners(tx, invariant) : [] }
  })
  const { name, says } = invariant
  const seconds = (performance.now() - start) / 1000
  return { name, says, seconds, breach: breach.found ?? null, brokenPartners: breach.partners }
}

const describe = ({ found, partnerId, id, problem }: Breach) =>
  `${found} rows; the first: partner ${partnerId}, ${id}: ${problem}`

const checkedData = ({ name, says, seconds, breach }: Checked) => ({
  name,
  says,
  holds: breach === null,
  seconds: Number(seconds.toFixed(1)),
  rows: Number(breach?.found ?? 0),
  first: breach && { partnerId: breach.partnerId, id: breach.id, problem: breach.problem },
})

/** A database that cannot be written, such as a replica, can be audited too. */
async function saveForMetrics(
  database: Database,
  { name, breach, brokenPartners }: Checked,
  print: (line: string) => void,
): Promise<void> {
  const brokenRows = breach?.found ?? 0n
  const check = { invariant: name, brokenRows, checkedAt: new Date(), partnerIds: brokenPartners }
  await saveInvariantCheck(database, check).catch((error) =>
    print(`           The result is not in the metrics: ${explainError(error)}`),
  )
}
