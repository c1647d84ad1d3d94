import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { SeededPartner } from './seed.ts'

/** What one run of load showed. */
export type Load = { perSecond: number; p50: number; p99: number }

type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: unknown }

export type LoadOptions = { connections?: number; seconds: number }

/** Drives the service for a while with requests made one by one. Any answer that is not a success ends the run. */
export async function drive(
  url: string,
  next: () => Request,
  { connections = 128, seconds }: LoadOptions,
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, headers, body } = written(next())
          return { ...request, method, path, headers, ...(body !== undefined && { body }) }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} failures and ${result.errors} errors under load`)
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** A request as it goes over the wire. */
const written = ({ method, path, token, body }: Request) => ({
  method,
  path,
  headers: {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
})

/** Sends requests at an even pace, whatever the answers take: what callers see at a given load. */
export async function driveEvenly(
  url: string,
  next: () => Request,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const times: number[] = []
  const failures: string[] = []
  const send = () => {
    const start = performance.now()
    const { body, ...options } = written(next())
    const sent = httpRequest(url + options.path, { agent, ...options }, (response) => {
      if (response.statusCode !== 201) failures.push(`status ${response.statusCode}`)
      response.on('end', () => times.push(performance.now() - start)).resume()
    })
    sent.on('error', (error) => failures.push(error.message)).end(body)
  }
  const began = performance.now()
  let made = 0
  while (made < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - began) / 1000) * perSecond)
    for (; made < due; made += 1) send()
    await pause(1)
  }
  while (times.length + failures.length < made) await pause(10)
  agent.destroy()
  if (failures.length > 0) throw new Error(`${failures.length} failures under an even load: ${failures[0]}`)
  times.sort((left, right) => left - right)
  const at = (share: number) => Math.round(10 * (times[Math.floor(share * times.length)] as number)) / 10
  return { perSecond: made / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Drives several requests in turn, a slice of time each and again, so that a machine whose speed changes does so for all of them. */
export async function driveInTurns<Name extends string>(
  url: string,
  requests: Record<Name, () => Request>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<Name, Load>> {
  const loads = new Map<Name, Load[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, next] of Object.entries(requests) as [Name, () => Request][]) {
      const load = await drive(url, next, { seconds: seconds / rounds })
      loads.set(name, [...(loads.get(name) ?? []), load])
    }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const together = (each: Load[]): Load => ({
    perSecond: mean(each.map((load) => load.perSecond)),
    p50: Math.round(mean(each.map((load) => load.p50))),
    p99: Math.round(mean(each.map((load) => load.p99))),
  })
  return Object.fromEntries([...loads].map(([name, each]) => [name, together(each)])) as Record<Name, Load>
}

export const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

export const emptyRequest = (partner: SeededPartner) => (): Request => ({
  method: 'POST',
  path: '/dev/empty',
  body: { userId: pick(partner.users), ruleName: 'hot' },
})

export const guardedRequest = (partner: SeededPartner) => (): Request => ({
  ...emptyRequest(partner)(),
  path: '/dev/empty/guarded',
  token: partner.token,
})

export const awardRequest =
  (partner: SeededPartner, rules: string[] = ['hot']) =>
  (): Request => ({
    method: 'POST',
    path: '/api/v1/laas/rules/award',
    token: partner.token,
    body: { userId: pick(partner.users), ruleName: pick(rules) },
  })

export const bulkRequest = (partner: SeededPartner, size: number) => (): Request => ({
  method: 'POST',
  path: '/api/v1/laas/rules/award/bulk',
  token: partner.token,
  body: {
    awards: Array.from({ length: size }, () => ({
      userId: pick(partner.users),
      ruleName: 'hot',
      idempotencyKey: randomUUID(),
    })),
  },
})

export const transferRequest = (partner: SeededPartner) => (): Request => ({
  method: 'POST',
  path: '/api/v1/laas/coins/transfer-from-user-wallet',
  token: partner.token,
  body: { userId: pick(partner.users), coins: 0.01 },
})

export const boardRequest =
  (partner: SeededPartner, page = 1) =>
  (): Request => ({
    method: 'GET',
    path: `/api/v1/laas/leaderboard/new?page=${page}&userId=${pick(partner.users)}`,
    token: partner.token,
  })

/** 70 % awards, 20 % boards, 10 % transfers. */
export function mixedRequest(partner: SeededPartner): () => Request {
  const [award, board, transfer] = [awardRequest(partner), boardRequest(partner), transferRequest(partner)]
  return () => {
    const dice = Math.random()
    if (dice < 0.7) return award()
    return dice < 0.9 ? board() : transfer()
  }
}

/** The time of one request after the other: the median of many, in milliseconds. */
export async function timeOne(url: string, next: () => Request, count: number): Promise<number> {
  const times: number[] = []
  for (let made = 0; made < count; made += 1) {
    const { method, path, token } = next()
    const start = performance.now()
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    times.push(performance.now() - start)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
  return times.sort((left, right) => left - right)[Math.floor(count / 2)] as number
}
