import { closeBook, openBook, takeBack } from '../ledger/book.ts'
import { nextEventNo } from '../ledger/ledger.ts'
import type { Database, Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { Transfer, TransferCoins, TransferRequest, TransferResult } from './transfer.ts'
import { insertTransfers } from './transfer-store.ts'

/** Transfers in a transaction of its own for each request. */
export function transferOneByOne(database: Database, now: () => Date): TransferCoins {
  return async (partnerId, request) => {
    const [result] = await database.transaction((tx) => transferCoins(tx, partnerId, [request], now()))
    return result as TransferResult
  }
}

/** Takes coins back from wallets, one request after the other; a wallet never goes below zero. */
export async function transferCoins(
  tx: Tx,
  partnerId: string,
  requests: TransferRequest[],
  now: Date,
): Promise<TransferResult[]> {
  const book = await openBook(
    tx,
    partnerId,
    requests.map((request) => request.userId),
  )
  const results = requests.map((request): TransferResult => {
    const wallet = book.wallets.get(request.userId)
    if (!wallet) return { outcome: 'unknown' }
    const enough = wallet.balance >= request.coins
    const transfer: Transfer = {
      ...request,
      id: newId(),
      outcome: enough ? 'moved' : 'refused',
      reason: enough ? null : 'insufficient_coins',
      balance: wallet.balance,
      eventNo: enough ? nextEventNo(book.ledger) : null,
      walletId: wallet.id,
      returnsAccount: book.ledger.returnsAccount,
      createdAt: now,
    }
    if (enough) takeBack(book, { id: transfer.id, userId: request.userId, coins: request.coins, at: now })
    return transfer
  })

  const transfers = results.filter((result): result is Transfer => result.outcome !== 'unknown')
  if (transfers.length > 0) {
    await insertTransfers(tx, partnerId, transfers)
    await closeBook(tx, book)
  }
  return results
}
