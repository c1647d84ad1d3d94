import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, errors, Pool, request } from 'undici'
import { unavailable } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import { type OutboundPolicy, refusalOf, refusalOfAddress } from './outbound-policy.ts'
import { findSendingPause } from './sending-pause-store.ts'

/** Sends requests to addresses from partners. In production only public and allowed ones are called. */
export type Outbound = {
  get(url: URL, options?: OutboundOptions): Promise<OutboundResponse>
  /** Sends a body. Does not follow redirects, and reads only the beginning of a long response. */
  post(url: URL, message: OutboundMessage): Promise<OutboundResponse>
  close(): Promise<void>
}

/** `headers` is called for each redirect, so that a signature can cover the current address. */
type OutboundOptions = { headers?: (url: URL) => Promise<Record<string, string>> }

type OutboundMessage = { headers: Record<string, string>; body: Buffer; signal?: AbortSignal }

/** Signs a request, so that its receiver can verify the sender. */
export type SignRequest = (request: { audience: string; url: URL }, now: Date) => Promise<string>

/** `detail` completes the sentence "… could not be asked: …" and never quotes the response. */
export type OutboundResponse =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { ok: false; problem: OutboundProblem; detail: string }

type OutboundProblem = 'unreachable' | 'timeout' | 'too_large' | 'refused_address' | 'redirected'

export type OutboundSettings = OutboundPolicy & {
  lookup?: (hostname: string) => Promise<LookupAddress[]>
  connect?: buildConnector.connector
  limits?: Partial<typeof LIMITS>
  postLimits?: Partial<typeof POST_LIMITS>
}

type OutboundRequest = OutboundOptions & { method: 'GET'; url: URL; redirectsMax: number }

const LIMITS = { connectMs: 2_000, totalMs: 5_000, bytesMax: 256 * 1_024 }
const POST_LIMITS = { totalMs: 15_000, bytesMax: 64 * 1_024 }
const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const CONNECTIONS_PER_ORIGIN_MAX = 50

class RefusedAddress extends Error {}

export function createOutbound({
  lookup = resolveAll,
  connect,
  limits,
  postLimits,
  ...policy
}: OutboundSettings): Outbound {
  const { connectMs, totalMs, bytesMax } = { ...LIMITS, ...limits }
  const postMax = { ...POST_LIMITS, ...postLimits }
  const connectorTo = (origin: URL) =>
    buildConnector({
      timeout: connectMs,
      lookup: checkedLookup(lookup, origin, policy),
      autoSelectFamily: true,
    } as buildConnector.BuildOptions)
  const agent = new Agent({
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        connect: withConnectTimeout(connectMs, connect ?? connectorTo(new URL(origin))),
        connections: CONNECTIONS_PER_ORIGIN_MAX,
      }),
  })

  async function withTimeout(
    ms: number,
    send: (signal: AbortSignal) => Promise<OutboundResponse>,
  ): Promise<OutboundResponse> {
    const signal = AbortSignal.timeout(ms)
    try {
      return await send(signal)
    } catch (error) {
      if (signal.aborted) return problem('timeout', `it did not answer within ${ms / 1_000} seconds`)
      return problemOf(error)
    }
  }

  async function post(url: URL, message: OutboundMessage, timeout: AbortSignal): Promise<OutboundResponse> {
    const refusal = refusalOf(url, policy)
    if (refusal) return problem('refused_address', refusal)
    const { headers, body } = message
    const signal = message.signal ? AbortSignal.any([timeout, message.signal]) : timeout
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
    const beginning = await readBeginning(postMax.bytesMax, response.body)
    return { ok: true, status: response.statusCode, headers: response.headers, body: beginning }
  }

  async function get(options: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const { url, method, redirectsMax } = options
    const refusal = refusalOf(url, policy)
    if (refusal) return problem('refused_address', refusal)

    const headers = (await options.headers?.(url)) ?? {}
    const response = await request(url, { dispatcher: agent, method, headers, signal })
    const location = redirectOf(response.statusCode, response.headers, url)
    if (location) {
      response.body.on('error', () => {}).destroy()
      if (location === 'invalid') return problem('redirected', 'it redirects to an invalid address')
      if (location.host !== url.host) return problem('redirected', 'it redirects to another host')
      if (redirectsMax === 0) return problem('redirected', 'it redirects too often')
      return get({ ...options, url: location, redirectsMax: redirectsMax - 1 }, signal)
    }

    const body = await readAtMost(bytesMax, response.body)
    if (!body) return problem('too_large', `its answer is larger than ${bytesMax / 1_024} kB`)
    return { ok: true, status: response.statusCode, headers: response.headers, body }
  }

  return {
    get: (url, options) =>
      withTimeout(totalMs, (signal) =>
        get({ ...options, method: 'GET', url, redirectsMax: REDIRECTS_MAX }, signal),
      ),
    post: (url, message) => withTimeout(postMax.totalMs, (signal) => post(url, message, signal)),
    close: () => agent.close(),
  }
}

const resolveAll = (hostname: string) => resolveName(hostname, { all: true })

/**
 * Checks the addresses of a name while connecting, so that DNS rebinding cannot change them after the check.
 */
function checkedLookup(
  lookup: (hostname: string) => Promise<LookupAddress[]>,
  origin: URL,
  policy: OutboundPolicy,
): LookupFunction {
  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const addresses = await lookup(hostname)
    if (addresses.length === 0) throw Object.assign(new Error('No address.'), { code: 'ENOTFOUND' })
    for (const { address } of addresses) {
      const refusal = refusalOfAddress(address, origin, policy)
      if (refusal) throw new RefusedAddress(refusal)
    }
    return addresses
  }
  return (hostname, _options, callback) => {
    resolve(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** The library's own connect timeout has a resolution of half a second. It still ends the late attempt. */
function withConnectTimeout(ms: number, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      callback(new errors.ConnectTimeoutError('The connection took too long.'), null)
    }, ms)
    connect(options, (...outcome) => {
      if (isLate) return void outcome[1]?.destroy()
      clearTimeout(timer)
      callback(...outcome)
    })
  }
}

function redirectOf(status: number, headers: IncomingHttpHeaders, from: URL): URL | 'invalid' | undefined {
  if (!REDIRECT_STATUSES.includes(status) || headers.location === undefined) return undefined
  return URL.parse(headers.location, from.href) ?? 'invalid'
}

/** Stops reading a body over the limit, which closes the connection. */
async function readAtMost(bytesMax: number, body: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads up to the limit. A longer body closes the connection. */
async function readBeginning(bytesMax: number, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

function problem(kind: OutboundProblem, detail: string): OutboundResponse {
  return { ok: false, problem: kind, detail }
}

function problemOf(error: unknown): OutboundResponse {
  if (error instanceof RefusedAddress) return problem('refused_address', error.message)
  if (error instanceof errors.HTTPParserError) return problem('unreachable', 'its answer is not valid HTTP')
  const { code } = error as { code?: string }
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return problem('timeout', 'it did not accept a connection in time')
    case 'UND_ERR_HEADERS_OVERFLOW':
      return problem('too_large', 'the headers of its answer are too large')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem('unreachable', 'its name could not be resolved')
    case 'ECONNREFUSED':
      return problem('unreachable', 'it refused the connection')
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return problem('unreachable', 'it closed the connection before its answer was complete')
    case 'UND_ERR_INVALID_ARG':
    case undefined:
      throw error
    default:
      return problem('unreachable', `the connection failed (${code})`)
  }
}

const RETRY_AFTER_SECONDS = 60

/** Sends nothing while sending is paused, as in a restored copy. */
export function pausable(outbound: Outbound, database: Db): Outbound {
  async function refuseWhilePaused(): Promise<void> {
    if (await findSendingPause(database))
      throw unavailable(
        'This copy of the service sends nothing; its operator lifts that with `laurel resume-sending`.',
        RETRY_AFTER_SECONDS,
      )
  }
  return {
    async get(url, options) {
      await refuseWhilePaused()
      return outbound.get(url, options)
    },
    async post(url, message) {
      await refuseWhilePaused()
      return outbound.post(url, message)
    },
    close: outbound.close,
  }
}
