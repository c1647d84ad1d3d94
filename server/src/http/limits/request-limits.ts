import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { tooMany } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { isLoopback } from '../../runtime/settings/parsers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Counts requests per caller instead of per IP address. On every route that takes a token, required or
     * optional; on open routes such as sign-in any valid token would bypass the brute-force limit.
     */
    countsCallers?: boolean
    /** What everyone may read. Has a limit of its own, which uses up none of the requests to sign in. */
    isPublicRead?: boolean
  }
}

const UNLIMITED = Number.MAX_SAFE_INTEGER
/** A partner's backend calls from one address for all its users. */
const OAUTH_FACTOR = 20
/** Load balancers with one address for all their probes, and strangers behind it, stay below. */
const HEALTH_CHECKS_PER_MINUTE = 6_000

/** A browser keeps to one connection, and so to one worker: signing in must fit into its share. */
const SHARE_MIN = 20

const KEYS_MAX = 100_000

type Counted = (error: null, counted: { current: number; ttl: number }) => void

/** Counts requests per key, in windows that all keys share. Routes share the counts too. */
export class RequestCounts {
  #counts = new LRUCache<string, { start: number; current: number }>({ max: KEYS_MAX })

  incr(key: string, counted: Counted, windowMs: number): void {
    const now = Date.now()
    const start = now - (now % windowMs)
    const known = this.#counts.get(key)
    const current = known?.start === start ? known.current + 1 : 1
    this.#counts.set(key, { start, current })
    counted(null, { current, ttl: start + windowMs - now })
  }

  child() {
    return this
  }
}

/**
 * Limits callers with a token per second, and all other requests per IP address and minute. Each of several
 * workers counts alone, so it allows its share of a limit.
 */
export function requestLimits(config: Config) {
  const share = (max: number) => {
    if (max === 0) return UNLIMITED
    return Math.max(Math.min(max, SHARE_MIN), Math.floor(max / config.workers))
  }
  const partnerPerSecond = share(config.partnerRequestsPerSecond)
  const perMinute = {
    unchecked: UNLIMITED,
    read: share(config.publicReadsPerMinute),
    health: share(HEALTH_CHECKS_PER_MINUTE),
    oauth: share(config.openRequestsPerMinute * OAUTH_FACTOR),
    open: share(config.openRequestsPerMinute),
  }
  return {
    global: false,
    store: RequestCounts,
    enableDraftSpec: true,
    allowList: (request: FastifyRequest) =>
      request.routeOptions.config.rateLimit === false || isLocalProbe(request),
    keyGenerator: (request: FastifyRequest) => callerKey(request) ?? openKey(request),
    max: (request: FastifyRequest) => {
      if (callerKey(request)) return partnerPerSecond
      return perMinute[openKind(request)]
    },
    timeWindow: (request: FastifyRequest) => (callerKey(request) ? 1000 : 60_000),
    errorResponseBuilder: (_: unknown, { ttl }: { ttl: number }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return tooMany(`Too many requests; try again in ${seconds} s.`, seconds)
    },
  }
}

/** A partner and its team share one count. Users have their own, so that they cannot use it up. */
function callerKey({ credential, routeOptions }: FastifyRequest): string | undefined {
  if (!credential || !routeOptions.config.countsCallers) return undefined
  return credential.kind === 'user' ? `user ${credential.subject}` : credential.partnerId
}

/**
 * A health check of the same machine, such as that of a container. A proxy there sends a forwarding header.
 */
function isLocalProbe({ routeOptions, socket, headers }: FastifyRequest): boolean {
  if (!routeOptions.config.isHealthCheck || !isLoopback(socket.remoteAddress ?? '')) return false
  return headers.forwarded === undefined && headers['x-forwarded-for'] === undefined
}

function openKey(request: FastifyRequest): string {
  const address = addressKey(request.ip)
  const kind = openKind(request)
  return kind === 'open' ? address : `${kind} ${address}`
}

function openKind({ credentialProblem, routeOptions }: FastifyRequest) {
  // No other request uses up those of a probe.
  if (routeOptions.config.isHealthCheck) return 'health'
  // A token that cannot be checked at the moment is not a guess; the response is 503.
  if (credentialProblem?.kind === 'unavailable') return 'unchecked'
  if (routeOptions.config.isPublicRead && !credentialProblem) return 'read'
  return routeOptions.url === '/oauth/*' ? 'oauth' : 'open'
}

const NETWORK_GROUPS = 4

/** The rate limit key of an address. One IPv6 client usually has a whole /64, so that network is one key. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
