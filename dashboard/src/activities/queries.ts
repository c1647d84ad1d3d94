import type { ListedActivity, Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'
import { seenIn } from './seen.ts'

const ACTIVITIES = 'activities'
const LATEST = 100
const PER_PAGE = 30
const SCANS_MAX = 20

/** The types of the latest activities, the most frequent first. */
export const activityTypesQuery = queryOptions({
  queryKey: [ACTIVITIES, 'types'],
  queryFn: async () => {
    const { data } = await laurel.activities.list({ limit: LATEST })
    const counts = new Map<string, number>()
    for (const { type } of data) counts.set(type, (counts.get(type) ?? 0) + 1)
    const types = [...counts].map(([type, count]) => ({ type, count }))
    return { types: types.toSorted((left, right) => right.count - left.count), latest: data.length }
  },
})

/** What the latest activities of a type had. */
export const seenPropertiesQuery = (type: string) =>
  queryOptions({
    queryKey: [ACTIVITIES, 'seen', type],
    enabled: isActivityType(type),
    queryFn: async () => seenIn((await laurel.activities.list({ type, limit: LATEST })).data),
  })

/** Whether the service takes it as a type. */
export const isActivityType = (type: string): boolean =>
  type.length <= 64 && /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(type)

/** An activity with the name of its member. */
export type ActivityLine = ListedActivity & { user: DisplayName }

/** The activities that pass a filter, newest first. */
export const activitiesQuery = (query: Query<'listActivities'>) => ({
  ...cursorQuery([ACTIVITIES, 'list', query], async (cursor: string | undefined) => {
    let page = await laurel.activities.list({ ...query, limit: PER_PAGE, cursor })
    // A filter that matches few gets empty pages on the way.
    for (let scans = 1; page.data.length === 0 && page.next !== null && scans < SCANS_MAX; scans += 1)
      page = await laurel.activities.list({ ...query, limit: PER_PAGE, cursor: page.next })
    const nameOf = await readDisplayNames(page.data.map(({ userId }) => userId))
    const lines = page.data.map((line): ActivityLine => ({ ...line, user: nameOf(line.userId) }))
    return { lines, next: page.next }
  }),
  meta: { live: true },
})

/** One activity, with every rule that asked for its type. */
export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: [ACTIVITIES, 'one', id],
    queryFn: async () => {
      const activity = await laurel.activities.read(id, { expand: 'evaluations' })
      const nameOf = await readDisplayNames([activity.userId])
      return { ...activity, user: nameOf(activity.userId) }
    },
    meta: { live: true },
  })

const SAME_MOMENT = 10

/** The activity that an award came from; null when it was awarded by name. They are decided at the same moment. */
export const activityOfAwardQuery = (award: { id: string; userId: string; createdAt: string }) =>
  queryOptions({
    queryKey: [ACTIVITIES, 'of award', award.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { id, userId, createdAt } = award
      const to = new Date(Date.parse(createdAt) + 1).toISOString()
      const { data } = await laurel.activities.list({ userId, from: createdAt, to, limit: SAME_MOMENT })
      for (const { id: activityId, type, paid, counted } of data) {
        if (paid + counted === 0) continue
        const { awards } = await laurel.activities.read(activityId)
        if (awards.some((each) => each.id === id)) return { id: activityId, type }
      }
      return null
    },
  })
