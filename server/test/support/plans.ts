import assert from 'node:assert/strict'
import pg from 'pg'
import type { Database, Db, Sql, Tx } from '../../src/storage/database/database.ts'

const noting = (db: Db, note: (statement: Sql) => Sql): Db => ({
  many: (statement) => db.many(note(statement)),
  first: (statement) => db.first(note(statement)),
  run: (statement) => db.run(note(statement)),
})

/** A database that notes each statement that goes through it. */
export function noteStatements(database: Database): { database: Database; noted: Map<string, Sql> } {
  const noted = new Map<string, Sql>()
  const note = (statement: Sql) => {
    noted.set(statement.name || statement.text, statement)
    return statement
  }
  const notingTx = (tx: Tx): Tx => ({
    ...tx,
    ...noting(tx, note),
    send: (statement) => tx.send(note(statement)),
    eachShard: (partnerIds, work) => tx.eachShard(partnerIds, (own, ids) => work(notingTx(own), ids)),
  })
  const notingDatabase: Database = {
    ...database,
    ...noting(database, note),
    forPartner: () => notingDatabase,
    forPartners: () => notingDatabase,
    snapshot: (work) => database.snapshot((db) => work(noting(db, note))),
    transaction: (work) => database.transaction((tx) => work(notingTx(tx))),
  }
  return { noted, database: notingDatabase }
}

/** The generic plans, made without values, of all statements that some work sends. */
export async function plansOf(
  client: pg.Client,
  db: Db,
  work: (db: Tx) => Promise<unknown>,
): Promise<string[]> {
  const statements: Sql[] = []
  const noted = noting(db, (statement) => {
    statements.push(statement)
    return statement
  })
  const tx: Tx = {
    ...noted,
    send: (statement) => void noted.run(statement),
    givenTime: () => undefined,
    keepInPlace: () => {},
    eachShard: async (partnerIds, workOn) => [await workOn(tx, partnerIds)],
    announce: () => {},
  }
  await work(tx)
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  const plans: string[] = []
  for (const { text } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** Asserts that nothing is read but what an index leads to, in the order that the index has. */
export function assertByIndex(plans: string[]): void {
  assert.ok(plans.length > 0)
  for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan|Sort|Disabled/, plan)
}

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Plans a statement once and for all, and then tells how that plan runs, without leaving a trace of it. */
export function explainer(client: pg.Client) {
  return {
    prepare: async (statement: Sql) => {
      await client.query(`prepare "${statement.name}" as ${statement.text}`)
      await explain(statement)
    },
    explain,
  }

  async function explain({ name, values }: Sql): Promise<Plan[]> {
    const parameters = values.map(literalOf).join(', ')
    await client.query('begin')
    const { rows } = await client.query(
      `explain (analyze, buffers off, format json) execute "${name}"${parameters && `(${parameters})`}`,
    )
    await client.query('rollback')
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Rows of tables that were looked at, also those that were then left out. */
export function rowsRead(nodes: Plan[]): number {
  return nodes
    .filter((node) => node['Node Type'].includes('Scan') && (node['Relation Name'] ?? node['Index Name']))
    .reduce(
      (sum, node) =>
        sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    )
}

const literalOf = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(String(value)))
