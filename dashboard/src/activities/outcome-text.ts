import type { RuleEvaluation } from '@laurel/sdk'
import type { Tone } from '../components/status.tsx'

type Outcome = Pick<RuleEvaluation, 'matched' | 'outcome' | 'reason'>

const UNMATCHED: Record<string, string> = {
  condition_false: 'The activity does not meet the conditions.',
  no_units: 'There is nothing to pay for: the units are zero.',
  group_taken: 'Another rule of the same group came first.',
  rule_inactive: 'The rule was paused.',
  rule_not_started: 'The rule had not started yet.',
  rule_ended: 'The rule had ended.',
  sub_rule_repeated: 'The sub-rule was done already in this round.',
  evaluation_failed: 'The conditions could not be evaluated.',
}

/** Why a rule did not match an activity. */
export const unmatchedText = (reason: string): string =>
  UNMATCHED[reason] ?? 'The activity does not match the rule.'

/** What came of a rule that an activity asked for. */
export function evaluationTitle({ matched, outcome, reason }: Outcome): { tone: Tone; title: string } {
  if (reason === 'evaluation_failed') return { tone: 'attention', title: 'Failed' }
  if (!matched) return { tone: 'quiet', title: 'Does not match' }
  if (outcome === 'paid') return { tone: 'good', title: 'Paid' }
  return outcome === 'counted' ? { tone: 'waiting', title: 'Counted' } : { tone: 'bad', title: 'Refused' }
}

/** "properties.total is missing" in the words of the pages. */
export const errorText = (error: string): string =>
  `${error.replace(/^./u, (first) => first.toUpperCase())}${error.endsWith('.') ? '' : '.'}`
