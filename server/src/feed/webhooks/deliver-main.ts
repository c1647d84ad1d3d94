import { constants, getPriority, setPriority } from 'node:os'
import { createOutbound } from '../../messages/outbound/outbound.ts'
import type { OutboundPolicy } from '../../messages/outbound/outbound-policy.ts'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { replyWithMetrics } from '../../runtime/metrics/gather-metrics.ts'
import { measureProcess } from '../../runtime/metrics/metrics.ts'
import { createLog } from '../../runtime/process/logging.ts'
import { openDatabase } from '../../storage/database/database.ts'
import { startDeliveries } from './deliver.ts'

/** Sent over the channel between the processes, which keeps the secrets out of arguments and environment. */
export type DeliverySettings = OutboundPolicy & {
  connectionString: string
  secretKey: string
  timeoutSeconds: number
  logLevel: string
}

/** Below the service, which may itself run with a low priority. */
const PRIORITY = Math.min(getPriority() + 10, constants.priority.PRIORITY_LOW)
/** Another connection listens for events. */
const CONNECTIONS_MAX = 4

// Awards have priority on a shared processor.
setPriority(PRIORITY)
// The server sends a message to stop; signals of a terminal reach the server too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Ends when the server has crashed. An ordinary exit waits for the log, whose reader may have ended too.
process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.once('message', (settings: DeliverySettings) => {
  measureProcess()
  replyWithMetrics()
  const stop = deliver(settings)
  process.on('message', (message) => {
    if (message !== 'stop') return
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
  outboundAllow,
  timeoutSeconds,
  logLevel,
}: DeliverySettings): () => Promise<void> {
  const log = createLog(logLevel)
  const database = openDatabase({
    connectionString,
    pool: 'deliveries',
    connectionsMax: CONNECTIONS_MAX,
    // A cursor lost in a crash of the database repeats deliveries, which receivers must accept anyway.
    asyncCommits: true,
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  })
  const outbound = createOutbound({ mode, outboundAllow, postLimits: { totalMs: timeoutSeconds * 1_000 } })
  const deliveries = startDeliveries({
    database,
    connectionString,
    encryption: createEncryption(Buffer.from(secretKey, 'base64')),
    outbound,
    log,
  })
  return async () => {
    await deliveries.stop()
    await database.close()
  }
}
