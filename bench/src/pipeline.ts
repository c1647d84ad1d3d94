import type pg from 'pg'

export type Statement = { name: string; text: string; values?: (string | Buffer | null)[] }

/** The callbacks of the `pg` client for a query. */
type Batch = pg.Submittable & Record<`handle${string}`, (message: never) => void>

/** Sends prepared statements in one message with one sync and resolves when all are done. */
export function createPipeline(client: pg.Client): (statements: Statement[]) => Promise<void> {
  const prepared = new Set<string>()
  return (statements) =>
    new Promise((resolve, reject) => {
      const batch: Batch = {
        submit(connection) {
          connection.stream.cork()
          for (const { name, text, values = [] } of statements) {
            if (!prepared.has(name)) connection.parse({ name, text, types: [] }, true)
            prepared.add(name)
            connection.bind({ statement: name, values }, true)
            connection.execute({}, true)
          }
          connection.sync()
          connection.stream.uncork()
        },
        handleDataRow() {},
        handleRowDescription() {},
        handleCommandComplete() {},
        handleReadyForQuery: () => resolve(),
        handleError: (error: Error) => reject(error),
      }
      client.query(batch)
    })
}
