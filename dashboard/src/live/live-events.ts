import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { EVENT_TYPES, type LiveEvent, tellListeners } from './event-listeners.ts'

const REFRESH_INTERVAL_MS = 1_000
const RECONNECT_MS = 2_000

/** Follows the partner's events as long as the frame is there, and reads again what the page shows of them. */
export function useLiveEvents(): 'live' | 'waiting' {
  const [state, setState] = useState<'live' | 'waiting'>('waiting')
  const queries = useQueryClient()

  useEffect(() => {
    let source: EventSource | undefined
    let refresh: ReturnType<typeof setTimeout> | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const refreshSoon = () => {
      refresh ??= setTimeout(() => {
        refresh = undefined
        void queries.invalidateQueries({ predicate: ({ meta }) => meta?.live === true })
      }, REFRESH_INTERVAL_MS)
    }

    async function follow(after: number | undefined): Promise<void> {
      let last = after ?? (await lastEventNumber())
      if (isOver) return
      source = new EventSource(`/api/v1/laas/events/stream?after=${last}`)
      source.onopen = () => {
        setState('live')
        // What happened while nobody listened is on no page yet.
        refreshSoon()
      }
      source.onerror = () => {
        setState('waiting')
        if (source?.readyState !== EventSource.CLOSED) return
        reconnect = setTimeout(() => void start(last), RECONNECT_MS)
      }
      for (const type of EVENT_TYPES) {
        source.addEventListener(type, ({ data }) => {
          const event = JSON.parse(data) as LiveEvent
          last = event.seq
          tellListeners(event)
          refreshSoon()
        })
      }
    }

    function start(after?: number): Promise<void> {
      return follow(after).catch(() => {
        if (!isOver) reconnect = setTimeout(() => void start(after), RECONNECT_MS)
      })
    }

    void start()
    return () => {
      isOver = true
      source?.close()
      clearTimeout(refresh)
      clearTimeout(reconnect)
    }
  }, [queries])

  return state
}

async function lastEventNumber(): Promise<number> {
  const query = { before: Number.MAX_SAFE_INTEGER, limit: 1 }
  const { events } = await dataOf(api.GET('/api/v1/laas/events', { params: { query } }))
  return events[0]?.seq ?? 0
}
