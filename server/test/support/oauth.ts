import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import * as openid from 'openid-client'
import type { Config } from '../../src/config.ts'
import { mailedCode } from './answers.ts'
import { newPartnerBody, newUserBody, PASSWORD, unique } from './partner.ts'
import { startTestService, type TestService } from './service.ts'

/** Where the service is reached, as far as it knows; requests to it are led to where it really listens. */
const ORIGIN = 'http://laurel.localhost:3000'
export const ISSUER = `${ORIGIN}/oauth`
export const SCOPE = 'openid profile boards offline_access'

export const startOauthService = (settings: Partial<Config> = {}) =>
  startTestService({ origin: ORIGIN, ...settings })

export type TestUser = { id: string; tag: string; email: string }

/** A user with an account and a verified e-mail address. */
export async function signUp(service: TestService): Promise<TestUser> {
  const body = newUserBody({ tag: unique('person') })
  const created = await service.post('/api/v1/user', body)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const code = await mailedCode(service, body.email)
  const verified = await service.post('/api/v1/user/verify-email', { email: body.email, code })
  assert.equal(verified.status, 200)
  return { id: created.body.data.id, tag: body.tag, email: body.email }
}

export type OauthPartner = {
  partnerId: string
  token: string
  clientId: string
  publicClientId: string
  secret: string
  secretId: string
}

/** A partner with a client secret. */
export async function onboardOauthPartner(
  service: TestService,
  changes: Record<string, unknown> = {},
): Promise<OauthPartner> {
  const body = newPartnerBody(changes)
  const onboarded = await service.post('/api/v1/acme/partners', body)
  assert.equal(onboarded.status, 201, JSON.stringify(onboarded.body))
  const login = await service.post('/api/v1/acme/partners/login', { email: body.email, password: PASSWORD })
  const token: string = login.body.data.accessToken
  const me = await service.get('/api/v1/acme/partners/me', token)
  const made = await service.post('/api/v1/acme/partners/me/secrets', { name: 'test' }, token)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return {
    partnerId: me.body.data.partnerId,
    token,
    clientId: me.body.data.clientId,
    publicClientId: me.body.data.publicClientId,
    secret: made.body.data.secret,
    secretId: made.body.data.id,
  }
}

/** Sends to the running service what is addressed to its origin. */
export function leadTo(service: TestService) {
  return (url: string, options?: object): Promise<Response> => {
    assert(url.startsWith(ORIGIN), `${url} is an address of the service`)
    return fetch(url.replace(ORIGIN, service.url), options)
  }
}

/** The client library of a partner: with its secret, or without one as the public client. */
export function discover(
  service: TestService,
  { clientId, publicClientId, secret }: Pick<OauthPartner, 'clientId' | 'publicClientId' | 'secret'>,
  kind: 'confidential' | 'public' = 'confidential',
): Promise<openid.Configuration> {
  const isPublic = kind === 'public'
  return openid.discovery(
    new URL(ISSUER),
    isPublic ? publicClientId : clientId,
    isPublic ? {} : { client_secret: secret },
    isPublic ? openid.None() : openid.ClientSecretBasic(secret),
    { execute: [openid.allowInsecureRequests], [openid.customFetch]: leadTo(service) },
  )
}

/** A browser: keeps cookies, follows redirects within the service, and sends forms. It runs no scripts. */
export class Browser {
  readonly #service: TestService
  readonly #cookies = new Map<string, { pair: string; path: string }>()
  url = ''
  status = 0
  text = ''

  constructor(service: TestService) {
    this.#service = service
  }

  /** Opens an address; answers the address it was led to when that is not the service's. */
  async open(address: string, options: RequestInit = {}): Promise<string | undefined> {
    let url = new URL(address, this.url || ORIGIN).href
    let request = options
    for (let hops = 0; hops < 10; hops += 1) {
      if (!url.startsWith(ORIGIN)) return url
      const response = await this.#send(url, request)
      this.url = url
      this.status = response.status
      this.text = await response.text()
      const refreshed = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(this.text)?.[1]
      const location = response.headers.get('location') ?? refreshed?.replaceAll('&amp;', '&')
      if (!location) return undefined
      url = new URL(location, url).href
      request = {}
    }
    throw new Error(`it is led on and on: ${url}`)
  }

  /** Sends the first form of the page that is not the one to sign out with, with the button of this value. */
  async submit(
    fields: Record<string, string>,
    isIt = (form: string) => !form.includes('/account/sign-out'),
  ): Promise<string | undefined> {
    const forms = this.text.match(/<form[^>]*>[\s\S]*?<\/form>/g) ?? []
    const form = forms.find(isIt) ?? ''
    assert.match(form, /method="post"/, this.text)
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? this.url
    const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value] as [string, string],
    )
    return this.open(action, {
      method: 'POST',
      body: new URLSearchParams([...hidden, ...Object.entries(fields)]),
    })
  }

  signIn(user: TestUser): Promise<string | undefined> {
    assert.match(this.url, /\/account\/sign-in\?next=/)
    return this.submit({ login: user.tag, password: PASSWORD })
  }

  signOut = () => this.submit({}, (form) => form.includes('/account/sign-out'))

  allow = () => this.submit({ decision: 'allow' })

  async #send(url: string, options: RequestInit): Promise<Response> {
    const { pathname } = new URL(url)
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ pair }) => pair)
      .join('; ')
    const response = await fetch(url.replace(ORIGIN, this.#service.url), {
      ...options,
      redirect: 'manual',
      headers: { accept: 'text/html', ...options.headers, ...(cookie && { cookie }) },
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice(8)
    const key = `${pair.split('=')[0]} ${path}`
    if (expires && Date.parse(expires) < Date.now()) this.#cookies.delete(key)
    else this.#cookies.set(key, { pair, path })
  }
}

export type Flow = { config: openid.Configuration; callback: URL; verifier: string; state: string }

/** Begins an authorization with the client library; answers its address and what must be remembered. */
export async function beginFlow(
  config: openid.Configuration,
  parameters: Record<string, string> = {},
): Promise<{ url: string; verifier: string; state: string }> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  return { url: url.href, verifier, state }
}

/** Takes a user through sign-in and consent, up to the return address with its code. */
export async function getCode(
  service: TestService,
  config: openid.Configuration,
  user: TestUser,
  parameters: Record<string, string> = {},
  browser = new Browser(service),
): Promise<Flow> {
  const { url, verifier, state } = await beginFlow(config, parameters)
  let returned = await browser.open(url)
  if (!returned && browser.url.includes('/account/sign-in')) returned = await browser.signIn(user)
  if (!returned) returned = await browser.allow()
  assert(returned, `${browser.status} ${browser.url}\n${browser.text}`)
  return { config, callback: new URL(returned), verifier, state }
}

export const exchange = ({ config, callback, verifier, state }: Flow) =>
  openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state })

/** The whole way: a user's tokens. */
export async function getTokens(
  service: TestService,
  config: openid.Configuration,
  user: TestUser,
  parameters: Record<string, string> = {},
) {
  return exchange(await getCode(service, config, user, parameters))
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Waits until the API refuses a token, which it must within a second; the machine gets some more. */
export async function refusedSoon(service: TestService, token: string): Promise<void> {
  const deadline = Date.now() + 5_000
  while ((await service.get('/api/v1/laas/leaderboard/new', token)).status !== 401) {
    assert.ok(Date.now() < deadline, 'the token is refused')
    await pause(50)
  }
}
