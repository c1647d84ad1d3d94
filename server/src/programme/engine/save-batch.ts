import type { Tx } from '../../storage/database/database.ts'
import { eachOf } from '../coin-calls/batch-part.ts'
import { closeLedgers } from '../ledger/ledger.ts'
import { PARTS, type PartnerBatch } from './batch.ts'
import { saveActors } from './callers.ts'

/** Writes all changes of a batch, of one partner or several, with a fixed number of statements. */
export async function saveBatch(tx: Tx, batches: PartnerBatch[]): Promise<void> {
  // Without an actor, nothing was decided but replays and refusals to decide.
  const changed = batches.filter(({ actors }) => actors.size > 0)
  if (changed.length === 0) return
  saveActors(tx, changed)
  const each = eachOf(changed.map(({ ledger, changes }) => [ledger.partnerId, changes]))
  for (const part of PARTS) if (part.save) await part.save(tx, each, changed)
  closeLedgers(
    tx,
    changed.map(({ ledger }) => ledger),
  )
}
