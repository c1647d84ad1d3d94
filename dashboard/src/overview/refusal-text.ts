type Refusal = {
  text: string
  action: string
  to: '/rules' | '/users'
  search?: { status?: 'active' | 'inactive'; participants?: 'full' }
}

const REFUSALS: Record<string, Refusal> = {
  rule_full: {
    text: 'The rule was full: it had all its participants',
    action: 'See which rules are full',
    to: '/rules',
    search: { participants: 'full' },
  },
  user_limit_reached: {
    text: 'The user had reached the rule’s payment limit',
    action: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  rule_inactive: {
    text: 'The rule was inactive',
    action: 'See the inactive rules',
    to: '/rules',
    search: { status: 'inactive' },
  },
  sub_rule_repeated: {
    text: 'The user had already done this sub-rule',
    action: 'See the rules',
    to: '/rules',
  },
  combined_by_sub_rule: {
    text: 'A combined rule was awarded by its own name, not by a sub-rule',
    action: 'See the rules',
    to: '/rules',
  },
  rule_not_started: {
    text: 'The rule had not started yet',
    action: 'See the rules',
    to: '/rules',
  },
  rule_ended: {
    text: 'The rule had ended',
    action: 'See the rules',
    to: '/rules',
  },
  budget_exhausted: {
    text: 'The payment would have passed the rule’s budget',
    action: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  user_coins_reached: {
    text: 'The user had got as many coins of the rule as one user can',
    action: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  amount_too_small: {
    text: 'The units were worth less than 0.01 coins',
    action: 'See the rules',
    to: '/rules',
  },
  balance_limit: {
    text: 'The wallet had reached its limit, or the amount was too large',
    action: 'See the users',
    to: '/users',
  },
}

/** What a reason means, and where to see more. */
export const refusalText = (reason: string): Refusal =>
  REFUSALS[reason] ?? { text: reason, action: 'See the rules', to: '/rules' }
