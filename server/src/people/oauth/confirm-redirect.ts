import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { renderRedirect } from './oauth-pages.ts'

/**
 * Whether the user who is signed in in the browser has consented to an application of the client's partner.
 */
export type HasConsented = (ctx: KoaContextWithOIDC, client: Client) => Promise<boolean>

/**
 * Asks the user before an error leads to an application that they are not connected with. Anyone can register
 * an application, and a wrong request or `prompt=none` would make this service redirect to it at once.
 */
export function confirmRedirect(hasConsented: HasConsented) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    // Undefined for paths that are no endpoint.
    const { route, client } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {}
    if (route !== 'authorization' || !client) return
    const address = ctx.response.get('location')
    const error = errorIn(address)
    if (error === undefined || (await hasConsented(ctx, client).catch(() => false))) return
    ctx.remove('location')
    ctx.status = 400
    renderRedirect(ctx, { applicationName: client.clientName ?? '', address, error })
  }
}

/** The error that a redirect reports, in its query or in its fragment. */
function errorIn(address: string): string | undefined {
  const url = URL.parse(address)
  const parameters = new URLSearchParams(`${url?.search.slice(1) ?? ''}&${url?.hash.slice(1) ?? ''}`)
  const error = parameters.get('error')
  return error === null ? undefined : [error, parameters.get('error_description')].filter(Boolean).join(': ')
}
