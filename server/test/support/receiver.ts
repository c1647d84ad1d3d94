import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { type Api, dataOf } from './api.ts'
import type { ApiEvent } from './events.ts'
import { listen } from './server.ts'

export const WEBHOOKS = '/api/v1/laas/webhooks'

export type Received = { path: string; headers: IncomingHttpHeaders; raw: string }

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

/** A partner's own server until the test file is done. Takes everything, unless `handleWith` changes that. */
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
  return {
    url: `${await listen(server)}/hooks`,
    received,
    taken,
    handleWith(next) {
      handle = next ?? accept
    },
  }
}

/** The events in deliveries, in the order of their arrival; every signature must verify. */
export function eventsIn(deliveries: Received[], secret: string): ApiEvent[] {
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
    data: { events: ApiEvent[] }
  }
}

export const seqsIn = (deliveries: Received[], secret: string) =>
  eventsIn(deliveries, secret).map(({ seq }) => seq)

export type TestWebhook = { id: string; secret: string; path: string }

export async function addWebhook(
  api: Api,
  token: string,
  body: Record<string, unknown>,
): Promise<TestWebhook> {
  const { id, secret } = await dataOf(api.post(WEBHOOKS, body, token))
  return { id, secret, path: `${WEBHOOKS}/${id}` }
}

export const readWebhook = (api: Api, token: string, { path }: TestWebhook) => dataOf(api.get(path, token))

export const attemptsOf = async (api: Api, token: string, { path }: TestWebhook) =>
  (await dataOf(api.get(`${path}/attempts?limit=100`, token))).attempts
