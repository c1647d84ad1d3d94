import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { postLimitedMail } from '../../identity/accounts/limited-mail.ts'
import type { Outbound } from '../../messages/outbound/outbound.ts'
import { findSendingPause } from '../../messages/outbound/sending-pause-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { webhookDeliveries, webhookLagSeconds } from '../../runtime/metrics/metrics.ts'
import { createPagedSearch } from '../../runtime/process/paged-search.ts'
import { createPartnerNodes } from '../../storage/citus/partner-nodes.ts'
import type { Database } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { listenForEvents } from '../events/event-notifications.ts'
import {
  beginDelivery,
  type LeasedEndpoint,
  leaseEndpoints,
  listOwnerEmails,
  recordDelivery,
  recordFailedDelivery,
  releaseLease,
  renewLeases,
  skipEvents,
} from './delivery-store.ts'
import { findLaggingEndpoints, searchLaggingEndpoints } from './lagging-endpoints.ts'
import { EVENTS_PER_DELIVERY_MAX, eventsMessageId, type Payload } from './message.ts'
import { createPayloads } from './payloads.ts'
import { retryDelayMs, type Sent, sendMessage } from './send-message.ts'
import { createSlowTime } from './slow-time.ts'
import { createWaitingPartners } from './waiting-partners.ts'
import type { EndpointKey } from './webhook.ts'

export type Deliveries = { stop(): Promise<void> }

type DeliveryServices = {
  database: Database
  connectionString: string
  encryption: Encryption
  outbound: Outbound
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Where an endpoint stands: the payload is that of a delivery which has begun. */
type Position = { endpoint: LeasedEndpoint; isReleased: boolean; begun: Payload | null }

type Leased = { endpoint: LeasedEndpoint; abandoned: AbortController; work: Promise<void> }

/**
 * Polls are this far apart, so that a burst of events needs few deliveries. Endpoints leased in one poll share
 * what is read.
 */
const POLL_MS = 200
/**
 * A partner that had this many new events since the last poll is read again after this time, for fuller
 * deliveries: each costs as much as some awards. Other partners do not wait, nor does what is behind.
 */
const BUSY_EVENTS = 100n
const BUSY_MS = 600
const LEASE_MS = 5_000
const RENEWAL_MS = 1_000
/** Deliveries at a time. The second half is for partners that are not slow. */
const SLOTS = 50
/** The second half is for endpoints that are not slow. */
const SLOTS_PER_PARTNER = 10
/** A partner with this many gets none of the second half of all slots. */
const RESERVED_PER_PARTNER = 2
const PARTNERS_PER_POLL_MAX = 500
/** The partners of an unavailable node are read again after this time. */
const UNAVAILABLE_RETRY_MS = 5_000
/** The longest wait of an endpoint before it is read again. */
const WAIT_MS_MAX = 3_600_000
/** How often to search for events whose notification was lost, and how fast: a page each second. */
const SEARCH_INTERVAL_MS = 60_000
const SEARCH_STEP_MS = 1_000
const ENDPOINTS_PER_PAGE = 1_000
/** The slot and the lease are released then, so that others are served and changes of this one are read. */
const DELIVERIES_IN_A_ROW_MAX = 10
const IN_A_ROW_MS_MAX = 1_000
const STOP_GRACE_MS = 3_000
const GIVE_UP_DAYS = 3

/**
 * Delivers due events to the endpoints of all partners. Any number of processes can run it. It reads the
 * endpoints of partners that it was notified of; a slow search finds those of lost notifications.
 */
export function startDeliveries(
  services: DeliveryServices,
  { searchIntervalMs = SEARCH_INTERVAL_MS, searchStepMs = SEARCH_STEP_MS } = {},
): Deliveries {
  const { database, connectionString, encryption, log } = services
  const payloads = createPayloads(database)
  const nodes = createPartnerNodes(database)
  const holder = newId()
  const lease = { holder, leaseMs: LEASE_MS }
  const leased = new Map<string, Leased>()
  const slowTime = createSlowTime()
  const partners = createWaitingPartners()
  const busyUntil = new Map<string, number>()
  const stopped = new AbortController()
  let renewedAt = performance.now()
  let isFailing = false

  async function poll(): Promise<void> {
    slowTime.purge()
    if (leased.size >= SLOTS) return
    // A notification that arrives from here on has its partner read again.
    const takenIds = takePartners()
    if (takenIds.length === 0) return
    try {
      if (await findSendingPause(database)) {
        for (const partnerId of takenIds) partners.add(partnerId)
        return
      }
      const { lagging, unavailable } = await findLaggingEndpoints({ database, nodes }, takenIds)
      isFailing = false
      for (const partnerId of unavailable) partners.add(partnerId, UNAVAILABLE_RETRY_MS)
      for (const { partnerId, waitMs } of lagging) partners.add(partnerId, Math.min(waitMs, WAIT_MS_MAX))
      const due = choose(lagging.filter(({ waitMs }) => waitMs <= 0))
      if (due.length === 0) return
      for (const endpoint of await leaseEndpoints(database, due, lease)) take(endpoint)
    } catch (error) {
      for (const partnerId of takenIds) partners.add(partnerId)
      throw error
    }
  }

  /** Takes partners that are ready, except those with a delivery that was large a moment ago. */
  function takePartners(): string[] {
    for (const [partnerId, until] of busyUntil) if (until <= performance.now()) busyUntil.delete(partnerId)
    return partners.take(PARTNERS_PER_POLL_MAX).filter((partnerId) => {
      const until = busyUntil.get(partnerId)
      if (until !== undefined) partners.add(partnerId, until - performance.now())
      return until === undefined
    })
  }

  /** Chooses who gets a slot: the partners with the least slow time first. */
  function choose(due: EndpointKey[]): EndpointKey[] {
    let taken = 0
    const ofPartner = new Map<string, number>()
    const count = ({ partnerId }: EndpointKey) => {
      taken += 1
      ofPartner.set(partnerId, (ofPartner.get(partnerId) ?? 0) + 1)
    }
    const hasSlot = ({ partnerId, id }: EndpointKey) => {
      const slotsUsed = ofPartner.get(partnerId) ?? 0
      if (taken >= SLOTS || slotsUsed >= SLOTS_PER_PARTNER) return false
      if (slotsUsed >= SLOTS_PER_PARTNER / 2 && slowTime.isSlow(id)) return false
      return taken < SLOTS / 2 || (slotsUsed < RESERVED_PER_PARTNER && !slowTime.isSlow(partnerId))
    }
    for (const { endpoint } of leased.values()) count(endpoint)
    const slowMs = new Map(due.map(({ partnerId }) => [partnerId, slowTime.msOf(partnerId)]))
    const slowMsOf = ({ partnerId }: EndpointKey) => slowMs.get(partnerId) ?? 0
    const chosen: EndpointKey[] = []
    for (const endpoint of due.toSorted((left, right) => slowMsOf(left) - slowMsOf(right))) {
      if (leased.has(endpoint.id) || !hasSlot(endpoint)) continue
      count(endpoint)
      chosen.push(endpoint)
    }
    return chosen
  }

  function take(endpoint: LeasedEndpoint): void {
    const abandoned = new AbortController()
    const work = deliverAll(endpoint, abandoned.signal)
      .catch(logOnce)
      .finally(() => {
        leased.delete(endpoint.id)
        partners.add(endpoint.partnerId)
      })
    leased.set(endpoint.id, { endpoint, abandoned, work })
  }

  async function deliverAll(endpoint: LeasedEndpoint, abandoned: AbortSignal): Promise<void> {
    const since = performance.now()
    const mayGoOn = (count: number) =>
      count < DELIVERIES_IN_A_ROW_MAX &&
      performance.now() - since < IN_A_ROW_MS_MAX &&
      !stopped.signal.aborted
    let at: Position | undefined = { endpoint, isReleased: false, begun: null }
    try {
      for (let count = 0; at && !at.isReleased && mayGoOn(count); count += 1)
        at = await deliverNext(at, { abandoned, mayGoOn: () => mayGoOn(count + 1) })
    } finally {
      if (!at?.isReleased) await releaseLease(database, endpoint, holder)
    }
    if (at?.isReleased && at.endpoint.cursor - endpoint.cursor >= BUSY_EVENTS)
      busyUntil.set(endpoint.partnerId, since + BUSY_MS)
  }

  /**
   * Returns where the endpoint stands after the delivery. The last delivery releases its lease; any other one begins
   * the next, which costs no statement of its own.
   */
  async function deliverNext(
    { endpoint, begun }: Position,
    { abandoned, mayGoOn }: { abandoned: AbortSignal; mayGoOn: () => boolean },
  ): Promise<Position | undefined> {
    const { partnerId, id, cursor, types, pendingTo } = endpoint
    const { to, sent } = begun ?? (await payloads(partnerId, { after: cursor, types, until: pendingTo }))
    if (to === cursor) return undefined
    const moved = { ...endpoint, cursor: to, pendingTo: null, failures: 0 }
    if (!sent) {
      const isMoved = await skipEvents(database, endpoint, { holder, to })
      return isMoved ? { endpoint: moved, isReleased: false, begun: null } : undefined
    }

    if (!begun && !(await beginDelivery(database, endpoint, { ...lease, to }))) return undefined
    const message = { id: eventsMessageId(id, sent), body: sent.body }
    const outcome = await slowTime.measure([partnerId, id], () =>
      sendMessage(services, endpoint, message, abandoned),
    )
    if (abandoned.aborted) return undefined

    const { firstSeq, lastSeq, count, oldestAt } = sent
    const attempt = { ...outcome, id: newId(), firstSeq, lastSeq, events: count }
    if (!outcome.isDelivered) {
      await recordFailure(endpoint, attempt, outcome)
      return undefined
    }
    webhookLagSeconds.observe(Math.max(0, Date.now() - oldestAt.getTime()) / 1_000)
    const isLast = count < EVENTS_PER_DELIVERY_MAX && pendingTo === null
    const next = !isLast && mayGoOn() ? await payloads(partnerId, { after: to, types, until: null }) : null
    const nextTo = next?.sent ? next.to : null
    const recorded = await recordDelivery(database, endpoint, attempt, { ...lease, to, isLast, nextTo })
    if (!recorded.isMoved) return undefined
    return { endpoint: moved, isReleased: isLast, begun: recorded.hasBegun ? next : null }
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
        const mail = endpointDisabledMail({ id, url, reason, deliveredUpTo: endpoint.cursor })
        for (const to of await listOwnerEmails(tx, partnerId))
          await postLimitedMail(tx, encryption, { to, reason: 'verified', ...mail }, new Date())
      }
      return isSwitchedOff
    })
    if (isSwitchedOff)
      log.warn({ partnerId, endpoint: id }, 'webhook endpoint disabled after failing for days')
  }

  /** Aborts deliveries whose lease another process may have taken. */
  async function renew(): Promise<void> {
    const mine = [...leased.values()]
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
    for (const { abandoned } of leased.values()) abandoned.abort()
  }

  function logOnce(error: unknown): void {
    if (!isFailing) log.error({ err: error }, 'delivering webhooks failed; retrying')
    isFailing = true
  }

  const search = createPagedSearch<EndpointKey>({
    intervalMs: searchIntervalMs,
    async readPage(after) {
      const page = await searchLaggingEndpoints({ database, nodes }, { after, countMax: ENDPOINTS_PER_PAGE })
      for (const partnerId of page.partnerIds) partners.add(partnerId)
      return page.end
    },
  })

  async function pollWhenReady(): Promise<void> {
    await partners.untilReady(stopped.signal)
    if (!stopped.signal.aborted) await poll()
  }

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!stopped.signal.aborted) {
      await work().catch(logOnce)
      await delay(ms, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const stopMeasuring = webhookDeliveries.sample(() => leased.size)
  const watchdog = setInterval(abandonIfLate, RENEWAL_MS)
  const listening = listenForEvents({
    connectionString,
    onPartners: (partnerIds) => {
      for (const partnerId of partnerIds) partners.add(partnerId)
    },
    onConnected: search.restart,
    log,
  })
  const running = [every(POLL_MS, pollWhenReady), every(RENEWAL_MS, renew), every(searchStepMs, search.step)]
  return {
    async stop() {
      stopped.abort()
      stopMeasuring()
      await Promise.all([...running, listening.stop()])
      clearInterval(watchdog)
      const graceTimer = setTimeout(() => {
        for (const { abandoned } of leased.values()) abandoned.abort()
      }, STOP_GRACE_MS)
      await Promise.all([...leased.values()].map(({ work }) => work))
      clearTimeout(graceTimer)
      partners.clear()
    },
  }
}

type DisabledEndpoint = { id: string; url: string; reason: string; deliveredUpTo: bigint }

const endpointDisabledMail = ({ id, url, reason, deliveredUpTo }: DisabledEndpoint) => ({
  subject: 'A webhook endpoint was switched off',
  text: `Your webhook endpoint ${url} no longer receives events. ${reason}

Nothing is lost: every event up to number ${deliveredUpTo} was delivered. Fix the endpoint and enable it again on the dashboard, under Developers, or with PATCH /api/v1/laas/webhooks/${id} and {"enabled": true}. Deliveries then continue from there.
`,
})
