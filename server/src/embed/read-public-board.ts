import { notFound } from '../http/failure.ts'
import { openBoard } from '../leaderboards/read-board.ts'
import type { Coins } from '../ledger/coin.ts'
import { PUBLISHED } from '../partners/partner-store.ts'
import type { Board } from '../ranking/board.ts'
import type { ReadBatch } from '../reads/read-batch.ts'

/** An entry that everyone may see; the tag of a hidden user is null. */
export type PublicEntry = { position: number; tag: string | null; amount: Coins }

/** The top of a published board. Equal amounts share a position (1, 2, 2, 4). */
export async function readPublicBoard(
  batch: ReadBatch,
  board: Board,
  limit: number,
): Promise<{ partnerName: string; entries: PublicEntry[] }> {
  const [published, { list }] = await Promise.all([
    batch.load(PUBLISHED, batch.partnerId),
    openBoard(batch, board, null),
  ])
  if (!published) throw notFound('The board')
  const members = await list({ offset: 0, limit })
  const entries = members.map(({ tag, isHidden, negatedScore }) => ({
    position: 1 + members.findIndex((other) => other.negatedScore === negatedScore),
    tag: isHidden ? null : tag,
    amount: -negatedScore,
  }))
  return { partnerName: published.partnerName, entries }
}
