import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DataOf } from '../api/types.ts'

export type Webhook = DataOf<'readWebhook'>
export type Attempt = DataOf<'listWebhookAttempts'>['attempts'][number]

/** Deliveries have no events of their own, so they are polled. */
const POLL_INTERVAL_MS = 3_000
const ATTEMPTS_PER_PAGE = 20

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await dataOf(api.GET('/api/v1/laas/webhooks'))).webhooks,
  meta: { live: true },
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => dataOf(api.GET('/api/v1/laas/webhooks/{id}', { params: { path: { id } } })),
    refetchInterval: POLL_INTERVAL_MS,
  })

/** Polls until the viewer loads more rows. */
export const attemptsQuery = (id: string) =>
  infiniteQueryOptions({
    ...cursorQuery(['webhooks', id, 'attempts'], (before: string | undefined) => {
      const params = { path: { id }, query: { before, limit: ATTEMPTS_PER_PAGE } }
      return dataOf(api.GET('/api/v1/laas/webhooks/{id}/attempts', { params }))
    }),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : POLL_INTERVAL_MS),
  })
