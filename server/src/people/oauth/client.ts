import type { ClientMetadata } from 'oidc-provider'
import type { Application } from './application-store.ts'

type RedirectUris = Pick<Application, 'redirectUrl' | 'webRedirectUrl' | 'mobileRedirectUrl'>

/** The library requires a secret. The real ones are stored as hashes and compared by `checkSecret`. */
const SECRET_ELSEWHERE = 'kept as a hash'

/** An application has two clients: one with a secret, and one for apps that cannot keep a secret. */
export function clientOf(application: Application, clientId: string): ClientMetadata {
  const isPublic = clientId === application.publicClientId
  const metadata = clientMetadata(application, clientId)
  return {
    ...metadata,
    client_name: application.applicationName,
    ...(!isPublic && {
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: SECRET_ELSEWHERE,
      grant_types: [...(metadata.grant_types ?? []), 'client_credentials'],
    }),
    partner_id: application.partnerId,
    ecosystem: application.ecosystem,
    sibling_id: isPublic ? application.clientId : application.publicClientId,
  }
}

/** Our additions to the standard: the partner, and the other client of the same application. */
export const CLIENT_PROPERTIES = ['partner_id', 'ecosystem', 'sibling_id']

/**
 * Common to both clients. A private-use scheme makes them native, which allows plain http for loopback only.
 * Without a redirect address, users cannot be asked.
 */
export function clientMetadata(addresses: RedirectUris, clientId: string): ClientMetadata {
  const uris = redirectUris(addresses)
  const isNative = uris.some((uri) => !/^https?:/i.test(uri))
  return {
    client_id: clientId,
    application_type: isNative ? 'native' : 'web',
    redirect_uris: uris,
    post_logout_redirect_uris: uris,
    grant_types: uris.length > 0 ? ['authorization_code', 'refresh_token'] : [],
    response_types: uris.length > 0 ? ['code'] : [],
    response_modes: ['query'],
    token_endpoint_auth_method: 'none',
  }
}

function redirectUris({ redirectUrl, webRedirectUrl, mobileRedirectUrl }: RedirectUris): string[] {
  return [...new Set([redirectUrl, webRedirectUrl, mobileRedirectUrl])].filter((each): each is string =>
    Boolean(each),
  )
}

export function redirectUriFor(addresses: RedirectUris, deviceType: string | null): string {
  if (deviceType === 'web') return addresses.webRedirectUrl ?? addresses.redirectUrl
  if (deviceType === 'mobile') return addresses.mobileRedirectUrl ?? addresses.redirectUrl
  return addresses.redirectUrl
}
