import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { SignRequest } from '../../messages/outbound/outbound.ts'
import type { Credential, Role } from '../../runtime/caller.ts'
import { newId } from '../../storage/database/ids.ts'
import type { Revocations } from './revocations.ts'
import type { SigningKeys } from './signing-keys.ts'

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
export const SIGNING_ALGORITHM = 'ES256'
export const AUDIENCE = 'laurel-api'
const VERIFIED_TOKENS_MAX = 10_000

export type AccessTokens = {
  issue(credential: Credential, now: Date): Promise<string>
  /** The credential that a token proves; undefined when it is forged, expired or revoked. */
  verify(token: string, now: Date): Promise<Credential | undefined>
  /** Verifies as `verify` does, and returns all claims. */
  read(token: string, now: Date): Promise<VerifiedToken | undefined>
}

type VerifiedToken = { credential: Credential; claims: TokenClaims; expiresAt: number }

/**
 * Access tokens are signed, so they are verified without the database. Verified ones are cached, because
 * verifying a signature costs more than the rest of a request.
 */
export function createAccessTokens(
  keys: SigningKeys,
  issuer: string,
  revocations: Pick<Revocations, 'has' | 'refresh'>,
): AccessTokens {
  const verified = new LRUCache<string, VerifiedToken>({ max: VERIFIED_TOKENS_MAX })

  async function check(token: string, now: Date): Promise<VerifiedToken | undefined> {
    try {
      const { payload } = await jwtVerify<TokenClaims>(
        token,
        (header) => {
          const key = keys.find(header.kid ?? '')
          if (!key) throw new Error('unknown signing key')
          return key.publicKey
        },
        { issuer, audience: AUDIENCE, algorithms: [SIGNING_ALGORITHM], typ: 'at+jwt', currentDate: now },
      )
      return { credential: credentialOf(payload), claims: payload, expiresAt: payload.exp * 1000 }
    } catch {
      return undefined
    }
  }

  async function read(token: string, now: Date): Promise<VerifiedToken | undefined> {
    const known = verified.get(token) ?? (await check(token, now))
    if (!known) return undefined
    const refreshing = revocations.refresh()
    if (refreshing) await refreshing
    const { sid, jti } = known.claims
    const isRevoked = revocations.has(sid) || (jti !== undefined && revocations.has(jti))
    if (known.expiresAt <= now.getTime() || isRevoked) {
      verified.delete(token)
      return undefined
    }
    verified.set(token, known)
    return known
  }

  return {
    read,
    verify: async (token, now) => (await read(token, now))?.credential,
    issue: (credential, now) =>
      new SignJWT({
        kind: credential.kind,
        partner_id: credential.partnerId,
        sid: credential.sessionId,
        eco: credential.ecosystem,
        scope: [...credential.scopes].join(' '),
        role: credential.role,
        name: credential.name,
      })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.current.id, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(credential.subject)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + ACCESS_TOKEN_LIFETIME_SECONDS)
        .sign(keys.current.privateKey),
  }
}

/** The claims of every access token. Tokens of the token endpoint also have `jti` and `client_id`. */
export type TokenClaims = {
  sub: string
  iat: number
  exp: number
  jti?: string
  client_id?: string
  kind: Credential['kind']
  partner_id: string
  sid: string
  eco: string
  scope: string
  role?: Role
  name?: string
}

function credentialOf(claims: TokenClaims): Credential {
  return {
    kind: claims.kind,
    subject: claims.sub,
    name: claims.name ?? '',
    partnerId: claims.partner_id,
    sessionId: claims.sid,
    ...(claims.jti && { tokenId: claims.jti }),
    ecosystem: claims.eco,
    scopes: new Set(claims.scope.split(' ')),
    ...(claims.role && { role: claims.role }),
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const REQUEST_SIGNATURE_TYPE = 'laurel-request+jwt'
const REQUEST_SIGNATURE_SECONDS = 60

/** Signs a request for one address and one partner. Its type and audience differ from an access token. */
export function createRequestSigner(keys: SigningKeys, issuer: string): SignRequest {
  return ({ audience, url }, now) => {
    const issuedAt = seconds(now)
    return new SignJWT({ url: url.href })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.current.id, typ: REQUEST_SIGNATURE_TYPE })
      .setIssuer(issuer)
      .setAudience(audience)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + REQUEST_SIGNATURE_SECONDS)
      .sign(keys.current.privateKey)
  }
}
