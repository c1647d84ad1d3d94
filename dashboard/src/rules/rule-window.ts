import { countText } from '../format/coins.ts'
import { dateTimeText, periodsIn, programmeZone } from '../format/time.ts'
import { phaseOf } from './rule-status.ts'

type Window = { startsAt: string | null; endsAt: string | null; timeZone: string }

/** How far the time of a rule is: in words, and as a share from 0 to 1 when it has both a start and an end. */
type WindowUse = { text: string; share: number | null }

/** Null for a rule that has neither a start nor an end. */
export function windowUse(rule: Window, now = new Date(), zone = programmeZone()): WindowUse | null {
  const { startsAt, endsAt, timeZone } = rule
  if (startsAt === null && endsAt === null) return null
  const at = (time: string) => dateTimeText(time, { now, zone })
  const phase = phaseOf(rule, now)
  if (phase === 'scheduled')
    return { text: `Starts on ${at(startsAt ?? '')}`, share: startsAt && endsAt ? 0 : null }
  if (phase === 'ended') return { text: `Ended on ${at(endsAt ?? '')}`, share: startsAt && endsAt ? 1 : null }
  if (endsAt === null) return { text: `Runs since ${at(startsAt ?? '')}`, share: null }
  if (startsAt === null) return { text: `Runs until ${at(endsAt)}`, share: null }
  const days = periodsIn('day', { from: startsAt, to: endsAt, zone: timeZone })
  const afterNow = new Date(now.getTime() + 1).toISOString()
  const day = periodsIn('day', { from: startsAt, to: afterNow, zone: timeZone })
  return { text: `Day ${countText(day)} of ${countText(days)}, until ${at(endsAt)}`, share: day / days }
}
