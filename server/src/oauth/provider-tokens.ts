import assert from 'node:assert/strict'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { PARTNER_SCOPES, USER_SCOPES } from '../authorization/access.ts'
import { AUDIENCE, SIGNING_ALGORITHM, type TokenClaims } from '../authorization/access-token.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { checkSecret } from './client-secret.ts'

export const TOKEN_LIFETIME_SECONDS = 300

/** With which secret a request was authenticated. */
const secretIds = new WeakMap<KoaContextWithOIDC, string>()

/** What the library's tokens are for. */
export const resourceOf = (config: Config) => `${config.origin}/api/v1`

/** Has the library issue access tokens for the API, in the form that the API's guard reads. */
export function issueAccessTokens({ config, now }: { config: Config; now: () => Date }) {
  const resource = resourceOf(config)
  return {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo({ oidc }, indicator) {
        if (indicator !== resource) throw new errors.InvalidTarget()
        const isPartners = oidc.params?.grant_type === 'client_credentials'
        return {
          scope: (isPartners ? PARTNER_SCOPES : Object.keys(USER_SCOPES)).join(' '),
          audience: AUDIENCE,
          accessTokenTTL: TOKEN_LIFETIME_SECONDS,
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
          const isPartners = token.kind === 'ClientCredentials'
          const sid = isPartners ? secretIds.get(ctx) : 'grantId' in token && token.grantId
          assert(sid, 'a token can be ended by its secret or its grant')
          const issuedAt = Math.floor(now().getTime() / 1000)
          Object.assign(parts.payload, {
            kind: isPartners ? 'partner' : 'user',
            ...(isPartners && { sub: String(client.partner_id) }),
            partner_id: String(client.partner_id),
            eco: String(client.ecosystem),
            sid,
            scope: token.scope ?? '',
            iat: issuedAt,
            exp: issuedAt + TOKEN_LIFETIME_SECONDS,
          } satisfies Partial<TokenClaims>)
        },
      },
    },
  } satisfies { resourceIndicators: ResourceIndicators; formats: NonNullable<Configuration['formats']> }
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Secrets are known as hashes alone, and an application can have several. */
export function compareSecretsByHash(
  provider: Provider,
  { database, now }: { database: Database; now: () => Date },
): void {
  provider.Client.prototype.compareClientSecret = async function (given) {
    const secretId = await checkSecret(database, String(this.partner_id), given, now())
    if (secretId && Provider.ctx) secretIds.set(Provider.ctx, secretId)
    return secretId !== undefined
  }
}
