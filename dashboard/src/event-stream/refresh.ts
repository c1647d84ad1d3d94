import { useQueryClient } from '@tanstack/react-query'

/**
 * Refetches what changes when coins move. Paused lists announce new rows themselves and are refetched only
 * when their existing rows change.
 */
export function useRefreshCoins({ isPastChanged = false } = {}): () => Promise<void> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ meta }) => (isPastChanged ? meta?.live !== undefined : meta?.live === true),
    })
}
