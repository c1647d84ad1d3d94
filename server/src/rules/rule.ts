import type { Coins } from '../ledger/coin.ts'

export type RuleStatus = 'active' | 'inactive'
type RuleType = 'single' | 'batched' | 'combined'

/** How many coins to pay, to how many users, and for what. */
export type Rule = {
  id: string
  name: string
  type: RuleType
  status: RuleStatus
  condition: string
  coins: Coins
  participantsMax: number
  /** How many completions a payment takes; 1 unless the rule is batched. */
  completionsNeeded: number
  /** How many paid awards one user may have; null for no maximum. */
  userAwardsMax: number | null
  /** Distinct users with a paid award that was not reversed. */
  participants: number
  /** Increased by every change, from 1. */
  version: number
  /** Of a combined rule; empty otherwise. */
  subRules: SubRule[]
  createdAt: Date
  updatedAt: Date
}

export type SubRule = { name: string; condition: string; status: RuleStatus; hasHistory: boolean }

export type NewRule = Omit<Rule, 'id' | 'participants' | 'version' | 'createdAt' | 'updatedAt'>

export const RULE_NAME = /^[a-z0-9._-]([a-z0-9._ -]{0,98}[a-z0-9._-])?$/

/** The names under which a rule is created: its own and its sub-rules'. */
export const namesOf = (rule: Pick<Rule, 'name' | 'subRules'>): string[] => [
  rule.name,
  ...rule.subRules.map((sub) => sub.name),
]

export const activeSubRules = (rule: Rule): string[] =>
  rule.subRules.filter((sub) => sub.status === 'active').map((sub) => sub.name)
