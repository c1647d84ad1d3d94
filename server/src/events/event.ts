/** Every kind of fact that a partner's ledger holds. */
export const EVENT_TYPES = [
  'rule.created',
  'rule.updated',
  'user.onboarded',
  'user.left',
  'award.counted',
  'award.paid',
  'award.refused',
  'award.reversed',
  'coins.transferred',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** A fact with its number in the partner's gapless order, and what the endpoint that made it answered. */
export type Event = { seq: bigint; type: EventType; createdAt: Date; data: unknown }
