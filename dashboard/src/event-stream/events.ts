import type { Event } from '@laurel/sdk'
import { useEffect } from 'react'

export type LiveEvent = Event

export const EVENT_TYPES = [
  'rule.created',
  'rule.updated',
  'rule.started',
  'rule.ended',
  'rule.exhausted',
  'rule.full',
  'user.onboarded',
  'user.updated',
  'user.left',
  'user.claimed',
  'user.erased',
  'award.paid',
  'award.counted',
  'award.refused',
  'award.reversed',
  'reversal.refused',
  'coins.transferred',
  'transfer.refused',
  'coins.refunded',
  'refund.refused',
  'coins.adjusted',
  'adjustment.refused',
  'coins.settled',
  'coins.opened',
  'coins.expiring',
  'coins.expired',
  'coins.held',
  'hold.extended',
  'hold.released',
  'hold.expired',
  'hold.refused',
  'order.returned',
  'return.refused',
  'activity.recorded',
] as const satisfies LiveEvent['type'][]

/** An event, or `missed` when an unknown number of events was skipped. */
export type StreamMessage = LiveEvent | 'missed'

const listeners = new Set<(message: StreamMessage) => void>()

export function notifyListeners(message: StreamMessage): void {
  for (const listener of listeners) listener(message)
}

/** Calls `listener` with every event. It must keep its identity between renders. */
export function useStreamListener(listener: (message: StreamMessage) => void): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}
