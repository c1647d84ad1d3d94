import { openBoard } from '../../programme/leaderboards/read-board.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import { PUBLISHED } from '../../programme/partners/partner-store.ts'
import type { Board } from '../../programme/ranking/board.ts'
import type { ReadBatch } from '../../programme/read-batches/read-batch.ts'
import { notFound } from '../../runtime/failure.ts'

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
