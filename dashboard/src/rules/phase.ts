/** Where a rule is in its time: before its start, running, or after its end. */
export type Phase = 'scheduled' | 'running' | 'ended'

export function phaseOf(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now = new Date(),
): Phase {
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime()) return 'ended'
  return startsAt !== null && Date.parse(startsAt) > now.getTime() ? 'scheduled' : 'running'
}
