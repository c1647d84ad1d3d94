import type { ServerResponse } from 'node:http'
import { laurel } from './laurel.ts'

const visitors = new Set<ServerResponse>()

/** Keeps a page up to date: each message makes it read its live parts again. */
export function joinLive(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 1000\n\n')
  visitors.add(response)
  response.on('close', () => visitors.delete(response))
}

export function tellVisitors(): void {
  for (const visitor of visitors) visitor.write('data: changed\n\n')
}

/** Follows what happens at Laurel, from now on. The SDK connects again after a break, without a gap. */
export async function followEvents(): Promise<void> {
  const latest = await laurel.events.list({ before: Number.MAX_SAFE_INTEGER, limit: 1 })
  for await (const _ of laurel.events.stream({ after: latest.events[0]?.seq ?? 0 })) tellVisitors()
}
