import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { createAccessTokens } from './auth/access-token.ts'
import { recordAct } from './auth/account-acts.ts'
import { createBrowserSessions } from './auth/browser-session.ts'
import { createRequestSigner } from './auth/request-signature.ts'
import { sweepRevocations, watchRevocations } from './auth/revocations.ts'
import { watchSigningKeys } from './auth/signing-keys.ts'
import type { Config } from './config.ts'
import { createEngine } from './engine/engine.ts'
import { watchEvents } from './events/event-watch.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { revokeGrants } from './oauth/grant-store.ts'
import { createOauth } from './oauth/oauth.ts'
import { sweepRecords } from './oauth/oauth-store.ts'
import { issuerOf } from './oauth/provider.ts'
import { keepCounting } from './overview/keep-counting.ts'
import { sweepPasswordLinks } from './pages/password-link-store.ts'
import { createUserSessions, sweepUserSessions } from './pages/user-session.ts'
import { sweepAttempts } from './platform/attempts.ts'
import { openDatabase } from './platform/database.ts'
import { startJobs } from './platform/jobs.ts'
import { createOutbound } from './platform/outbound.ts'
import { setPasswordHashing } from './platform/passwords.ts'
import { createSeal } from './platform/seal.ts'
import { requireServiceRole } from './platform/service-role.ts'
import type { App } from './platform/wire.ts'
import { startRequestLog } from './requests/request-log.ts'
import { sweepRequests } from './requests/request-store.ts'
import { sweepWebhookAttempts } from './webhooks/attempt-store.ts'
import { startDeliveryProcess } from './webhooks/delivery-process.ts'

export type Service = {
  app: App
  /** Refuses new requests, lets those under way finish, and closes everything that was opened. */
  drain(): Promise<void>
}

const SWEEP_INTERVAL_SECONDS = 3_600
const SWEEP_WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 60 }

export type ServiceOptions = {
  config: Config
  connectionString: string
  secretKey: Buffer
  log: Logger
  now?: () => Date
}

/** Puts the parts of the service together on a database that is migrated. */
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
    onConnectionError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  await requireServiceRole(database)
  const seal = createSeal(secretKey)
  const revocations = await watchRevocations({ database, log })
  const signingKeys = await watchSigningKeys({ database, seal, now, log })
  const accessTokens = createAccessTokens(signingKeys, issuerOf(config), revocations.has)
  const browserSessions = createBrowserSessions({ config, database, seal, isRevoked: revocations.has, now })
  const userSessions = createUserSessions({ config, database, now })
  const oauth = createOauth({
    config,
    database,
    seal,
    signingKeys,
    accessTokens,
    findSignedInUser: userSessions.findSignedInUser,
    signOut: userSessions.endOf,
    onError: (err) => log.error({ err }, 'unexpected error of the authorization server'),
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
    seal,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    origin: config.origin,
    log,
  })
  const eventWatch = watchEvents({ database, connectionString, log })
  const counting = keepCounting({ database, log })
  await jobs.work('sweep', SWEEP_WORK, async () => {
    await sweepAttempts(database, now())
    await sweepPasswordLinks(database, now())
    await sweepUserSessions(database, now())
    await sweepRecords(database, now())
    await sweepRevocations(database)
    await sweepWebhookAttempts(database, now())
    await sweepRequests(database, now())
    return { is: 'done' }
  })
  jobs.repeat('sweep', SWEEP_INTERVAL_SECONDS)

  const requestLog = startRequestLog({ database, now, log })

  let draining = false
  const app = await buildApp({
    config,
    database,
    seal,
    accessTokens,
    browserSessions,
    userSessions,
    oauth,
    outbound,
    revokeGrants,
    recordAct,
    signRequest: createRequestSigner(signingKeys, config.origin),
    ...createEngine({ database, callsPerTurn: config.callsPerTurn, now, log }),
    mailPosted: () => jobs.wake('mail'),
    eventWatch,
    requestLog,
    isDraining: () => draining,
    now,
    log,
  })
  let deliveries: ReturnType<typeof startDeliveryProcess> | undefined
  // A start that fails because of its port then has nothing to stop.
  app.server.once('listening', () => {
    if (!config.deliversWebhooks || draining) return
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
      draining = true
      await app.close()
      await requestLog.stop()
      await revocations.stop()
      await signingKeys.stop()
      await deliveries?.stop()
      await jobs.stop()
      await eventWatch.stop()
      await counting.stop()
      await outbound.close()
      await database.close()
    },
  }
}
