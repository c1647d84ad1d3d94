import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLogger, createServer, type Logger, type Plugin, type ViteDevServer } from 'vite'
import { contentSecurityPolicy, NONCE } from '../server/src/web/dashboard/dashboard-routes.ts'

const INDEX = new URL('index.html', import.meta.url)

type Options = {
  host: string
  port: number
  /** Where the service listens. */
  service: string
  /** Resolves while the service runs; rejects when it ended by itself. */
  untilServiceIsUp: () => Promise<void>
}

/** Serves the dashboard with hot reload, and passes every other request on to the service. */
export async function startDashboard(options: Options): Promise<ViteDevServer> {
  const { host, port, service, untilServiceIsUp } = options
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Which origins may call is for the service to say.
    server: { host, port, strictPort: true, cors: false, proxy: { '^/(?!dashboard(/|\\?|$))': service } },
    html: { cspNonce: NONCE },
    plugins: [waitForService(untilServiceIsUp), servePage()],
    clearScreen: false,
    customLogger: withoutStacks(),
  })
  // Vite would end the process by itself, before its caller has stopped the database.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener)
  return vite.listen()
}

/** A service that stops or restarts ends its requests, which is no error of the dashboard's code. */
function withoutStacks(): Logger {
  const logger = createLogger('warn')
  const error: Logger['error'] = (message, options) =>
    logger.error(message.includes('proxy error') ? (message.split('\n')[0] ?? '') : message, options)
  return { ...logger, error }
}

/** Holds requests back while the service restarts. */
function waitForService(untilServiceIsUp: Options['untilServiceIsUp']): Plugin {
  return {
    name: 'laurel:wait-for-service',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/dashboard')) return next()
        untilServiceIsUp().then(
          () => next(),
          (error: Error) => response.writeHead(503, { 'content-type': 'text/plain' }).end(error.message),
        )
      })
    },
  }
}

/** Sends the page with the policy of the service, plus what hot reload needs. */
function servePage(): Plugin {
  return {
    name: 'laurel:serve-page',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const { url = '', headers } = request
        if (!url.startsWith('/dashboard') || !headers.accept?.includes('text/html')) return next()
        const nonce = randomBytes(16).toString('base64')
        pageOf(vite, url).then((page) => {
          response.setHeader('content-security-policy', developmentPolicy(nonce, headers.host))
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.setHeader('cache-control', 'no-store')
          response.end(page.replaceAll(NONCE, nonce))
        }, next)
      })
    },
  }
}

async function pageOf(vite: ViteDevServer, url: string): Promise<string> {
  return vite.transformIndexHtml(url, await readFile(INDEX, 'utf8'))
}

/** React refresh is an inline script, changes arrive over a web socket, a worker watches the connection. */
function developmentPolicy(nonce: string, host = ''): string {
  return contentSecurityPolicy(nonce)
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'; worker-src blob:`)
    .replace("connect-src 'self'", `connect-src 'self' ws://${host}`)
}
