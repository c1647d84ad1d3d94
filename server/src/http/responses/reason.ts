import { Type } from 'typebox'

/** Why a rule of the domain refuses a request. Stable codes for programs. */
export const REASONS = {
  rule_inactive: 'the rule or the sub-rule is inactive',
  rule_not_started: 'the rule starts later',
  rule_ended: 'the rule has ended',
  rule_full: 'the rule has all its participants, and this user is none of them',
  user_limit_reached: 'the user has as many paid awards of the rule as it allows',
  user_coins_reached: 'the user would get more coins than the rule gives one user in the period',
  budget_exhausted: 'the payment would pass the budget of the rule',
  member_limit_reached:
    'all rules together would pay the user more coins than the programme allows in the period',
  amount_too_small: 'the units are worth less than 0.01 coins',
  sub_rule_repeated: 'the user has done this sub-rule in this round',
  already_counted: 'a completion of the user counts already in this day, week or month',
  combined_by_sub_rule: 'a combined rule is awarded by the names of its sub-rules',
  insufficient_coins: 'fewer coins of the wallet can be spent, or taken back',
  hold_not_active: 'the hold was captured or released before, or its time is over',
  capture_exceeds: 'the hold has fewer coins',
  too_many_holds: 'the active holds of the user would be too many, or hold coins of too many lots',
  already_reversed: 'the award was taken back before',
  reversal_exceeds: 'less is left of the award',
  completion_used: 'a payment has used the completion',
  not_refundable: 'the transaction is no transfer that moved coins',
  already_refunded: 'the transfer was refunded before',
  refund_exceeds: 'less is left of the transfer',
  return_exceeds: 'the shares of the order would add up to more than 1',
  not_paid: 'the award paid nothing that could be taken back',
  balance_limit:
    'the wallet or the points of the user would grow too large, or the wallet would have too many lots',
  user_details_conflict: 'the e-mail address in the user record belongs to another tag',
  import_in_progress: 'another import of the partner is running',
  import_replaced: 'a later import took the place of this one before it had arrived',
  import_finished: 'an import that is finished cannot be cancelled',
  backtest_waiting: 'a backtest of another author is waiting',
  backtest_ended: 'a backtest that has ended cannot be cancelled',
  consent_required: 'the user unlinked from the partner and must consent again',
  month_not_over: 'the month has not ended yet',
  month_closed: 'the month was closed before',
  coins_left: 'the wallet still holds coins, and the request does not forfeit them',
  too_many_webhooks: 'the partner has as many webhooks as it can',
  webhook_disabled: 'the webhook is disabled',
  not_redeliverable: 'the attempt was a test, without events',
  too_many_secrets: 'the partner has as many client secrets as it can',
  last_owner: 'the team would have no owner',
  second_factor_active: 'the account has a second factor already',
  second_factor_inactive: 'the account has no second factor',
  second_factor_not_begun: 'there is no second factor to confirm',
  own_second_factor: 'the own second factor is removed with password and code',
}

/** A reason in a response. */
export const ReasonField = (options: { description?: string } = {}) =>
  Type.String({ documentedAs: { $ref: '#/components/schemas/Reason' }, ...options })
