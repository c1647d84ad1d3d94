import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { Coins } from '../ledger/coin.ts'
import { type Ledger, nextSeq } from '../ledger/ledger.ts'
import { recordActor } from '../ledger/record-store.ts'
import { insertTransactions } from './coin-transaction-store.ts'

/** The coins and points that a new member brings along. */
export type MemberOpening = { userId: string; coins: Coins; points: Coins; reference: string | null }

/**
 * Records the openings of members whose wallets were just made with them. No board of a month shows an
 * opening. One with points alone moves no coins and is an event all the same. The caller closes the ledger.
 */
export function recordOpenings(
  tx: Tx,
  ledger: Ledger,
  actor: RecordedActor,
  openings: MemberOpening[],
): void {
  recordActor(tx, ledger, actor)
  const rows = openings.map((opening) => ({
    ...opening,
    id: newId(),
    seq: nextSeq(ledger),
    actor,
    kind: 'opening' as const,
    isCredit: true,
    outcome: 'moved' as const,
    reason: null,
    narration: null,
    metadata: null,
    balance: opening.coins,
    originalId: null,
    remaining: null,
    returnId: null,
    parties: null,
    createdAt: ledger.now,
    keyed: null,
  }))
  insertTransactions(tx, new Map([[ledger.partnerId, rows]]))
}
