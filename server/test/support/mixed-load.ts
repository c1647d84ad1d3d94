import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, dataOf } from './api.ts'
import { type ApiResponse, isReplay } from './api-response.ts'
import { StreamReader } from './events.ts'
import { login, onboardTestPartner } from './partner.ts'
import { addWebhook, type Receiver, verified } from './receiver.ts'

const BULK_ITEMS = 20
const COMPLETIONS = '3'
const AWARDS_KEPT = 1_000
/** So that every user has coins to transfer. */
const FIRST_AWARDS = 5
const FAILURES_KEPT = 5
/** As Retry-After asks. */
const UNAVAILABLE_MS = 1_000
const STREAM_READ_MS = 200
const STREAM_READS = 100

const AWARD = '/api/v1/laas/rules/award'
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const TRANSACTIONS = '/api/v1/laas/coins/transactions'
const ADJUST = '/api/v1/laas/coins/adjust'
const RETURN = '/api/v1/laas/returns'
const READS = [
  '/api/v1/laas/leaderboard/new',
  '/api/v1/laas/coins/partner/ep-leaderboard',
  '/api/v1/laas/rules',
  '/api/v1/laas/users?limit=20',
  '/api/v1/laas/events?after=0&limit=100',
  '/api/v1/laas/overview',
]

/** The ids of what the service said it has done. */
export type Answered = { awards: string[]; transactions: string[]; reversals: string[]; returns: string[] }

/** A reader of a partner's events, which must miss none. */
type Reader = { name: string; first: number; last: number; repeated: number }

type MixedPartner = { partnerId: string; readers: Reader[] }

export type MixedLoad = {
  partners: MixedPartner[]
  answered: Answered
  /** How often each kind of request was made. */
  made: Map<string, number>
  hasMadeAllKinds(): boolean
  /** How often a request had to be repeated, because a busy machine let it wait for too long. */
  unavailable(): number
  /** How many calls without a key were not answered: they may have been done, and are not repeated. */
  unanswered(): number
  failures: string[]
  stop(): Promise<void>
  /** After `stop`: whether the readers have read every event. */
  hasReadAll(): Promise<boolean>
  closeStreams(): Promise<void>
}

type Partner = MixedPartner & {
  email: string
  token: string
  users: string[]
  paying: string
  counted: string
  /** Paid awards of which nothing is reversed yet, and transfers of which nothing is refunded. */
  paid: string[]
  spent: string[]
  /** Orders to return, and how many were placed. */
  orders: string[]
  placed: number
  requests: number
}

type Request = { method: 'GET' | 'POST'; path: string; body?: object; key?: string }

type LoadSize = { partners: number; users: number; callers: number; pauseMs: number }

/** What partners do all day, by this many callers of each, with a pause after each request. */
export async function startMixedLoad(
  api: Api,
  receiver: Receiver,
  { partners: count, users: members, callers, pauseMs }: LoadSize,
): Promise<MixedLoad> {
  const answered: Answered = { awards: [], transactions: [], reversals: [], returns: [] }
  const made = new Map<string, number>()
  const failures: string[] = []
  const partners: Partner[] = []
  const streams = new Set<StreamReader>()
  let unavailable = 0
  let unanswered = 0
  let stopped = false
  let closed = false

  async function untilAvailable(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
    for (;;) {
      const response = await call()
      if (response.status !== 503) return response
      unavailable += 1
      await pause(UNAVAILABLE_MS)
    }
  }

  /** Sends a request, which must succeed. Now and then it is retried with its key, for the same response. */
  async function send(partner: Partner, kind: string, request: Request): Promise<ApiResponse['body']> {
    made.set(kind, (made.get(kind) ?? 0) + 1)
    const options = {
      token: partner.token,
      ...(request.body && { body: request.body }),
      ...(request.key && { headers: { 'idempotency-key': request.key } }),
    }
    const call = () => api.request(request.method, request.path, options)
    const isRepeatable = request.method === 'GET' || request.key !== undefined
    const response = await (isRepeatable ? untilAvailable(call) : call())
    if (response.status === 503) {
      unanswered += 1
      return undefined
    }
    assert(response.status < 300, `${response.status} ${JSON.stringify(response.body)}`)
    if (request.key && partner.requests % 7 === 0) {
      const retried = await untilAvailable(call)
      assert(isReplay(retried), `a retry of ${request.key} is no replay`)
      assert.deepEqual(retried.body, response.body)
    }
    return response.body.data
  }

  function fail(problem: string): void {
    if (failures.length < FAILURES_KEPT) failures.push(problem)
  }

  const kinds: Record<string, (partner: Partner, kind: string) => Promise<void>> = {
    'award with key': (partner, kind) => award(partner, kind, partner.paying, nextKey(partner)),
    'award without key': (partner, kind) => award(partner, kind, partner.paying),
    'completion that counts': (partner, kind) => award(partner, kind, partner.counted, nextKey(partner)),
    'bulk call': (partner, kind) =>
      awardAll(
        partner,
        kind,
        Array.from({ length: BULK_ITEMS }, () => nextUser(partner)),
      ),
    async transfer(partner, kind) {
      const body = { userId: nextUser(partner), coins: 1 }
      const key = partner.requests % 2 === 0 ? { key: nextKey(partner) } : {}
      const transfer = await send(partner, kind, { method: 'POST', path: TRANSFER, body, ...key })
      if (!transfer) return
      answered.transactions.push(transfer.id)
      partner.spent.push(transfer.id)
    },
    async refund(partner, kind) {
      const id = partner.spent.pop()
      if (!id) return
      for (const body of [{ coins: 0.4 }, {}]) {
        const request = { path: `${TRANSACTIONS}/${id}/refund`, body, key: nextKey(partner) }
        answered.transactions.push((await send(partner, kind, { method: 'POST', ...request })).id)
      }
    },
    async adjustment(partner, kind) {
      const body = { userId: nextUser(partner), coins: 0.5, reason: 'Goodwill' }
      const request = { path: ADJUST, body, key: nextKey(partner) }
      answered.transactions.push((await send(partner, kind, { method: 'POST', ...request })).id)
    },
    async reversal(partner, kind) {
      const id = partner.paid.pop()
      if (!id) return
      const path = `${AWARD}/${id}/reverse`
      // In two parts, and the wallet may be empty by then.
      for (const body of [{ coins: 1, shortfall: 'owe' }, { shortfall: 'available' }]) {
        const request = { path, body, key: nextKey(partner) }
        answered.reversals.push((await send(partner, kind, { method: 'POST', ...request })).reversalId)
      }
    },
    async order(partner, kind) {
      partner.placed += 1
      const reference = `order-${partner.placed}`
      const body = { userId: nextUser(partner), ruleName: partner.paying, reference }
      const request = { path: AWARD, body, key: nextKey(partner) }
      answered.awards.push((await send(partner, kind, { method: 'POST', ...request })).id)
      partner.orders.push(reference)
    },
    async return(partner, kind) {
      const reference = partner.orders.shift()
      if (!reference) return
      const body = { reference, share: 1, shortfall: 'owe' }
      const request = { path: RETURN, body, key: nextKey(partner) }
      const { id, reversals } = await send(partner, kind, { method: 'POST', ...request })
      answered.returns.push(id)
      for (const { reversalId } of reversals) answered.reversals.push(reversalId)
    },
    async read(partner, kind) {
      const path = READS[partner.requests % READS.length] as string
      await send(partner, kind, { method: 'GET', path })
    },
    async 'sign-in'(partner, kind) {
      made.set(kind, (made.get(kind) ?? 0) + 1)
      partner.token = (await dataOf(untilAvailable(() => login(api, partner.email)))).accessToken
    },
  }

  async function award(partner: Partner, kind: string, ruleName: string, key?: string): Promise<void> {
    const body = { userId: nextUser(partner), ruleName }
    const request = { path: AWARD, body, ...(key && { key }) }
    const given = await send(partner, kind, { method: 'POST', ...request })
    if (!given) return
    answered.awards.push(given.id)
    if (given.awarded && partner.paid.length < AWARDS_KEPT) partner.paid.push(given.id)
  }

  async function awardAll(partner: Partner, kind: string, users: string[]): Promise<void> {
    const awards = users.map((userId) => ({ userId, ruleName: partner.paying }))
    const request = { path: `${AWARD}/bulk`, body: { awards }, key: nextKey(partner) }
    const { results } = await send(partner, kind, { method: 'POST', ...request })
    for (const { status, data } of results) {
      assert.equal(status, 'success')
      answered.awards.push(data.id)
    }
  }

  /** How many requests of each kind a round has. */
  const round = Object.entries({
    'award with key': 12,
    'award without key': 6,
    'bulk call': 1,
    'completion that counts': 4,
    transfer: 4,
    refund: 1,
    adjustment: 1,
    reversal: 2,
    order: 2,
    return: 1,
    read: 10,
    'sign-in': 1,
  }).flatMap(([kind, times]) => Array<string>(times).fill(kind))

  async function callAgain(partner: Partner): Promise<void> {
    while (!stopped) {
      const kind = round[partner.requests % round.length] as string
      partner.requests += 1
      await kinds[kind]?.(partner, kind).catch((error) => fail(`${kind}: ${error}`))
      await pause(pauseMs)
    }
  }

  /** Reads the partner's stream, and opens it again when it ends and now and then. */
  async function readStream(partner: Partner, reader: Reader): Promise<void> {
    while (!closed) {
      const stream = await StreamReader.open(api, partner.token, { lastEventId: reader.last })
      streams.add(stream)
      for (let reads = 0; reads < STREAM_READS && !stream.isOver && !closed; reads += 1) {
        await pause(STREAM_READ_MS)
        note(reader, stream.seqs)
        stream.blocks.length = 0
      }
      stream.drop()
      streams.delete(stream)
    }
  }

  /** Each event follows the one before; what comes again is counted. */
  function note(reader: Reader, seqs: number[]): void {
    for (const seq of seqs) {
      if (seq <= reader.last) reader.repeated += 1
      else if (seq === reader.last + 1) reader.last = seq
      else {
        fail(`${reader.name}: ${seq} came after ${reader.last}`)
        reader.last = seq
      }
    }
  }

  const secrets = new Map<string, { secret: string; reader: Reader }>()
  receiver.handleWith((delivery, response) => {
    const endpoint = secrets.get(delivery.path)
    if (endpoint) {
      const { data } = verified(delivery, endpoint.secret)
      note(
        endpoint.reader,
        data.events.map(({ seq }) => seq),
      )
    }
    response.writeHead(endpoint ? 204 : 500).end()
    receiver.received.length = 0
    return false
  })

  for (let index = 0; index < count; index += 1) {
    const { partnerId, email, token, addUsers, addRule } = await onboardTestPartner(api)
    const users = await addUsers(members)
    const limits = { maxNumberOfParticipant: '1000000' }
    const { name: paying } = await addRule(limits)
    const { name: counted } = await addRule({ ...limits, type: 'batched', completionNumber: COMPLETIONS })
    const { next } = await dataOf(api.get('/api/v1/laas/events?after=0&limit=1000', token))
    const newReader = (name: string) => ({
      name: `${name} ${index}`,
      first: next + 1,
      last: next,
      repeated: 0,
    })
    const readers = [newReader('stream'), newReader('webhook')] as const
    const { secret } = await addWebhook(api, token, { url: `${receiver.url}/${index}` })
    secrets.set(`/hooks/${index}`, { secret, reader: readers[1] })
    const known = { partnerId, email, token, users, paying, counted, readers: [...readers] }
    const partner: Partner = { ...known, paid: [], spent: [], orders: [], placed: 0, requests: index }
    for (let times = 0; times < FIRST_AWARDS; times += 1) await awardAll(partner, 'bulk call', users)
    partners.push(partner)
  }
  const working = partners.flatMap((partner) => Array.from({ length: callers }, () => callAgain(partner)))
  const reading = partners.map((partner) => readStream(partner, partner.readers[0] as Reader))

  return {
    partners,
    answered,
    made,
    hasMadeAllKinds: () => Object.keys(kinds).every((kind) => made.has(kind)),
    unavailable: () => unavailable,
    unanswered: () => unanswered,
    failures,
    async stop() {
      stopped = true
      await Promise.all(working)
    },
    async hasReadAll() {
      for (const { token, readers } of partners) {
        const [reader] = readers as [Reader]
        const path = `/api/v1/laas/events?after=${reader.last}&limit=1`
        const { next } = await dataOf(untilAvailable(() => api.get(path, token)))
        if (readers.some(({ last }) => last < next)) return false
      }
      return true
    },
    async closeStreams() {
      closed = true
      await Promise.all(reading)
    },
  }
}

const nextUser = (partner: Partner) =>
  partner.users[Math.floor(Math.random() * partner.users.length)] as string

let keys = 0
function nextKey({ partnerId }: Partner): string {
  keys += 1
  return `${partnerId}-${keys}`
}
