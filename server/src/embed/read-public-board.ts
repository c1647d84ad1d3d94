import type { Database } from '../database/database.ts'
import { findPointsEntries } from '../leaderboards/board-queries.ts'
import { readBoard } from '../leaderboards/read-board.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Board } from '../ranking/board.ts'
import { findUnshownUsers } from '../users/user-store.ts'

/** An entry that everyone may see; the tag of a hidden user is null. */
export type PublicEntry = { position: number; tag: string | null; amount: Coins }

/** The top of a board. Equal amounts share a position (1, 2, 2, 4). */
export function readPublicBoard(
  database: Database,
  partnerId: string,
  board: Board,
  limit: number,
): Promise<PublicEntry[]> {
  return database.snapshot(async (db) => {
    const { entries } = await readBoard(db, partnerId, board, { offset: 0, limit }, null)
    const userIds = entries.map(({ userId }) => userId)
    const [members, unshown] = await Promise.all([
      findPointsEntries(db, partnerId, userIds),
      findUnshownUsers(db, userIds),
    ])
    return entries.map(({ userId, negatedScore }) => ({
      position: 1 + entries.findIndex((other) => other.negatedScore === negatedScore),
      tag: unshown.has(userId) ? null : (members.get(userId)?.member.tag ?? null),
      amount: -negatedScore,
    }))
  })
}
