import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, TEAM_COOKIE } from '../../http/edge/cookie.ts'
import type { App } from '../../http/responses/envelope.ts'
import { cardPage } from '../../people/pages/form.ts'
import { html } from '../../people/pages/layout.ts'
import type { Config } from '../../runtime/settings/config.ts'

const BUILT = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url))
/** Placeholder in the built page for the nonce of each response. */
export const NONCE = '__CSP_NONCE__'
/** Placeholder for whether partners may register. */
const REGISTRATION = '__REGISTRATION__'
/** Placeholder for the address of the service. */
const ORIGIN = '__ORIGIN__'
/** Placeholder for who is probably there: the page shows its frame to a team before the first script has run. */
const VISITOR = '__VISITOR__'
/** The pages for visitors, which a signed-in team member can open too. */
const FOR_VISITORS =
  /^\/dashboard\/(sign-in|sign-up|forgot-password|reset-password|invitation|confirm-email)\b/
const YEAR_MS = 365 * 24 * 3600 * 1000
const FILE_NAME = /^[\w-]+(\.[\w-]+)+$/
const UNLIMITED = { schema: { hide: true }, config: { rateLimit: false } } as const

type Services = { config: Pick<Config, 'registration' | 'mode' | 'origin'> }

/** Serves the built files of the dashboard in `root`, and its page for every other path. */
export async function dashboardRoutes(app: App, { config }: Services, root = BUILT): Promise<void> {
  const cookie = `${cookieName(config.mode, TEAM_COOKIE)}=`
  const visitorOf = ({ url, headers }: FastifyRequest) =>
    headers.cookie?.includes(cookie) && !FOR_VISITORS.test(url) ? 'team' : 'unknown'

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => undefined)
    return reply
      .code(page === undefined ? 503 : 200)
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('x-frame-options', 'DENY')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        page
          ?.replaceAll(NONCE, nonce)
          .replace(REGISTRATION, config.registration)
          .replace(ORIGIN, config.origin)
          .replace(VISITOR, visitorOf(request)) ?? NOT_BUILT_PAGE,
      )
  }
  await app.register(files, { root, serve: false, preCompressed: true, index: false, suppressWarning: true })

  app.get('/', UNLIMITED, async (_, reply) => reply.redirect('/dashboard'))

  // Names contain a hash of the content, so browsers can cache these forever.
  app.get<{ Params: { '*': string } }>('/dashboard/assets/*', UNLIMITED, async ({ params }, reply) =>
    reply.sendFile(`assets/${params['*']}`, { maxAge: YEAR_MS, immutable: true }),
  )

  app.get('/dashboard', UNLIMITED, async (request, reply) => sendPage(request, reply))
  app.get<{ Params: { '*': string } }>('/dashboard/*', UNLIMITED, async (request, reply) => {
    const { '*': name } = request.params
    return (await isFile(root, name)) ? reply.sendFile(name) : sendPage(request, reply)
  })
}

async function isFile(root: string, name: string): Promise<boolean> {
  if (!FILE_NAME.test(name) || name === 'index.html') return false
  return stat(join(root, name)).then(
    (found) => found.isFile(),
    () => false,
  )
}

export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    // The dashboard frames the preview of a published board.
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Shown when the service runs from its sources without a build. */
const NOT_BUILT_PAGE = cardPage({
  title: 'The dashboard is not built yet',
  content: html`<p>Run <code>npm run build</code> in the folder of the service, then load this page again. The API works without it.</p>`,
}).text
