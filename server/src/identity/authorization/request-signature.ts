import { SignJWT } from 'jose'
import type { SignRequest } from '../../messages/outbound/outbound.ts'
import { newId } from '../../storage/database/ids.ts'
import { SIGNING_ALGORITHM } from './access-token.ts'
import type { SigningKeys } from './signing-keys.ts'

const REQUEST_SIGNATURE_TYPE = 'laurel-request+jwt'
const LIFETIME_SECONDS = 60

/** Signs a request for one address and one partner. Its type and audience differ from an access token. */
export function createRequestSigner(keys: SigningKeys, issuer: string): SignRequest {
  return ({ audience, url }, now) => {
    const issuedAt = Math.floor(now.getTime() / 1000)
    return new SignJWT({ url: url.href })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.current.id, typ: REQUEST_SIGNATURE_TYPE })
      .setIssuer(issuer)
      .setAudience(audience)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(keys.current.privateKey)
  }
}
