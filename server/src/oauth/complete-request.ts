import { CLIENT_SCOPES } from '../authorization/access.ts'
import { findApplication } from './application-store.ts'
import { returnAddress } from './client.ts'
import { type AdapterServices, createAdapter, SIGNED_TOKEN_MARK } from './oauth-adapter.ts'
import type { Prepared } from './provider-request.ts'

/** Fills in optional parameters before the library sees a request. */
export async function completeRequest(services: AdapterServices, request: Prepared): Promise<void> {
  const { endpoint, query, form } = request
  if (endpoint === '/auth') await completeAuthorization(services, query)
  if (endpoint === '/token' && form) await completeTokenRequest(services, form)
  if (/^\/token\/(introspection|revocation)$/.test(endpoint) && form) markSignedToken(form)
}

/** Without redirect_uri, deviceType selects the return address. */
async function completeAuthorization({ database }: AdapterServices, query: URLSearchParams): Promise<void> {
  if (!query.has('redirect_uri')) {
    const application = await findApplication(database, query.get('client_id') ?? '')
    if (application) query.set('redirect_uri', returnAddress(application, query.get('deviceType')))
  }
  // Lasting access needs an explicit consent.
  const scopes = query.get('scope')?.split(' ') ?? []
  if (scopes.includes('offline_access') && !query.has('prompt')) query.set('prompt', 'consent')
}

/** Adds the redirect_uri of the code, and all scopes when a client names none; those of its secret are issued. */
async function completeTokenRequest(services: AdapterServices, form: URLSearchParams): Promise<void> {
  const grantType = form.get('grant_type')
  const code = form.get('code')
  if (grantType === 'authorization_code' && code && !form.has('redirect_uri')) {
    const stored = await createAdapter(services)('AuthorizationCode').find(code)
    if (stored?.redirectUri) form.set('redirect_uri', stored.redirectUri)
  }
  if (grantType === 'client_credentials' && !form.get('scope')) form.set('scope', CLIENT_SCOPES.join(' '))
}

function markSignedToken(form: URLSearchParams): void {
  const token = form.get('token')
  if (token?.includes('.')) form.set('token', `${SIGNED_TOKEN_MARK}${token}`)
}
