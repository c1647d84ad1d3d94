import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Db, Sql, Tx } from '../../src/database/database.ts'

/** The plans of all statements that some work sends, as the service may get them: made without a look at their values. */
export async function plansOf(
  client: pg.Client,
  db: Db,
  work: (db: Tx) => Promise<unknown>,
): Promise<string[]> {
  const statements: Sql[] = []
  const noting =
    <Result>(send: (statement: Sql) => Promise<Result>) =>
    (statement: Sql) => {
      statements.push(statement)
      return send(statement)
    }
  const run = noting(db.run)
  const send = (statement: Sql) => void run(statement)
  await work({ many: noting(db.many), first: noting(db.first), run, send, announce: () => {} } as Tx)
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
