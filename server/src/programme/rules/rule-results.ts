import { Type } from 'typebox'
import type { Rule } from './rule.ts'
import type { RuleFilter } from './rule-store.ts'

/** How many days the results on the list of rules can have. */
export const RESULT_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const

export const RESULT_SORTS = ['coins', 'refused', 'people'] as const

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** What a rule did in the last days. */
export const RuleResultsSummary = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    coins: Type.String({ description: 'Coins paid.' }),
    previousCoins: Type.String({ description: 'Coins paid in as many days before.' }),
    reversed: Type.String({ description: 'Coins that wallets gave back for reversed awards.' }),
    paid: Count('Paid awards.'),
    counted: Count('Awards counted towards a payment.'),
    refused: Count('Refused awards.'),
    people: Count('Distinct users paid.'),
    newPeople: Count('Users whom the rule paid for the first time.'),
    coinsByDay: Type.Array(Type.String(), { description: 'Coins paid on each day, oldest first.' }),
  },
  {
    schemaName: 'RuleResultsSummary',
    description: 'Only on the list of rules, with the parameter `results`.',
  },
)

type RuleResultsSummary = {
  from: string
  to: string
  coins: string
  previousCoins: string
  reversed: string
  paid: number
  counted: number
  refused: number
  people: number
  newPeople: number
  coinsByDay: string[]
}

type ResultsAsked = {
  filter: RuleFilter
  limit: number
  offset: number
  sort: (typeof RESULT_SORTS)[number] | null
  /** Null for rules without results. */
  days: number | null
}

/** Lists rules with their results, which are counted elsewhere. */
export type ListRuleResults = (
  partnerId: string,
  asked: ResultsAsked,
) => Promise<{ rules: { rule: Rule; results: RuleResultsSummary | null }[]; count: number }>
