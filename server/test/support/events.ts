import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { type Api, dataOf } from './api.ts'
import { waitUntil } from './wait-until.ts'

export const EVENTS = '/api/v1/laas/events'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
export type ApiEvent = { seq: number; type: string; createdAt: string; data: any }

/** All events of a partner, page by page. */
export async function allEvents(api: Api, token: string, query = ''): Promise<ApiEvent[]> {
  const events: ApiEvent[] = []
  for (let after = 0; ; ) {
    const page = await dataOf(api.get(`${EVENTS}?after=${after}&limit=1000${query}`, token))
    events.push(...page.events)
    if (page.next === after) return events
    after = page.next
  }
}

/** One block of a stream, as the lines say it. */
export type Block = { id?: string; event?: string; data?: string; isComment: boolean }

/** Reads a stream as a partner's backend would. */
export class StreamReader {
  readonly request: ClientRequest
  readonly response: IncomingMessage
  readonly blocks: Block[] = []
  bytes = 0
  isOver = false
  #rest = ''

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.request = request
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#read(text))
    response.on('error', () => {})
    response.on('close', () => {
      this.isOver = true
    })
  }

  static async open(
    service: { url: string },
    credential: string | { cookie: string },
    {
      query = '',
      lastEventId,
      path = `${EVENTS}/stream`,
    }: { query?: string; lastEventId?: number | string; path?: string } = {},
  ): Promise<StreamReader> {
    const request = httpRequest(`${service.url}${path}${query}`, {
      agent: false,
      headers: {
        ...(typeof credential === 'string'
          ? { authorization: `Bearer ${credential}` }
          : { cookie: credential.cookie }),
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
    })
    request.on('error', () => {})
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return new StreamReader(request, response)
  }

  get events(): ApiEvent[] {
    return this.#told.map((data) => JSON.parse(data))
  }

  /** The texts of the events. */
  get #told(): string[] {
    return this.blocks.flatMap(({ event, data }) => (data && event !== 'end' ? [data] : []))
  }

  /** What the last event said, when the service ended the stream. */
  get end(): { reason: string; message: string } | undefined {
    const block = this.blocks.find(({ event }) => event === 'end')
    return block && JSON.parse(block.data ?? '')
  }

  get seqs(): number[] {
    return this.events.map(({ seq }) => seq)
  }

  get lastEventId(): string | undefined {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id
  }

  drop(): void {
    this.request.destroy()
  }

  has(count: number): Promise<void> {
    return waitUntil(() => this.#told.length >= count, `${count} events came`)
  }

  #read(text: string): void {
    this.bytes += text.length
    const parts = (this.#rest + text).split('\n\n')
    this.#rest = parts.pop() ?? ''
    for (const part of parts) {
      const lines = part.split('\n')
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const [id, event, data] = [field('id'), field('event'), field('data')]
      this.blocks.push({
        ...(id !== undefined && { id }),
        ...(event !== undefined && { event }),
        ...(data !== undefined && { data }),
        isComment: lines.some((line) => line.startsWith(':')),
      })
    }
  }
}

/** The numbers from one to another. */
export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
