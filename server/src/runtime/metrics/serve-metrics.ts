import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { StartProblem } from '../process/start-problem.ts'
import type { Config } from '../settings/config.ts'

export const METRICS_PORT_DEFAULT = 9_464

type Gather = () => Promise<{ text: string; contentType: string }>

/**
 * Serves /metrics on a port of its own, and resolves to that port. Fails if a configured port is taken;
 * with the default port it only warns.
 */
export async function serveMetrics({
  config: { mode, metricsHost: host, metricsPort: setting },
  gather,
  log,
}: {
  config: Pick<Config, 'mode' | 'metricsHost' | 'metricsPort'>
  gather: Gather
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}): Promise<number | undefined> {
  if (setting === 'off') return undefined
  const port = setting ?? METRICS_PORT_DEFAULT
  const server = createServer((request, response) => {
    const isMetrics = request.url?.split('?')[0] === '/metrics'
    if (!isMetrics || !['GET', 'HEAD'].includes(request.method ?? ''))
      return void response.writeHead(404).end()
    send(gather, response).catch((err) => {
      log.error({ err }, 'gathering the metrics failed')
      response.writeHead(500).end()
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && setting === undefined) {
      log[mode === 'production' ? 'warn' : 'info'](
        { port },
        'the port for metrics is taken; set METRICS_PORT to serve them',
      )
      return undefined
    }
    throw new StartProblem(
      `METRICS_PORT ${port} on ${host} cannot be used (${code}). Set METRICS_PORT or METRICS_HOST to another, or METRICS_PORT=off.`,
    )
  }
  return (server.address() as AddressInfo).port
}

async function send(gather: Gather, response: ServerResponse): Promise<void> {
  const { text, contentType } = await gather()
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
}
