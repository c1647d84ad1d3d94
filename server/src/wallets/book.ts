import assert from 'node:assert/strict'
import type { Tx } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { closeLedger, type Ledger } from '../ledger/ledger.ts'
import { ALL_TIME, type Board, monthOf, type Place, type Score, type SegmentOf } from '../ranking/board.ts'
import { type Overgrown, seatScores } from '../ranking/segment-store.ts'
import { saveMonths, updateWallets } from './wallet-store.ts'

/** The coins a member holds, and the scores that follow from the same movements. */
export type Wallet = {
  id: string
  userId: string
  balance: Coins
  points: Coins
  returned: Coins
  hasEarned: boolean
  joinedNo: bigint
  /** Whether the user is a member now. */
  onBoards: boolean
  /** The segments of the boards of all time that count the member. */
  pointsSegment: bigint | null
  returnedSegment: bigint | null
  /** The last month in which coins moved. */
  lastMonth: Month | null
}

/** A member's scores of one month; null where the member has none. */
export type Month = {
  userId: string
  month: string
  earned: Coins | null
  returned: Coins | null
  earnedSegment: bigint | null
  returnedSegment: bigint | null
}

/** One turn on a partner's ledger: loaded once, changed in memory, written once, however many facts it holds. */
export type Book = {
  ledger: Ledger
  now: Date
  /** The month it is. */
  month: string
  wallets: Map<string, Wallet>
  /** Months before the last one of their wallets. */
  earlierMonths: Map<string, Month>
  /** What was changed and is to be written. */
  touched: { wallets: Set<Wallet>; earlierMonths: Set<Month> }
}

export function openBook(ledger: Ledger, wallets: Wallet[], earlierMonths: Month[], now: Date): Book {
  return {
    ledger,
    now,
    month: monthOf(now),
    wallets: new Map(wallets.map((wallet) => [wallet.userId, wallet])),
    earlierMonths: new Map(earlierMonths.map((month) => [monthKey(month.month, month.userId), month])),
    touched: { wallets: new Set(), earlierMonths: new Set() },
  }
}

type Fact = { userId: string; coins: Coins }

/** Moves new coins into a member's wallet. */
export function issue(book: Book, award: Fact): void {
  const { wallet, month } = touch(book, award.userId, book.month)
  wallet.balance += award.coins
  wallet.points += award.coins
  wallet.hasEarned = true
  month.earned = (month.earned ?? 0n) + award.coins
}

/** Moves coins from a member's wallet back to the partner. */
export function takeBack(book: Book, transfer: Fact): void {
  const { wallet, month } = touch(book, transfer.userId, book.month)
  wallet.balance -= transfer.coins
  wallet.returned += transfer.coins
  month.returned = (month.returned ?? 0n) + transfer.coins
}

/** Undoes an award: the coins go where they came from, and the scores of the award's month go down. */
export function undo(book: Book, reversal: Fact, awardedAt: Date): void {
  const { wallet, month } = touch(book, reversal.userId, monthOf(awardedAt))
  wallet.balance -= reversal.coins
  wallet.points -= reversal.coins
  month.earned = (month.earned ?? 0n) - reversal.coins
}

/** Writes all that changed; tells which segments should be cut. */
export async function closeBook(tx: Tx, { ledger, touched, wallets, now }: Book): Promise<Overgrown> {
  const overgrown =
    touched.wallets.size > 0
      ? await saveScores(tx, ledger, [...touched.wallets], [...touched.earlierMonths], { wallets, now })
      : { overgrown: Promise.resolve<SegmentOf[]>([]) }
  closeLedger(tx, ledger)
  return overgrown
}

/** Writes wallets and earlier months with the places that their scores give them on the boards. */
export async function saveScores(
  tx: Tx,
  ledger: Ledger,
  wallets: Wallet[],
  earlierMonths: Month[],
  { wallets: owners, now }: Pick<Book, 'wallets' | 'now'>,
): Promise<Overgrown> {
  const months = [...wallets.flatMap(({ lastMonth }) => lastMonth ?? []), ...earlierMonths]
  const { segments, overgrown } = await seatScores(tx, ledger, [
    ...wallets.flatMap(scoresOfWallet),
    ...months.flatMap((month) => scoresOfMonth(month, owners.get(month.userId) as Wallet)),
  ])
  const seats = segments.values()
  const nextSeat = () => seats.next().value as bigint | null
  for (const wallet of wallets) {
    wallet.pointsSegment = nextSeat()
    wallet.returnedSegment = nextSeat()
  }
  for (const month of months) {
    month.earnedSegment = nextSeat()
    month.returnedSegment = nextSeat()
  }
  updateWallets(tx, ledger.partnerId, wallets, now)
  saveMonths(tx, ledger.partnerId, earlierMonths, owners)
  return { overgrown }
}

export function walletOf(book: Book, userId: string): Wallet {
  const wallet = book.wallets.get(userId)
  assert(wallet, `user ${userId} has no wallet in this book`)
  return wallet
}

function touch(book: Book, userId: string, month: string): { wallet: Wallet; month: Month } {
  const wallet = walletOf(book, userId)
  book.touched.wallets.add(wallet)
  if (wallet.lastMonth === null || wallet.lastMonth.month < month) {
    if (wallet.lastMonth) touchEarlier(book, wallet.lastMonth)
    wallet.lastMonth = newMonth(userId, month)
  }
  if (wallet.lastMonth.month === month) return { wallet, month: wallet.lastMonth }
  // That of an award which is taken back, or of a clock that is behind another process's.
  const earlier = book.earlierMonths.get(monthKey(month, userId)) ?? newMonth(userId, month)
  return { wallet, month: touchEarlier(book, earlier) }
}

function touchEarlier(book: Book, month: Month): Month {
  book.earlierMonths.set(monthKey(month.month, month.userId), month)
  book.touched.earlierMonths.add(month)
  return month
}

const newMonth = (userId: string, month: string): Month => ({
  userId,
  month,
  earned: null,
  returned: null,
  earnedSegment: null,
  returnedSegment: null,
})

/** Where a member stands on a board; undefined when not on it. `months` are those before the wallet's last. */
export function placeOn(board: Board, wallet: Wallet, months: Month[]): Place | undefined {
  const scores = [
    ...scoresOfWallet(wallet),
    ...[...(wallet.lastMonth ? [wallet.lastMonth] : []), ...months].flatMap((month) =>
      scoresOfMonth(month, wallet),
    ),
  ]
  const found = scores.find(({ name, month }) => name === board.name && month === board.month)
  return found && found.score !== null ? { negatedScore: -found.score, joinedNo: wallet.joinedNo } : undefined
}

const scoresOfWallet = ({ joinedNo, onBoards, points, returned, ...wallet }: Wallet): Score[] => [
  {
    name: 'points',
    month: ALL_TIME,
    joinedNo,
    score: onBoards ? points : null,
    segment: wallet.pointsSegment,
  },
  {
    name: 'spender',
    month: ALL_TIME,
    joinedNo,
    score: onBoards && returned > 0n ? returned : null,
    segment: wallet.returnedSegment,
  },
]

const scoresOfMonth = (month: Month, { joinedNo, onBoards }: Wallet): Score[] => [
  {
    name: 'earner',
    month: month.month,
    joinedNo,
    score: onBoards ? month.earned : null,
    segment: month.earnedSegment,
  },
  {
    name: 'spender',
    month: month.month,
    joinedNo,
    score: onBoards ? month.returned : null,
    segment: month.returnedSegment,
  },
]

const monthKey = (month: string, userId: string) => `${month} ${userId}`
