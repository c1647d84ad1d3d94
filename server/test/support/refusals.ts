/** Why an award is refused, written down a second time so that a change of the service shows. */
export const RULE_INACTIVE = 'The rule is inactive; set its status to active to award it.'
export const RULE_NOT_STARTED = 'The rule pays from its startsAt on; set an earlier time.'
export const RULE_ENDED = 'The rule paid until its endsAt; set a later time to award it again.'
export const AMOUNT_TOO_SMALL = 'The units are worth less than 0.01 coins; send more units.'
export const USER_LIMIT =
  'The user already has as many paid awards of this rule as userLimitAward allows; raise it to award more.'
export const USER_COINS =
  'The user would get more coins of this rule than userCoinLimit allows; raise it to award more.'
export const BUDGET_EXHAUSTED = 'The payment would pass the coinBudget of the rule; raise it to award more.'
export const RULE_FULL =
  'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.'
export const SUB_RULE_REPEATED =
  'The user has already done this sub-rule in this round; award one of the others.'
export const ALREADY_COUNTED =
  'A completion of the user already counts in this period; set countPer to call to count every completion.'
export const MEMBER_LIMIT =
  'All rules together would pay the user more coins than memberCoinLimit allows; raise it to award more.'
export const BALANCE_LIMIT =
  'The award, the wallet or the points of the user would be too large: an award pays up to 1000000000 coins, a wallet and points hold up to 70000000000000, and a wallet has up to 4000 lots.'

/** The refusal of a call that will be paid from this time on. */
export const orAfter = (sentence: string, time: string) =>
  `${sentence.slice(0, -1)}, or try again after ${time}.`
