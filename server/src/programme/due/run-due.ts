import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { walletsDone } from '../../runtime/metrics/metrics.ts'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import type { Database } from '../../storage/database/database.ts'
import type { CoinCall } from '../coin-calls/coin-call.ts'
import type { DueRequest } from './due-call.ts'
import { type DueWallet, findDueWallets, findPartnersWithDue, scheduleNextDue } from './due-store.ts'

const INTERVAL_MS = 5_000
const PARTNERS_PER_SEARCH = 100
/** They take turns by the call, so that the first ones do not keep others from beginning. */
const PARTNERS_AT_ONCE = 1_000
/** Small calls with pauses, so that the calls of the same partner hardly wait. */
const WALLETS_PER_CALL = 20
/** Of the wallets of a call together, unless it has only one. */
const LOTS_PER_CALL = 500
/** What holds give back when they end is not counted among the lots of a wallet. */
const LOTS_OF_HOLDS = 50
/** A thousand partners have as many in memory. */
const PAGE = 250
const PAUSE_FACTOR = 2
/** Of all partners, so that those whose coins expire at one midnight take no more of the process than one of them. */
const CALLS_AT_ONCE = 2

type Services = {
  database: Database
  coinCalls: { due: Pick<CoinCall<DueRequest, unknown>, 'decide'> }
  givenTime: () => Date | undefined
  log: Pick<Logger, 'warn'>
}

/** Looks for what is due, and writes it. */
export function doWhatIsDue(services: Services): Poll {
  const work = dueWork(services)
  const polling = poll(INTERVAL_MS, async () => {
    try {
      await work.startAll()
    } catch (err) {
      services.log.warn({ err }, 'finding what is due failed; retrying')
    }
  })
  return {
    async stop() {
      work.interrupt()
      await polling.stop()
      await work.ended()
    },
  }
}

/**
 * Writes what is due in wallets that no call touches: what expired, what can be spent now, and holds whose time is over.
 * Any number of processes can run it: each batch does what is left.
 */
export function dueWork({ database, coinCalls, givenTime, log }: Services) {
  let isStopping = false
  const working = new Map<string, Promise<void>>()
  /** Partners that the next search tries again. */
  const failed = new Set<string>()
  const limited = limitConcurrency(CALLS_AT_ONCE)
  /** Apart from the calls, since it waits for ledgers that are busy. */
  const limitedAtEnd = limitConcurrency(CALLS_AT_ONCE)

  async function doCall(partnerId: string, userIds: string[]): Promise<void> {
    if (isStopping) return
    const began = performance.now()
    await coinCalls.due.decide({ partnerId }, { userIds }, null)
    walletsDone.inc(userIds.length)
    await pause(PAUSE_FACTOR * (performance.now() - began))
  }

  async function doAll(partnerId: string): Promise<void> {
    const own = database.forPartner(partnerId)
    for (;;) {
      const due = await limited(async () =>
        isStopping ? [] : findDueWallets(own, partnerId, { givenTime: givenTime(), limit: PAGE }),
      )
      for (const userIds of callsOf(due)) await limited(() => doCall(partnerId, userIds))
      if (isStopping) return
      if (due.length === 0) {
        await limitedAtEnd(async () => {
          if (!isStopping) await own.transaction((tx) => scheduleNextDue(tx, partnerId))
        })
        return
      }
    }
  }

  /** One run at a time for each partner. */
  function start(partnerId: string): void {
    const work = doAll(partnerId)
      .catch((err) => {
        failed.add(partnerId)
        log.warn({ err, partnerId }, 'doing what is due failed; retrying')
      })
      .finally(() => working.delete(partnerId))
    working.set(partnerId, work)
  }

  /** Starts with all partners that have something due, those that wait longest first. */
  async function startAll(): Promise<void> {
    failed.clear()
    for (;;) {
      const limit = PARTNERS_PER_SEARCH + working.size + failed.size
      const found = await findPartnersWithDue(database, { givenTime: givenTime(), limit })
      for (const partnerId of found) {
        while (working.size >= PARTNERS_AT_ONCE) await Promise.race(working.values())
        if (isStopping) return
        if (!working.has(partnerId) && !failed.has(partnerId)) start(partnerId)
      }
      if (found.length < limit) return
    }
  }

  return {
    startAll,
    interrupt(): void {
      isStopping = true
    },
    async ended(): Promise<void> {
      await Promise.all(working.values())
    },
  }
}

/** Divides wallets into calls that each have little to do. */
function callsOf(due: readonly DueWallet[]): string[][] {
  const calls: string[][] = []
  let lots = 0
  for (const { userId, openLots, isHeld } of due) {
    const last = calls.at(-1)
    const own = openLots + (isHeld ? LOTS_OF_HOLDS : 0)
    lots += own
    if (last && last.length < WALLETS_PER_CALL && lots <= LOTS_PER_CALL) last.push(userId)
    else {
      calls.push([userId])
      lots = own
    }
  }
  return calls
}
