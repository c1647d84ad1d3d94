import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { listen } from './server.ts'

/** A partner's own server. Returns a record for every tag, unless `answerWith` changes that. */
export type PartnerServer = {
  address: string
  /** What it was asked, in order. */
  asked: IncomingMessage[]
  answerWith(listener: RequestListener | undefined): void
}

/** Starts a partner's own server until the test file is done and returns its address. */
export async function startUserDetails(): Promise<string> {
  return (await startPartnerServer()).address
}

export async function startPartnerServer(): Promise<PartnerServer> {
  let answer: RequestListener | undefined
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    if (answer) return answer(request, response)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(recordOf(tagOf(request))))
  })
  return {
    address: `${await listen(server)}/users`,
    asked,
    answerWith(listener) {
      answer = listener
    },
  }
}

export const tagOf = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://localhost').searchParams.get('tag') ?? ''

export function recordOf(tag: string, changes: Record<string, unknown> = {}) {
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
    ...changes,
  }
}
