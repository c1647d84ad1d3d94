import { jwtVerify, SignJWT } from 'jose'
import type { Credential, Role } from '../platform/credential.ts'
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
const AUDIENCE = 'laurel-api'
const VERIFIED_TOKENS_MAX = 10_000

export type AccessTokens = {
  issue(credential: Credential, now: Date): Promise<string>
  /** The credential a token proves, or undefined when it is not ours, its time is over, or it was revoked. */
  verify(token: string, now: Date): Promise<Credential | undefined>
}

/** Access tokens are signed, so a request is let in without asking the database; verified ones are remembered, because checking a signature costs more than the rest of a request. */
export function createAccessTokens(
  keys: SigningKeys,
  issuer: string,
  isRevoked: (sessionId: string) => boolean,
): AccessTokens {
  const verified = new Map<string, { credential: Credential; expiresAt: number }>()

  async function check(token: string, now: Date) {
    try {
      const { payload } = await jwtVerify<TokenClaims>(
        token,
        (header) => {
          const key = keys.publicKeys.get(header.kid ?? '')
          if (!key) throw new Error('unknown signing key')
          return key
        },
        { issuer, audience: AUDIENCE, algorithms: [SIGNING_ALGORITHM], typ: 'at+jwt', currentDate: now },
      )
      // Persons had no role before there were teams; such a token says too little.
      if (payload.kind === 'person' && !payload.role) return undefined
      return { credential: credentialOf(payload), expiresAt: payload.exp * 1000 }
    } catch {
      return undefined
    }
  }

  return {
    issue: (credential, now) =>
      new SignJWT({
        kind: credential.kind,
        partner_id: credential.partnerId,
        sid: credential.sessionId,
        eco: credential.ecosystem,
        scope: [...credential.scopes].join(' '),
        role: credential.role,
      })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.current.id, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(credential.subject)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + ACCESS_TOKEN_LIFETIME_SECONDS)
        .sign(keys.current.privateKey),

    async verify(token, now) {
      const known = verified.get(token) ?? (await check(token, now))
      if (!known) return undefined
      if (known.expiresAt <= now.getTime() || isRevoked(known.credential.sessionId)) {
        verified.delete(token)
        return undefined
      }
      if (!verified.has(token)) {
        if (verified.size >= VERIFIED_TOKENS_MAX) verified.delete(verified.keys().next().value as string)
        verified.set(token, known)
      }
      return known.credential
    },
  }
}

type TokenClaims = {
  sub: string
  exp: number
  kind: Credential['kind']
  partner_id: string
  sid: string
  eco: string
  scope: string
  role?: Role
}

function credentialOf(claims: TokenClaims): Credential {
  return {
    kind: claims.kind,
    subject: claims.sub,
    partnerId: claims.partner_id,
    sessionId: claims.sid,
    ecosystem: claims.eco,
    scopes: new Set(claims.scope.split(' ')),
    ...(claims.role && { role: claims.role }),
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
