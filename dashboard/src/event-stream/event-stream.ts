import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { EVENT_TYPES, type LiveEvent, tellListeners } from './events.ts'

const REFRESH_INTERVAL_MS = 1_000
const RECONNECT_MS = 2_000
const RECONNECT_MS_MAX = 60_000
const ABSENCE_MS_MAX = 60_000
const LIVE: QueryFilters = { predicate: ({ meta }) => meta?.live === true }

/** Follows the partner's events as long as the frame is there and seen, and reads again what the page shows of them. */
export function useLiveEvents(): 'live' | 'waiting' {
  const [state, setState] = useState<'live' | 'waiting'>('waiting')
  const queries = useQueryClient()

  useEffect(() => {
    let last: number | undefined
    let seenUntil = Date.now()
    let source: EventSource | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isOver = false
    const refresh = refresher(queries)

    async function follow(): Promise<void> {
      // Also the way to notice that the session has ended, which a stream does not tell from a service that is away.
      if (last === undefined) last = await lastEventNumber()
      else await dataOf(api.GET('/api/v1/session'))
      if (isOver || document.hidden) return
      // Whoever looked away and back meanwhile has begun twice.
      source?.close()
      source = new EventSource(`/api/v1/laas/events/stream?after=${last}`)
      source.onopen = () => {
        failures = 0
        setState('live')
        // What happened while nobody listened is on no page yet.
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
          tellListeners(event)
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

    // What is shown is read again anyway, and there may be millions of events to hear of.
    function beginAnew(): void {
      last = undefined
      tellListeners('missed')
    }

    // A browser has few connections to a server for all of its tabs, so one that nobody sees gives its own back.
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
  }, [queries])

  return state
}

/** Reads again what is live, at most once in a while and once at a time, without breaking off what is being read. */
function refresher(queries: QueryClient): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isStale = false
  let isOver = false

  async function refresh(): Promise<void> {
    timer = undefined
    // What is being read now may not know of the event yet.
    isStale = queries.isFetching(LIVE) > 0
    isReading = true
    await queries.invalidateQueries(LIVE, { cancelRefetch: false })
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
