import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Heard, type LiveEvent, useEachEvent } from './events.ts'

export type Following = {
  isFollowing: boolean
  noun: string
  /** How many of the events have happened since it stopped. */
  unseen: number
  /** Whether there may be more of them than were heard of. */
  hasMissed: boolean
  /** What the query of the list needs for it. */
  reading: { meta: { live: boolean }; refetchOnMount: boolean; refetchOnWindowFocus: boolean }
  stop: () => void
  showNewest: () => void
}

/**
 * A list follows what happens only as long as nobody has read further back in it, so that it does not move under their eyes; after that
 * it counts what happened since. `concerns` says which events belong in the list, and must stay the same from one drawing to the next;
 * `noun` is what one of them adds to it.
 */
export function useFollowing({
  queryKey,
  noun,
  concerns,
}: {
  queryKey: QueryKey
  noun: string
  concerns: (event: LiveEvent) => boolean
}): Following {
  const queries = useQueryClient()
  const [isFollowing, setFollowing] = useState(() => !isReadFurther(queries, queryKey))
  // Nobody counted while a list that was read further back was not on the page.
  const [hasMissed, setMissed] = useState(!isFollowing)
  const [unseen, setUnseen] = useState(0)
  useEachEvent(
    useCallback(
      (heard: Heard) => {
        if (isFollowing) return
        if (heard === 'missed') setMissed(true)
        else if (concerns(heard)) setUnseen((count) => count + 1)
      },
      [isFollowing, concerns],
    ),
  )
  return {
    isFollowing,
    noun,
    unseen,
    hasMissed,
    reading: {
      meta: { live: isFollowing },
      refetchOnMount: isFollowing,
      refetchOnWindowFocus: isFollowing,
    },
    stop: () => setFollowing(false),
    showNewest: () => {
      setFollowing(true)
      setUnseen(0)
      setMissed(false)
      void queries.resetQueries({ queryKey, exact: true })
    },
  }
}

const isReadFurther = (queries: QueryClient, queryKey: QueryKey): boolean =>
  (queries.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0) > 1
