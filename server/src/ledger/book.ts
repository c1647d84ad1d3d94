import assert from 'node:assert/strict'
import type { Tx } from '../platform/database.ts'
import { insertMovements, loadWallets, saveScores, saveWallets } from './book-store.ts'
import type { Coins } from './coin.ts'
import { closeLedger, type Ledger, lockLedger } from './ledger.ts'

/** The coins a member holds, and the all-time scores that follow from the same movements. */
export type Wallet = {
  id: string
  userId: string
  balance: Coins
  points: Coins
  returned: Coins
  joinedNo: bigint
}

export type Movement = {
  id: string
  kind: 'award' | 'transfer'
  from: string
  to: string
  userId: string
  coins: Coins
  at: Date
}

/** What one month adds to a member's scores. */
export type ScoreChange = { userId: string; month: string; earned: Coins; returned: Coins; joinedNo: bigint }

/** One transaction's work on a partner's ledger: loaded once, changed in memory, written once, however many facts it holds. */
export type Book = {
  ledger: Ledger
  /** The wallets of the members among the users asked for. */
  wallets: Map<string, Wallet>
  movements: Movement[]
}

export async function openBook(tx: Tx, partnerId: string, userIds: string[]): Promise<Book> {
  const ledger = await lockLedger(tx, partnerId)
  const wallets = await loadWallets(tx, partnerId, [...new Set(userIds)])
  return { ledger, wallets: new Map(wallets.map((wallet) => [wallet.userId, wallet])), movements: [] }
}

/** Moves new coins into a member's wallet for the award with this id. */
export function issue(book: Book, award: { id: string; userId: string; coins: Coins; at: Date }): void {
  const wallet = walletOf(book, award.userId)
  wallet.balance += award.coins
  wallet.points += award.coins
  book.movements.push({ ...award, kind: 'award', from: book.ledger.issuanceAccount, to: wallet.id })
}

/** Moves coins from a member's wallet back to the partner for the transfer with this id. */
export function takeBack(book: Book, transfer: { id: string; userId: string; coins: Coins; at: Date }): void {
  const wallet = walletOf(book, transfer.userId)
  wallet.balance -= transfer.coins
  wallet.returned += transfer.coins
  book.movements.push({ ...transfer, kind: 'transfer', from: wallet.id, to: book.ledger.returnsAccount })
}

export async function closeBook(tx: Tx, book: Book): Promise<void> {
  const { ledger, movements } = book
  if (movements.length > 0) {
    const moved = new Set(movements.map((movement) => movement.userId))
    await insertMovements(tx, ledger.partnerId, movements)
    await saveWallets(
      tx,
      ledger.partnerId,
      [...moved].map((userId) => walletOf(book, userId)),
      movements,
    )
    await saveScores(tx, ledger.partnerId, scoreChanges(book))
  }
  await closeLedger(tx, ledger)
}

function walletOf(book: Book, userId: string): Wallet {
  const wallet = book.wallets.get(userId)
  assert(wallet, `user ${userId} has no wallet in this book`)
  return wallet
}

function scoreChanges(book: Book): ScoreChange[] {
  const changes = new Map<string, ScoreChange>()
  for (const { userId, at, kind, coins } of book.movements) {
    const month = `${at.toISOString().slice(0, 7)}-01`
    const key = `${month} ${userId}`
    const change = changes.get(key) ?? {
      userId,
      month,
      earned: 0n,
      returned: 0n,
      joinedNo: walletOf(book, userId).joinedNo,
    }
    if (kind === 'award') change.earned += coins
    else change.returned += coins
    changes.set(key, change)
  }
  return [...changes.values()]
}
