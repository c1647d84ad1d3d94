import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, openCaller } from './caller.ts'
import type { Cpu } from './cpu.ts'
import type { SeededPartner } from './seed.ts'

/** The result of one run; times in milliseconds, processor time in microseconds per call. */
export type Load = { perSecond: number; p50: number; p99: number; cpu?: Cpu | undefined }

type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: unknown }

/** A run ends after `seconds` or after `count` requests. `cpu` is the processor time used so far. */
export type LoadOptions = {
  connections?: number
  seconds?: number
  count?: number
  cpu?: (() => Cpu | undefined) | undefined
}

const CONNECTIONS = 128

/**
 * Sends requests over many connections, each waiting for its last response. A failed request ends the run.
 */
export async function drive(
  url: string,
  next: () => Request,
  {
    connections = CONNECTIONS,
    seconds = Number.POSITIVE_INFINITY,
    count = Number.POSITIVE_INFINITY,
    cpu = () => undefined,
  }: LoadOptions,
): Promise<Load> {
  const { host } = new URL(url)
  const callers = await Promise.all(Array.from({ length: connections }, () => openCaller(url)))
  const times: number[] = []
  let made = 0
  const cpuBefore = cpu()
  const began = performance.now()
  const ends = began + 1000 * seconds
  const keepCalling = async (caller: Caller) => {
    for (let sent = began; sent < ends && made < count; ) {
      made += 1
      await caller.call(rawRequest(host, next()))
      const received = performance.now()
      times.push(received - sent)
      sent = received
    }
  }
  try {
    await Promise.all(callers.map(keepCalling))
    const load = loadOf(times, (performance.now() - began) / 1000)
    return { ...load, cpu: cpuPerCall(cpuBefore, cpu(), times.length) }
  } finally {
    for (const caller of callers) caller.close()
  }
}

function cpuPerCall(before: Cpu | undefined, after: Cpu | undefined, calls: number): Cpu | undefined {
  if (!before || !after) return undefined
  return {
    server: (after.server - before.server) / calls,
    database: (after.database - before.database) / calls,
  }
}

function loadOf(times: number[], seconds: number): Load {
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(share * times.length)] as number
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

function rawRequest(host: string, { method, path, token, body }: Request): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const contentHead =
    content &&
    `content-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
  const tokenHead = token ? `authorization: Bearer ${token}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${tokenHead}${contentHead}\r\n${content}`
}

/** Sends requests at an even pace, however long responses take. */
export async function driveEvenly(
  url: string,
  next: () => Request,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Load> {
  const { host } = new URL(url)
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openCaller(url)))
  const times: number[] = []
  const failures: unknown[] = []
  const call = async (due: number) => {
    const caller = free.pop() ?? (await openCaller(url))
    await caller.call(rawRequest(host, next()))
    times.push(performance.now() - due)
    free.push(caller)
  }
  const calls: Promise<unknown>[] = []
  const began = performance.now()
  while (calls.length < perSecond * seconds && failures.length === 0) {
    const now = performance.now()
    const due = Math.min(perSecond * seconds, ((now - began) / 1000) * perSecond)
    while (calls.length < due) calls.push(call(now).catch((error) => failures.push(error)))
    await pause(1)
  }
  await Promise.all(calls)
  for (const caller of free) caller.close()
  if (failures.length > 0) throw failures[0]
  return loadOf(times, seconds)
}

/** Alternates between measurements in short slices, so that they share changes in the machine's speed. */
export async function alternate<Name extends string>(
  drivers: Record<Name, (seconds: number) => Promise<Load>>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<Name, Load>> {
  const loads = new Map<Name, Load[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, driveFor] of Object.entries(drivers) as [Name, (seconds: number) => Promise<Load>][]) {
      const load = await driveFor(seconds / rounds)
      loads.set(name, [...(loads.get(name) ?? []), load])
    }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const together = (each: Load[]): Load => ({
    perSecond: mean(each.map((load) => load.perSecond)),
    p50: mean(each.map((load) => load.p50)),
    p99: mean(each.map((load) => load.p99)),
    cpu: each.every((load) => load.cpu)
      ? {
          server: mean(each.map((load) => load.cpu?.server ?? 0)),
          database: mean(each.map((load) => load.cpu?.database ?? 0)),
        }
      : undefined,
  })
  return Object.fromEntries([...loads].map(([name, each]) => [name, together(each)])) as Record<Name, Load>
}

export function medianBy<T>(items: T[], by: (item: T) => number): T {
  return items.toSorted((left, right) => by(left) - by(right))[Math.floor(items.length / 2)] as T
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

/** Awards each member once, in random order. */
export function firstAwardRequest(partner: SeededPartner): () => Request {
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

/** Reads of every kind that a partner's pages make. */
export const readRequests = (partner: SeededPartner): Record<string, () => Request> => {
  const get = (path: string) => (): Request => ({ method: 'GET', path, token: partner.token })
  return {
    'points board, a page with the position of a user': boardRequest(partner),
    'coin board of all time': get('/api/v1/laas/coins/partner/ep-leaderboard'),
    'coin board of the year': get(
      `/api/v1/laas/coins/partner/ep-leaderboard?year=${new Date().getUTCFullYear()}`,
    ),
    'rule list': get('/api/v1/laas/rules'),
    'event page of 50': get('/api/v1/laas/events?limit=50'),
    'member list': get('/api/v1/laas/users'),
  }
}

/**
 * Sends single requests, alternating between the given ones. Returns the median time of each in milliseconds.
 */
export async function timeAlternating(
  url: string,
  requests: (() => Request)[],
  count: number,
): Promise<number[]> {
  const { host } = new URL(url)
  const caller = await openCaller(url)
  const times = requests.map((): number[] => [])
  for (let made = 0; made < count; made += 1)
    for (const [index, next] of requests.entries()) {
      const start = performance.now()
      await caller.call(rawRequest(host, next()))
      times[index]?.push(performance.now() - start)
    }
  caller.close()
  return times.map((each) => medianBy(each, (time) => time))
}
