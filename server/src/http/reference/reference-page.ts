import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { createConstantText } from '../edge/compression.ts'
import { DESIGN_TOKENS } from '../edge/design-tokens.ts'

/** Replaced by a new nonce in every response. */
const NONCE_PLACEHOLDER = 'NONCE-PLACEHOLDER'

/** Samples are in curl and for `fetch`, which is TypeScript too, beside those of the SDK. */
const HIDDEN_CLIENTS: Partial<Record<string, boolean | string[]>> = {
  ...Object.fromEntries(
    ['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'julia', 'kotlin', 'node', 'objc']
      .concat(['ocaml', 'php', 'powershell', 'python', 'r', 'ruby', 'rust', 'swift'])
      .map((language) => [language, true]),
  ),
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  shell: ['httpie', 'wget'],
}

const STYLE = `${DESIGN_TOKENS}\n${readFileSync(new URL('./reference.css', import.meta.url), 'utf8')}`

/** The page loads from and reports to this service only. */
const CONFIGURATION = {
  url: '/openapi.json',
  pageTitle: 'Laurel API reference',
  nonce: NONCE_PLACEHOLDER,
  theme: 'none',
  customCss: STYLE,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'accessToken' },
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenAllTags: true,
  searchHotKey: 'k',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: HIDDEN_CLIENTS,
  modelsSectionLabel: 'Schemas',
} as const

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#4c8c5a" d="M8 1C3 5 3 11 8 15 13 11 13 5 8 1z"/></svg>`

/** Without this setting the page's library would try eval, which the policy forbids. */
const HEAD = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
    <script nonce="${NONCE_PLACEHOLDER}">globalThis.__zod_globalConfig = { jitless: true }</script>
  </head>`

const PUBLIC = { schema: { hide: true }, config: { isPublicRead: true } } as const
const SCRIPT_SECONDS_MAX = 86_400

/** Serves the API reference as a page and as an OpenAPI document. */
export async function referencePage(app: FastifyInstance): Promise<void> {
  let sendDocument: ReturnType<typeof createConstantText> | undefined
  app.get('/openapi.json', PUBLIC, async (request, reply) => {
    sendDocument ??= createConstantText(JSON.stringify(app.swagger()))
    reply.type('application/json; charset=utf-8')
    return sendDocument(request.headers['accept-encoding'], reply)
  })
  let page: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/*'])
    app.get(url, PUBLIC, async (request, reply) => {
      page ??= createPage()
      const response = await (await page).inject({ url: request.url, headers: request.headers })
      if (response.statusCode === 404) return reply.callNotFound()
      return reply.code(response.statusCode).headers(response.headers).send(response.rawPayload)
    })
}

/** The library of the page is 4 MB of script, so it is loaded with the first request for it. */
async function createPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  let sendScript: ReturnType<typeof createConstantText> | undefined
  page.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (typeof payload !== 'string') return payload
    if (type.startsWith('text/html')) {
      const nonce = randomBytes(16).toString('base64')
      reply.header('content-security-policy', policy(nonce))
      return payload
        .replace('<html>', '<html lang="en">')
        .replace('</head>', HEAD)
        .replaceAll(NONCE_PLACEHOLDER, nonce)
    }
    if (type.startsWith('application/javascript')) {
      reply.header('cache-control', `public, max-age=${SCRIPT_SECONDS_MAX}`)
      sendScript ??= createConstantText(payload)
      reply.removeHeader('content-length')
      return sendScript(request.headers['accept-encoding'], reply)
    }
    return payload
  })
  await page.register(reference, { routePrefix: '/docs', configuration: CONFIGURATION as never })
  return page
}

/** The page adds style attributes, which no nonce can allow. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
