import type { Coins } from '../ledger/coin.ts'
import type { TimedWallet } from '../lots/timed-wallet.ts'
import { ALL_TIME, type Score } from '../ranking/board.ts'

/** A member's coins, and the scores that follow from the same movements. */
export type Wallet = TimedWallet & {
  id: string
  points: Coins
  /** Transferred to the partner, less refunds. */
  spent: Coins
  /** The sum of adjustments. */
  adjusted: Coins
  /** Coins of reversed awards that the wallet could not give: still owed, or written off. */
  owed: Coins
  writtenOff: Coins
  hasEarned: boolean
  hasSpent: boolean
  joinedNo: bigint
  /** Coins that all rules paid in the period that began at `memberPeriodStart`; null while that is not limited. */
  memberCoins: Coins | null
  memberPeriodStart: Date | null
  /** Whether the user is a member now. */
  onBoards: boolean
  /** The account that referred the member, until the first paid award. */
  referrerAccountId: string | null
  /** Segments of the all-time boards. */
  pointsSegment: bigint | null
  spentSegment: bigint | null
  /** The last month in which coins moved. Earlier months are rows of `monthly_scores`. */
  lastMonth: MonthScores | null
  /** Null until it is saved. */
  updatedAt: Date | null
}

/** A member's scores of one month; null where the member has none. */
export type MonthScores = {
  userId: string
  month: string
  earned: Coins | null
  spent: Coins | null
  earnedSegment: bigint | null
  spentSegment: bigint | null
}

/** The wallet of a member who has not joined yet. */
export const emptyWallet = (userId: string): Wallet => ({
  id: '',
  userId,
  balance: 0n,
  points: 0n,
  spent: 0n,
  adjusted: 0n,
  owed: 0n,
  writtenOff: 0n,
  held: 0n,
  pending: 0n,
  expired: 0n,
  nextDueAt: null,
  lots: new Map(),
  openLots: 0,
  areLotsRead: true,
  droppedLots: [],
  isTimed: false,
  memberCoins: null,
  memberPeriodStart: null,
  hasEarned: false,
  hasSpent: false,
  joinedNo: 0n,
  onBoards: true,
  referrerAccountId: null,
  pointsSegment: null,
  spentSegment: null,
  lastMonth: null,
  updatedAt: null,
})

export const newMonth = (userId: string, month: string): MonthScores => ({
  userId,
  month,
  earned: null,
  spent: null,
  earnedSegment: null,
  spentSegment: null,
})

/** The all-time scores: points first, then coins spent. */
export function scoresOfWallet(wallet: Wallet): Score[] {
  const { joinedNo, onBoards, pointsSegment, spentSegment } = wallet
  const points = onBoards ? wallet.points : null
  const spent = onBoards && wallet.hasSpent ? wallet.spent : null
  return [
    { name: 'points', month: ALL_TIME, joinedNo, score: points, segment: pointsSegment },
    { name: 'spender', month: ALL_TIME, joinedNo, score: spent, segment: spentSegment },
  ]
}

/** The scores of a month: coins earned first, then coins spent. */
export function scoresOfMonth(scores: MonthScores, { joinedNo, onBoards }: Wallet): Score[] {
  const { month, earnedSegment, spentSegment } = scores
  return [
    { name: 'earner', month, joinedNo, score: onBoards ? scores.earned : null, segment: earnedSegment },
    { name: 'spender', month, joinedNo, score: onBoards ? scores.spent : null, segment: spentSegment },
  ]
}
