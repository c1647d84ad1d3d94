import { requireCaller } from '../../identity/accounts/require-caller.ts'
import type { Actor } from '../../runtime/caller.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { changeLedger, type Ledger } from './ledger.ts'

/**
 * Writes what belongs to a partner: its rules, members, team, secrets, webhooks and details. The writes of
 * one partner wait for each other without a connection. Each locks the partner's ledger first, then reads
 * whether its caller may still act. Only the engine's batches and the responses to bulk calls, which have
 * queues of their own, do not pass here.
 */
export function partnerTransaction<T>(
  database: Database,
  actor: Actor,
  work: (tx: Tx, ledger: Ledger) => Promise<T>,
): Promise<T> {
  return database.queuedTransaction(actor.partnerId, async (tx) => {
    const [ledger] = await Promise.all([changeLedger(tx, actor.partnerId), requireCaller(tx, actor)])
    return work(tx, ledger)
  })
}
