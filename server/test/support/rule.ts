import type { MemberLimit } from '../../src/programme/ledger/member-limit.ts'
import { NO_TRIGGER, type Rule, UNUSED } from '../../src/programme/rules/rule.ts'

/** A partner without a limit over all rules. */
export const NO_MEMBER_LIMIT: MemberLimit = {
  memberCoinsMax: null,
  memberLimitPeriod: 'day',
  memberLimitSince: null,
  timeZone: 'UTC',
}

export const EMPTY_WALLET = { balance: 0n, points: 0n, memberCoins: null, memberPeriodStart: null }

/** A single rule without limits, for tests of decisions. */
export const ruleWith = (changes: Partial<Rule>): Rule => ({
  id: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
  name: 'order',
  displayName: null,
  archivedAt: null,
  type: 'single',
  status: 'active',
  condition: 'Paid an order',
  coins: 1000n,
  perUnit: false,
  coinsPerAwardMax: null,
  participantsMax: 1000,
  completionsNeeded: 1,
  countPer: 'call',
  consecutive: false,
  startsAt: null,
  endsAt: null,
  coinBudget: null,
  budgetPeriod: 'total',
  userLimitPeriod: 'total',
  userAwardsMax: null,
  userCoinsMax: null,
  timeZone: 'UTC',
  shownToUsers: false,
  ...NO_TRIGGER,
  unitsFrom: null,
  priority: 0,
  exclusiveGroup: null,
  pendingDays: 0,
  coinExpiry: null,
  subRules: [],
  ...UNUSED,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...changes,
})
