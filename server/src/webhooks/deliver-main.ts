import { setPriority } from 'node:os'
import type { Config } from '../config.ts'
import { createEncryption } from '../crypto/encryption.ts'
import { openDatabase } from '../database/database.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { createLog } from '../process/logging.ts'
import { startDeliveries } from './deliver.ts'

/** What the server tells the process that delivers for it, over their channel, where nobody else sees it. */
export type DeliverySettings = {
  connectionString: string
  secretKey: string
  mode: Config['mode']
  timeoutSeconds: number
  logLevel: string
}

const PRIORITY = 10
const CONNECTIONS_MAX = 5

// Awards come first wherever the two share a processor.
setPriority(PRIORITY)
// The server says when to stop; a terminal's signal goes to it as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// However the server ended, this process ends with it.
process.on('disconnect', () => process.exit())

process.once('message', (settings: DeliverySettings) => {
  const stop = deliver(settings)
  process.once('message', () => {
    stop().then(
      () => process.exit(),
      () => process.exit(1),
    )
  })
})

function deliver({
  connectionString,
  secretKey,
  mode,
  timeoutSeconds,
  logLevel,
}: DeliverySettings): () => Promise<void> {
  const log = createLog(logLevel)
  const database = openDatabase({
    connectionString,
    connectionsMax: CONNECTIONS_MAX,
    // A cursor that goes back after a crash of the database is a repeat, which receivers know how to take.
    asyncCommits: true,
    onConnectionError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const outbound = createOutbound({ mode, postLimits: { totalMs: timeoutSeconds * 1_000 } })
  const deliveries = startDeliveries({
    database,
    encryption: createEncryption(Buffer.from(secretKey, 'base64')),
    outbound,
    log,
  })
  return async () => {
    await deliveries.stop()
    await database.close()
  }
}
