import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'

/** Deliveries have no events of their own, so they are polled. */
const POLL_INTERVAL_MS = 3_000
const ATTEMPTS_PER_PAGE = 20

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await laurel.webhooks.list()).webhooks,
  meta: { live: true },
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => laurel.webhooks.read(id),
    refetchInterval: POLL_INTERVAL_MS,
  })

/** Polls until the viewer loads more rows. */
export const attemptsQuery = (id: string) =>
  infiniteQueryOptions({
    ...cursorQuery(['webhooks', id, 'attempts'], (before: string | undefined) =>
      laurel.webhooks.attempts(id, { before, limit: ATTEMPTS_PER_PAGE }),
    ),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : POLL_INTERVAL_MS),
  })
