import type { Query } from '@laurel/sdk'
import type { LiveEvent } from '../event-stream/events.ts'
import { addDays, isDay, startOfDay } from '../format/time.ts'
import { textOf } from '../layout/search-params.ts'

/** The filter in the address of the page. Days are those of the programme's time zone. */
export type ActivityFilter = {
  type?: string | undefined
  user?: string | undefined
  reference?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** With the activity that is open beside the list. */
type ActivitySearch = ActivityFilter & { activity?: string | undefined }

export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch => ({
  type: textOf(search.type),
  user: textOf(search.user),
  reference: textOf(search.reference),
  from: isDay(search.from) ? search.from : undefined,
  to: isDay(search.to) ? search.to : undefined,
  activity: textOf(search.activity),
})

/** What to ask the API for. */
export const activityQueryOf = ({
  type,
  user,
  reference,
  from,
  to,
}: ActivityFilter): Query<'listActivities'> => ({
  ...(type && { type }),
  ...(user && { userId: user }),
  ...(reference && { reference }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: startOfDay(addDays(to, 1)) }),
})

/** Whether an event adds an activity that passes the filter. */
export function matchesActivities(filter: ActivityFilter, event: LiveEvent): boolean {
  if (event.type !== 'activity.recorded') return false
  const { type, userId, reference, from, to } = activityQueryOf(filter)
  const { data, createdAt } = event
  return (
    (!type || type === data.type) &&
    (!userId || userId === data.userId) &&
    (!reference || reference === data.reference) &&
    (!from || createdAt >= from) &&
    (!to || createdAt < to)
  )
}
