import type { LiveEvent } from '../event-stream/events.ts'

const TYPES = ['award.paid', 'award.counted', 'award.refused'] as const

type Decided = Extract<LiveEvent, { type: (typeof TYPES)[number] }>

/** Whether an event is a decision on an award; to take one back is none. */
export const isDecided = (event: LiveEvent): event is Decided => TYPES.some((type) => type === event.type)
