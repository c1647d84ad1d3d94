import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Answer, TestService } from './service.ts'

export const WEBHOOKS = '/api/v1/laas/webhooks'

export type Received = { path: string; headers: IncomingHttpHeaders; raw: string }
export type ReceivedEvent = { seq: number; type: string; createdAt: string; data: unknown }

/** What a receiver does with a delivery: answers it, or leaves it to hang. True says that it was taken. */
type Handle = (received: Received, response: ServerResponse, request: IncomingMessage) => boolean

export type Receiver = {
  url: string
  /** Every request, in order. */
  received: Received[]
  /** Those that were answered with a success. */
  taken: Received[]
  handleWith(handle: Handle | undefined): void
}

const accept: Handle = (_, response) => {
  response.writeHead(204).end()
  return true
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Handle =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
    return status >= 200 && status < 300
  }

/** A partner's own server, which takes everything unless it is told otherwise, until the test file is done. */
export async function startReceiver(): Promise<Receiver> {
  let handle: Handle = accept
  const received: Received[] = []
  const taken: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const one = { path: request.url ?? '', headers: request.headers, raw: Buffer.concat(chunks).toString() }
    received.push(one)
    if (handle(one, response, request)) taken.push(one)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    taken,
    handleWith(next) {
      handle = next ?? accept
    },
  }
}

/** The events in deliveries, in the order of their arrival; every signature must verify. */
export function eventsIn(deliveries: Received[], secret: string): ReceivedEvent[] {
  return deliveries.flatMap((delivery) => {
    const message = verified(delivery, secret)
    assert.equal(message.type, 'events')
    assert.ok(message.data.events.length >= 1 && message.data.events.length <= 500)
    assert.equal(message.timestamp, message.data.events.at(-1)?.createdAt)
    return message.data.events
  })
}

export function verified({ raw, headers }: Received, secret: string) {
  return new Webhook(secret).verify(raw, headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: { events: ReceivedEvent[] }
  }
}

export const seqsIn = (deliveries: Received[], secret: string) =>
  eventsIn(deliveries, secret).map(({ seq }) => seq)

/** From one number to another. */
export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

export type TestWebhook = { id: string; secret: string; path: string }

export async function addWebhook(
  service: Pick<TestService, 'post'>,
  token: string,
  body: Record<string, unknown>,
): Promise<TestWebhook> {
  const created = await service.post(WEBHOOKS, body, token)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id, secret } = created.body.data
  return { id, secret, path: `${WEBHOOKS}/${id}` }
}

export const readWebhook = async (service: Pick<TestService, 'get'>, token: string, { path }: TestWebhook) =>
  (await service.get(path, token)).body.data

export const attemptsOf = async (
  service: Pick<TestService, 'get'>,
  token: string,
  { path }: TestWebhook,
): Promise<Answer['body'][]> => (await service.get(`${path}/attempts?limit=100`, token)).body.data.attempts
