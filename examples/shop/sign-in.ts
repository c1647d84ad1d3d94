import { Laurel } from '@laurel/sdk'
import * as openid from 'openid-client'
import type { Session } from './session.ts'
import { CLIENT_ID, CLIENT_SECRET, LAUREL_URL, SHOP_URL } from './settings.ts'

const RETURN_URL = `${SHOP_URL}/signed-in`
const SCOPE = 'openid profile boards wallet offline_access'
/** How long before its end a token is renewed. */
const SPARE_SECONDS = 30

let discovered: Promise<openid.Configuration> | undefined

/** Reads from Laurel where its endpoints and keys are, once. */
function discover(): Promise<openid.Configuration> {
  discovered ??= openid.discovery(
    new URL(`${LAUREL_URL}/oauth`),
    CLIENT_ID,
    undefined,
    openid.ClientSecretBasic(CLIENT_SECRET),
    // Only for a Laurel on this machine.
    { execute: LAUREL_URL.startsWith('http://') ? [openid.allowInsecureRequests] : [] },
  )
  // The next visitor tries again.
  discovered.catch(() => {
    discovered = undefined
  })
  return discovered
}

/**
 * The address to send a visitor to. The session keeps what only the same visitor can complete. A visitor who joins
 * makes a Laurel account first.
 */
export async function beginSignIn(session: Session, isJoining = false): Promise<string> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  session.signIn = { verifier, state, nonce }
  return openid.buildAuthorizationUrl(await discover(), {
    redirect_uri: RETURN_URL,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isJoining && { prompt: 'create' }),
  }).href
}

/** Completes the sign-in of a visitor who comes back. Throws if the visitor refused or the response is not for them. */
export async function completeSignIn(session: Session, search: string): Promise<void> {
  const { verifier = '', state = '', nonce = '' } = session.signIn ?? {}
  delete session.signIn
  const tokens = await openid.authorizationCodeGrant(await discover(), new URL(`${RETURN_URL}${search}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  // `sub` is the userId that awards and transfers take.
  const { sub, name } = tokens.claims() as openid.IDToken
  const own = new Laurel({ baseUrl: LAUREL_URL, accessToken: keepFresh(tokens) })
  session.user = { id: sub, name: String(name ?? 'Customer'), own }
}

/** Returns the visitor's token, and renews it when it is due. A refresh token is valid once, so calls share a renewal. */
function keepFresh(first: openid.TokenEndpointResponse): () => string | Promise<string> {
  let tokens = first
  let renewAt = 0
  let renewal: Promise<string> | undefined
  const keep = (next: openid.TokenEndpointResponse) => {
    tokens = next
    renewAt = Date.now() + ((next.expires_in ?? 0) - SPARE_SECONDS) * 1000
    return next.access_token
  }
  const renew = async () => keep(await openid.refreshTokenGrant(await discover(), tokens.refresh_token ?? ''))
  keep(first)
  return () => {
    if (Date.now() < renewAt) return tokens.access_token
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
