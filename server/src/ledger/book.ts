import assert from 'node:assert/strict'
import type { Tx } from '../platform/database.ts'
import { ALL_TIME, type Board, monthOf, type ScoreMove } from './board.ts'
import { moveScores, type Overgrown } from './board-store.ts'
import { insertMovements, saveMonths, saveWallets } from './book-store.ts'
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
}

/** A member's scores of one month. */
export type Month = {
  userId: string
  month: string
  earned: Coins
  returned: Coins
  hasEarned: boolean
  hasReturned: boolean
}

export type Movement = {
  id: string
  kind: 'award' | 'transfer' | 'reversal'
  from: string
  to: string
  userId: string
  coins: Coins
}

/** One turn on a partner's ledger: loaded once, changed in memory, written once, however many facts it holds. */
export type Book = {
  ledger: Ledger
  now: Date
  wallets: Map<string, Wallet>
  months: Map<string, Month>
  movements: Movement[]
  /** How wallets and months stood before this turn changed them. */
  before: { wallets: Map<string, Wallet>; months: Map<string, Month> }
}

export function openBook(ledger: Ledger, wallets: Wallet[], months: Month[], now: Date): Book {
  return {
    ledger,
    now,
    wallets: new Map(wallets.map((wallet) => [wallet.userId, wallet])),
    months: new Map(months.map((month) => [monthKey(month.month, month.userId), month])),
    movements: [],
    before: { wallets: new Map(), months: new Map() },
  }
}

type Fact = { id: string; userId: string; coins: Coins }

/** Moves new coins into a member's wallet for the award with this id. */
export function issue(book: Book, award: Fact): void {
  const { wallet, month } = touch(book, award.userId, monthOf(book.now))
  wallet.balance += award.coins
  wallet.points += award.coins
  wallet.hasEarned = true
  month.earned += award.coins
  month.hasEarned = true
  book.movements.push({ ...award, kind: 'award', from: book.ledger.issuanceAccount, to: wallet.id })
}

/** Moves coins from a member's wallet back to the partner for the transfer with this id. */
export function takeBack(book: Book, transfer: Fact): void {
  const { wallet, month } = touch(book, transfer.userId, monthOf(book.now))
  wallet.balance -= transfer.coins
  wallet.returned += transfer.coins
  wallet.hasReturned = true
  month.returned += transfer.coins
  month.hasReturned = true
  book.movements.push({ ...transfer, kind: 'transfer', from: wallet.id, to: book.ledger.returnsAccount })
}

/** Undoes an award: the coins go where they came from, and the scores of the award's month go down. */
export function undo(book: Book, reversal: Fact, awardedAt: Date): void {
  const { wallet, month } = touch(book, reversal.userId, monthOf(awardedAt))
  wallet.balance -= reversal.coins
  wallet.points -= reversal.coins
  month.earned -= reversal.coins
  book.movements.push({ ...reversal, kind: 'reversal', from: wallet.id, to: book.ledger.issuanceAccount })
}

/** Writes all that changed; tells which boards should be cut anew. */
export async function closeBook(tx: Tx, book: Book): Promise<Overgrown> {
  const { ledger, movements, before, now } = book
  let overgrown: Promise<Board[]> = Promise.resolve([])
  if (movements.length > 0) {
    const wallets = [...before.wallets.keys()].map((userId) => walletOf(book, userId))
    const months = [...before.months.keys()].map((key) => book.months.get(key) as Month)
    insertMovements(tx, ledger.partnerId, movements, now)
    saveWallets(tx, ledger.partnerId, wallets, now)
    saveMonths(
      tx,
      ledger.partnerId,
      months.map((month) => ({ ...month, ...pick(walletOf(book, month.userId)) })),
    )
    ;({ overgrown } = await moveScores(tx, ledger, scoreMoves(book, wallets, months)))
  }
  closeLedger(tx, ledger)
  return { overgrown }
}

const pick = ({ joinedNo, onBoards }: Wallet) => ({ joinedNo, onBoards })

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
  }
  book.months.set(key, scores)
  if (!book.before.wallets.has(userId)) book.before.wallets.set(userId, { ...wallet })
  if (!book.before.months.has(key)) book.before.months.set(key, { ...scores })
  return { wallet, month: scores }
}

function scoreMoves(book: Book, wallets: Wallet[], months: Month[]): ScoreMove[] {
  const ofWallets = wallets.flatMap((after): ScoreMove[] => {
    const before = book.before.wallets.get(after.userId) as Wallet
    if (!after.onBoards) return []
    const { joinedNo } = after
    return [
      { name: 'points', month: ALL_TIME, joinedNo, before: before.points, after: after.points },
      {
        name: 'spender',
        month: ALL_TIME,
        joinedNo,
        before: ifOn(before.hasReturned, before.returned),
        after: ifOn(after.hasReturned, after.returned),
      },
    ]
  })
  const ofMonths = months.flatMap((after): ScoreMove[] => {
    const before = book.before.months.get(monthKey(after.month, after.userId)) as Month
    const { joinedNo, onBoards } = walletOf(book, after.userId)
    if (!onBoards) return []
    const { month } = after
    return [
      {
        name: 'earner',
        month,
        joinedNo,
        before: ifOn(before.hasEarned, before.earned),
        after: ifOn(after.hasEarned, after.earned),
      },
      {
        name: 'spender',
        month,
        joinedNo,
        before: ifOn(before.hasReturned, before.returned),
        after: ifOn(after.hasReturned, after.returned),
      },
    ]
  })
  return [...ofWallets, ...ofMonths]
}

const ifOn = (isOn: boolean, score: Coins): Coins | null => (isOn ? score : null)

const monthKey = (month: string, userId: string) => `${month} ${userId}`
