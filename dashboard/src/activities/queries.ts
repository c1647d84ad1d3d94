import type { ListedActivity, Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'
import { seenOf } from './seen.ts'

const ACTIVITIES = 'activities'
const TYPES_PER_PAGE = 20
/** As many types as a programme may use in a month. */
const TYPE_PAGES_MAX = 10
const TYPES_STALE_MS = 60_000
const PER_PAGE = 30
const SCANS_MAX = 20

/** The types that arrived or that rules have, the most frequent first. */
export const activityTypesQuery = queryOptions({
  queryKey: [ACTIVITIES, 'types'],
  staleTime: TYPES_STALE_MS,
  queryFn: async () => {
    const types = []
    let cursor: string | undefined
    for (let page = 0; page < TYPE_PAGES_MAX; page += 1) {
      const { data, next } = await laurel.activities.types({ limit: TYPES_PER_PAGE, cursor })
      types.push(...data.map(({ type, activities }) => ({ type, activities })))
      if (next === null) break
      cursor = next
    }
    return types.toSorted((left, right) => right.activities - left.activities)
  },
})

/** What the latest activities of a type had. */
export const seenPropertiesQuery = (type: string) =>
  queryOptions({
    queryKey: [ACTIVITIES, 'types', type],
    enabled: isActivityType(type),
    queryFn: async () => seenOf((await laurel.activities.types({ type })).data[0]?.properties ?? []),
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
