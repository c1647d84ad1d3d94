import assert from 'node:assert/strict'
import { alternate, besideEvenLoad, drive, type Load } from './load.ts'
import { type Bench, driving } from './part.ts'
import { REDIS_MISSING, startRedis } from './redis.ts'
import { line, rateHeading, rateLine, ratio, recordMissing, recordRates, round, sentence } from './report.ts'
import { awardRequest, boardRequest, type NextRequest, pick, type Request, readRequests } from './requests.ts'
import { publishBoards, type SeededPartner } from './seed.ts'
import type { BenchService, Peer } from './service.ts'

const MEMBERS = 300
const CONNECTIONS = 64
/** A board that nothing changes can be served from memory, so it is also measured while it changes. */
const AWARDS_BESIDE = 100
/** Different addresses that are asked for again; each has an ETag of its own. */
const CONDITIONAL_ADDRESSES = 20

const NAMES = {
  board: 'points board, a page with the position of a user',
  boardPage: 'points board, a page without position',
  around: 'points board, a user with 5 neighbours on each side',
  coinBoard: 'coin board of all time',
  yearBoard: 'coin board of the year',
  publicBoard: 'public points board, no token',
  embeddedBoard: 'public board as a page for frames',
  rules: 'rule list',
  events: 'event page of 50',
  members: 'member list',
} satisfies Record<keyof ReturnType<typeof readRequests>, string>

const CONDITIONAL = ['board', 'coinBoard', 'publicBoard', 'rules', 'events'] as const

/** Measures the reads of a small partner against a single award and against a board in Redis. */
export async function measureReads(bench: Bench): Promise<void> {
  const { service, by, seconds, rounds, say } = bench
  const partner = await bench.boardPartner({ members: MEMBERS, scores: 'distinct' })
  await publishBoards(service, partner)
  const redis = await startRedis()
  const peer = redis && (await service.startRedisBoard(redis, partner.partnerId))
  try {
    if (peer) await compareBodies(service, peer, partner)
    else say(`${REDIS_MISSING}; the board in Redis is left out`)
    const options = { connections: CONNECTIONS }
    const requests = readRequests(partner)
    say('reads, alternating')
    const warmUp = by({ full: 5, quick: 0.7, smoke: 0.1 })
    for (const { url } of peer ? [service, peer] : [service])
      await drive(url, requests.board, { ...options, seconds: warmUp })
    const loads = await alternate<string>(
      {
        award: driving(bench, awardRequest(partner), options),
        ...(peer && {
          redis: (slice: number) =>
            drive(peer.url, requests.board, { ...options, seconds: slice, cpu: peer.cpu }),
          changingRedis: (slice: number) =>
            besideEvenLoad(peer.url, [awardRequest(partner)], AWARDS_BESIDE, () =>
              drive(peer.url, requests.board, { ...options, seconds: slice, cpu: peer.cpu }),
            ),
        }),
        changingBoard: (slice: number) =>
          besideEvenLoad(service.url, [awardRequest(partner)], AWARDS_BESIDE, () =>
            driving(bench, requests.board, options)(slice),
          ),
        ...Object.fromEntries(
          Object.entries(requests).map(([name, next]) => [name, driving(bench, next, options)]),
        ),
      },
      { seconds, rounds },
    )
    const award = loads.award as Load
    rateHeading(`Reads of ${MEMBERS} members, ${CONNECTIONS} connections`, ['of a single award'])
    const row = (name: string, load: Load | undefined) =>
      load && rateLine(name, load, { more: [ratio(load.perSecond, award.perSecond)] })
    row('single award', award)
    row('the first of these pages from Redis: sorted set, hashes, Fastify, no token check', loads.redis)
    row(`the same, ${AWARDS_BESIDE} writes a second to the set and a hash beside`, loads.changingRedis)
    row(`the same from the service, ${AWARDS_BESIDE} awards a second beside`, loads.changingBoard)
    for (const [name, title] of Object.entries(NAMES)) row(title, loads[name])
    const board = loads.board as Load
    recordRates('boardPerAward', board, award)
    const changing = loads.changingBoard as Load
    if (loads.redis && loads.changingRedis) {
      recordRates('boardPerRedis', board, loads.redis)
      recordRates('changingBoardPerRedis', changing, loads.changingRedis)
    } else {
      recordMissing('boardPerRedis', REDIS_MISSING)
      recordMissing('changingBoardPerRedis', REDIS_MISSING)
    }
    await measureConditional(bench, partner)
  } finally {
    peer?.stop()
    await redis?.stop()
  }
}

/** The two are compared only if they respond with the same. */
async function compareBodies(service: BenchService, peer: Peer, partner: SeededPartner): Promise<void> {
  const { path, token } = boardRequest(partner)()
  const headers = { authorization: `Bearer ${token}` }
  const [ours, theirs] = await Promise.all(
    [service.url, peer.url].map(async (url) => (await fetch(url + path, { headers })).json()),
  )
  assert.deepEqual(theirs, ours)
}

/** Repeats reads with the ETags of their first responses, while nothing changes. */
async function measureConditional(bench: Bench, partner: SeededPartner): Promise<void> {
  const { service, seconds, rounds, say } = bench
  const requests = readRequests(partner)
  const conditional = new Map<string, NextRequest>()
  for (const name of CONDITIONAL) {
    const next = await withETags(service, requests[name])
    if (next) conditional.set(name, next)
  }
  if (conditional.size === 0) return sentence('Conditional requests: no response has an ETag.')
  say('conditional requests, alternating')
  const loads = await alternate(
    Object.fromEntries(
      [...conditional].map(([name, next]) => [name, driving(bench, next, { connections: CONNECTIONS })]),
    ),
    { seconds, rounds },
  )
  rateHeading(`The same with If-None-Match, ${CONNECTIONS} connections`, ['responses with 304'])
  for (const name of CONDITIONAL) {
    const load = loads[name]
    if (load) rateLine(NAMES[name], load, { more: [`${round(100 * load.notModified)} %`] })
    else line([NAMES[name], 'no ETag', '', '', '', '', ''])
  }
}

/** Requests with the ETags of their responses; undefined where these have none. */
async function withETags(service: BenchService, next: NextRequest): Promise<NextRequest | undefined> {
  const known: Request[] = []
  while (known.length < CONDITIONAL_ADDRESSES) {
    const request = next()
    const response = await fetch(service.url + request.path, {
      headers: request.token ? { authorization: `Bearer ${request.token}` } : {},
    })
    await response.arrayBuffer()
    const ifNoneMatch = response.headers.get('etag')
    if (!ifNoneMatch) return undefined
    known.push({ ...request, ifNoneMatch })
  }
  return () => pick(known)
}
