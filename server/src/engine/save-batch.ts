import {
  insertAwards,
  insertProgress,
  insertReversals,
  markSubRulesUsed,
  saveParticipants,
  updateProgress,
} from '../awards/award-store.ts'
import type { RuleProgress } from '../awards/decide-award.ts'
import { insertTransfers } from '../coins/transfer-store.ts'
import type { Tx } from '../database/database.ts'
import { closeLedger } from '../ledger/ledger.ts'
import { saveWallets } from '../wallets/save-wallets.ts'
import type { PartnerBatch } from './batch.ts'

/** Writes all changes of a partner's calls with a fixed number of statements. */
export async function savePartnerBatch(tx: Tx, batch: PartnerBatch): Promise<void> {
  const { changes, ledger, now } = batch
  if (changes.awards.length + changes.transfers.length + changes.reversals.length === 0) return
  const { partnerId } = ledger
  insertAwards(tx, partnerId, changes.awards, now)
  insertTransfers(tx, partnerId, changes.transfers)
  insertReversals(tx, partnerId, changes.reversals)
  const progress = [...changes.progress].map(([key, ids]) => ({
    ...ids,
    ...(batch.progress.get(key) as RuleProgress),
  }))
  const isNew = (row: { isNew: boolean }) => row.isNew
  insertProgress(tx, partnerId, progress.filter(isNew))
  updateProgress(
    tx,
    partnerId,
    progress.filter((row) => !isNew(row)),
  )
  saveParticipants(tx, partnerId, [...changes.rules])
  markSubRulesUsed(tx, partnerId, [...changes.subRules])
  await saveWallets(tx, batch)
  closeLedger(tx, ledger)
}
