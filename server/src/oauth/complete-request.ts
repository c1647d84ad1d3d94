import { PARTNER_SCOPES } from '../authorization/access.ts'
import { findApplication } from './application-store.ts'
import { returnAddress } from './client.ts'
import { type AdapterServices, createAdapter, SIGNED_TOKEN_MARK } from './oauth-adapter.ts'
import type { Prepared } from './provider-request.ts'

/** Adds to a request what its sender may leave out, before the library sees it. */
export async function completeRequest(services: AdapterServices, request: Prepared): Promise<void> {
  const { endpoint, query, form } = request
  if (endpoint === '/auth') await completeAuthorization(services, query)
  if (endpoint === '/token' && form) await completeTokenRequest(services, form)
  if (/^\/token\/(introspection|revocation)$/.test(endpoint) && form) markSignedToken(form)
}

/** The device decides where the user is sent back to, unless the request says it. */
async function completeAuthorization({ database }: AdapterServices, query: URLSearchParams): Promise<void> {
  if (!query.has('redirect_uri')) {
    const application = await findApplication(database, query.get('client_id') ?? '')
    if (application) query.set('redirect_uri', returnAddress(application, query.get('deviceType')))
  }
  // Whoever gives lasting access must have been asked.
  const scopes = query.get('scope')?.split(' ') ?? []
  if (scopes.includes('offline_access') && !query.has('prompt')) query.set('prompt', 'consent')
}

/** A code knows where it was sent to, and a partner that asks for nothing in particular gets all that it may have. */
async function completeTokenRequest(services: AdapterServices, form: URLSearchParams): Promise<void> {
  const grantType = form.get('grant_type')
  const code = form.get('code')
  if (grantType === 'authorization_code' && code && !form.has('redirect_uri')) {
    const stored = await createAdapter(services)('AuthorizationCode').find(code)
    if (stored?.redirectUri) form.set('redirect_uri', stored.redirectUri)
  }
  if (grantType === 'client_credentials' && !form.get('scope')) form.set('scope', PARTNER_SCOPES.join(' '))
}

function markSignedToken(form: URLSearchParams): void {
  const token = form.get('token')
  if (token?.includes('.')) form.set('token', `${SIGNED_TOKEN_MARK}${token}`)
}
