import { Type } from 'typebox'
import { Timestamp } from '../http/fields.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { Rule } from './rule.ts'

const SUMMARY_EXAMPLE = {
  id: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
  name: 'first purchase',
  coinValue: '10',
  condition: 'The user has paid for a first order',
  maxNumberOfParticipant: '1000',
  status: 'active',
}

export const RuleSummary = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    coinValue: Type.String(),
    condition: Type.String(),
    maxNumberOfParticipant: Type.String(),
    status: Type.String(),
  },
  { examples: [SUMMARY_EXAMPLE] },
)

export const RuleData = Type.Object(
  {
    ...RuleSummary.properties,
    type: Type.String(),
    completionNumber: Type.String(),
    userLimitAward: Type.String({ description: '-1 for no maximum.' }),
    rules: Type.Array(Type.Object({ name: Type.String(), condition: Type.String(), status: Type.String() })),
    participants: Type.String({ description: 'Users with a paid award of this rule.' }),
    version: Type.Integer({ description: 'From 1; every change of the rule increases it.' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  {
    examples: [
      {
        ...SUMMARY_EXAMPLE,
        type: 'single',
        completionNumber: '1',
        userLimitAward: '-1',
        rules: [],
        participants: '12',
        version: 1,
        createdAt: '2026-03-01T09:30:00.000Z',
        updatedAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

export function ruleSummary(rule: Rule) {
  return {
    id: rule.id,
    name: rule.name,
    coinValue: formatCoins(rule.coins),
    condition: rule.condition,
    maxNumberOfParticipant: String(rule.participantsMax),
    status: rule.status,
  }
}

export function ruleData(rule: Rule) {
  return {
    ...ruleSummary(rule),
    type: rule.type,
    completionNumber: String(rule.completionsNeeded),
    userLimitAward: String(rule.userAwardsMax ?? -1),
    rules: rule.subRules.map(({ name, condition, status }) => ({ name, condition, status })),
    participants: String(rule.participants),
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  }
}
