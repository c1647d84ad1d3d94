import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { PrintRequest } from './print-request.ts'

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
