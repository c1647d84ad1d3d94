import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cpu } from './cpu.ts'
import { type NextRequest, rawRequest } from './requests.ts'

/**
 * The result of one run; times in milliseconds, processor time in microseconds per call. `notModified` is the
 * share of responses with status 304.
 */
export type Load = {
  calls: number
  perSecond: number
  p50: number
  p99: number
  notModified: number
  cpu?: Cpu | undefined
}

/** A run ends after `seconds` or after `count` calls. `cpu` is the processor time used so far. */
export type LoadOptions = {
  connections?: number
  seconds?: number
  count?: number
  cpu?: (() => Cpu | undefined) | undefined
}

/** Calls once and resolves to the status of the response. */
export type Call = () => Promise<number>

const CONNECTIONS = 128

/**
 * Sends requests over many connections, each waiting for its last response. A failed request ends the run.
 */
export async function drive(url: string, next: NextRequest, options: LoadOptions): Promise<Load> {
  const { host } = new URL(url)
  const callers = await openCallers(url, options.connections)
  try {
    return await driveCalls(
      callers.map((caller) => () => caller.call(rawRequest(host, next()))),
      options,
    )
  } finally {
    for (const caller of callers) caller.close()
  }
}

const openCallers = (url: string, connections = CONNECTIONS) =>
  Promise.all(Array.from({ length: connections }, () => openCaller(url)))

/** Repeats each of these calls, all at the same time. */
export async function driveCalls(
  calls: Call[],
  {
    seconds = Number.POSITIVE_INFINITY,
    count = Number.POSITIVE_INFINITY,
    cpu = () => undefined,
  }: LoadOptions,
): Promise<Load> {
  const times: number[] = []
  let made = 0
  let notModified = 0
  const cpuBefore = cpu()
  const began = performance.now()
  const ends = began + 1000 * seconds
  const keepCalling = async (call: Call) => {
    for (let sent = began; sent < ends && made < count; ) {
      made += 1
      if ((await call()) === 304) notModified += 1
      const received = performance.now()
      times.push(received - sent)
      sent = received
    }
  }
  await Promise.all(calls.map(keepCalling))
  const load = loadOf(times, (performance.now() - began) / 1000)
  return {
    ...load,
    notModified: notModified / times.length,
    cpu: cpuPerCall(cpuBefore, cpu(), times.length),
  }
}

export function cpuPerCall(before: Cpu | undefined, after: Cpu | undefined, calls: number): Cpu | undefined {
  if (!before || !after) return undefined
  return {
    server:
      before.server === undefined || after.server === undefined
        ? undefined
        : (after.server - before.server) / calls,
    database: (after.database - before.database) / calls,
  }
}

function loadOf(times: number[], seconds: number): Load {
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(share * times.length)] as number
  return {
    calls: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    notModified: 0,
  }
}

type EvenLoadOptions = {
  perSecond: number
  seconds?: number
  /** Ends the run early. */
  signal?: AbortSignal
  cpu?: LoadOptions['cpu']
}

/** Sends requests at an even pace, however long responses take. */
export async function driveEvenly(
  url: string,
  next: NextRequest,
  { perSecond, seconds = Number.POSITIVE_INFINITY, signal, cpu = () => undefined }: EvenLoadOptions,
): Promise<Load> {
  const { host } = new URL(url)
  const free = await openCallers(url)
  const times: number[] = []
  const failures: unknown[] = []
  const call = async (due: number) => {
    // The one that waited longest, so that no connection is idle until the service closes it.
    const caller = free.shift() ?? (await openCaller(url))
    await caller.call(rawRequest(host, next()))
    times.push(performance.now() - due)
    free.push(caller)
  }
  // Only these, since a collection of garbage copies what a long run has kept, and the responses wait for it.
  const running = new Set<Promise<unknown>>()
  const cpuBefore = cpu()
  const began = performance.now()
  for (let made = 0; made < perSecond * seconds && failures.length === 0 && !signal?.aborted; ) {
    const now = performance.now()
    const due = Math.min(perSecond * seconds, ((now - began) / 1000) * perSecond)
    for (; made < due; made += 1) {
      const calling = call(now)
        .catch((error) => failures.push(error))
        .finally(() => running.delete(calling))
      running.add(calling)
    }
    await pause(1)
  }
  const lasted = (performance.now() - began) / 1000
  await Promise.all(running)
  for (const caller of free) caller.close()
  if (failures.length > 0) throw failures[0]
  return { ...loadOf(times, lasted), cpu: cpuPerCall(cpuBefore, cpu(), times.length) }
}

/** Runs work while requests are sent at an even pace. */
export async function besideEvenLoad<T>(
  url: string,
  requests: NextRequest[],
  perSecond: number,
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const loads = requests.map((next) => driveEvenly(url, next, { perSecond, signal: ended.signal }))
  try {
    return await work()
  } finally {
    ended.abort()
    await Promise.all(loads)
  }
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
  return Object.fromEntries([...loads].map(([name, each]) => [name, meanLoad(each)])) as Record<Name, Load>
}

export function meanLoad(loads: Load[]): Load {
  const mean = (value: (load: Load) => number) =>
    loads.reduce((sum, load) => sum + value(load), 0) / loads.length
  const hasServer = loads.every((load) => load.cpu?.server !== undefined)
  return {
    calls: mean((load) => load.calls),
    perSecond: mean((load) => load.perSecond),
    p50: mean((load) => load.p50),
    p99: mean((load) => load.p99),
    notModified: mean((load) => load.notModified),
    cpu: loads.every((load) => load.cpu)
      ? {
          server: hasServer ? mean((load) => load.cpu?.server ?? 0) : undefined,
          database: mean((load) => load.cpu?.database ?? 0),
        }
      : undefined,
  }
}

export function medianBy<T>(items: T[], by: (item: T) => number): T {
  return items.toSorted((left, right) => by(left) - by(right))[Math.floor(items.length / 2)] as T
}

/** Calls that send these requests over one connection. */
export async function callsOf<Name extends string>(
  url: string,
  requests: Record<Name, NextRequest>,
): Promise<{ calls: Record<Name, Call>; close(): void }> {
  const { host } = new URL(url)
  const caller = await openCaller(url)
  const calls = Object.entries<NextRequest>(requests).map(([name, next]): [string, Call] => [
    name,
    () => caller.call(rawRequest(host, next())),
  ])
  return { calls: Object.fromEntries(calls) as Record<Name, Call>, close: () => caller.close() }
}

/**
 * Makes one call at a time, `size` of each kind in every round, the kinds in another order each time: what a call
 * leaves, such as a processor that sleeps, changes the next ones. Returns the median time of each kind, in ms.
 */
export async function timeInRounds<Name extends string>(
  calls: Record<Name, Call>,
  { rounds, size }: { rounds: number; size: number },
): Promise<Record<Name, number>> {
  const times = new Map(Object.keys(calls).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, call] of shuffled(Object.entries<Call>(calls)))
      for (let made = 0; made < size; made += 1) times.get(name)?.push(await timeOf(call))
  const medians = [...times].map(([name, each]) => [name, medianBy(each, (time) => time)])
  return Object.fromEntries(medians) as Record<Name, number>
}

/** Makes a call each time after another one, which is not timed. Returns the median, in ms. */
export async function timeAfter(call: Call, before: Call, count: number): Promise<number> {
  const times: number[] = []
  for (let made = 0; made < count; made += 1) {
    await before()
    times.push(await timeOf(call))
  }
  return medianBy(times, (time) => time)
}

async function timeOf(call: Call): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item)

/** A keep-alive connection that sends one request at a time. */
type Caller = {
  /** Sends a raw request and resolves to its status. Rejects unless the response is a success or a 304. */
  call(request: string): Promise<number>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'
const NOT_MODIFIED = 304

/**
 * Parses only the status and the length of a response, because the load shares two cores with the service.
 */
async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  let response = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    response += chunk
    const headEnds = response.indexOf(END_OF_HEAD)
    if (headEnds < 0) return
    const status = Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    // A 304 has no body, whatever its head says.
    const length = status === NOT_MODIFIED ? '0' : /\r\ncontent-length: (\d+)\r\n/i.exec(response)?.[1]
    const isComplete = length && response.length >= headEnds + END_OF_HEAD.length + Number(length)
    const isSuccess = (status >= 200 && status < 300) || status === NOT_MODIFIED
    if (isComplete && isSuccess) waiting?.resolve(status)
    else if (isComplete) waiting?.reject(new Error(`a request failed under load: ${response}`))
    else if (!length) waiting?.reject(new Error(`a response has no content-length: ${response}`))
    if (isComplete) response = ''
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed under load')))
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        // A closed connection tells nothing any more.
        if (socket.destroyed) reject(new Error('the connection was closed before a request'))
        else socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
