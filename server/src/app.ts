import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { alarmRoutes } from './feed/alarms/alarm-routes.ts'
import { eventRoutes } from './feed/events/event-routes.ts'
import type { EventWatch } from './feed/events/event-watch.ts'
import { attemptRoutes } from './feed/webhooks/attempt-routes.ts'
import { diagnoseRoutes } from './feed/webhooks/diagnose-routes.ts'
import { webhookRoutes } from './feed/webhooks/webhook-routes.ts'
import { compressReads } from './http/edge/compression.ts'
import type { IsRegisteredOrigin } from './http/edge/cors.ts'
import { closeIdleConnections } from './http/edge/idle-connections.ts'
import { type PrintRequest, RequestLines } from './http/edge/log-requests.ts'
import { measureRequests, traceRequests } from './http/edge/observe-requests.ts'
import {
  collectMethods,
  refuseAmbiguous,
  refuseMalformed,
  refuseNonLoopback,
  refuseOtherMethods,
} from './http/edge/refuse-requests.ts'
import { createRequestIds } from './http/edge/request-id.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { emptyRoute, statusRoutes } from './http/edge/status-routes.ts'
import { compileValidator } from './http/input/validation.ts'
import { paceReads } from './http/limits/pace-reads.ts'
import { requestLimits } from './http/limits/request-limits.ts'
import { openApi } from './http/reference/open-api.ts'
import { referencePage } from './http/reference/reference-page.ts'
import { recordRequests } from './http/request-log/record-requests.ts'
import type { RequestLog } from './http/request-log/request-log.ts'
import { requestLogRoutes } from './http/request-log/request-log-routes.ts'
import { type App, acceptForms, acceptOnlyJson, sendFailure, useEnvelope } from './http/responses/envelope.ts'
import { createExports } from './http/responses/exports.ts'
import { compileSerializer } from './http/responses/json-text.ts'
import type { AccessTokens } from './identity/authorization/access-token.ts'
import { guardRoutes, identifyCallers, isStillValid, requireAccess } from './identity/authorization/guard.ts'
import { securitySchemes } from './identity/authorization/security-schemes.ts'
import { mailboxRoutes } from './messages/mail/mailbox-routes.ts'
import type { Outbound, SignRequest } from './messages/outbound/outbound.ts'
import { erasureRoutes } from './people/erasure/erasure-routes.ts'
import { memberExportRoutes } from './people/erasure/export-routes.ts'
import { ownRoutes } from './people/me/own-routes.ts'
import { clientSecretRoutes } from './people/oauth/client-secret-routes.ts'
import { consentRoutes } from './people/oauth/consent-routes.ts'
import type { Oauth } from './people/oauth/oauth.ts'
import { oauthRoutes } from './people/oauth/oauth-routes.ts'
import { accountRoutes, requireSignIn } from './people/pages/account-routes.ts'
import { dataRoutes } from './people/pages/data-routes.ts'
import { notSetUpRoutes } from './people/pages/not-set-up-routes.ts'
import { passwordRoutes } from './people/pages/password-routes.ts'
import { securityRoutes } from './people/pages/security-routes.ts'
import { servePages } from './people/pages/serve-pages.ts'
import { userSignInRoutes } from './people/pages/sign-in-routes.ts'
import { createSignUpCookie } from './people/pages/sign-up-cookie.ts'
import { userSignUpRoutes } from './people/pages/sign-up-routes.ts'
import { styleRoutes } from './people/pages/style-routes.ts'
import type { UserSessions } from './people/pages/user-session.ts'
import { verifyRoutes } from './people/pages/verify-routes.ts'
import { auditEventRoutes } from './people/team/audit-event-routes.ts'
import { browserSessionRoutes } from './people/team/browser-session-routes.ts'
import { confirmEmailRoutes, ownEmailRoutes } from './people/team/email-change-routes.ts'
import { acceptInvitationRoutes, invitationRoutes } from './people/team/invitation-routes.ts'
import { refuseOtherEcosystems } from './people/team/own-account.ts'
import { ownPasswordRoutes, passwordResetRoutes } from './people/team/password-routes.ts'
import { secondFactorRoutes } from './people/team/second-factor-routes.ts'
import { sessionRoutes } from './people/team/session-routes.ts'
import { signInRoutes } from './people/team/sign-in-routes.ts'
import type { ClearPartner } from './people/team/take-over.ts'
import type { TeamSessions } from './people/team/team-browser-session.ts'
import { teamRoutes } from './people/team/team-routes.ts'
import { verifyPartnerRoutes } from './people/team/verify-partner-routes.ts'
import { userDetailsRoutes } from './people/users/user-details-routes.ts'
import type { RevokeGrants } from './people/users/user-password.ts'
import { emailCodeRoutes, onboardByTagRoutes, signUpRoutes } from './people/users/user-routes.ts'
import { activityListRoutes } from './programme/activities/activity-list-routes.ts'
import { activityRoutes } from './programme/activities/activity-routes.ts'
import { bulkActivityRoutes } from './programme/activities/bulk-activity-routes.ts'
import { awardRoutes } from './programme/awards/award-routes.ts'
import { bulkAwardRoutes } from './programme/awards/bulk-award-routes.ts'
import { memberProgressRoutes } from './programme/awards/member-progress-routes.ts'
import { tryRuleRoutes } from './programme/awards/try-rule-routes.ts'
import { backtestRoutes } from './programme/backtests/backtest-routes.ts'
import { tryConditionRoutes } from './programme/backtests/try-condition-routes.ts'
import { adjustmentRoutes, refundRoutes, transferRoutes } from './programme/coins/coin-call-routes.ts'
import { transactionRoutes } from './programme/coins/transaction-routes.ts'
import type { Engine } from './programme/engine/engine.ts'
import { decisionRoutes } from './programme/history/decision-routes.ts'
import { orderRoutes } from './programme/history/order-routes.ts'
import { holdRoutes } from './programme/holds/hold-routes.ts'
import { importRoutes } from './programme/imports/import-routes.ts'
import { coinBoardRoutes } from './programme/leaderboards/coin-board-routes.ts'
import { pointsBoardRoutes } from './programme/leaderboards/points-board-routes.ts'
import { attributeRoutes } from './programme/members/attribute-routes.ts'
import { customerRoutes } from './programme/members/customer-routes.ts'
import { memberRoutes } from './programme/members/member-routes.ts'
import { activityTypeRoutes } from './programme/overview/activity-type-routes.ts'
import { financeRoutes } from './programme/overview/finance-routes.ts'
import { ruleResultsLister } from './programme/overview/list-rule-results.ts'
import { overviewRoutes } from './programme/overview/overview-routes.ts'
import { countsReader } from './programme/overview/read-counts.ts'
import { changeTimeZone } from './programme/overview/recount.ts'
import { resultsRoutes } from './programme/overview/results-routes.ts'
import { statementRoutes } from './programme/overview/statement-routes.ts'
import { logoRoutes, ownLogoRoutes } from './programme/partners/logo-routes.ts'
import { ownPartnerRoutes, partnerOnboardingRoutes } from './programme/partners/partner-routes.ts'
import { isRegisteredOrigin as findRegisteredOrigin } from './programme/partners/partner-store.ts'
import type { PartnerReads } from './programme/read-batches/partner-reads.ts'
import { returnRoutes } from './programme/returns/return-routes.ts'
import { ruleRoutes } from './programme/rules/rule-routes.ts'
import { searchRoutes } from './programme/search/search-routes.ts'
import type { WalletsNow } from './programme/wallets/wallet-now.ts'
import type { Encryption } from './runtime/crypto/encryption.ts'
import { notFound, stopping } from './runtime/failure.ts'
import type { Config } from './runtime/settings/config.ts'
import type { Database } from './storage/database/database.ts'
import { dashboardRoutes } from './web/dashboard/dashboard-routes.ts'
import { embedRoutes } from './web/embed/embed-routes.ts'
import { guideRoutes } from './web/guides/guide-routes.ts'

export type Services = Engine & {
  config: Config
  database: Database
  reads: PartnerReads
  walletsNow: WalletsNow
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
  backtestRequested: () => void
  eventWatch: EventWatch
  requestLog: RequestLog
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
/** A request must arrive whole within this time. Responses, such as event streams, may take longer. */
const REQUEST_TIMEOUT_MS = 120_000
/** Most responses are data. Pages set their own policy. */
const DEFAULT_CONTENT_SECURITY_POLICY = "default-src 'none';frame-ancestors 'none'"
/** Node's limit of a request line, so that the route itself can refuse a parameter that is too long. */
const PATH_CHARACTERS_MAX = 16_384

/**
 * The table of contents: every route of the service. `identity/authorization/access.ts` says who may call the
 * API.
 */
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
  await app.register(rateLimit, requestLimits(config))
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
    await referencePage(plain)
    if (config.mode === 'development') {
      emptyRoute(plain, '/dev/empty')
      emptyRoute(plain, '/dev/empty/guarded', requireAccess({ kinds: ['client', 'team'] }))
      await plain.register(mailboxRoutes(services))
    }
  })

  // These are the users' own pages.
  await app.register(async (plain: App) => styleRoutes(plain))
  await app.register(async (plain: App) => notSetUpRoutes(plain))
  await app.register(
    async (pages: App) => {
      await servePages(pages, services)
      pages.setNotFoundHandler(async () => {
        throw notFound('The page')
      })

      // These are public.
      const findRequester: Oauth['findRequester'] = (id) => services.oauth.findRequester(id)
      const signUpCookie = createSignUpCookie(services)
      userSignInRoutes(pages, { ...services, findRequester })
      userSignUpRoutes(pages, { ...services, findRequester, signUpCookie })
      verifyRoutes(pages, { ...services, signUpCookie })
      passwordRoutes(pages, { ...services, findRequester })

      // These require a signed-in user.
      pages.register(async (inner: App) => {
        inner.addHook('onRequest', requireSignIn)
        accountRoutes(inner, services)
        securityRoutes(inner, services)
        dataRoutes(inner, { ...services, exports })
      })
    },
    { prefix: '/account' },
  )

  await app.register(async (plain: App) => dashboardRoutes(plain, services))
  await app.register(async (plain: App) => embedRoutes(plain, services))
  await app.register(async (plain: App) => logoRoutes(plain, services))
  await app.register(async (plain: App) => guideRoutes(plain))

  // The authorization server has its consent page here.
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
        changeTimeZone,
      }
      partnerOnboardingRoutes(api, partnerServices)
      signInRoutes(api, services)
      browserSessionRoutes(api, services)
      verifyPartnerRoutes(api, services)
      passwordResetRoutes(api, services)
      confirmEmailRoutes(api, services)
      acceptInvitationRoutes(api, services)
      api.register(async (inner: App) => {
        inner.addHook('preHandler', refuseOtherEcosystems)
        ownPartnerRoutes(inner, partnerServices)
        ownLogoRoutes(inner, services)
        userDetailsRoutes(inner, services)
        clientSecretRoutes(inner, services)
        sessionRoutes(inner, services)
        ownPasswordRoutes(inner, services)
        ownEmailRoutes(inner, services)
        secondFactorRoutes(inner, services)
        teamRoutes(inner, services)
        invitationRoutes(inner, services)
        auditEventRoutes(inner, services)
      })
      signUpRoutes(api, services)
      emailCodeRoutes(api, services)
      memberRoutes(api, services)
      customerRoutes(api, services)
      attributeRoutes(api, services)
      api.register(async (files: App) => importRoutes(files, { ...services, exports }))
      onboardByTagRoutes(api, services)
      memberExportRoutes(api, { ...services, exports })
      erasureRoutes(api, services)
      const readCounts = countsReader(services.database)
      const listRuleResults = ruleResultsLister(readCounts, services.now)
      ruleRoutes(api, { ...services, listRuleResults })
      resultsRoutes(api, { ...services, readCounts })
      tryRuleRoutes(api, services)
      tryConditionRoutes(api, services)
      backtestRoutes(api, services)
      memberProgressRoutes(api, services)
      awardRoutes(api, services)
      bulkAwardRoutes(api, services)
      activityRoutes(api, services)
      bulkActivityRoutes(api, services)
      activityListRoutes(api, services)
      decisionRoutes(api, { ...services, readCounts })
      orderRoutes(api, services)
      transferRoutes(api, services)
      holdRoutes(api, services)
      refundRoutes(api, services)
      returnRoutes(api, services)
      adjustmentRoutes(api, services)
      transactionRoutes(api, { ...services, exports })
      pointsBoardRoutes(api, services)
      coinBoardRoutes(api, services)
      const streamServices = {
        ...services,
        isStillValid: (request: FastifyRequest) => isStillValid(services, request),
      }
      eventRoutes(api, streamServices)
      ownRoutes(api, streamServices)
      overviewRoutes(api, { ...services, readCounts })
      activityTypeRoutes(api, { ...services, readCounts })
      statementRoutes(api, { ...services, readCounts })
      financeRoutes(api, { ...services, readCounts })
      webhookRoutes(api, services)
      alarmRoutes(api, services)
      attemptRoutes(api, services)
      diagnoseRoutes(api, services)
      requestLogRoutes(api, services)
      searchRoutes(api, services)
    },
    { prefix: '/api/v1' },
  )
  refuseOtherMethods(app, methodsOf)
  await app.ready()
  return app
}
