import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, errors, request } from 'undici'
import type { Config } from '../config.ts'

/** Sends requests to addresses from partners. In production only public addresses are allowed. */
export type Outbound = {
  get(url: URL, options?: OutboundOptions): Promise<OutboundResponse>
  /** Sends a body. Does not follow redirects, and reads only the beginning of a long response. */
  post(url: URL, message: OutboundMessage): Promise<OutboundResponse>
  close(): Promise<void>
}

/** `headers` is called for each redirect, so that a signature can cover the current address. */
type OutboundOptions = { headers?: (url: URL) => Promise<Record<string, string>> }

type OutboundMessage = { headers: Record<string, string>; body: string; signal?: AbortSignal }

/** Signs a request, so that its receiver can verify the sender. */
export type SignRequest = (request: { audience: string; url: URL }, now: Date) => Promise<string>

/** `detail` completes the sentence "… could not be asked: …" and never quotes the response. */
export type OutboundResponse =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { ok: false; problem: OutboundProblem; detail: string }

type OutboundProblem = 'unreachable' | 'timeout' | 'too_large' | 'refused_address' | 'redirected'

export type OutboundSettings = {
  mode: Config['mode']
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
const LOCAL_RANGES = ['loopback', 'private', 'uniqueLocal']
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NOT_PUBLIC = 'it does not lead to a public address'

class RefusedAddress extends Error {}

export function createOutbound({
  mode,
  lookup = resolveAll,
  connect,
  limits,
  postLimits,
}: OutboundSettings): Outbound {
  const { connectMs, totalMs, bytesMax } = { ...LIMITS, ...limits }
  const postMax = { ...POST_LIMITS, ...postLimits }
  const agent = new Agent({
    connect: withConnectTimeout(
      connectMs,
      connect ??
        buildConnector({
          timeout: connectMs,
          lookup: checkedLookup(lookup, mode),
          autoSelectFamily: true,
        } as buildConnector.BuildOptions),
    ),
    connections: CONNECTIONS_PER_ORIGIN_MAX,
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
    const refusal = refusalOf(url, mode)
    if (refusal) return problem('refused_address', refusal)
    const { headers, body } = message
    const signal = message.signal ? AbortSignal.any([timeout, message.signal]) : timeout
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
    const beginning = await readBeginning(postMax.bytesMax, response.body)
    return { ok: true, status: response.statusCode, headers: response.headers, body: beginning }
  }

  async function get(options: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const { url, method, redirectsMax } = options
    const refusal = refusalOf(url, mode)
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

/** False also for IPv6 addresses that embed an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

function isAllowedAddress(address: string, mode: Config['mode']): boolean {
  if (isPublicAddress(address)) return true
  return mode === 'development' && isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.parse(address).range())
}

/** Why an address is refused before its name is resolved; undefined if it is not. */
export function refusalOf(url: URL, mode: Config['mode']): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it is not an http or https address'
  if (url.protocol === 'http:' && mode !== 'development') return 'it is not an https address'
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && !isAllowedAddress(literal, mode) ? NOT_PUBLIC : undefined
}

const resolveAll = (hostname: string) => resolveName(hostname, { all: true })

/**
 * Checks the addresses of a name while connecting, so that DNS rebinding cannot change them after the check.
 */
function checkedLookup(
  lookup: (hostname: string) => Promise<LookupAddress[]>,
  mode: Config['mode'],
): LookupFunction {
  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const addresses = await lookup(hostname)
    if (addresses.length === 0) throw Object.assign(new Error('No address.'), { code: 'ENOTFOUND' })
    if (!addresses.every(({ address }) => isAllowedAddress(address, mode))) throw new RefusedAddress()
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
  if (error instanceof RefusedAddress) return problem('refused_address', NOT_PUBLIC)
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
