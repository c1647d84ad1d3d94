import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { LiveEvent } from '../../live/event-listeners.ts'
import { userOf } from './event-words.ts'

const EVENTS_PER_PAGE = 50
const AFTER_ALL = Number.MAX_SAFE_INTEGER

export const eventsQuery = (type: LiveEvent['type'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', type ?? 'all'],
    queryFn: async ({ pageParam: before }) => {
      const query = { before, limit: EVENTS_PER_PAGE, ...(type && { types: type }) }
      const { events, next } = await dataOf(api.GET('/api/v1/laas/events', { params: { query } }))
      return { events, next, names: await namesOf(events) }
    },
    initialPageParam: AFTER_ALL,
    getNextPageParam: ({ next }) => (next > 1 ? next : undefined),
  })

/** The names of the members in some events, by user id. */
async function namesOf(events: LiveEvent[]): Promise<Record<string, string>> {
  const ids = [...new Set(events.map(userOf).filter((id) => id !== undefined))]
  if (ids.length === 0) return {}
  const query = { ids: ids.join(','), limit: ids.length }
  const { data } = await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))
  return Object.fromEntries(
    data.map(({ userId, userData }) => [userId, userData?.fullname ?? userData?.tag ?? 'A user']),
  )
}
