import type { FastifyInstance } from 'fastify'
import { Failure } from '../../runtime/failure.ts'
import { eitherOf } from '../input/operation.ts'

/** Collects the methods of each path while routes are added. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, new Set([...(methodsOf.get(url) ?? []), ...[method].flat()]))
  })
  return methodsOf
}

/** Adds routes that refuse every other method of these paths. */
export function refuseOtherMethods(app: FastifyInstance, methodsOf: Map<string, Set<string>>): void {
  for (const [url, methods] of [...methodsOf]) {
    const allowed = [...methods].toSorted()
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      config: { countsCallers: true },
      // This runs before the body is read, because no body would help.
      async onRequest(request, reply) {
        reply.header('allow', allowed.join(', '))
        throw new Failure(
          'methodNotAllowed',
          `The method ${request.method} is not allowed here; use ${eitherOf(allowed)}.`,
        )
      },
      handler: () => {},
    })
  }
}
