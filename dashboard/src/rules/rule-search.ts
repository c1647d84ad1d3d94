import type { AwardReason } from '@laurel/sdk'
import { type RangeSearch, readRange } from '../format/range.ts'
import { isDay } from '../format/time.ts'
import { oneOf, pageNumberOf, textOf } from '../layout/search-params.ts'

/** Who is first among the people of a rule. */
export type PeopleSort = 'coins' | 'payments' | 'last'

const TABS = ['awards', 'refusals'] as const
const OUTCOMES = ['paid', 'counted', 'refused'] as const
const REASONS = [
  'combined_by_sub_rule',
  'rule_inactive',
  'rule_not_started',
  'rule_ended',
  'amount_too_small',
  'user_limit_reached',
  'user_coins_reached',
  'rule_full',
  'sub_rule_repeated',
  'already_counted',
  'budget_exhausted',
  'member_limit_reached',
  'balance_limit',
] as const satisfies AwardReason[]

/** What the address of a rule's page holds: the days, the tab and what the tab shows. Without a tab, people. */
export type RuleSearch = RangeSearch & {
  tab?: (typeof TABS)[number] | undefined
  sort?: Exclude<PeopleSort, 'coins'> | undefined
  outcome?: (typeof OUTCOMES)[number] | undefined
  reason?: AwardReason | undefined
  day?: string | undefined
}

export function readRuleSearch(search: Record<string, unknown>): RuleSearch {
  const { tab, sort, outcome, reason, day } = search
  return {
    ...readRange(search),
    tab: oneOf(tab, TABS),
    sort: oneOf(sort, ['payments', 'last']),
    outcome: oneOf(outcome, OUTCOMES),
    reason: oneOf(reason, REASONS),
    day: isDay(day) ? day : undefined,
  }
}

const STATES = ['running', 'scheduled', 'paused', 'full', 'exhausted', 'ended', 'archived'] as const
export type RuleState = (typeof STATES)[number]

const SORTS = ['coins', 'people', 'refused'] as const
const SPANS = ['7d', '90d'] as const

/** What the address of the list of rules holds. Without a sort, the newest are first; without a span, 30 days count. */
export type RulesSearch = {
  search?: string | undefined
  state?: RuleState | undefined
  type?: 'single' | 'batched' | 'combined' | undefined
  sort?: (typeof SORTS)[number] | undefined
  span?: (typeof SPANS)[number] | undefined
  view?: 'calendar' | undefined
  page?: number | undefined
}

export function readRulesSearch(search: Record<string, unknown>): RulesSearch {
  return {
    search: textOf(search.search),
    state: oneOf(search.state, STATES),
    type: oneOf(search.type, ['single', 'batched', 'combined']),
    sort: oneOf(search.sort, SORTS),
    span: oneOf(search.span, SPANS),
    view: oneOf(search.view, ['calendar']),
    page: pageNumberOf(search.page),
  }
}
