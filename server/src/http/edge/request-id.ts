import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { newId } from '../../storage/database/ids.ts'

const ID_FORMAT = /^[\w.:-]{1,100}$/

/**
 * Names each request. Keeps the X-Request-Id of a trusted proxy, so that one id finds the request in the logs
 * of both; anyone else could give two requests the same id.
 */
export function createRequestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = listOf(trustedProxies)
  return ({ headers, socket }) => {
    const header = headers['x-request-id']
    if (typeof header !== 'string' || !ID_FORMAT.test(header)) return newId()
    const { remoteAddress = '' } = socket
    const isTrusted = trusted.check(remoteAddress, isIP(remoteAddress) === 6 ? 'ipv6' : 'ipv4')
    return isTrusted ? header : newId()
  }
}

/** Whether the id of a request is the one that a trusted proxy sent. */
export const isGivenId = ({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): boolean =>
  headers['x-request-id'] === id

function listOf(addresses: string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
