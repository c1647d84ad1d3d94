import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { SeededPartner } from './seed.ts'

/** What one run of load showed. */
export type Load = { perSecond: number; p50: number; p99: number }

type Request = { method: 'GET' | 'POST'; path: string; token: string; body?: unknown }

export type LoadOptions = { connections?: number; seconds: number; perSecondMax?: number }

/** Drives the service for a while with requests made one by one. Any answer that is not a success ends the run. */
export async function drive(
  url: string,
  next: () => Request,
  { connections = 128, seconds, perSecondMax }: LoadOptions,
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(perSecondMax && { overallRate: perSecondMax }),
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, token, body } = next()
          return {
            ...request,
            method,
            path,
            headers: {
              authorization: `Bearer ${token}`,
              ...(body !== undefined && {
                'content-type': 'application/json',
                'idempotency-key': randomUUID(),
              }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }
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

export const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

export const emptyRequest = (partner: SeededPartner) => (): Request => ({
  method: 'POST',
  path: '/dev/empty',
  token: partner.token,
  body: { userId: pick(partner.users), ruleName: 'hot' },
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
