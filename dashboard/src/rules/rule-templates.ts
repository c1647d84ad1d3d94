import { coinName, coinsText, coinsTitle } from '../format/coins.ts'
import { newRuleValues, type RuleValues } from './rule-values.ts'

/** A figure of the sentence for the partner to fill in. An empty one with a placeholder is no limit. */
export type Blank = {
  field: 'coinValue' | 'completionNumber' | 'maxCoinsPerAward' | 'maxNumberOfParticipant'
  label: string
  placeholder?: string
}

/** A rule that many programmes have. */
type RuleTemplate = {
  title: string
  example: () => string
  values: Partial<RuleValues>
}

/** A rule that many programmes begin with; two figures of it are for the partner to change. */
export type FirstTemplate = RuleTemplate & {
  /** What it does, in words with blanks between them. */
  sentence: () => (string | Blank)[]
}

const coinsBlank = (): Blank => ({ field: 'coinValue', label: coinsTitle() })
const NO_LIMIT = 'no limit'

/** They can pay on the first day. */
export const FIRST_TEMPLATES: readonly FirstTemplate[] = [
  {
    title: 'Every order',
    example: () => `${coinsText(1)} per €`,
    values: {
      type: 'single',
      name: 'order',
      condition: 'An order was paid',
      coinValue: '1',
      perUnit: true,
    },
    sentence: () => [
      'A member gets',
      coinsBlank(),
      `${coinName().many} for each € of an order, at most`,
      { field: 'maxCoinsPerAward', label: 'Most per order', placeholder: NO_LIMIT },
      'per order.',
    ],
  },
  {
    title: 'First purchase',
    example: () => `${coinsText(10)}, once each`,
    values: {
      type: 'single',
      name: 'first purchase',
      condition: 'The member has paid for a first order',
      coinValue: '10',
      hasUserLimit: true,
      userLimitAward: '1',
    },
    sentence: () => [
      'A member gets',
      coinsBlank(),
      `${coinName().many} for a first purchase. How many members at most:`,
      { field: 'maxNumberOfParticipant', label: 'Most members', placeholder: NO_LIMIT },
    ],
  },
  {
    title: 'Every 5th visit',
    example: () => coinsText(20),
    values: {
      type: 'batched',
      name: 'visit',
      condition: 'The member came by',
      coinValue: '20',
      completionNumber: '5',
    },
    sentence: () => [
      'A member gets',
      coinsBlank(),
      `${coinName().many} after every`,
      { field: 'completionNumber', label: 'Visits' },
      'visits.',
    ],
  },
]

export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  ...FIRST_TEMPLATES,
  {
    title: '7 days in a row',
    example: () => coinsText(20),
    values: {
      type: 'batched',
      name: 'daily visit',
      condition: 'The member came by, every day',
      coinValue: '20',
      completionNumber: '7',
      countPer: 'day',
      consecutive: true,
    },
  },
]

/** The form of a template, filled in. */
export const valuesOfTemplate = ({ values }: RuleTemplate): RuleValues => ({ ...newRuleValues(), ...values })

/** The values of a filled-in sentence: a number of members is a limit. */
export const valuesOfBlanks = (values: RuleValues): RuleValues => ({
  ...values,
  hasParticipantLimit: values.maxNumberOfParticipant.trim() !== '',
})
