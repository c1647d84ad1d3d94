import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'

/** How many connections the reads of one partner have at a time. */
const CONNECTIONS_MAX = 2
const WAITING_MAX = 1_000

export type Connection = { client: PoolClient; release(error?: Error): void }
export type Connect = () => Promise<Connection>

const snapshots = new AsyncLocalStorage<true>()

/** Two snapshots of a reader that each needed a further connection would wait for each other. */
export const inSnapshot = <T>(work: () => T): T => snapshots.run(true, work)

/** Gives each reader at most two connections at a time. Its other reads wait for them. */
export function shareConnections(
  connect: Connect,
  { waitMs, refused }: { waitMs: number; refused: () => Error },
): (readerId: string) => Promise<Connection> {
  const queue = createKeyedQueue({
    capacity: CONNECTIONS_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax: waitMs,
    refused,
  })
  return (readerId) =>
    new Promise((resolve, reject) => {
      assert(!snapshots.getStore(), 'work in a snapshot must read from the snapshot')
      queue(readerId, async () => {
        const { client, release } = await connect()
        await new Promise<void>((done) => {
          resolve({
            client,
            release(error) {
              release(error)
              done()
            },
          })
        })
      }).catch(reject)
    })
}
