import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { furtherBack } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import type { LiveEvent } from '../event-stream/events.ts'
import type { Named } from '../members/member-name.ts'
import { readNames } from '../members/queries.ts'

export type Decision = DataOf<'listDecisions'>['decisions'][number]
export type NamedDecision = Decision & { person: Named }

type Filter = Omit<QueryOf<'listDecisions'>, 'before'>

export const DECISIONS = 'decisions'

const readDecisions = (query: QueryOf<'listDecisions'>) =>
  dataOf(api.GET('/api/v1/laas/decisions', { params: { query } }))

/** Decisions on the awards of any user, with who that is. */
export async function readNamedDecisions(query: QueryOf<'listDecisions'>) {
  const { decisions, next } = await readDecisions(query)
  const nameOf = await readNames(decisions.map(({ userId }) => userId))
  const named = decisions.map((decision): NamedDecision => ({ ...decision, person: nameOf(decision.userId) }))
  return { decisions: named, next }
}

export const userDecisionsQuery = (filter: Filter & { userId: string }) => ({
  ...furtherBack([DECISIONS, filter], (before: number | undefined) => readDecisions({ ...filter, before })),
  meta: { live: true },
})

export const ruleDecisionsQuery = (filter: Filter & { ruleName: string }) => ({
  ...furtherBack([DECISIONS, filter], (before: number | undefined) =>
    readNamedDecisions({ ...filter, before }),
  ),
  meta: { live: true },
})

const STANDING_PAYMENTS_MAX = 100

/** Whether a user has another paid award of a rule than this one; null when there are too many to tell. */
export const otherAwardQuery = ({
  id,
  userId,
  ruleName,
}: {
  id: string
  userId: string
  ruleName: string | undefined
}) =>
  queryOptions({
    queryKey: [DECISIONS, 'other', id, ruleName],
    enabled: ruleName !== undefined,
    queryFn: async () => {
      const { decisions, next } = await readDecisions({
        userId,
        ruleName,
        outcome: 'paid',
        limit: STANDING_PAYMENTS_MAX,
      })
      const hasOther = decisions.some((each) => each.id !== id && !each.reversed)
      return hasOther || next === null ? hasOther : null
    },
  })

/** The decision that an award call came to: by its id when it was not refused, otherwise the newest with that reason. */
export async function findDecision({
  userId,
  ruleName,
  isThis,
}: {
  userId: string
  ruleName: string
  isThis: (decision: Decision) => boolean
}): Promise<Decision | undefined> {
  const { decisions } = await readDecisions({ userId, ruleName, limit: 20 })
  return decisions.find(isThis)
}

const TYPES = ['award.paid', 'award.counted', 'award.refused'] as const

type Decided = Extract<LiveEvent, { type: (typeof TYPES)[number] }>

/** Whether an event is a decision on an award; to take one back is none. */
export const isDecided = (event: LiveEvent): event is Decided => TYPES.some((type) => type === event.type)
