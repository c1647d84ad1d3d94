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

/** An event, or that an unknown number of them went by unheard. */
export type Heard = LiveEvent | 'missed'

const listeners = new Set<(heard: Heard) => void>()

export function tellListeners(heard: Heard): void {
  for (const tell of listeners) tell(heard)
}

/** Hears of every event as it happens; `listen` must stay the same from one drawing to the next. */
export function useEachEvent(listen: (heard: Heard) => void): void {
  useEffect(() => {
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [listen])
}
