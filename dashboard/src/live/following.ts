import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type LiveEvent, useEachEvent } from './event-listeners.ts'

export type Following = {
  isFollowing: boolean
  noun: string
  /** How many of the events have happened since it stopped. */
  unseen: number
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
  const [isFollowing, setFollowing] = useState(true)
  const [unseen, setUnseen] = useState(0)
  useEachEvent(
    useCallback(
      (event) => {
        if (!isFollowing && concerns(event)) setUnseen((count) => count + 1)
      },
      [isFollowing, concerns],
    ),
  )
  return {
    isFollowing,
    noun,
    unseen,
    stop: () => setFollowing(false),
    showNewest: () => {
      setFollowing(true)
      setUnseen(0)
      void queries.resetQueries({ queryKey, exact: true })
    },
  }
}
