import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** Starts a partner's own server that has a record of every tag, until the test file is done; answers its address. */
export async function startUserDetails(): Promise<string> {
  const server = createServer((request, response) => {
    const tag = new URL(request.url ?? '', 'http://localhost').searchParams.get('tag') ?? ''
    response.setHeader('content-type', 'application/json').end(JSON.stringify(recordOf(tag)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/users`
}

function recordOf(tag: string) {
  return {
    id: tag,
    tag,
    fullname: 'Grace Hopper',
    avatar: null,
    email: `${tag}@shop.example`,
    phone: '8012345678',
    countryCode: '+234',
    gender: null,
    bvn: null,
    accountNumber: null,
    emailVerified: true,
    isAdult: true,
    dateOfBirth: '1906-12-09',
    kyc: {},
  }
}
