import type { Query } from '@laurel/sdk'
import { oneOf, textOf } from '../layout/search-params.ts'

export const DECISION_KINDS = [
  'award',
  'transfer',
  'reversal',
  'refund',
  'adjustment',
  'opening',
  'return',
] as const
export const DECISION_OUTCOMES = [
  'paid',
  'counted',
  'moved',
  'reversed',
  'returned',
  'refused',
] as const satisfies Query<'listDecisions'>['outcome'][]

type Kind = (typeof DECISION_KINDS)[number]
type Outcome = (typeof DECISION_OUTCOMES)[number]

/** The filter in the address of the page. The actor is the id of a team member or a client secret. */
export type DecisionFilter = {
  kind?: Kind | undefined
  outcome?: Outcome | undefined
  actor?: string | undefined
  reference?: string | undefined
}

export const KIND_TEXT: Record<Kind | 'settlement', string> = {
  award: 'Award',
  transfer: 'Transfer',
  reversal: 'Reversal',
  refund: 'Refund',
  adjustment: 'Adjustment',
  opening: 'Opening',
  return: 'Return of an order',
  settlement: 'Settlement',
}

export const OUTCOME_TEXT: Record<Outcome, string> = {
  paid: 'Paid',
  counted: 'Counted',
  moved: 'Done',
  reversed: 'Reversed',
  returned: 'Returned',
  refused: 'Refused',
}

export const readDecisionFilter = (search: Record<string, unknown>): DecisionFilter => ({
  kind: oneOf(search.kind, DECISION_KINDS),
  outcome: oneOf(search.outcome, DECISION_OUTCOMES),
  actor: textOf(search.actor),
  reference: textOf(search.reference),
})

export const isFiltered = (filter: DecisionFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)
