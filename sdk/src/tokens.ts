import type { LaurelError } from './errors.ts'
import type { BrowserSession } from './schemas.ts'

interface WithoutClient {
  clientId?: never
  clientSecret?: never
  scopes?: never
}
interface WithoutToken {
  accessToken?: never
}
interface WithoutTeam {
  email?: never
  password?: never
  code?: never
}
interface WithoutSession {
  session?: never
}

/** A backend signs in with a client secret. */
export interface ClientCredentials extends WithoutToken, WithoutTeam, WithoutSession {
  /** The `clientId` of your application. */
  clientId: string
  /** A client secret of your application. Never ship it to a browser. */
  clientSecret: string
  /** Asks for these scopes only, instead of all that the secret has. */
  scopes?: string[]
  /** The ecosystem that the partner was onboarded in; the token names it. */
  ecosystem?: string
}

/** Use these when a token comes from elsewhere, such as a user's. */
export interface TokenCredentials extends WithoutClient, WithoutTeam, WithoutSession {
  /** An access token, or a function that returns one. It is called for each request, and again after a 401. */
  accessToken: string | (() => string | Promise<string>)
  /** The ecosystem that the partner was onboarded in; the token names it. */
  ecosystem?: string
}

/** Signs a member of the partner's team in. */
export interface TeamCredentials extends WithoutClient, WithoutToken, WithoutSession {
  /** The ecosystem that the partner was onboarded in. */
  ecosystem: string
  email: string
  password: string
  /** The code of a second factor. */
  code?: string
}

/** Pages that the service itself serves, such as its dashboard, use the cookie that the browser sends. */
export interface SessionCredentials extends WithoutClient, WithoutToken, WithoutTeam {
  /**
   * The session as `browserSession.read` returns it; null before the sign-in. It is called for each request, and
   * again, with the error, after the service refused the session or its CSRF token. Null then fails the call.
   */
  session: (refusal?: LaurelError) => ActiveSession | null | Promise<ActiveSession | null>
  ecosystem?: never
}

type ActiveSession = Pick<BrowserSession, 'csrfToken' | 'ecosystem'>

/** Some calls take no token, such as onboarding a partner. */
export interface NoCredentials extends WithoutClient, WithoutToken, WithoutTeam, WithoutSession {
  ecosystem?: string
}

/** What authorizes the calls of a client. */
export type Credentials =
  | ClientCredentials
  | TokenCredentials
  | TeamCredentials
  | SessionCredentials
  | NoCredentials

/** What a token is and how long it lasts. */
type Token = { token: string; expiresIn: number; refreshToken?: string }

/** What authorizes one request. */
export type Grant = { token: string; headers: Record<string, string>; ecosystem: string | undefined }

export type Grants = {
  /** Undefined when the client has no credentials. */
  current(signal: AbortSignal | undefined): Promise<Grant | undefined>
  /** The next grant after this one was refused; undefined when there is no other. */
  after(refused: Grant, error: LaurelError, signal: AbortSignal | undefined): Promise<Grant | undefined>
}

type Init = { method: 'POST'; headers: Record<string, string>; body: string | URLSearchParams }

/** Sends a request for a token; one that is safe may be repeated. */
type RequestToken = (path: string, init: Init, isSafe: boolean) => Promise<Record<string, unknown>>

/** The part of its lifetime after which a token is renewed. */
const RENEW_AT = 0.9

export function createGrants(credentials: Credentials, request: RequestToken): Grants {
  checkPairs(credentials)
  const { accessToken, session } = credentials
  if (session !== undefined) {
    const read = async (refusal?: LaurelError) => grantOf(await session(refusal))
    return { current: () => read(), after: (_, error) => read(error) }
  }
  if (accessToken !== undefined) {
    const read = async () => bearer(typeof accessToken === 'function' ? await accessToken() : accessToken)
    return {
      current: read,
      async after(refused) {
        const next = await read()
        return next.token === refused.token ? undefined : next
      },
    }
  }
  const issue = issuerOf(credentials, request)
  if (!issue) return { current: async () => undefined, after: async () => undefined }
  return renewed(issue)
}

const bearer = (token: string): Grant => ({
  token,
  headers: { authorization: `Bearer ${token}` },
  ecosystem: ecosystemIn(token),
})

const grantOf = (session: ActiveSession | null): Grant | undefined =>
  session
    ? {
        token: session.csrfToken,
        headers: { 'x-csrf-token': session.csrfToken },
        ecosystem: session.ecosystem,
      }
    : undefined

/** Programs in JavaScript, and values of the environment, can lack one of two. */
function checkPairs(credentials: Credentials): void {
  for (const pair of [
    ['clientId', 'clientSecret'],
    ['email', 'password'],
  ] as const) {
    const [missing, ...others] = pair.filter((name) => credentials[name] === undefined)
    if (missing && others.length === 0)
      throw new TypeError(`Give ${pair.join(' and ')} together; ${missing} is undefined.`)
  }
}

/** Keeps a token until it is due. Calls that need the next one share one request for it. */
function renewed(issue: (last: Token | undefined) => Promise<Token>): Grants {
  let last: Token | undefined
  let renewAt = 0
  let pending: Promise<Token> | undefined

  function renew(): Promise<Token> {
    pending ??= issue(last)
      .then((token) => {
        last = token
        renewAt = Date.now() + token.expiresIn * 1000 * RENEW_AT
        return token
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  const current: Grants['current'] = async (signal) => {
    const { token } = last && Date.now() < renewAt ? last : await untilAborted(renew(), signal)
    return bearer(token)
  }
  return {
    current,
    after(refused, _, signal) {
      if (last?.token === refused.token) renewAt = 0
      return current(signal)
    },
  }
}

/** The request is shared, so that one caller that gives up does not end it for the others. */
function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function issuerOf(
  { clientId, clientSecret, scopes, ecosystem, email, password, code }: Credentials,
  request: RequestToken,
): ((last: Token | undefined) => Promise<Token>) | undefined {
  if (clientId !== undefined && clientSecret !== undefined) {
    return async () => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId })
      form.set('client_secret', clientSecret)
      if (scopes) form.set('scope', scopes.join(' '))
      const { access_token, expires_in } = await request(
        '/oauth/token',
        { method: 'POST', headers: {}, body: form },
        true,
      )
      return { token: String(access_token), expiresIn: Number(expires_in) }
    }
  }
  if (email === undefined || password === undefined) return undefined
  if (ecosystem === undefined)
    throw new TypeError('To sign in, give the ecosystem beside email and password.')
  const path = `/api/v1/${encodeURIComponent(ecosystem)}/partners`
  const session = ({ data }: Record<string, unknown>): Token => {
    const { accessToken, expiresIn, refreshToken } = data as {
      accessToken: string
      expiresIn: number
      refreshToken: string
    }
    return { token: accessToken, expiresIn, refreshToken }
  }
  const send = (name: string, body: object, isSafe: boolean) => {
    const headers = { 'content-type': 'application/json' }
    return request(`${path}/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }, isSafe)
  }
  const signIn = async () => session(await send('login', { email, password, ...(code && { code }) }, !code))
  return async (last) => {
    if (last?.refreshToken === undefined) return signIn()
    try {
      return session(await send('refresh', { refreshToken: last.refreshToken }, false))
    } catch (error) {
      // The session ended; a code of a second factor works once.
      if ((error as LaurelError).status !== 401 || code) throw error
      return signIn()
    }
  }
}

/** The ecosystem that a token names. */
function ecosystemIn(token: string): string | undefined {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims.eco === 'string' ? claims.eco : undefined
  } catch {
    return undefined
  }
}
