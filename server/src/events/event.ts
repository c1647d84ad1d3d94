export const EVENT_TYPES = [
  'rule.created',
  'rule.updated',
  'user.onboarded',
  'user.left',
  'user.claimed',
  'award.counted',
  'award.paid',
  'award.refused',
  'award.reversed',
  'coins.transferred',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** `seq` is gapless per partner. `data` is the response data of the request that caused the event. */
export type Event = { seq: bigint; type: EventType; createdAt: Date; data: unknown }
