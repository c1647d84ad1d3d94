import assert from 'node:assert/strict'
import * as openid from 'openid-client'
import type { Config } from '../../src/runtime/settings/config.ts'
import { signUp, type TestUser } from './account.ts'
import { dataOf } from './api.ts'
import { CookieJar } from './cookies.ts'
import { actionsOf, ME, newOwner, newRuleBody, PASSWORD, unique } from './partner.ts'
import { type OwnService, startTestService, type TestService } from './service.ts'

export const SCOPE = 'openid profile boards offline_access'
/** An endpoint that takes every kind of token. */
export const BOARD = '/api/v1/laas/leaderboard/new'

/** A service of its own that is reached under another address than it knows. */
export const startOauthService = (settings: Partial<Config> = {}): Promise<OwnService> =>
  startTestService({ origin: 'http://laurel.localhost:3000', ...settings })

export const issuerOf = ({ origin }: TestService) => `${origin}/oauth`

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
  const { partnerId, token } = await newOwner(service, changes)
  const { clientId, publicClientId } = await dataOf(service.get(ME, token))
  const { secret, id } = await dataOf(service.post(`${ME}/secrets`, { name: 'test' }, token))
  return { partnerId, token, clientId, publicClientId, secret, secretId: id }
}

/** Sends to the running service what is addressed to its origin. */
export function leadTo({ origin, url: running }: TestService) {
  return (url: string, options?: object): Promise<Response> => {
    assert(url.startsWith(origin), `${url} is an address of the service`)
    return fetch(url.replace(origin, running), options)
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
    new URL(issuerOf(service)),
    isPublic ? publicClientId : clientId,
    isPublic ? {} : { client_secret: secret },
    isPublic ? openid.None() : openid.ClientSecretBasic(secret),
    { execute: [openid.allowInsecureRequests], [openid.customFetch]: leadTo(service) },
  )
}

/** Who signs in with a tag. */
type SignedUp = Pick<TestUser, 'tag'>

/** A browser: keeps cookies, follows redirects within the service, and sends forms. It runs no scripts. */
export class OauthBrowser {
  readonly #service: TestService
  readonly #cookies = new CookieJar()
  url = ''
  status = 0
  text = ''

  constructor(service: TestService) {
    this.#service = service
  }

  /** Opens an address; resolves to the address it was led to when that is not the service's. */
  async open(address: string, options: RequestInit = {}): Promise<string | undefined> {
    let url = new URL(address, this.url || this.#service.origin).href
    let request = options
    for (let hops = 0; hops < 10; hops += 1) {
      if (!url.startsWith(this.#service.origin)) return url
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

  /** Opens the link that begins with this text. */
  follow(text: string): Promise<string | undefined> {
    const path = new RegExp(`href="([^"]+)">${text}`).exec(this.text)?.[1]
    assert(path, `${text} is a link of ${this.text}`)
    return this.open(path.replaceAll('&amp;', '&'))
  }

  signIn(user: SignedUp): Promise<string | undefined> {
    assert.match(this.url, /\/account\/sign-in\?next=/)
    return this.submit({ login: user.tag, password: PASSWORD })
  }

  signOut = () => this.submit({}, (form) => form.includes('/account/sign-out'))

  allow = () => this.submit({ decision: 'allow' })

  async #send(url: string, options: RequestInit): Promise<Response> {
    const response = await leadTo(this.#service)(url, {
      ...options,
      redirect: 'manual',
      headers: { accept: 'text/html', ...options.headers, ...this.#cookies.header(new URL(url).pathname) },
    })
    this.#cookies.keep(response.headers)
    return response
  }
}

export type Flow = { config: openid.Configuration; callback: URL; verifier: string; state: string }

/** Begins an authorization with the client library; resolves to its address and what must be remembered. */
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

/** Opens the consent page of a new request, with the user signed in. */
export async function openConsent(service: TestService, config: openid.Configuration, user: SignedUp) {
  const browser = new OauthBrowser(service)
  const { url, verifier, state } = await beginFlow(config)
  await browser.open(url)
  await browser.signIn(user)
  return {
    browser,
    state,
    /** Consents; resolves to the tokens. */
    async allow() {
      const callback = new URL((await browser.allow()) ?? '')
      return exchange({ config, callback, verifier, state })
    },
  }
}

/** Takes a user through sign-in and consent, up to the redirect address with its code. */
export async function getCode(
  service: TestService,
  config: openid.Configuration,
  user: SignedUp,
  parameters: Record<string, string> = {},
  browser = new OauthBrowser(service),
): Promise<Flow> {
  const { url, verifier, state } = await beginFlow(config, parameters)
  let redirect = await browser.open(url)
  if (!redirect && browser.url.includes('/account/sign-in')) redirect = await browser.signIn(user)
  if (!redirect) redirect = await browser.allow()
  assert(redirect, `${browser.status} ${browser.url}\n${browser.text}`)
  return { config, callback: new URL(redirect), verifier, state }
}

export const exchange = ({ config, callback, verifier, state }: Flow) =>
  openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state })

/** The whole way: a user's tokens. */
export async function getTokens(
  service: TestService,
  config: openid.Configuration,
  user: SignedUp,
  parameters: Record<string, string> = {},
) {
  return exchange(await getCode(service, config, user, parameters))
}

/** A partner with a rule that pays 10 coins. */
export async function newOauthShop(service: TestService, changes: Record<string, unknown> = {}) {
  const partner = await onboardOauthPartner(service, changes)
  const rule = newRuleBody()
  await dataOf(service.post('/api/v1/laas/rules/create-rule', rule, partner.token))
  const config = await discover(service, partner)
  const actions = actionsOf(service, () => partner.token)
  return {
    ...partner,
    ...actions,
    rule,
    config,
    /** A customer with this address and 10 coins. */
    async addCustomer(
      email: string,
      externalId = unique('customer-'),
    ): Promise<{ userId: string; id: string }> {
      const customer = await dataOf(service.post('/api/v1/laas/users', { externalId, email }, partner.token))
      await dataOf(actions.award(customer.userId, rule.name))
      return customer
    },
    /** What a user's app gets: who the member is, and a token. */
    async link(user?: TestUser, scope = 'openid wallet boards') {
      const tokens = await getTokens(service, config, user ?? (await signUp(service)), { scope })
      return { userId: tokens.claims()?.sub ?? '', token: tokens.access_token }
    },
  }
}
