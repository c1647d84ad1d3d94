export const ACCOUNT = '/account'

/** The path to continue at, if it is on this service; otherwise the account page. */
export function nextPath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, HERE)) return ACCOUNT
  const { origin, pathname, search } = new URL(given, HERE)
  // Resolving can produce two leading slashes, which a browser reads as another host.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : ACCOUNT
}

/** A placeholder for the service while a path is resolved. */
const HERE = 'http://laurel.invalid'
