import assert from 'node:assert/strict'
import type { Tx } from '../platform/database.ts'
import { ALL_TIME, monthOf, type Score, type SegmentOf } from './board.ts'
import { type Overgrown, seatScores } from './board-store.ts'
import { insertMonths, updateMonths, updateWallets } from './book-store.ts'
import type { Coins } from './coin.ts'
import { closeLedger, type Ledger } from './ledger.ts'

/** The coins a member holds, and the all-time scores that follow from the same movements. */
export type Wallet = {
  id: string
  userId: string
  balance: Coins
  points: Coins
  returned: Coins
  hasEarned: boolean
  hasReturned: boolean
  joinedNo: bigint
  /** Whether the user is a member now. */
  onBoards: boolean
  /** The segments of the boards of all time that count the member. */
  pointsSegment: bigint | null
  returnedSegment: bigint | null
}

/** A member's scores of one month. */
export type Month = {
  userId: string
  month: string
  earned: Coins
  returned: Coins
  hasEarned: boolean
  hasReturned: boolean
  earnedSegment: bigint | null
  returnedSegment: bigint | null
  /** Whether the month has no row yet. */
  isNew: boolean
}

/** One turn on a partner's ledger: loaded once, changed in memory, written once, however many facts it holds. */
export type Book = {
  ledger: Ledger
  now: Date
  wallets: Map<string, Wallet>
  months: Map<string, Month>
  /** What was changed and is to be written. */
  touched: { wallets: Set<Wallet>; months: Set<Month> }
}

export function openBook(ledger: Ledger, wallets: Wallet[], months: Month[], now: Date): Book {
  return {
    ledger,
    now,
    wallets: new Map(wallets.map((wallet) => [wallet.userId, wallet])),
    months: new Map(months.map((month) => [monthKey(month.month, month.userId), month])),
    touched: { wallets: new Set(), months: new Set() },
  }
}

type Fact = { userId: string; coins: Coins }

/** Moves new coins into a member's wallet. */
export function issue(book: Book, award: Fact): void {
  const { wallet, month } = touch(book, award.userId, monthOf(book.now))
  wallet.balance += award.coins
  wallet.points += award.coins
  wallet.hasEarned = true
  month.earned += award.coins
  month.hasEarned = true
}

/** Moves coins from a member's wallet back to the partner. */
export function takeBack(book: Book, transfer: Fact): void {
  const { wallet, month } = touch(book, transfer.userId, monthOf(book.now))
  wallet.balance -= transfer.coins
  wallet.returned += transfer.coins
  wallet.hasReturned = true
  month.returned += transfer.coins
  month.hasReturned = true
}

/** Undoes an award: the coins go where they came from, and the scores of the award's month go down. */
export function undo(book: Book, reversal: Fact, awardedAt: Date): void {
  const { wallet, month } = touch(book, reversal.userId, monthOf(awardedAt))
  wallet.balance -= reversal.coins
  wallet.points -= reversal.coins
  month.earned -= reversal.coins
}

/** Writes all that changed; tells which segments should be cut. */
export async function closeBook(tx: Tx, book: Book): Promise<Overgrown> {
  const overgrown =
    book.touched.wallets.size > 0
      ? await saveScores(tx, book.ledger, [...book.touched.wallets], [...book.touched.months], book)
      : { overgrown: Promise.resolve<SegmentOf[]>([]) }
  closeLedger(tx, book.ledger)
  return overgrown
}

/** Writes wallets and months with the places that their scores give them on the boards. */
export async function saveScores(
  tx: Tx,
  ledger: Ledger,
  wallets: Wallet[],
  months: Month[],
  { wallets: owners, now }: Pick<Book, 'wallets' | 'now'>,
): Promise<Overgrown> {
  const withOwners = () => months.map((month) => ({ ...month, ...pick(owners.get(month.userId) as Wallet) }))
  const { segments, overgrown } = await seatScores(tx, ledger, [
    ...wallets.flatMap(scoresOfWallet),
    ...withOwners().flatMap(scoresOfMonth),
  ])
  for (const [index, wallet] of wallets.entries()) {
    wallet.pointsSegment = segments[2 * index] as bigint | null
    wallet.returnedSegment = segments[2 * index + 1] as bigint | null
  }
  for (const [index, month] of months.entries()) {
    month.earnedSegment = segments[2 * (wallets.length + index)] as bigint | null
    month.returnedSegment = segments[2 * (wallets.length + index) + 1] as bigint | null
  }
  const { true: added = [], false: changed = [] } = Object.groupBy(withOwners(), ({ isNew }) => `${isNew}`)
  updateWallets(tx, ledger.partnerId, wallets, now)
  insertMonths(tx, ledger.partnerId, added)
  updateMonths(tx, ledger.partnerId, changed)
  return { overgrown }
}

export function walletOf(book: Book, userId: string): Wallet {
  const wallet = book.wallets.get(userId)
  assert(wallet, `user ${userId} has no wallet in this book`)
  return wallet
}

function touch(book: Book, userId: string, month: string): { wallet: Wallet; month: Month } {
  const wallet = walletOf(book, userId)
  const key = monthKey(month, userId)
  const scores = book.months.get(key) ?? {
    userId,
    month,
    earned: 0n,
    returned: 0n,
    hasEarned: false,
    hasReturned: false,
    earnedSegment: null,
    returnedSegment: null,
    isNew: true,
  }
  book.months.set(key, scores)
  book.touched.wallets.add(wallet)
  book.touched.months.add(scores)
  return { wallet, month: scores }
}

const pick = ({ joinedNo, onBoards }: Wallet) => ({ joinedNo, onBoards })

const scoresOfWallet = (wallet: Wallet): Score[] => [
  {
    name: 'points',
    month: ALL_TIME,
    joinedNo: wallet.joinedNo,
    score: wallet.onBoards ? wallet.points : null,
    segment: wallet.pointsSegment,
  },
  {
    name: 'spender',
    month: ALL_TIME,
    joinedNo: wallet.joinedNo,
    score: wallet.onBoards && wallet.hasReturned ? wallet.returned : null,
    segment: wallet.returnedSegment,
  },
]

const scoresOfMonth = (month: Month & Pick<Wallet, 'joinedNo' | 'onBoards'>): Score[] => [
  {
    name: 'earner',
    month: month.month,
    joinedNo: month.joinedNo,
    score: month.onBoards && month.hasEarned ? month.earned : null,
    segment: month.earnedSegment,
  },
  {
    name: 'spender',
    month: month.month,
    joinedNo: month.joinedNo,
    score: month.onBoards && month.hasReturned ? month.returned : null,
    segment: month.returnedSegment,
  },
]

const monthKey = (month: string, userId: string) => `${month} ${userId}`
