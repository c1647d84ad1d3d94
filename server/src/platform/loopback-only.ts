import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config.ts'
import { forbidden } from './failure.ts'

/** Development has open doors (plain http, a readable mailbox), so it serves nobody but this machine: no other Host, no proxy. */
export function refuseStrangers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers } = request
    const proxied = Object.keys(headers).some(
      (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
    )
    const host = (headers.host ?? '').replace(/:\d+$/, '')
    if (proxied || !isLoopback(host)) {
      throw forbidden(
        'Development mode answers this machine only, without a proxy; set MODE=production to serve others.',
      )
    }
  })
}
