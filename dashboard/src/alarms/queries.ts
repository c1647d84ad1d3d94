import type { Alarm } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { queryClient } from '../api/query-client.ts'

const FRESH_MS = 30_000
const POLL_INTERVAL_MS = 60_000
/** After a retry, people wait for the alarm to end. */
const WATCH_INTERVAL_MS = 2_000
const WATCH_MS = 30_000

let watchedUntil = 0

/** Most alarms begin and end without an event, so they are polled. */
export const alarmsQuery = queryOptions({
  queryKey: ['alarms'],
  queryFn: async () => (await laurel.alarms.list()).alarms,
  staleTime: FRESH_MS,
  refetchInterval: () => (Date.now() < watchedUntil ? WATCH_INTERVAL_MS : POLL_INTERVAL_MS),
})

export const refreshAlarms = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: alarmsQuery.queryKey })

/** Looks often for a while. */
export function watchAlarms(): Promise<void> {
  watchedUntil = Date.now() + WATCH_MS
  return refreshAlarms()
}

export const isOfWebhook = ({ webhookId }: Alarm): boolean => webhookId !== null
