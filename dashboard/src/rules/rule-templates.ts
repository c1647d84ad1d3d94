import { newRuleValues, type RuleValues } from './rule-values.ts'

/** A rule that many programmes begin with; two figures of it are for the partner to change. */
type RuleTemplate = { title: string; example: string; values: Partial<RuleValues> }

export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    title: 'Every order',
    example: '1 coin per €',
    values: {
      type: 'single',
      name: 'order',
      condition: 'An order was paid',
      coinValue: '1',
      perUnit: true,
    },
  },
  {
    title: 'First purchase',
    example: '10 coins, once each',
    values: {
      type: 'single',
      name: 'first purchase',
      condition: 'The member has paid for a first order',
      coinValue: '10',
      hasUserLimit: true,
      userLimitAward: '1',
    },
  },
  {
    title: 'Every 5th visit',
    example: '20 coins',
    values: {
      type: 'batched',
      name: 'visit',
      condition: 'The member came by',
      coinValue: '20',
      completionNumber: '5',
    },
  },
]

/** The form of a template, filled in. */
export const valuesOfTemplate = ({ values }: RuleTemplate): RuleValues => ({ ...newRuleValues(), ...values })
