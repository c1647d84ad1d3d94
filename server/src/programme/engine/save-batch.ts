import { type ByPartner, mapRows } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import {
  insertAwards,
  insertProgress,
  markSubRulesUsed,
  saveRuleUse,
  updateProgress,
} from '../awards/award-store.ts'
import type { RuleProgress } from '../awards/decide-award.ts'
import { insertReversals } from '../awards/reversal-store.ts'
import { insertTransactions } from '../coins/coin-transaction-store.ts'
import { insertActors, newActors } from '../ledger/actor-store.ts'
import { closeLedgers, insertLifecycleEvents } from '../ledger/ledger.ts'
import { insertReturns } from '../returns/return-store.ts'
import { saveWallets } from '../wallets/save-wallets.ts'
import type { PartnerBatch } from './batch.ts'

/** Writes all changes of a batch, of one partner or several, with a fixed number of statements. */
export async function saveBatch(tx: Tx, batches: PartnerBatch[]): Promise<void> {
  const changed = batches.filter(
    ({ changes: { awards, reversals, transactions, returns } }) =>
      awards.length + reversals.length + transactions.length + returns.length > 0,
  )
  if (changed.length === 0) return
  const rows = <Row>(of: (batch: PartnerBatch) => Iterable<Row>): ByPartner<Row> =>
    new Map(changed.map((batch) => [batch.ledger.partnerId, [...of(batch)]]))

  insertActors(
    tx,
    rows(({ ledger, actors }) => newActors(ledger.partnerId, actors)),
  )
  insertAwards(
    tx,
    rows(({ changes }) => changes.awards),
  )
  insertTransactions(
    tx,
    rows(({ changes }) => changes.transactions),
  )
  insertReversals(
    tx,
    rows(({ changes }) => changes.reversals),
  )
  insertReturns(
    tx,
    rows(({ changes }) => changes.returns),
  )
  insertLifecycleEvents(
    tx,
    rows(({ changes }) => changes.lifecycleEvents),
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
  saveRuleUse(
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
