import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { postMail } from '../mail/post-mail.ts'
import type { Outbound } from '../outbound/outbound.ts'
import {
  beginDelivery,
  type DueEndpoint,
  type LeasedEndpoint,
  leaseEndpoints,
  listDueEndpoints,
  listOwnerEmails,
  recordDelivery,
  recordFailedDelivery,
  releaseLease,
  renewLeases,
  skipEvents,
} from './delivery-store.ts'
import { eventsMessageId } from './message.ts'
import { createPayloads, EVENTS_PER_DELIVERY_MAX } from './payloads.ts'
import { retryDelayMs } from './retry.ts'
import { type Sent, sendMessage } from './send-message.ts'
import { switchedOffMail } from './switched-off-mail.ts'

export type Deliveries = { stop(): Promise<void> }

type DeliveryServices = {
  database: Database
  encryption: Encryption
  outbound: Outbound
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

type Held = { endpoint: LeasedEndpoint; abandoned: AbortController; work: Promise<void> }

const POLL_MS = 200
const LEASE_MS = 5_000
const RENEWAL_MS = 1_000
const CONCURRENCY_MAX = 50
/** A partner whose endpoints all answer late leaves places to the others. */
const OF_PARTNER_MAX = 10
/** Endpoints that hang for as long as they may never take the places of those that answer. */
const FAILING_MAX = 25
const FAILING_OF_PARTNER_MAX = 5
const DUE_MAX = 200
/** Then the endpoint is taken anew, so that others have their turn and its changes are seen. */
const DELIVERIES_IN_A_ROW_MAX = 10
const STOP_GRACE_MS = 3_000
const GIVE_UP_DAYS = 3

/** Delivers what is due to the endpoints of all partners, each on its own. Any number of processes may run one. */
export function startDeliveries(services: DeliveryServices): Deliveries {
  const { database, encryption, log } = services
  const payloads = createPayloads(database)
  const holder = newId()
  const lease = { holder, leaseMs: LEASE_MS }
  const held = new Map<string, Held>()
  /** An endpoint that had all there was rests a little, so that a burst is told in few full deliveries. */
  const resting = new Map<string, number>()
  const stopped = new AbortController()
  let renewedAt = performance.now()
  let isFailing = false

  async function look(): Promise<void> {
    for (const [id, until] of resting) if (until <= performance.now()) resting.delete(id)
    if (held.size >= CONCURRENCY_MAX) return
    const due = choose(await listDueEndpoints(database, DUE_MAX))
    isFailing = false
    if (due.length === 0) return
    for (const endpoint of await leaseEndpoints(database, due, lease)) take(endpoint)
  }

  function choose(due: DueEndpoint[]): DueEndpoint[] {
    const all = { places: 0, failing: 0 }
    const ofPartner = new Map<string, { places: number; failing: number }>()
    const hasPlace = ({ partnerId, failures }: DueEndpoint) => {
      const own = ofPartner.get(partnerId) ?? { places: 0, failing: 0 }
      const isFull = all.places >= CONCURRENCY_MAX || own.places >= OF_PARTNER_MAX
      const isTooMuch = all.failing >= FAILING_MAX || own.failing >= FAILING_OF_PARTNER_MAX
      if (isFull || (failures > 0 && isTooMuch)) return false
      for (const taken of [all, own]) {
        taken.places += 1
        if (failures > 0) taken.failing += 1
      }
      ofPartner.set(partnerId, own)
      return true
    }
    for (const { endpoint } of held.values()) hasPlace(endpoint)
    return due.filter((endpoint) => !held.has(endpoint.id) && !resting.has(endpoint.id) && hasPlace(endpoint))
  }

  function take(endpoint: LeasedEndpoint): void {
    const abandoned = new AbortController()
    const work = deliverAll(endpoint, abandoned.signal)
      .catch(logOnce)
      .finally(() => held.delete(endpoint.id))
    held.set(endpoint.id, { endpoint, abandoned, work })
  }

  async function deliverAll(endpoint: LeasedEndpoint, abandoned: AbortSignal): Promise<void> {
    let at: LeasedEndpoint | undefined = endpoint
    try {
      for (let count = 0; at && count < DELIVERIES_IN_A_ROW_MAX && !stopped.signal.aborted; count += 1)
        at = await deliverNext(at, abandoned)
    } finally {
      await releaseLease(database, endpoint, holder)
    }
  }

  /** Answers the endpoint as it then stands when there is more to deliver at once. */
  async function deliverNext(
    endpoint: LeasedEndpoint,
    abandoned: AbortSignal,
  ): Promise<LeasedEndpoint | undefined> {
    const { partnerId, id, cursor, types, pendingTo } = endpoint
    const { to, sent } = await payloads(partnerId, { after: cursor, types, until: pendingTo })
    if (to === cursor) return undefined
    const moved = { ...endpoint, cursor: to, pendingTo: null, failures: 0 }
    if (!sent) return (await skipEvents(database, endpoint, { holder, to })) ? moved : undefined

    if (!(await beginDelivery(database, endpoint, { ...lease, to }))) return undefined
    const message = { id: eventsMessageId(id, sent), body: sent.body }
    const outcome = await sendMessage(services, endpoint, message, abandoned)
    if (abandoned.aborted) return undefined

    const { firstSeq, lastSeq, count } = sent
    const attempt = { ...outcome, id: newId(), firstSeq, lastSeq, events: count }
    if (!outcome.isDelivered) {
      await recordFailure(endpoint, attempt, outcome)
      return undefined
    }
    const isMoved = await recordDelivery(database, endpoint, attempt, { holder, to })
    if (count === EVENTS_PER_DELIVERY_MAX || pendingTo !== null) return isMoved ? moved : undefined
    resting.set(id, performance.now() + POLL_MS)
    return undefined
  }

  async function recordFailure(
    endpoint: LeasedEndpoint,
    attempt: Parameters<typeof recordFailedDelivery>[2],
    { retryAfterMs, error }: Sent,
  ): Promise<void> {
    const { partnerId, id, url } = endpoint
    const retryMs = retryDelayMs(endpoint.failures + 1, retryAfterMs)
    const reason = `It failed for ${GIVE_UP_DAYS} days. The last time: ${error}`
    const isSwitchedOff = await database.transaction(async (tx) => {
      const failure = { holder, retryMs, giveUpDays: GIVE_UP_DAYS, reason }
      const { isSwitchedOff } = await recordFailedDelivery(tx, endpoint, attempt, failure)
      if (isSwitchedOff) {
        const mail = switchedOffMail({ id, url, reason, deliveredUpTo: endpoint.cursor })
        for (const to of await listOwnerEmails(tx, partnerId))
          await postMail(tx, encryption, { to, ...mail }, new Date())
      }
      return isSwitchedOff
    })
    if (isSwitchedOff) log.warn({ partnerId, endpoint: id }, 'a webhook endpoint was switched off')
  }

  /** Lets go of what another process may have taken. */
  async function renew(): Promise<void> {
    const mine = [...held.values()]
    if (mine.length > 0) {
      const kept = await renewLeases(
        database,
        mine.map(({ endpoint }) => endpoint),
        lease,
      )
      const keptIds = new Set(kept.map(({ id }) => id))
      for (const { endpoint, abandoned } of mine) if (!keptIds.has(endpoint.id)) abandoned.abort()
    }
    renewedAt = performance.now()
  }

  function abandonIfLate(): void {
    if (performance.now() - renewedAt < LEASE_MS) return
    for (const { abandoned } of held.values()) abandoned.abort()
  }

  function logOnce(error: unknown): void {
    if (!isFailing) log.error({ err: error }, 'webhooks wait, because something went wrong')
    isFailing = true
  }

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!stopped.signal.aborted) {
      await work().catch(logOnce)
      await delay(ms, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const watching = setInterval(abandonIfLate, RENEWAL_MS)
  const running = [every(POLL_MS, look), every(RENEWAL_MS, renew)]
  return {
    async stop() {
      stopped.abort()
      await Promise.all(running)
      clearInterval(watching)
      const patience = setTimeout(() => {
        for (const { abandoned } of held.values()) abandoned.abort()
      }, STOP_GRACE_MS)
      await Promise.all([...held.values()].map(({ work }) => work))
      clearTimeout(patience)
    },
  }
}
