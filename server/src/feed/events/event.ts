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
  'award.counted',
  'award.paid',
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
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** What a webhook gets that names no types. Of what a partner told itself, it gets nothing unasked. */
export const USUAL_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'activity.recorded')

/**
 * `seq` is gapless per partner. `data` begins with the response data of the request that caused the event.
 */
export type Event = { seq: bigint; type: EventType; createdAt: Date; data: unknown }
