import { errorOf, LaurelError, LaurelUnreachable } from './errors.ts'
import type { CallOptions, ChangeOptions, DecideOptions, Operation } from './operation.ts'
import { mayRetry, pauseBeforeRetry } from './retry.ts'
import { type Credentials, createGrants, type Grant } from './tokens.ts'

export interface ConnectionOptions {
  /** Where the service is, such as `https://rewards.example.com`. */
  baseUrl: string
  /** The longest that one try of a call may take; 30 seconds unless given. */
  timeoutMs?: number
  /** How often a call that is safe to repeat is tried again; 4 times unless given. */
  retries?: number
  /** A call whose next try would have to wait longer than this fails instead; 60 seconds unless given. */
  waitSecondsMax?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

export type LaurelOptions = ConnectionOptions & Credentials

export type Call = {
  path?: (string | number)[]
  query?: Record<string, unknown>
  body?: unknown
  options?: DecideOptions & ChangeOptions
}

/** Sends a call, as often as it takes, and reads the response. Throws a `LaurelError` if it fails. */
export type Send = <Result>(
  operation: Operation,
  call: Call,
  read: (response: Response) => Result | Promise<Result>,
) => Promise<Result>

type Request = { path: string; init: RequestInit & { headers: Record<string, string> } }

const TIMEOUT_MS = 30_000
const RETRIES = 4
const KEY_BYTES = 16

export function createTransport(options: LaurelOptions): Send {
  const base = baseOf(options.baseUrl)
  const send = options.fetch ?? fetch

  /** One try. The time limit ends when the response is read. */
  async function attempt<Result>(
    { path, init }: Request,
    { signal, timeoutMs = options.timeoutMs ?? TIMEOUT_MS }: CallOptions,
    read: (response: Response) => Result | Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    try {
      const response = await send(`${base}${path}`, {
        ...init,
        // The API does not redirect, and what leads elsewhere must not get the secret.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      })
      if (!response.ok) throw await errorOf(response)
      return await read(response)
    } catch (error) {
      if (error instanceof LaurelError) throw error
      signal?.throwIfAborted()
      throw late.signal.aborted
        ? new LaurelUnreachable(`No response came within ${timeoutMs} ms.`, { code: 'timeout', cause: error })
        : new LaurelUnreachable(`No response came from ${base}.`, { code: 'connection_failed', cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async function withRetries<Result>(
    isSafe: boolean,
    { signal, retries = options.retries ?? RETRIES }: CallOptions,
    run: () => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await run()
      } catch (error) {
        if (tries >= retries || !mayRetry(error, isSafe, options.waitSecondsMax)) throw error
        await pauseBeforeRetry(tries, signal, error.retryAfterSeconds)
      }
    }
  }

  const grants = createGrants(options, (path, init, isSafe) =>
    withRetries(isSafe, {}, () =>
      attempt({ path, init }, {}, (response) => response.json() as Promise<Record<string, unknown>>),
    ),
  )

  return async (operation, call, read) => {
    const callOptions = call.options ?? {}
    const { signal } = callOptions
    const { init, isSafe } = requestOf(operation, call)
    const withGrant = async (grant: Grant | undefined) => {
      const path = pathOf(operation, call, options.ecosystem ?? grant?.ecosystem)
      const headers = { ...init.headers, ...grant?.headers }
      return attempt({ path, init: { ...init, headers } }, callOptions, read)
    }
    return withRetries(isSafe, callOptions, async () => {
      const grant = await grants.current(signal)
      try {
        return await withGrant(grant)
      } catch (error) {
        // A refused token did nothing, so every call may go again with another.
        const next = grant && isRefused(error) ? await grants.after(grant, error, signal) : undefined
        if (next === undefined) throw error
        return withGrant(next)
      }
    })
  }
}

const isRefused = (error: unknown): error is LaurelError =>
  error instanceof LaurelError && (error.status === 401 || error.code === 'csrf_token_invalid')

/** Without a scheme, `localhost:3000` would be an address of the scheme `localhost`. */
function baseOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl))
    throw new TypeError(
      `baseUrl must begin with https:// or http://, such as https://rewards.example.com; "${baseUrl}" does not.`,
    )
  return baseUrl.replace(/\/+$/, '')
}

/** What every try of a call sends: also the key, so that all of them are one request. */
function requestOf({ method, takesKey }: Operation, { body, options = {} }: Call) {
  const { idempotencyKey, dryRun, ifVersion, headers: extraHeaders } = options
  // A forecast takes no key.
  const key = takesKey && !dryRun ? (idempotencyKey ?? randomKey()) : idempotencyKey
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }),
    ...extraHeaders,
  }
  return {
    init: {
      method,
      headers,
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    },
    /** Doing it twice is the same as doing it once. */
    isSafe: method === 'GET' || method === 'PUT' || key !== undefined || dryRun === true,
  }
}

function pathOf(
  { id, path }: Operation,
  { path: pathValues = [], query, options }: Call,
  ecosystem?: string,
): string {
  const values = [...pathValues]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'eco' ? ecosystem : values.shift()
    if (value === undefined || value === '')
      throw new TypeError(
        name === 'eco' ? `Give the client its ecosystem to call ${id}.` : `${name} is missing.`,
      )
    // Even encoded, these two would lead to another operation.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be ${value}`)
    return encodeURIComponent(value)
  })
  const { dryRun, expand } = options ?? {}
  const search = new URLSearchParams()
  for (const [name, value] of [...Object.entries({ ...query }), ...Object.entries({ dryRun, expand })])
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
