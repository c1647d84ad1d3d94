import type { EventEmitter } from 'node:events'
import {
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { USER_SCOPES } from '../../identity/authorization/access.ts'
import { SIGNING_ALGORITHM } from '../../identity/authorization/access-token.ts'
import type { SigningKeys } from '../../identity/authorization/signing-keys.ts'
import { findMemberId, findMembershipOfAccount } from '../../programme/members/account-member-store.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { authorizationPath } from '../pages/next-path.ts'
import { findUserAccount } from '../users/user-account-store.ts'
import { CLIENT_PROPERTIES } from './client.ts'
import { type AdapterServices, createAdapter } from './oauth-adapter.ts'
import { renderProblem, renderSignedOut, renderSignOut } from './oauth-pages.ts'
import { compareSecretsByHash, issueAccessTokens, TOKEN_LIFETIME_SECONDS } from './provider-tokens.ts'

const HOUR = 3600
const DAY = 24 * HOUR

export type ProviderServices = AdapterServices & {
  signingKeys: SigningKeys
  /** Called for unexpected errors. */
  onError: (error: Error) => void
}

/** Configures the library. Its keys are fixed, so a new provider is made when they change. */
export function createProvider(services: ProviderServices): Provider {
  const { config, signingKeys } = services
  const issuing = issueAccessTokens(services)
  const provider = new Provider(issuerOf(config), {
    adapter: createAdapter(services),
    jwks: { keys: signingKeys.all.map(({ jwk }) => jwk) as never },
    cookies: cookies(services),
    ...CLIENTS,
    ...authorization(services),
    formats: issuing.formats,
    renderError: renderProblem,
    ttl: {
      AccessToken: TOKEN_LIFETIME_SECONDS,
      ClientCredentials: (_, { resourceServer }) => resourceServer?.accessTokenTTL ?? TOKEN_LIFETIME_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: 30 * DAY,
      Session: 14 * DAY,
      Grant: 365 * DAY,
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: true, allowedPolicy: maySee },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: issuing.resourceIndicators,
      revocation: { enabled: true, allowedPolicy: (_, client, { clientId }) => isOwn(client, clientId) },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderSignOut,
        postLogoutSuccessSource: renderSignedOut,
      },
      userinfo: { enabled: false },
    },
  })
  // Trusts the host and protocol headers, which prepareRequest sets from the configuration.
  provider.proxy = true
  provider.use(challengeClients(issuerOf(config)))
  provider.use(introspectMembers(services))
  provider.on('server_error', (_, error) => services.onError(error))
  // Koa emits every failed request; errors of the caller are not logged.
  const app: EventEmitter = provider
  app.on('error', (error: Error & { expose?: boolean }) => {
    if (!error.expose) services.onError(error)
  })
  compareSecretsByHash(provider, services)
  // The library would accept any port of a loopback address; only registered addresses are allowed.
  provider.Client.prototype.redirectUriAllowed = function (address) {
    return this.redirectUris?.includes(address) ?? false
  }
  return provider
}

/** The library sends a challenge only to clients that used the header. */
function challengeClients(issuer: string) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    if (ctx.status === 401 && !ctx.response.get('www-authenticate'))
      ctx.set('www-authenticate', `Basic realm="${issuer}", error="invalid_client"`)
  }
}

/** The library shows the account of a token; the partner knows the user by the id of the membership. */
function introspectMembers({ database }: ProviderServices) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const { route, client } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {}
    const tokenInfo = ctx.body as { sub?: string } | undefined
    if (route !== 'introspection' || !client || !tokenInfo?.sub) return
    const partnerId = String(client.partner_id)
    const memberId = await findMemberId(database, { accountId: tokenInfo.sub, partnerId })
    if (memberId !== undefined) tokenInfo.sub = memberId
  }
}

export const issuerOf = (config: Config) => `${config.origin}/oauth`

/** The prefixes bind cookies to this host; browsers accept them over https only. */
export function sessionCookieName({ origin }: Config): string {
  return `${isSecure(origin) ? '__Host-' : ''}laurel-oauth`
}

const isSecure = (origin: string) => origin.startsWith('https:')

function cookies({ config: { origin }, config, encryption }: ProviderServices) {
  const prefix = isSecure(origin) ? '__Secure-' : ''
  const options = { signed: true, httpOnly: true, sameSite: 'lax', secure: isSecure(origin) } as const
  return {
    names: {
      session: sessionCookieName(config),
      interaction: `${prefix}laurel-oauth-request`,
      resume: `${prefix}laurel-oauth-resume`,
    },
    long: options,
    short: options,
    keys: [encryption.keyedHash('oauth cookies', 'signature').toString('base64url')],
  }
}

const CLIENTS: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
  extraClientMetadata: { properties: CLIENT_PROPERTIES },
  enabledJWA: {
    idTokenSigningAlgValues: [SIGNING_ALGORITHM],
    requestObjectSigningAlgValues: [SIGNING_ALGORITHM],
    userinfoSigningAlgValues: [SIGNING_ALGORITHM],
    introspectionSigningAlgValues: [SIGNING_ALGORITHM],
    authorizationSigningAlgValues: [SIGNING_ALGORITHM],
  },
  // An app in a browser calls from the origin of its redirect address.
  clientBasedCORS: (_, origin, client) =>
    client.clientAuthMethod === 'none' &&
    (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
}

function authorization({ database }: ProviderServices): Configuration {
  const findMember = async (client: Client, accountId: string) => {
    const partnerId = String(client.partner_id)
    const membership = await findMembershipOfAccount(database, { accountId, partnerId })
    return membership?.leftAt === null ? membership : undefined
  }
  return {
    responseTypes: ['code'],
    discovery: { prompt_values_supported: ['none', 'consent', CREATE_PROMPT] },
    pkce: { required: () => true },
    scopes: Object.keys(USER_SCOPES),
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'picture', 'email', 'email_verified'],
    },
    extraParams: { deviceType: checkParameters },
    rotateRefreshToken: true,
    // Access tokens are revoked by the id of their grant, so the grant must end with them.
    revokeGrantPolicy: () => true,
    interactions: { policy: prompts(), url: (_, { uid }) => authorizationPath(uid) },
    async loadExistingGrant({ oidc }) {
      const { client, session, result, provider } = oidc
      const accountId = session?.accountId
      if (!client || !accountId) return undefined
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
      // A user who left the partner must consent again.
      return grantId && (await findMember(client, accountId)) ? provider.Grant.find(grantId) : undefined
    },
    async findAccount({ oidc }, userId, source) {
      const user = await findUserAccount(database, userId)
      const isForToken = source !== undefined && oidc.client !== undefined
      const member = user && isForToken && (await findMember(oidc.client, userId))
      if (!user || (isForToken && !member)) return undefined
      // A token names the user as this partner knows them. Codes, grants and refresh tokens keep the account.
      const subject = member ? member.userId : userId
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          name: user.fullname,
          preferred_username: user.tag,
          picture: user.avatar ?? undefined,
          email: user.email ?? undefined,
          email_verified: user.emailVerifiedAt !== null,
        }),
      }
    },
  }
}

/** Asks the user to create an account (Initiating User Registration via OpenID Connect 1.0). */
export const CREATE_PROMPT = 'create'

/** The account pages sign users in, so an application cannot require a new sign-in. */
function prompts() {
  const policy = interactionPolicy.base()
  const login = policy.get('login')?.checks.get('no_session')
  policy.remove('login')
  policy.add(new interactionPolicy.Prompt({ name: 'login' }, login as interactionPolicy.Check), 0)
  policy.add(new interactionPolicy.Prompt({ name: CREATE_PROMPT, requestable: true }), 0)
  return policy
}

function checkParameters({ oidc }: KoaContextWithOIDC, deviceType: string | undefined): void {
  if (!oidc.params?.state) throw new errors.InvalidRequest('state is required')
  if (deviceType !== undefined && !['web', 'mobile'].includes(deviceType))
    throw new errors.InvalidRequest('deviceType must be web or mobile')
  if (oidc.params.max_age !== undefined || oidc.prompts.has('login'))
    throw new errors.InvalidRequest('max_age is not supported')
}

/** A client may introspect tokens of its own application. One without a secret is not authenticated. */
function maySee(_: unknown, client: Client, token: { clientId?: string | undefined }): boolean {
  return client.clientAuthMethod !== 'none' && isOwn(client, token.clientId)
}

const isOwn = (client: Client, clientId: string | undefined) =>
  clientId === client.clientId || clientId === client.sibling_id
