import assert from 'node:assert/strict'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { CLIENT_SCOPES, USER_SCOPES } from '../../identity/authorization/access.ts'
import { AUDIENCE, SIGNING_ALGORITHM, type TokenClaims } from '../../identity/authorization/access-token.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database } from '../../storage/database/database.ts'
import { checkSecret } from './client-secret.ts'
import type { ClientSecret } from './client-secret-store.ts'

export const TOKEN_LIFETIME_SECONDS = 300

/** The secret that authenticated a request. */
const secrets = new WeakMap<KoaContextWithOIDC, ClientSecret>()

/** The resource of the library's access tokens. */
export const resourceOf = (config: Config) => `${config.origin}/api/v1`

/** Has the library issue access tokens with the claims that the API's guard reads. */
export function issueAccessTokens({ config, now }: { config: Config; now: () => Date }) {
  const resource = resourceOf(config)
  return {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo(ctx, indicator) {
        if (indicator !== resource) throw new errors.InvalidTarget()
        const { params } = ctx.oidc
        const isClients = params?.grant_type === 'client_credentials'
        const secret = isClients ? secrets.get(ctx) : undefined
        const scopes: readonly string[] = secret?.scopes ?? Object.keys(USER_SCOPES)
        // A client that names no scope gets those of its secret.
        if (secret && params && !params.scope) params.scope = scopes.join(' ')
        const lacking = secret ? CLIENT_SCOPES.filter((scope) => !scopes.includes(scope)) : []
        refuseScopes(params?.scope, { available: scopes, lacking })
        return {
          scope: scopes.join(' '),
          audience: AUDIENCE,
          accessTokenTTL: lifetimeOf(secret, now()),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }
      },
    },
    formats: {
      customizers: {
        jwt(ctx, token, parts) {
          const { client } = token
          assert(client)
          const isClients = token.kind === 'ClientCredentials'
          const secret = isClients ? secrets.get(ctx) : undefined
          const sid = isClients ? secret?.id : 'grantId' in token && token.grantId
          assert(sid, 'a token belongs to a secret or a grant')
          const at = now()
          const issuedAt = Math.floor(at.getTime() / 1000)
          Object.assign(parts.payload, {
            kind: isClients ? 'client' : 'user',
            ...(secret && { sub: String(client.partner_id), name: secret.name }),
            partner_id: String(client.partner_id),
            eco: String(client.ecosystem),
            sid,
            scope: token.scope ?? '',
            iat: issuedAt,
            exp: issuedAt + lifetimeOf(secret, at),
          } satisfies Partial<TokenClaims>)
        },
      },
    },
  } satisfies { resourceIndicators: ResourceIndicators; formats: NonNullable<Configuration['formats']> }
}

/** No token outlives its secret by more than a second. */
function lifetimeOf(secret: ClientSecret | undefined, now: Date): number {
  if (!secret?.expiresAt) return TOKEN_LIFETIME_SECONDS
  const left = Math.floor(secret.expiresAt.getTime() / 1000) - Math.floor(now.getTime() / 1000)
  return Math.max(1, Math.min(left, TOKEN_LIFETIME_SECONDS))
}

const KNOWN_SCOPES = new Set([...CLIENT_SCOPES, ...Object.keys(USER_SCOPES)])

type OfToken = { available: readonly string[]; lacking: readonly string[] }

/**
 * Refuses unknown scopes and those a secret lacks. One of the other kind of token is left out, unless none
 * remains.
 */
function refuseScopes(scopeText: unknown, { available, lacking }: OfToken): void {
  if (typeof scopeText !== 'string') return
  const scopes = scopeText.split(' ')
  const wrong = scopes.find((scope) => !KNOWN_SCOPES.has(scope) || lacking.includes(scope))
  if (wrong === undefined && scopes.some((scope) => available.includes(scope))) return
  throw new errors.InvalidScope(`the scopes of this token are ${available.join(', ')}`, wrong ?? scopeText)
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Secrets are stored as hashes, and an application can have several. */
export function compareSecretsByHash(
  provider: Provider,
  { database, now }: { database: Database; now: () => Date },
): void {
  provider.Client.prototype.compareClientSecret = async function (clientSecret) {
    const secret = await checkSecret(database, String(this.partner_id), clientSecret, now())
    if (secret && Provider.ctx) secrets.set(Provider.ctx, secret)
    return secret !== undefined
  }
}
