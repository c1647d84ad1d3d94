import type { Brand } from './brand.ts'

export const ACCOUNT = '/account'

/** The path to continue at, if it is on this service; otherwise the account page. */
export function nextPath(input: unknown): string {
  if (typeof input !== 'string' || !input.startsWith('/') || !URL.canParse(input, HERE)) return ACCOUNT
  const { origin, pathname, search } = new URL(input, HERE)
  // Resolving can produce two leading slashes, which a browser reads as another host.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : ACCOUNT
}

/** Adds where to continue to the path of a page. */
export const withNext = (path: string, next: string) =>
  next === ACCOUNT ? path : `${path}?next=${encodeURIComponent(next)}`

/** The page of an authorization request, which sends its user to sign in. */
export const authorizationPath = (id: string) => `/oauth/interaction/${id}`

/** The id in the path of an authorization request; undefined for any other path. */
export const authorizationIdOf = (path: string) => /^\/oauth\/interaction\/([\w-]{1,100})$/.exec(path)?.[1]

/** An application that asks a user to sign in, and the partner whose it is. */
export type Requester = { applicationName: string; brand: Brand }

/** The application whose authorization request waits for its user; undefined if none does. */
export type FindRequester = (authorizationId: string) => Promise<Requester | undefined>

/** A placeholder for the service while a path is resolved. */
const HERE = 'http://laurel.invalid'
