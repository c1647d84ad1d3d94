/** Why an award is refused, written down a second time so that a change of the service shows. */
export const RULE_INACTIVE = 'The rule is inactive; set its status to active to award it.'
export const USER_LIMIT =
  'The user already has as many paid awards of this rule as userLimitAward allows; raise it to award more.'
export const USER_COINS =
  'The user would get more coins of this rule than userCoinLimit allows; raise it to award more.'
export const BUDGET_EXHAUSTED = 'The payment would pass the coinBudget of the rule; raise it to award more.'
export const RULE_FULL =
  'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.'
export const SUB_RULE_REPEATED =
  'The user has already done this sub-rule in this round; award one of the others.'
