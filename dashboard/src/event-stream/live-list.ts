import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type LiveEvent, type StreamMessage, useStreamListener } from './events.ts'

export type LiveList = {
  isLive: boolean
  noun: string
  /** Matching events since the list was paused. */
  newCount: number
  /** Whether there may be more new rows than `newCount`. */
  mayHaveMissed: boolean
  /** Options for the list's query. */
  reading: { meta: { live: boolean }; refetchOnMount: boolean; refetchOnWindowFocus: boolean }
  stop: () => void
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
  const [isLive, setFollowing] = useState(() => !isReadFurther(queryClient, queryKey))
  // Events are not counted while the list is not on the page.
  const [mayHaveMissed, setMissed] = useState(!isLive)
  const [newCount, setUnseen] = useState(0)
  useStreamListener(
    useCallback(
      (message: StreamMessage) => {
        if (isLive) return
        if (message === 'missed') setMissed(true)
        else if (matches(message)) setUnseen((count) => count + 1)
      },
      [isLive, matches],
    ),
  )
  return {
    isLive,
    noun,
    newCount,
    mayHaveMissed,
    reading: {
      meta: { live: isLive },
      refetchOnMount: isLive,
      refetchOnWindowFocus: isLive,
    },
    stop: () => setFollowing(false),
    showLatest: () => {
      setFollowing(true)
      setUnseen(0)
      setMissed(false)
      void queryClient.resetQueries({ queryKey, exact: true })
    },
  }
}

const isReadFurther = (queryClient: QueryClient, queryKey: QueryKey): boolean =>
  (queryClient.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0) > 1
