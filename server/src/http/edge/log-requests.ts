import { styleText } from 'node:util'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { standardOutput } from '../../runtime/process/logging.ts'
import type { Config } from '../../runtime/settings/config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds, so its requests are logged at debug only. */
    isHealthCheck?: boolean
  }
}

/** Logs one line for each request, after its response, or prints it for people. */
export class RequestLines extends LogController {
  readonly print: PrintRequest | undefined

  constructor(print: PrintRequest | undefined) {
    super()
    this.print = print
  }

  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { config, url: route = null, schema } = request.routeOptions
    const line = {
      method: request.method,
      route,
      operation: (schema as { operationId?: string } | undefined)?.operationId ?? null,
      partner: request.credential?.partnerId ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (err) request.log.error({ ...line, err }, 'request errored')
    else if (config?.isHealthCheck) request.log.debug(line, 'request completed')
    else if (this.print) this.print({ ...line, path: request.url, id: request.id })
    else request.log.info(line, 'request completed')
  }
}

type RequestLine = { method: string; path: string; status: number; ms: number; id: string }
export type PrintRequest = (line: RequestLine) => void

const UNPRINTABLE = /[^\x21-\x7e]/g

/** Development prints a line for people, unless LOG_LEVEL asks for the JSON lines or for errors alone. */
export function requestPrinter({ mode }: Pick<Config, 'mode'>, log: Logger): PrintRequest | undefined {
  if (mode !== 'development' || log.level !== 'warn') return undefined
  return (line) => standardOutput.write(`${describeRequest(line)}\n`)
}

/** The path alone, because a query can hold personal data and codes. Coloured on a terminal only. */
export function describeRequest(
  { method, path, status, ms, id }: RequestLine,
  stream = process.stdout,
): string {
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const statusText = styleText(colour, String(status), { stream })
  return `${method} ${path.replace(/\?.*/s, '').replaceAll(UNPRINTABLE, '?')} ${statusText} ${ms} ms ${id}`
}
