import type { FastifyInstance } from 'fastify'
import { forbidden } from '../../runtime/failure.ts'
import { isLoopback } from '../../runtime/settings/parsers.ts'

const HOSTS_REMEMBERED_MAX = 100

/** Development mode is open (plain http, a readable mailbox), so it serves this machine only. */
export function refuseNonLoopback(app: FastifyInstance): void {
  const hostsAllowed = new Set<string>()
  app.addHook('onRequest', async (request) => {
    const { headers } = request
    const proxied = Object.keys(headers).some(
      (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
    )
    const { host = '' } = headers
    const isAllowed = hostsAllowed.has(host) || isLoopback(host.replace(/:\d+$/, ''))
    if (isAllowed && hostsAllowed.size < HOSTS_REMEMBERED_MAX) hostsAllowed.add(host)
    if (proxied || !isAllowed) {
      throw forbidden(
        'Development mode serves this machine only, without a proxy; set MODE=production to serve others.',
      )
    }
  })
}
