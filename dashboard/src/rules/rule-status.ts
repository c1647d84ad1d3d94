import { hundredthsOf } from '../format/coins.ts'

/** Where a rule is in its time: before its start, running, or after its end. */
type Phase = 'scheduled' | 'running' | 'ended'

export function phaseOf(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now = new Date(),
): Phase {
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime()) return 'ended'
  return startsAt !== null && Date.parse(startsAt) > now.getTime() ? 'scheduled' : 'running'
}

export type RuleStatus =
  | 'Draft'
  | 'Scheduled'
  | 'Running'
  | 'Paused'
  | 'Full'
  | 'Exhausted'
  | 'Ended'
  | 'Archived'

export type StatusTerms = {
  status: string
  archivedAt: string | null
  version: number
  startsAt: string | null
  endsAt: string | null
  participants: string
  maxNumberOfParticipant: string
  coinBudget: string
  budgetUsed: string
}

/**
 * The one word for a rule: whether it can pay someone new now, and if not, what keeps it from that. A rule that was made
 * inactive and not changed since is a draft.
 */
export function ruleStatusOf(rule: StatusTerms, now = new Date()): RuleStatus {
  if (rule.archivedAt !== null) return 'Archived'
  const phase = phaseOf(rule, now)
  if (phase === 'ended') return 'Ended'
  if (rule.status !== 'active') return rule.version === 1 ? 'Draft' : 'Paused'
  if (phase === 'scheduled') return 'Scheduled'
  if (Number(rule.participants) >= Number(rule.maxNumberOfParticipant)) return 'Full'
  return isExhausted(rule) ? 'Exhausted' : 'Running'
}

function isExhausted({ coinBudget, budgetUsed }: StatusTerms): boolean {
  const budget = hundredthsOf(coinBudget)
  return budget !== null && (hundredthsOf(budgetUsed) ?? 0n) >= budget
}
