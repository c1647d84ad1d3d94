import { EVENT_TYPES, type EventType } from '../../feed/events/event.ts'

/** They need a user with an account, a file, or days of waiting. */
const NOT_TRIGGERED = [
  'user.claimed',
  'coins.opened',
  'coins.expiring',
  'coins.expired',
  'hold.expired',
] as const satisfies EventType[]

/** An event that a trigger can make happen. */
export type Trigger = Exclude<EventType, (typeof NOT_TRIGGERED)[number]>

export const TRIGGERS = EVENT_TYPES.filter(
  (type): type is Trigger => !(NOT_TRIGGERED as readonly EventType[]).includes(type),
)

/** A customer and rules of this name are there for triggers alone. */
export const TRIGGER_NAME = 'laurel-trigger'

export const isTriggerRule = ({ name }: { name: string }): boolean =>
  name === TRIGGER_NAME || name.startsWith(`${TRIGGER_NAME}-`)
