import { Autocomplete } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'

/** As long as the service keeps. */
const REASON_LENGTH_MAX = 1000
const LINES_READ = 100
const REASONS_SHOWN = 8

/** What the team wrote lately when it moved coins by hand, the most frequent first. */
const recentReasonsQuery = queryOptions({
  queryKey: ['reasons'],
  queryFn: async () => {
    const query = { kind: 'adjustment,reversal,refund,return', limit: LINES_READ } as const
    const { decisions } = await laurel.decisions.list(query)
    const counts = new Map<string, number>()
    for (const line of decisions) {
      // The lines of a return repeat its reason.
      const isPart = 'returnId' in line && line.returnId !== null
      if (line.kind === 'membership' || line.actor.kind !== 'team' || !line.note || isPart) continue
      counts.set(line.note, (counts.get(line.note) ?? 0) + 1)
    }
    return [...counts].sort(([, one], [, other]) => other - one).map(([reason]) => reason)
  },
  // The next dialog offers what the last one was told.
  staleTime: 0,
})

/** A reason is required of people, so that others understand later what was done. */
export const missingReason = (reason: string): string | null =>
  reason.trim() ? null : 'Say why, for your team and auditors.'

/** Why something is done: one of the team's recent reasons, or another. */
export function ReasonField({ input }: { input: object }) {
  const { data: reasons = [] } = useQuery(recentReasonsQuery)
  return (
    <Autocomplete
      label="Reason"
      description="Kept with the line, for your team and auditors"
      data={reasons}
      limit={REASONS_SHOWN}
      maxLength={REASON_LENGTH_MAX}
      autoComplete="off"
      maxDropdownHeight={220}
      required
      withAsterisk={false}
      {...input}
    />
  )
}
