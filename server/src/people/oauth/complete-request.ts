import { findApplication } from './application-store.ts'
import { redirectUriFor } from './client.ts'
import { type AdapterServices, createAdapter, SIGNED_TOKEN_MARK } from './oauth-adapter.ts'
import { CREATE_PROMPT } from './provider.ts'
import type { Prepared } from './provider-request.ts'

/** Fills in optional parameters before the library sees a request. */
export async function completeRequest(services: AdapterServices, request: Prepared): Promise<void> {
  const { endpoint, query, form } = request
  if (endpoint === '/auth') await completeAuthorization(services, query)
  if (endpoint === '/token' && form) await completeTokenRequest(services, form)
  if (/^\/token\/(introspection|revocation)$/.test(endpoint) && form) markSignedToken(form)
}

/** Lets deviceType select the redirect URI when the request names none. */
async function completeAuthorization({ database }: AdapterServices, query: URLSearchParams): Promise<void> {
  if (!query.has('redirect_uri')) {
    const application = await findApplication(database, query.get('client_id') ?? '')
    if (application) query.set('redirect_uri', redirectUriFor(application, query.get('deviceType')))
  }
  // Lasting access needs an explicit consent.
  const scopes = query.get('scope')?.split(' ') ?? []
  const prompts = query.get('prompt')?.split(' ') ?? []
  if (scopes.includes('offline_access') && prompts.every((prompt) => prompt === CREATE_PROMPT))
    query.set('prompt', [...prompts, 'consent'].join(' '))
}

/** Adds the redirect_uri of the code. */
async function completeTokenRequest(services: AdapterServices, form: URLSearchParams): Promise<void> {
  const code = form.get('code')
  if (form.get('grant_type') === 'authorization_code' && code && !form.has('redirect_uri')) {
    const stored = await createAdapter(services)('AuthorizationCode').find(code)
    if (stored?.redirectUri) form.set('redirect_uri', stored.redirectUri)
  }
}

function markSignedToken(form: URLSearchParams): void {
  const token = form.get('token')
  if (token?.includes('.')) form.set('token', `${SIGNED_TOKEN_MARK}${token}`)
}
