import { useEffect } from 'react'
import type { DataOf } from '../api/types.ts'

export type LiveEvent = DataOf<'listEvents'>['events'][number]

export const EVENT_TYPES = [
  'rule.created',
  'rule.updated',
  'user.onboarded',
  'user.left',
  'award.paid',
  'award.counted',
  'award.refused',
  'award.reversed',
  'coins.transferred',
] as const satisfies LiveEvent['type'][]

const listeners = new Set<(event: LiveEvent) => void>()

export function tellListeners(event: LiveEvent): void {
  for (const tell of listeners) tell(event)
}

/** Hears of every event as it happens; `listen` must stay the same from one drawing to the next. */
export function useEachEvent(listen: (event: LiveEvent) => void): void {
  useEffect(() => {
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [listen])
}
