import pg from 'pg'
import type { Database, Db, Sql, Tx } from '../../src/database/database.ts'

/** A database that notes each statement that goes through it. */
export function listenedTo(database: Database): { database: Database; said: Map<string, Sql> } {
  const said = new Map<string, Sql>()
  const note = (statement: Sql) => {
    said.set(statement.name, statement)
    return statement
  }
  const noting = (db: Db): Db => ({
    many: (statement) => db.many(note(statement)),
    first: (statement) => db.first(note(statement)),
    run: (statement) => db.run(note(statement)),
  })
  const notingTx = (tx: Tx): Tx => ({ ...tx, ...noting(tx), send: (statement) => tx.send(note(statement)) })
  return {
    said,
    database: {
      ...database,
      ...noting(database),
      snapshot: (work) => database.snapshot((db) => work(noting(db))),
      transaction: (work) => database.transaction((tx) => work(notingTx(tx))),
    },
  }
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
    const given = values.map(literalOf).join(', ')
    await client.query('begin')
    const { rows } = await client.query(
      `explain (analyze, buffers off, format json) execute "${name}"${given && `(${given})`}`,
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
