type Refusal = {
  words: string
  act: string
  to: '/rules' | '/users'
  search?: { status: 'active' | 'inactive' }
}

const REFUSALS: Record<string, Refusal> = {
  rule_full: {
    words: 'The rule was full: it had all its participants',
    act: 'See which rules are full',
    to: '/rules',
    search: { status: 'active' },
  },
  user_limit_reached: {
    words: 'The user had every payment that the rule gives to one person',
    act: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  rule_inactive: {
    words: 'The rule was inactive',
    act: 'See the inactive rules',
    to: '/rules',
    search: { status: 'inactive' },
  },
  sub_rule_repeated: {
    words: 'The user had done this part of a combined rule already',
    act: 'See the rules',
    to: '/rules',
  },
  combined_by_sub_rule: {
    words: 'A combined rule was called by its own name, not by one of its parts',
    act: 'See the rules',
    to: '/rules',
  },
  balance_limit: {
    words: 'The wallet of the user could hold no more coins',
    act: 'See the users',
    to: '/users',
  },
}

/** A code of a refusal in plain words, with where to do something about it. */
export const refusalWords = (reason: string): Refusal =>
  REFUSALS[reason] ?? { words: reason, act: 'See the rules', to: '/rules' }
