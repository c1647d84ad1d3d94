import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { LiveEvent } from '../../live/event-listeners.ts'
import { readNames } from '../../shared/names.ts'
import { userOf } from './event-words.ts'

const EVENTS_PER_PAGE = 50
const AFTER_ALL = Number.MAX_SAFE_INTEGER

export type EventPage = {
  events: LiveEvent[]
  next: number
  nameOf: Awaited<ReturnType<typeof readNames>>
}

export const eventsQuery = (type: LiveEvent['type'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', type ?? 'all'],
    queryFn: async ({ pageParam: before }): Promise<EventPage> => {
      const query = { before, limit: EVENTS_PER_PAGE, ...(type && { types: type }) }
      const { events, next } = await dataOf(api.GET('/api/v1/laas/events', { params: { query } }))
      return { events, next, nameOf: await readNames(events.map(userOf).filter((id) => id !== undefined)) }
    },
    initialPageParam: AFTER_ALL,
    getNextPageParam: ({ next }) => (next > 1 ? next : undefined),
  })
