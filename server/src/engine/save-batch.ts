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
import { type ByPartner, mapRows } from '../database/by-partner.ts'
import type { Tx } from '../database/database.ts'
import { closeLedgers } from '../ledger/ledger.ts'
import { saveWallets } from '../wallets/save-wallets.ts'
import type { PartnerBatch } from './batch.ts'

/** Writes all changes of a batch, of one partner or several, with a fixed number of statements. */
export async function saveBatch(tx: Tx, batches: PartnerBatch[]): Promise<void> {
  const changed = batches.filter(
    ({ changes }) => changes.awards.length + changes.transfers.length + changes.reversals.length > 0,
  )
  if (changed.length === 0) return
  const rows = <Row>(of: (batch: PartnerBatch) => Iterable<Row>): ByPartner<Row> =>
    new Map(changed.map((batch) => [batch.ledger.partnerId, [...of(batch)]]))

  insertAwards(
    tx,
    rows(({ changes }) => changes.awards),
  )
  insertTransfers(
    tx,
    rows(({ changes }) => changes.transfers),
  )
  insertReversals(
    tx,
    rows(({ changes }) => changes.reversals),
  )
  const progress = rows(progressOf)
  insertProgress(
    tx,
    mapRows(progress, (own) => own.filter(({ isNew }) => isNew)),
  )
  updateProgress(
    tx,
    mapRows(progress, (own) => own.filter(({ isNew }) => !isNew)),
  )
  saveParticipants(
    tx,
    rows(({ changes }) => changes.rules),
  )
  markSubRulesUsed(
    tx,
    rows(({ changes }) => changes.subRules),
  )
  await saveWallets(tx, changed)
  closeLedgers(
    tx,
    changed.map(({ ledger }) => ledger),
  )
}

const progressOf = ({ changes, progress }: PartnerBatch) =>
  Array.from(changes.progress, ([key, ids]) => ({ ...ids, ...(progress.get(key) as RuleProgress) }))
