/** Why awards are refused, in a few words. */
const REASONS: Record<string, string> = {
  rule_full: 'Rule full',
  user_limit_reached: 'Limit per member reached',
  rule_inactive: 'Rule paused',
  sub_rule_repeated: 'Sub-rule already done',
  combined_by_sub_rule: 'Combined rule called directly',
  rule_not_started: 'Rule not started yet',
  rule_ended: 'Rule ended',
  budget_exhausted: 'Budget used up',
  user_coins_reached: 'Coin limit per member reached',
  amount_too_small: 'Units worth less than 0.01 coins',
  balance_limit: 'Wallet full, or amount too large',
}

/** A reason that is unknown here is shown by its words. */
export const refusalText = (reason: string): string =>
  REASONS[reason] ?? reason.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
