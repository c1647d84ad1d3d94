import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds, so its requests are logged at debug only. */
    isHealthCheck?: boolean
  }
}

/** Logs one line for each request, after its response. */
export class RequestLines extends LogController {
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
    else request.log.info(line, 'request completed')
  }
}
