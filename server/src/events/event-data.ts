import type { Award } from '../awards/award.ts'
import { awardData, type Counted, countersData } from '../awards/award-data.ts'
import type { Event } from './event.ts'

type Decided = Parameters<typeof awardData>[1] & Counted & Pick<Award, 'reason'>

export const awardEventData = (partnerId: string, award: Decided) => ({
  ...awardData(partnerId, award),
  reason: award.reason,
  counters: countersData(award),
})

/** An event on the wire. */
export const eventData = ({ seq, type, createdAt, data }: Event) => ({
  seq: Number(seq),
  type,
  createdAt: createdAt.toISOString(),
  data,
})
