import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { AccessTokens } from './auth/access-token.ts'
import { type Access, identifyCallers, refuseBadToken, requireAccess } from './auth/guard.ts'
import { signInRoutes } from './auth/sign-in-routes.ts'
import { awardRoutes } from './awards/award-routes.ts'
import { bulkAwardRoutes } from './awards/bulk-award-routes.ts'
import { decisionRoutes } from './awards/decision-routes.ts'
import { transactionRoutes } from './coins/transaction-routes.ts'
import { transferRoutes } from './coins/transfer-routes.ts'
import type { Config } from './config.ts'
import type { Engine } from './engine/engine.ts'
import { coinBoardRoutes } from './leaderboards/coin-board-routes.ts'
import { pointsBoardRoutes } from './leaderboards/points-board-routes.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import { ownPartnerRoutes, partnerOnboardingRoutes } from './partners/partner-routes.ts'
import type { Database } from './platform/database.ts'
import { notFound, tooMany, unavailable } from './platform/failure.ts'
import { newId } from './platform/ids.ts'
import { refuseStrangers } from './platform/loopback-only.ts'
import { openApi } from './platform/open-api.ts'
import type { Outbound, SignRequest } from './platform/outbound.ts'
import { referencePage } from './platform/reference-page.ts'
import type { Seal } from './platform/seal.ts'
import { emptyRoute, statusRoutes } from './platform/status-routes.ts'
import { compileValidator } from './platform/validation.ts'
import { type App, acceptOnlyJson, refuseUnreadable, sendFailure, useEnvelope } from './platform/wire.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { userDetailsRoutes } from './users/user-details-routes.ts'
import { emailCodeRoutes, onboardByTagRoutes, signUpRoutes } from './users/user-routes.ts'

export type Services = Engine & {
  config: Config
  database: Database
  seal: Seal
  accessTokens: AccessTokens
  outbound: Outbound
  signRequest: SignRequest
  mailPosted: () => void
  isDraining: () => boolean
  now: () => Date
  log: FastifyBaseLogger
}

const BODY_BYTES_MAX = 1_048_576
/** Answers are data; the few pages there are say for themselves what they load. */
const NOTHING_MAY_LOAD = "default-src 'none';frame-ancestors 'none'"
const OPEN_CALLS_PER_MINUTE = 60
/** As much as Node lets a request line have, so that a parameter is never too long for its route to say what is wrong with it. */
const PATH_CHARACTERS_MAX = 16_384

/** The table of contents: every route of the service, and who may call it. */
export async function buildApp(services: Services): Promise<App> {
  const { config, now } = services
  const app = Fastify({
    loggerInstance: services.log,
    genReqId: () => newId(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: refuseUnreadable,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(sendFailure)
  acceptOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('content-security-policy', NOTHING_MAY_LOAD)
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: config.mode === 'production',
  })
  identifyCallers(app, services.accessTokens, now)
  await app.register(rateLimit, limits(config))
  app.addHook('onRequest', app.rateLimit())
  app.addHook('onRequest', async () => {
    if (services.isDraining()) throw unavailable('The service is stopping; try again in a moment.')
  })
  if (config.mode === 'development') refuseStrangers(app)
  app.setNotFoundHandler(async (request) => {
    throw notFound(`The route ${request.method} ${request.url.split('?')[0]}`)
  })
  await app.register(swagger, openApi(config))

  await app.register(async (plain) => {
    statusRoutes(plain, services)
    await referencePage(plain)
    if (config.mode === 'development') {
      emptyRoute(plain)
      await plain.register(mailboxRoutes(services))
    }
  })

  await app.register(
    async (api: App) => {
      useEnvelope(api)

      // Open to everyone.
      partnerOnboardingRoutes(api, services)
      signInRoutes(api, services)
      emailCodeRoutes(api, services)

      // A token is optional here; one that is sent must be good.
      behind(api, refuseBadToken, (group) => {
        signUpRoutes(group, services)
        pointsBoardRoutes(group, services)
        coinBoardRoutes(group, services)
      })

      // Behind a credential.
      const partner = (scope: Access['scope']): Access => ({
        kinds: ['partner', 'person'],
        ...(scope && { scope }),
      })
      behind(api, requireAccess({ kinds: ['person'] }), (group) => {
        ownPartnerRoutes(group, services)
        userDetailsRoutes(group, services)
      })
      behind(api, requireAccess(partner('rules')), (group) => ruleRoutes(group, services))
      behind(api, requireAccess(partner('awards')), (group) => {
        awardRoutes(group, services)
        bulkAwardRoutes(group, services)
        decisionRoutes(group, services)
        memberRoutes(group, services)
        onboardByTagRoutes(group, services)
      })
      behind(api, requireAccess(partner('coins')), (group) => {
        transferRoutes(group, services)
        transactionRoutes(group, services)
      })
    },
    { prefix: '/api/v1' },
  )
  await app.ready()
  return app
}

type Guard = ReturnType<typeof requireAccess>

/** Puts a guard in front of a group of routes. */
function behind(api: App, guard: Guard, routes: (group: App) => void): void {
  api.register(async (group: App) => {
    group.addHook('onRequest', guard)
    routes(group)
  })
}

/** Partners are limited by the second, callers without a token by the minute and address, the latter in production alone. */
function limits(config: Config) {
  const openCalls = config.mode === 'production' ? OPEN_CALLS_PER_MINUTE : Number.MAX_SAFE_INTEGER
  return {
    global: false,
    enableDraftSpec: true,
    allowList: (request: FastifyRequest) => request.routeOptions.config.rateLimit === false,
    keyGenerator: (request: { credential: { partnerId: string } | null; ip: string }) =>
      request.credential?.partnerId ?? request.ip,
    max: (request: { credential: unknown }) =>
      request.credential ? config.partnerRequestsPerSecond : openCalls,
    timeWindow: (request: { credential: unknown }) => (request.credential ? 1000 : 60_000),
    errorResponseBuilder: (_: unknown, { ttl }: { ttl: number }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return tooMany(`Too many requests; try again in ${seconds} s.`, seconds)
    },
  }
}
