import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type LiveEvent, type StreamMessage, useStreamListener } from './events.ts'

export type LiveList = {
  noun: string
  /** Matching events since the list was paused. */
  newCount: number
  /** Whether there may be more new rows than `newCount`. */
  mayHaveMissed: boolean
  /** Options for the list's query. */
  queryOptions: { meta: { live: boolean }; refetchOnMount: boolean; refetchOnWindowFocus: boolean }
  pause: () => void
  showLatest: () => void
}

/**
 * A list that updates itself until the viewer loads more rows; then it stays as it is and counts new events.
 * `matches` says which events belong to the list and must keep its identity between renders; `noun` names a
 * row.
 */
export function useLiveList({
  queryKey,
  noun,
  matches,
}: {
  queryKey: QueryKey
  noun: string
  matches: (event: LiveEvent) => boolean
}): LiveList {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(() => !isExtended(queryClient, queryKey))
  // Events are not counted while the list is not on the page.
  const [mayHaveMissed, setMayHaveMissed] = useState(!isLive)
  const [newCount, setNewCount] = useState(0)
  useStreamListener(
    useCallback(
      (message: StreamMessage) => {
        if (isLive) return
        if (message === 'missed') setMayHaveMissed(true)
        else if (matches(message)) setNewCount((count) => count + 1)
      },
      [isLive, matches],
    ),
  )
  return {
    noun,
    newCount,
    mayHaveMissed,
    queryOptions: {
      meta: { live: isLive },
      refetchOnMount: isLive,
      refetchOnWindowFocus: isLive,
    },
    pause: () => setLive(false),
    showLatest: () => {
      setLive(true)
      setNewCount(0)
      setMayHaveMissed(false)
      void queryClient.resetQueries({ queryKey, exact: true })
    },
  }
}

const isExtended = (queryClient: QueryClient, queryKey: QueryKey): boolean =>
  (queryClient.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0) > 1
