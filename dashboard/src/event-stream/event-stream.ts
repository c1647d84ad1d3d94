import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { EVENT_TYPES, type LiveEvent, notifyListeners } from './events.ts'

const REFRESH_INTERVAL_MS = 1_000
const RECONNECT_MS = 2_000
const RECONNECT_MS_MAX = 60_000
const ABSENCE_MS_MAX = 60_000
const LIVE: QueryFilters = { predicate: ({ meta }) => meta?.live === true }

/** Follows the partner's events while the page is visible, and refetches live queries. */
export function useEventStream(): 'live' | 'waiting' {
  const [state, setState] = useState<'live' | 'waiting'>('waiting')
  const queryClient = useQueryClient()

  useEffect(() => {
    let last: number | undefined
    let seenUntil = Date.now()
    let source: EventSource | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isOver = false
    const refresh = refresher(queryClient)

    async function follow(): Promise<void> {
      // An EventSource cannot tell an ended session from an unavailable service; this request can.
      if (last === undefined) last = await lastEventNumber()
      else await dataOf(api.GET('/api/v1/session'))
      if (isOver || document.hidden) return
      // The page may have been hidden and shown meanwhile, which starts a second stream.
      source?.close()
      source = new EventSource(`/api/v1/laas/events/stream?after=${last}`)
      source.onopen = () => {
        failures = 0
        setState('live')
        // Events that happened before the stream opened are not on the page yet.
        refresh.soon()
      }
      source.onerror = () => {
        setState('waiting')
        if (source?.readyState === EventSource.CLOSED) startLater()
      }
      for (const type of EVENT_TYPES) {
        source.addEventListener(type, ({ data }) => {
          const event = JSON.parse(data) as LiveEvent
          last = event.seq
          notifyListeners(event)
          refresh.soon()
        })
      }
    }

    const start = () => void follow().catch(startLater)

    function startLater(): void {
      if (isOver || document.hidden) return
      reconnect = setTimeout(start, Math.min(RECONNECT_MS * 2 ** failures, RECONNECT_MS_MAX))
      failures += 1
    }

    function stop(): void {
      source?.close()
      clearTimeout(reconnect)
    }

    // After a long absence there may be millions of events; live queries are refetched anyway.
    function beginAnew(): void {
      last = undefined
      notifyListeners('missed')
    }

    // A browser has few connections per server for all its tabs, so a hidden tab closes its stream.
    const onSeen = () => {
      stop()
      if (document.hidden) {
        seenUntil = Date.now()
        return setState('waiting')
      }
      if (Date.now() - seenUntil > ABSENCE_MS_MAX) beginAnew()
      failures = 0
      start()
    }

    start()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      isOver = true
      stop()
      refresh.stop()
      document.removeEventListener('visibilitychange', onSeen)
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
  let isReading = false
  let isStale = false
  let isOver = false

  async function refresh(): Promise<void> {
    timer = undefined
    // A request that is already running may miss the event.
    isStale = queryClient.isFetching(LIVE) > 0
    isReading = true
    await queryClient.invalidateQueries(LIVE, { cancelRefetch: false })
    isReading = false
    if (isStale) soon()
  }

  function soon(): void {
    if (isReading) isStale = true
    else if (!isOver) timer ??= setTimeout(() => void refresh(), REFRESH_INTERVAL_MS)
  }

  return {
    soon,
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

async function lastEventNumber(): Promise<number> {
  const query = { before: Number.MAX_SAFE_INTEGER, limit: 1 }
  const { events } = await dataOf(api.GET('/api/v1/laas/events', { params: { query } }))
  return events[0]?.seq ?? 0
}
