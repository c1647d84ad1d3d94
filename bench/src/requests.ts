import { randomUUID } from 'node:crypto'
import type { SeededPartner } from './seed.ts'

export type Request = {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: unknown
  ifNoneMatch?: string
}

/** Makes the next request of a load. */
export type NextRequest = () => Request

const PAGE_SIZE = 10
const NEIGHBOURS = 5

export const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

export function rawRequest(host: string, { method, path, token, body, ifNoneMatch }: Request): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const contentHead =
    content &&
    `content-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
  const tokenHead = token ? `authorization: Bearer ${token}\r\n` : ''
  const conditionHead = ifNoneMatch ? `if-none-match: ${ifNoneMatch}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${tokenHead}${conditionHead}${contentHead}\r\n${content}`
}

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

export const awardRequest = (partner: SeededPartner) => (): Request => ({
  method: 'POST',
  path: '/api/v1/laas/rules/award',
  token: partner.token,
  body: { userId: pick(partner.users), ruleName: 'hot' },
})

/** Awards of many partners, each as likely as the others. */
export const spreadAwardRequest = (partners: SeededPartner[]) => (): Request => awardRequest(pick(partners))()

/** Awards each member once, in random order. */
export function firstAwardRequest(partner: SeededPartner): NextRequest {
  const left = [...partner.users]
  return () => {
    const at = Math.floor(Math.random() * left.length)
    const [user, last] = [left[at] as string, left.pop() as string]
    if (at < left.length) left[at] = last
    return awardRequest({ ...partner, users: [user] })()
  }
}

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

/** A page of the points board with the position of a random user. */
export const boardRequest =
  (partner: SeededPartner, page = 1) =>
  (): Request => ({
    method: 'GET',
    path: `/api/v1/laas/leaderboard/new?page=${page}&userId=${pick(partner.users)}`,
    token: partner.token,
  })

export const randomBoardRequest = (partner: SeededPartner) => (): Request =>
  boardRequest(partner, 1 + Math.floor(Math.random() * lastPage(partner)))()

export const lastPage = (partner: SeededPartner): number => Math.ceil(partner.users.length / PAGE_SIZE)

/** 70 % awards, 20 % boards, 10 % transfers. */
export function mixedRequest(partner: SeededPartner): NextRequest {
  const [award, board, transfer] = [awardRequest(partner), boardRequest(partner), transferRequest(partner)]
  return () => {
    const dice = Math.random()
    if (dice < 0.7) return award()
    return dice < 0.9 ? board() : transfer()
  }
}

/** The reads that a partner's pages make. Its boards must be public. */
export function readRequests(partner: SeededPartner) {
  const get = (path: string) => (): Request => ({ method: 'GET', path, token: partner.token })
  const open = (path: string) => (): Request => ({ method: 'GET', path })
  return {
    board: boardRequest(partner),
    boardPage: get('/api/v1/laas/leaderboard/new'),
    around: (): Request =>
      get(`/api/v1/laas/leaderboard/new?userId=${pick(partner.users)}&around=${NEIGHBOURS}`)(),
    coinBoard: get('/api/v1/laas/coins/partner/ep-leaderboard'),
    yearBoard: get(`/api/v1/laas/coins/partner/ep-leaderboard?year=${new Date().getUTCFullYear()}`),
    publicBoard: open(`/api/v1/laas/leaderboard/new?partnerId=${partner.partnerId}`),
    embeddedBoard: open(`/embed/${partner.partnerId}`),
    rules: get('/api/v1/laas/rules'),
    events: get('/api/v1/laas/events?limit=50'),
    members: get('/api/v1/laas/users'),
  } satisfies Record<string, NextRequest>
}
