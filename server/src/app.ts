import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { AccessTokens } from './authorization/access-token.ts'
import { identifyCallers, isStillValid, requireAccess } from './authorization/guard.ts'
import { guardRoutes } from './authorization/guard-routes.ts'
import { securitySchemes } from './authorization/security-schemes.ts'
import { awardRoutes } from './awards/award-routes.ts'
import { bulkAwardRoutes } from './awards/bulk-award-routes.ts'
import { decisionRoutes } from './awards/decision-routes.ts'
import { adjustmentRoutes } from './coins/adjustment-routes.ts'
import { refundRoutes } from './coins/refund-routes.ts'
import { transactionExportRoutes } from './coins/transaction-export-routes.ts'
import { transactionRoutes } from './coins/transaction-routes.ts'
import { transferRoutes } from './coins/transfer-routes.ts'
import type { Config } from './config.ts'
import type { Encryption } from './crypto/encryption.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import type { Database } from './database/database.ts'
import { embedRoutes } from './embed/embed-routes.ts'
import type { Engine } from './engine/engine.ts'
import { erasureRoutes } from './erasure/erasure-routes.ts'
import { memberExportRoutes } from './erasure/export-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { EventWatch } from './events/event-watch.ts'
import { guideRoutes } from './guides/guide-routes.ts'
import { compressReads } from './http/compression.ts'
import type { IsRegisteredOrigin } from './http/cors.ts'
import { type App, acceptForms, acceptOnlyJson, sendFailure, useEnvelope } from './http/envelope.ts'
import { createExports } from './http/exports.ts'
import { notFound, stopping } from './http/failure.ts'
import { closeIdleConnections } from './http/idle-connections.ts'
import { RequestLines } from './http/log-requests.ts'
import { refuseNonLoopback } from './http/loopback-only.ts'
import { refuseAmbiguous, refuseMalformed } from './http/malformed-requests.ts'
import { measureRequests } from './http/measure-requests.ts'
import { openApi } from './http/open-api.ts'
import { collectMethods, refuseOtherMethods } from './http/other-methods.ts'
import { paceReads } from './http/pace-reads.ts'
import type { PrintRequest } from './http/print-request.ts'
import { referencePage } from './http/reference-page.ts'
import type { RequestCounts } from './http/request-counts.ts'
import { createRequestIds } from './http/request-id.ts'
import { requestLimits } from './http/request-limits.ts'
import { securityHeaders } from './http/security-headers.ts'
import { compileSerializer } from './http/serialization.ts'
import { emptyRoute, statusRoutes } from './http/status-routes.ts'
import { traceRequests } from './http/trace-requests.ts'
import { compileValidator } from './http/validation.ts'
import { importRoutes } from './imports/import-routes.ts'
import { coinBoardRoutes } from './leaderboards/coin-board-routes.ts'
import { pointsBoardRoutes } from './leaderboards/points-board-routes.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { ownCoinsRoutes } from './me/own-coins-routes.ts'
import { ownEventRoutes } from './me/own-event-routes.ts'
import { ownProgressRoutes } from './me/own-progress-routes.ts'
import { customerRoutes } from './members/customer-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import { clientSecretRoutes } from './oauth/client-secret-routes.ts'
import { consentRoutes } from './oauth/consent-routes.ts'
import type { Oauth } from './oauth/oauth.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import type { Outbound, SignRequest } from './outbound/outbound.ts'
import { overviewRoutes } from './overview/overview-routes.ts'
import { accountRoutes, requireSignIn } from './pages/account-routes.ts'
import { dataRoutes } from './pages/data-routes.ts'
import { passwordRoutes } from './pages/password-routes.ts'
import { securityRoutes } from './pages/security-routes.ts'
import { servePages } from './pages/serve-pages.ts'
import { userSignInRoutes } from './pages/sign-in-routes.ts'
import { createSignUpMark } from './pages/sign-up-mark.ts'
import { userSignUpRoutes } from './pages/sign-up-routes.ts'
import { styleRoutes } from './pages/style-routes.ts'
import type { UserSessions } from './pages/user-session.ts'
import { verifyRoutes } from './pages/verify-routes.ts'
import { ownPartnerRoutes, partnerOnboardingRoutes } from './partners/partner-routes.ts'
import { isRegisteredOrigin as findRegisteredOrigin } from './partners/partner-store.ts'
import type { PartnerReads } from './reads/partner-reads.ts'
import { recordRequests } from './request-log/record-requests.ts'
import type { RequestLog } from './request-log/request-log.ts'
import { requestLogRoutes } from './request-log/request-log-routes.ts'
import { returnRoutes } from './returns/return-routes.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { auditEventRoutes } from './team/audit-event-routes.ts'
import type { TeamSessions } from './team/browser-session.ts'
import { browserSessionRoutes } from './team/browser-session-routes.ts'
import { confirmEmailRoutes, ownEmailRoutes } from './team/email-change-routes.ts'
import { acceptInvitationRoutes, invitationRoutes } from './team/invitation-routes.ts'
import { refuseOtherEcosystems } from './team/own-account.ts'
import { ownPasswordRoutes, passwordResetRoutes } from './team/password-routes.ts'
import { secondFactorRoutes } from './team/second-factor-routes.ts'
import { sessionRoutes } from './team/session-routes.ts'
import { signInRoutes } from './team/sign-in-routes.ts'
import type { ClearPartner } from './team/take-over.ts'
import { teamRoutes } from './team/team-routes.ts'
import { verifyPartnerRoutes } from './team/verify-partner-routes.ts'
import { userDetailsRoutes } from './users/user-details-routes.ts'
import type { RevokeGrants } from './users/user-password.ts'
import { emailCodeRoutes, onboardByTagRoutes, signUpRoutes } from './users/user-routes.ts'
import { attemptRoutes } from './webhooks/attempt-routes.ts'
import { diagnoseRoutes } from './webhooks/diagnose-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

export type Services = Engine & {
  config: Config
  database: Database
  reads: PartnerReads
  encryption: Encryption
  accessTokens: AccessTokens
  teamSessions: TeamSessions
  userSessions: UserSessions
  oauth: Oauth
  outbound: Outbound
  revokeGrants: RevokeGrants
  clearPartner: ClearPartner
  signRequest: SignRequest
  mailPosted: () => void
  accountDeleted: () => void
  importReceived: () => void
  eventWatch: EventWatch
  requestLog: RequestLog
  requestCounts: RequestCounts
  /** Aborted when the service begins to stop: it is not ready, and serves on. */
  leaving: AbortSignal
  /** Aborted when it refuses new requests. */
  draining: AbortSignal
  databaseProblem: () => string | undefined
  now: () => Date
  log: FastifyBaseLogger
  printRequest?: PrintRequest | undefined
}

export const BODY_BYTES_MAX = 1_048_576
/** From the first byte of a request to its last. Responses, such as event streams, may take longer. */
const REQUEST_TIMEOUT_MS = 120_000
/** Most responses are data. Pages set their own policy. */
const DEFAULT_CONTENT_SECURITY_POLICY = "default-src 'none';frame-ancestors 'none'"
/** Node's limit of a request line, so that the route itself can refuse a parameter that is too long. */
const PATH_CHARACTERS_MAX = 16_384

/** The table of contents: every route of the service. `authorization/access.ts` says who may call the API. */
export async function buildApp(services: Services): Promise<App> {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log,
    logController: new RequestLines(services.printRequest),
    genReqId: createRequestIds(config.trustProxy),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: refuseMalformed,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(sendFailure)
  const exports = createExports(app)
  closeIdleConnections(app, services.leaving)
  acceptOnlyJson(app)
  measureRequests(app)
  traceRequests(app)
  const headers = {
    ...securityHeaders({ contentSecurityPolicy: false, hsts: config.mode === 'production' }),
    'content-security-policy': DEFAULT_CONTENT_SECURITY_POLICY,
    // Any response can hold a token or personal data. Files and embedded boards set their own header.
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id)
    next()
  })
  refuseAmbiguous(app)
  const isRegisteredOrigin: IsRegisteredOrigin = (origin, partnerId) =>
    findRegisteredOrigin(services.database, origin, partnerId)
  identifyCallers(app, { ...services, isRegisteredOrigin })
  recordRequests(app, services)
  await app.register(rateLimit, requestLimits(config, services.requestCounts))
  app.addHook('onRequest', app.rateLimit())
  app.addHook('onRequest', async () => {
    if (services.draining.aborted) throw stopping(config.stoppingStatus)
  })
  paceReads(app)
  if (config.mode === 'development') refuseNonLoopback(app)
  app.setNotFoundHandler(async (request) => {
    throw notFound(`The route ${request.method} ${request.url.split('?')[0]}`)
  })
  await app.register(swagger, openApi(config, securitySchemes(config)))

  await app.register(async (plain) => {
    statusRoutes(plain, services)
    await referencePage(plain, config.origin)
    if (config.mode === 'development') {
      emptyRoute(plain, '/dev/empty')
      emptyRoute(plain, '/dev/empty/guarded', requireAccess({ kinds: ['client', 'team'] }))
      await plain.register(mailboxRoutes(services))
    }
  })

  // The users' own pages.
  await app.register(async (plain: App) => styleRoutes(plain))
  await app.register(
    async (pages: App) => {
      await servePages(pages, services)
      pages.setNotFoundHandler(async () => {
        throw notFound('The page')
      })

      // Public.
      const findRequester: Oauth['findRequester'] = (id) => services.oauth.findRequester(id)
      const signUpMark = createSignUpMark(services)
      userSignInRoutes(pages, { ...services, findRequester })
      userSignUpRoutes(pages, { ...services, findRequester, signUpMark })
      verifyRoutes(pages, { ...services, signUpMark })
      passwordRoutes(pages, { ...services, findRequester })

      // Require a signed-in user.
      pages.register(async (own: App) => {
        own.addHook('onRequest', requireSignIn)
        accountRoutes(own, services)
        securityRoutes(own, services)
        dataRoutes(own, { ...services, exports })
      })
    },
    { prefix: '/account' },
  )

  await app.register(async (plain: App) => dashboardRoutes(plain, services))
  await app.register(async (plain: App) => embedRoutes(plain, services))
  await app.register(async (plain: App) => guideRoutes(plain))

  // The authorization server and its consent page.
  await app.register(async (pages: App) => {
    await servePages(pages, services)
    consentRoutes(pages, services)
  })
  await app.register(async (plain) => {
    acceptForms(plain)
    oauthRoutes(plain, services)
  })

  const methodsOf = collectMethods(app)
  await app.register(
    async (api: App) => {
      useEnvelope(api)
      compressReads(api)
      guardRoutes(api, { isRegisteredOrigin })

      const partnerServices = {
        ...services,
        addressProblem: (addresses: Parameters<Oauth['addressProblem']>[0]) =>
          services.oauth.addressProblem(addresses),
      }
      partnerOnboardingRoutes(api, partnerServices)
      signInRoutes(api, services)
      browserSessionRoutes(api, services)
      verifyPartnerRoutes(api, services)
      passwordResetRoutes(api, services)
      confirmEmailRoutes(api, services)
      acceptInvitationRoutes(api, services)
      api.register(async (own: App) => {
        own.addHook('preHandler', refuseOtherEcosystems)
        ownPartnerRoutes(own, partnerServices)
        userDetailsRoutes(own, services)
        clientSecretRoutes(own, services)
        sessionRoutes(own, services)
        ownPasswordRoutes(own, services)
        ownEmailRoutes(own, services)
        secondFactorRoutes(own, services)
        teamRoutes(own, services)
        invitationRoutes(own, services)
        auditEventRoutes(own, services)
      })
      signUpRoutes(api, services)
      emailCodeRoutes(api, services)
      memberRoutes(api, services)
      customerRoutes(api, services)
      api.register(async (files: App) => importRoutes(files, { ...services, exports }))
      onboardByTagRoutes(api, services)
      memberExportRoutes(api, { ...services, exports })
      erasureRoutes(api, services)
      ruleRoutes(api, services)
      awardRoutes(api, services)
      bulkAwardRoutes(api, services)
      decisionRoutes(api, services)
      transferRoutes(api, services)
      refundRoutes(api, services)
      returnRoutes(api, services)
      adjustmentRoutes(api, services)
      transactionRoutes(api, services)
      transactionExportRoutes(api, { ...services, exports })
      pointsBoardRoutes(api, services)
      coinBoardRoutes(api, services)
      const streamServices = {
        ...services,
        isStillValid: (request: FastifyRequest) => isStillValid(services, request),
      }
      eventRoutes(api, streamServices)
      ownCoinsRoutes(api, services)
      ownProgressRoutes(api, services)
      ownEventRoutes(api, streamServices)
      overviewRoutes(api, services)
      webhookRoutes(api, services)
      attemptRoutes(api, services)
      diagnoseRoutes(api, services)
      requestLogRoutes(api, services)
    },
    { prefix: '/api/v1' },
  )
  refuseOtherMethods(app, methodsOf)
  await app.ready()
  return app
}
