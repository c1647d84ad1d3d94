import type { AwardDecision, Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import type { LiveEvent } from '../event-stream/events.ts'
import { addDays, dayIn, programmeZone, startOfDay } from '../format/time.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'

/** A decision on an award. */
export type Decision = AwardDecision
export type NamedDecision = Decision & { user: DisplayName }

type Filter = Omit<Query<'listDecisions'>, 'before'>

export const DECISIONS = 'decisions'

const SCANS_MAX = 20

/** A filter that matches few decisions gets empty pages on the way; reads on until there are some. */
export async function readDecisions(query: Query<'listDecisions'>) {
  let { before } = query
  for (let scans = 1; ; scans += 1) {
    const page = await laurel.decisions.list({ ...query, before })
    const decisions = page.decisions.filter((each): each is Decision => each.kind === 'award')
    if (decisions.length > 0 || page.next === null || scans === SCANS_MAX) return { ...page, decisions }
    before = page.next
  }
}

/** Reads decisions with the names of their users. */
async function readNamedDecisions(query: Query<'listDecisions'>) {
  const { decisions, next } = await readDecisions(query)
  const nameOf = await readDisplayNames(decisions.map(({ userId }) => userId))
  const named = decisions.map((decision): NamedDecision => ({ ...decision, user: nameOf(decision.userId) }))
  return { decisions: named, next }
}

export const ruleDecisionsQuery = (filter: Filter & { ruleName: string }) => ({
  ...cursorQuery([DECISIONS, filter], (before: number | undefined) =>
    readNamedDecisions({ ...filter, before }),
  ),
  meta: { live: true },
})

const PAYMENTS_READ_MAX = 100

/** Whether the user has another paid award of the rule; null when there are too many awards to know. */
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
        limit: PAYMENTS_READ_MAX,
      })
      const hasOther = decisions.some((each) => each.id !== id && !each.reversed)
      return hasOther || next === null ? hasOther : null
    },
  })

const PACE_PAGES_MAX = 5
const PAYMENTS_PER_PAGE = 100

/** What a rule paid yesterday, on the clocks of the programme. Of a busy rule, its latest payments of that day. */
export const paidYesterdayQuery = (ruleName: string) =>
  queryOptions({
    queryKey: [DECISIONS, 'paid yesterday', ruleName],
    queryFn: async () => {
      const today = dayIn(programmeZone())
      const range = { from: startOfDay(addDays(today, -1)), to: startOfDay(today) }
      const payments: Decision[] = []
      let before: number | undefined
      for (let pages = 0; pages < PACE_PAGES_MAX; pages += 1) {
        const query = { ruleName, outcome: 'paid', ...range, limit: PAYMENTS_PER_PAGE, before } as const
        const page = await readDecisions(query)
        payments.push(...page.decisions)
        if (page.next === null) return { payments, isAll: true }
        before = page.next
      }
      return { payments, isAll: false }
    },
  })

const TYPES = ['award.paid', 'award.counted', 'award.refused'] as const

type Decided = Extract<LiveEvent, { type: (typeof TYPES)[number] }>

/** A reversal is not a decision. */
export const isDecision = (event: LiveEvent): event is Decided => TYPES.some((type) => type === event.type)
