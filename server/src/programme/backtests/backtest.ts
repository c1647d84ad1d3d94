import type { RecordedActor } from '../ledger/actor.ts'
import type { RuleTermsSnapshot } from '../rules/rule.ts'
import type { Note } from './note.ts'

/** The most activities that a backtest tries; of more, the newest. */
export const ACTIVITIES_MAX = 2_000_000
/** How long a backtest is kept, from its request. */
export const BACKTEST_DAYS = 30

export const BACKTEST_STATUSES = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number]

/** What a rule would have made of the activities that were recorded. */
export type Backtest = {
  id: string
  status: BacktestStatus
  actor: RecordedActor
  /** Null for a rule that does not exist. */
  ruleId: string | null
  rule: RuleTermsSnapshot
  fromAt: Date
  toAt: Date
  /** Whether status and window of the rule count. */
  asWritten: boolean
  /** How many activities there are to try, and how many were tried. */
  activities: number
  done: number
  result: BacktestResult | null
  createdAt: Date
  finishedAt: Date | null
}

/** As it is stored and shown; amounts are decimals. */
export type BacktestResult = {
  activities: number
  matched: number
  failed: number
  unreadable: number
  paid: number
  counted: number
  refused: { reason: string; count: number }[]
  coins: string
  participants: number
  days: { date: string; awards: number; coins: string }[]
  top: { userId: string; coins: string }[]
  digest: string
  notes: Note[]
}

/** Percent of the activities that were tried, rounded down. */
export const percentOf = ({
  status,
  activities,
  done,
}: Pick<Backtest, 'status' | 'activities' | 'done'>): number => {
  if (status === 'finished') return 100
  return activities === 0 ? 0 : Math.min(99, Math.floor((done / activities) * 100))
}
