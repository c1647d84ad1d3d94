import { ALL_TIME, type ScoreMove } from '../ledger/board.ts'
import { moveScores, recutBoard } from '../ledger/board-store.ts'
import { loadAllMonths, loadWallets } from '../ledger/book-store.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database.ts'

/** Puts a member on every board that the member's coins belong on, or takes them off. The ledger must be locked. */
export async function showOnBoards(tx: Tx, ledger: Ledger, userId: string, isShown: boolean): Promise<void> {
  const { partnerId } = ledger
  const [[wallet], months] = await Promise.all([
    loadWallets(tx, partnerId, [userId]),
    loadAllMonths(tx, partnerId, userId),
  ])
  if (!wallet) return
  const { joinedNo } = wallet
  const place = (name: ScoreMove['name'], month: string, score: Coins): ScoreMove => ({
    name,
    month,
    joinedNo,
    before: isShown ? null : score,
    after: isShown ? score : null,
  })
  const moves = [
    place('points', ALL_TIME, wallet.points),
    ...(wallet.hasReturned ? [place('spender', ALL_TIME, wallet.returned)] : []),
    ...months.flatMap(({ month, earned, returned, hasEarned, hasReturned }) => [
      ...(hasEarned ? [place('earner', month, earned)] : []),
      ...(hasReturned ? [place('spender', month, returned)] : []),
    ]),
  ]
  const { overgrown } = await moveScores(tx, ledger, moves)
  for (const board of await overgrown) await recutBoard(tx, partnerId, board)
}
