import type { Logger } from 'pino'
import { purgePasswordLinks } from './accounts/password-link-store.ts'
import { setPasswordHashing } from './accounts/passwords.ts'
import { purgeRateCounters } from './accounts/rate-counter-store.ts'
import { purgeSessions } from './accounts/session-store.ts'
import { buildApp } from './app.ts'
import { createAccessTokens } from './authorization/access-token.ts'
import { createRequestSigner } from './authorization/request-signature.ts'
import { purgeRevocations, watchRevocations } from './authorization/revocations.ts'
import { watchSigningKeys } from './authorization/signing-keys.ts'
import type { Config } from './config.ts'
import { createEncryption } from './crypto/encryption.ts'
import { openDatabase } from './database/database.ts'
import { requireServiceRole } from './database/service-role.ts'
import { createEngine } from './engine/engine.ts'
import { watchEvents } from './events/event-watch.ts'
import type { App } from './http/envelope.ts'
import { startJobs } from './jobs/jobs.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { revokeGrants } from './oauth/grant-store.ts'
import { createOauth } from './oauth/oauth.ts'
import { purgeRecords } from './oauth/oauth-store.ts'
import { issuerOf } from './oauth/provider.ts'
import { createOutbound } from './outbound/outbound.ts'
import { startOverviewCounter } from './overview/overview-counter.ts'
import { createUserSessions } from './pages/user-session.ts'
import { startRequestLog } from './request-log/request-log.ts'
import { purgeRequests } from './request-log/request-log-store.ts'
import { createTeamSessions } from './team/browser-session.ts'
import { purgeWebhookAttempts } from './webhooks/attempt-store.ts'
import { startDeliveryProcess } from './webhooks/delivery-process.ts'

export type Service = {
  app: App
  /** Refuses new requests, finishes those in progress, and closes all connections. */
  drain(): Promise<void>
}

const PURGE_INTERVAL_SECONDS = 3_600
const PURGE_WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 60 }

export type ServiceOptions = {
  config: Config
  connectionString: string
  secretKey: Buffer
  log: Logger
  now?: () => Date
}

/** Composes the service on a migrated database. */
export async function createService({
  config,
  connectionString,
  secretKey,
  log,
  now = () => new Date(),
}: ServiceOptions): Promise<Service> {
  setPasswordHashing(config.passwordHashing)
  const database = openDatabase({
    connectionString,
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  })
  await requireServiceRole(database)
  const encryption = createEncryption(secretKey)
  const revocations = await watchRevocations({ database, log })
  const signingKeys = await watchSigningKeys({ database, encryption, now, log })
  const accessTokens = createAccessTokens(signingKeys, issuerOf(config), revocations.has)
  const teamSessions = createTeamSessions({
    config,
    database,
    encryption,
    isRevoked: revocations.has,
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
  const eventWatch = watchEvents({ database, connectionString, log })
  const counting = startOverviewCounter({ database, log })
  await jobs.work('purge', PURGE_WORK, async () => {
    await purgeRateCounters(database, now())
    await purgePasswordLinks(database, now())
    await purgeSessions(database, now())
    await purgeRecords(database, now())
    await purgeRevocations(database)
    await purgeWebhookAttempts(database, now())
    await purgeRequests(database, now())
    return { is: 'done' }
  })
  jobs.repeat('purge', PURGE_INTERVAL_SECONDS)

  const requestLog = startRequestLog({ database, now, log })

  const draining = new AbortController()
  const app = await buildApp({
    config,
    database,
    encryption,
    accessTokens,
    teamSessions,
    userSessions,
    oauth,
    outbound,
    revokeGrants,
    signRequest: createRequestSigner(signingKeys, config.origin),
    ...createEngine({ database, batchSizeMax: config.batchSizeMax, now, log }),
    mailPosted: () => jobs.wake('mail'),
    eventWatch,
    requestLog,
    draining: draining.signal,
    now,
    log,
  })
  let deliveries: ReturnType<typeof startDeliveryProcess> | undefined
  // Starts after the port is open, so that a failed start leaves no process behind.
  app.server.once('listening', () => {
    if (!config.deliversWebhooks || draining.signal.aborted) return
    const settings = {
      connectionString,
      secretKey: secretKey.toString('base64'),
      mode: config.mode,
      timeoutSeconds: config.webhookTimeoutSeconds,
      logLevel: config.logLevel,
    }
    deliveries = startDeliveryProcess({ settings, log })
  })
  return {
    app,
    async drain() {
      draining.abort()
      await Promise.all([app.close(), deliveries?.stop()])
      await requestLog.stop()
      await revocations.stop()
      await signingKeys.stop()
      await jobs.stop()
      await eventWatch.stop()
      await counting.stop()
      await outbound.close()
      await database.close()
    },
  }
}
