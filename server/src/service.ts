import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { mailAlarms } from './feed/alarms/mail-alarms.ts'
import { watchEvents } from './feed/events/event-watch.ts'
import { type DeliveryProcess, startDeliveryProcess } from './feed/webhooks/delivery-process.ts'
import { deleteWebhooks } from './feed/webhooks/manage-webhook.ts'
import type { PrintRequest } from './http/edge/log-requests.ts'
import { startRequestLog } from './http/request-log/request-log.ts'
import type { App } from './http/responses/envelope.ts'
import { setPasswordHashing } from './identity/accounts/passwords.ts'
import { createAccessTokens, createRequestSigner } from './identity/authorization/access-token.ts'
import { watchRevocations } from './identity/authorization/revocations.ts'
import { watchSigningKeys } from './identity/authorization/signing-keys.ts'
import { startMailSender } from './messages/mail/mail-sender.ts'
import { createOutbound, pausable } from './messages/outbound/outbound.ts'
import { eraseMemberships } from './people/erasure/delete-account.ts'
import { revokeSecrets } from './people/oauth/client-secret.ts'
import { revokeGrants, revokeGrantsTo } from './people/oauth/grant-store.ts'
import { createOauth } from './people/oauth/oauth.ts'
import { issuerOf } from './people/oauth/provider.ts'
import { createUserSessions } from './people/pages/user-session.ts'
import { createTeamSessions } from './people/team/team-browser-session.ts'
import { decideNotedActivities } from './programme/activities/run-noted.ts'
import { startBacktests } from './programme/backtests/start-backtests.ts'
import { doWhatIsDue } from './programme/due/run-due.ts'
import { createEngine } from './programme/engine/engine.ts'
import { createWalletsNow } from './programme/engine/wallets-now.ts'
import { startImports } from './programme/imports/run-import.ts'
import { startOverviewCounter } from './programme/overview/overview-counter.ts'
import { createPartnerReads } from './programme/read-batches/partner-reads.ts'
import { startPhaseRecorder } from './programme/rules/phase-recorder.ts'
import { purgeExpired } from './retention-store.ts'
import { createEncryption } from './runtime/crypto/encryption.ts'
import { buildId } from './runtime/process/build.ts'
import type { Config } from './runtime/settings/config.ts'
import { startTracing } from './runtime/tracing/trace.ts'
import { connectNodes } from './storage/citus/connect-nodes.ts'
import { areLedgersDistributed } from './storage/citus/partner-nodes.ts'
import { watchNodes } from './storage/citus/watch-nodes.ts'
import { connectionsForRequests } from './storage/database/connections.ts'
import { type DatabaseOptions, openDatabase } from './storage/database/database.ts'
import { requireServiceRole } from './storage/database/service-role.ts'
import { startJobs } from './storage/jobs/jobs.ts'

export type Service = {
  app: App
  /** The process that delivers webhooks, once it was started. */
  deliveries(): DeliveryProcess | undefined
  stopDelaySeconds: number
  /**
   * Turns unready and serves on for STOP_DELAY_SECONDS, then refuses new requests, finishes those in
   * progress, and closes all connections.
   */
  drain(): Promise<void>
}

const DRAIN_SECONDS_MAX = 25
const PURGE_INTERVAL_SECONDS = 3_600
const ERASE_WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 10 }
const PURGE_WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 60 }
const ALARMS_INTERVAL_SECONDS = 300
const ALARMS_WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 60 }

export type ServiceOptions = {
  config: Config
  connectionString: string
  secretKey: Buffer
  log: Logger
  /** Replaces the time while it is set, for tests and seeds. */
  clock?: { now: Date | undefined }
  lockTimeoutMs?: number
  printRequest?: PrintRequest | undefined
}

/** Composes the service on a migrated database. */
export async function createService({
  config,
  connectionString,
  secretKey,
  log,
  clock,
  lockTimeoutMs,
  printRequest,
}: ServiceOptions): Promise<Service> {
  setPasswordHashing(config.passwordHashing)
  const stopTracing = await startTracing(config, log)
  // Names the sources before they can be replaced.
  buildId()
  const now = () => clock?.now ?? new Date()
  const givenTime = () => clock?.now
  const connections = connectionsForRequests(config.workers)
  const options: DatabaseOptions = {
    connectionString,
    pool: 'requests',
    connectionsMax: connections.writes,
    readConnectionsMax: connections.reads,
    waitMs: config.databaseWaitSeconds * 1_000,
    givenTime,
    ...(lockTimeoutMs && { lockTimeoutMs }),
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  }
  const coordinator = openDatabase(options)
  await requireServiceRole(coordinator, { mode: config.mode, log })
  const areDistributed = await areLedgersDistributed(coordinator)
  const database = areDistributed
    ? await connectNodes({ coordinator, options, log, direct: config.databaseNodes === 'direct' })
    : coordinator
  const nodeWatch = areDistributed ? watchNodes({ database, log }) : undefined
  const encryption = createEncryption(secretKey)
  const revocations = await watchRevocations({ connectionString, log })
  const signingKeys = await watchSigningKeys({ database, encryption, now, log })
  const accessTokens = createAccessTokens(signingKeys, issuerOf(config), revocations)
  const teamSessions = createTeamSessions({
    config,
    database,
    encryption,
    revocations,
    now,
  })
  const userSessions = createUserSessions({ config, database, encryption, now })
  const oauth = createOauth({
    config,
    database,
    encryption,
    signingKeys,
    accessTokens,
    findSignedInUser: userSessions.findSignedInUser,
    async signOut(request) {
      const user = await userSessions.findSignedInUser(request)
      if (user) await userSessions.end(user)
    },
    onError: (err) => log.error({ err }, 'unexpected authorization server error'),
    now,
  })
  const outbound = createOutbound({
    mode: config.mode,
    outboundAllow: config.outboundAllow,
    postLimits: { totalMs: config.webhookTimeoutSeconds * 1_000 },
  })
  const jobs = await startJobs({ connectionString, log })
  await startMailSender({
    database,
    jobs,
    encryption,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    origin: config.origin,
    log,
  })
  await startImports({ database, jobs, encryption })
  await startBacktests({ database, jobs, connectionString })
  const eventWatch = watchEvents({ database, connectionString, log })
  const counting = startOverviewCounter({ database, log })
  const phases = startPhaseRecorder({ database, givenTime, log })
  await jobs.work('purge', PURGE_WORK, async () => {
    await purgeExpired(database, config, now())
    return { kind: 'done' }
  })
  jobs.repeat('purge', PURGE_INTERVAL_SECONDS)
  await jobs.work('alarms', ALARMS_WORK, async () => {
    if (await mailAlarms({ database, encryption, origin: config.origin, now })) jobs.wake('mail')
    return { kind: 'done' }
  })
  jobs.repeat('alarms', ALARMS_INTERVAL_SECONDS)
  await jobs.work('erase', ERASE_WORK, async (accountId) => {
    await eraseMemberships({ database, encryption }, accountId)
    return { kind: 'done' }
  })

  const requestLog = startRequestLog({ database, now, log })

  const leaving = new AbortController()
  const draining = new AbortController()
  const engine = createEngine({
    database,
    batchSizeMax: config.batchSizeMax,
    connections: connections.writes,
    log,
  })
  const due = doWhatIsDue({ database, coinCalls: engine.coinCalls, givenTime, log })
  const noted = decideNotedActivities({ database, coinCalls: engine.coinCalls, givenTime, log })
  const app = await buildApp({
    config,
    database,
    encryption,
    accessTokens,
    teamSessions,
    userSessions,
    oauth,
    outbound: pausable(outbound, database),
    revokeGrants,
    async clearPartner(tx, partnerId, at) {
      await revokeSecrets(tx, partnerId, at)
      await revokeGrantsTo(tx, partnerId)
      await deleteWebhooks(tx, partnerId)
    },
    signRequest: createRequestSigner(signingKeys, config.origin),
    reads: createPartnerReads(database),
    walletsNow: createWalletsNow(database),
    ...engine,
    mailPosted: () => jobs.wake('mail'),
    accountDeleted: () => jobs.wake('erase'),
    importReceived: () => jobs.wake('import'),
    backtestRequested: () => jobs.wake('backtest'),
    eventWatch,
    requestLog,
    leaving: leaving.signal,
    draining: draining.signal,
    databaseProblem: () => nodeWatch?.problem(),
    now,
    log,
    printRequest,
  })
  let deliveries: DeliveryProcess | undefined
  // Starts after the port is open, so that a failed start leaves no process behind.
  app.server.once('listening', () => {
    if (!config.deliversWebhooks || leaving.signal.aborted) return
    deliveries = startDeliveryProcess({ config, connectionString, secretKey, log })
  })
  return {
    app,
    deliveries: () => deliveries,
    stopDelaySeconds: config.stopDelaySeconds,
    async drain() {
      leaving.abort()
      if (app.server.listening) await delay(config.stopDelaySeconds * 1_000)
      draining.abort()
      await Promise.all([app.close(), deliveries?.stop()])
      await requestLog.stop()
      await revocations.stop()
      await signingKeys.stop()
      await jobs.stop()
      await eventWatch.stop()
      await counting.stop()
      await phases.stop()
      await noted.stop()
      await due.stop()
      await nodeWatch?.stop()
      await outbound.close()
      await database.close()
      await stopTracing()
    },
  }
}

/** Drains the service, and closes the connections of requests that take too long. */
export async function drainInTime({ app, drain, stopDelaySeconds }: Service): Promise<void> {
  const deadline = setTimeout(
    () => {
      console.error(`Requests took longer than ${DRAIN_SECONDS_MAX} s; closing their connections.`)
      app.server.closeAllConnections()
    },
    (stopDelaySeconds + DRAIN_SECONDS_MAX) * 1000,
  )
  await drain()
  clearTimeout(deadline)
}
