import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { LiveEvent } from '../../event-stream/events.ts'
import { readNames } from '../../members/queries.ts'
import { userOf } from './event-words.ts'

const EVENTS_PER_PAGE = 50
const AFTER_ALL = Number.MAX_SAFE_INTEGER

/** An event, with how the user is called that it is about. */
export type NamedEvent = { event: LiveEvent; name: string }

export const eventsQuery = (type: LiveEvent['type'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', type ?? 'all'],
    queryFn: async ({ pageParam: before }): Promise<{ events: NamedEvent[]; next: number }> => {
      const query = { before, limit: EVENTS_PER_PAGE, ...(type && { types: type }) }
      const { events, next } = await dataOf(api.GET('/api/v1/laas/events', { params: { query } }))
      const nameOf = await readNames(events.map(userOf).filter((id) => id !== undefined))
      return { events: events.map((event) => ({ event, name: nameOf(userOf(event) ?? '').name })), next }
    },
    initialPageParam: AFTER_ALL,
    getNextPageParam: ({ next }) => (next > 1 ? next : undefined),
  })
