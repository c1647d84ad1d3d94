import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { EVENT_TYPES, type LiveEvent, notifyListeners } from './events.ts'

const REFRESH_INTERVAL_MS = 1_000
const RECONNECT_MS = 2_000
const RECONNECT_MS_MAX = 60_000
const HIDDEN_MS_MAX = 60_000
const LIVE: QueryFilters = { predicate: ({ meta }) => meta?.live === true }

let startSeq: Promise<number | undefined> | undefined

/**
 * Reads the number of the latest event before the first page asks for its data. The stream begins there, so
 * the page needs no second read once the stream is open.
 */
export function findStreamStart(): Promise<unknown> {
  startSeq ??= latestSeq().catch(() => undefined)
  return startSeq
}

/** Follows the partner's events while the page is visible, and refetches live queries. */
export function useEventStream(): 'live' | 'connecting' {
  const [state, setState] = useState<'live' | 'connecting'>('connecting')
  const queryClient = useQueryClient()

  useEffect(() => {
    let lastSeq: number | undefined
    // Whether the page may lack events from before the stream opens, and what failed to load meanwhile.
    let needsRefresh = false
    let visibleUntil = Date.now()
    let source: EventSource | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isClosed = false
    const refresh = refresher(queryClient)

    async function connect(): Promise<void> {
      if (!needsRefresh) lastSeq = await startSeq
      needsRefresh ||= lastSeq === undefined
      // An EventSource cannot tell an ended session from an unavailable service; this request can.
      if (lastSeq === undefined) lastSeq = await latestSeq()
      else if (needsRefresh) await laurel.browserSession.read()
      if (isClosed || document.hidden) return
      // The page may have been hidden and shown meanwhile, which starts a second stream.
      source?.close()
      source = new EventSource(`/api/v1/laas/events/stream?after=${lastSeq}`)
      source.onopen = () => {
        failures = 0
        setState('live')
        if (needsRefresh) refresh.soon()
      }
      source.onerror = () => {
        needsRefresh = true
        setState('connecting')
        if (source?.readyState === EventSource.CLOSED) startLater()
      }
      for (const type of EVENT_TYPES) {
        source.addEventListener(type, ({ data }) => {
          const event = JSON.parse(data) as LiveEvent
          lastSeq = event.seq
          notifyListeners(event)
          refresh.soon()
        })
      }
    }

    const start = () => void connect().catch(startLater)

    function startLater(): void {
      if (isClosed || document.hidden) return
      reconnect = setTimeout(start, Math.min(RECONNECT_MS * 2 ** failures, RECONNECT_MS_MAX))
      failures += 1
    }

    function stop(): void {
      source?.close()
      clearTimeout(reconnect)
    }

    // After a long absence there may be millions of events; live queries are refetched anyway.
    function skipMissedEvents(): void {
      lastSeq = undefined
      notifyListeners('missed')
    }

    // A browser has few connections per server for all its tabs, so a hidden tab closes its stream.
    const onVisibilityChange = () => {
      stop()
      needsRefresh = true
      if (document.hidden) {
        visibleUntil = Date.now()
        return setState('connecting')
      }
      if (Date.now() - visibleUntil > HIDDEN_MS_MAX) skipMissedEvents()
      failures = 0
      start()
    }

    start()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isClosed = true
      stop()
      refresh.stop()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [queryClient])

  return state
}

/**
 * Refetches live queries at most once per interval, one refetch at a time, without cancelling running
 * requests.
 */
function refresher(queryClient: QueryClient): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRefetching = false
  let isStale = false
  let isStopped = false

  async function refresh(): Promise<void> {
    timer = undefined
    // A request that is already running may miss the event.
    isStale = queryClient.isFetching(LIVE) > 0
    isRefetching = true
    await queryClient.invalidateQueries(LIVE, { cancelRefetch: false })
    isRefetching = false
    if (isStale) soon()
  }

  function soon(): void {
    if (isRefetching) isStale = true
    else if (!isStopped) timer ??= setTimeout(() => void refresh(), REFRESH_INTERVAL_MS)
  }

  return {
    soon,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function latestSeq(): Promise<number> {
  const query = { before: Number.MAX_SAFE_INTEGER, limit: 1 }
  const { events } = await laurel.events.list(query)
  return events[0]?.seq ?? 0
}
