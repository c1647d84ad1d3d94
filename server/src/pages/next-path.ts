export const ACCOUNT = '/account'

/** Where to go on, when that is a path on this service; the account page otherwise. */
export function nextPath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, HERE)) return ACCOUNT
  const { origin, pathname, search } = new URL(given, HERE)
  // Resolving can bring two slashes to the front, and a browser reads those as another host.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : ACCOUNT
}

/** Stands for the service while a path is resolved; no address can really have it. */
const HERE = 'http://laurel.invalid'
