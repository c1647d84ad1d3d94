import assert from 'node:assert/strict'
import { sql, type Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'

/** A partner's ledger while a transaction holds it: the account that coins come back to, and the numbers given out so far. */
export type Ledger = {
  partnerId: string
  returnsAccount: string
  lastSeq: bigint
  lastJoinedNo: bigint
  segmentsVersion: bigint
}

export type LifecycleEventType = 'rule.created' | 'rule.updated' | 'user.onboarded' | 'user.left'

export async function openLedger(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into ledgers (partner_id, issuance_account, returns_account, created_at)
    values (${partnerId}, ${newId()}, ${newId()}, ${now})`)
}

/** Takes the partner's ledger until the transaction ends. Every writer does this first, so a partner's facts have one order. */
export async function lockLedger(tx: Tx, partnerId: string): Promise<Ledger> {
  const ledger = await tx.first<Ledger>(sql`
    select partner_id, returns_account, last_seq, last_joined_no, segments_version
    from ledgers
    where partner_id = ${partnerId}
    for update`)
  assert(ledger, `partner ${partnerId} has no ledger`)
  return ledger
}

/** The next number in the partner's gapless order of facts. */
export function nextSeq(ledger: Ledger): bigint {
  ledger.lastSeq += 1n
  return ledger.lastSeq
}

export function nextJoinedNo(ledger: Ledger): bigint {
  ledger.lastJoinedNo += 1n
  return ledger.lastJoinedNo
}

/** Writes the numbers that were given out, and lets those who wait for events know once it is committed; the last thing a writer does. */
export function closeLedger(tx: Tx, ledger: Ledger): void {
  tx.send(sql`
    update ledgers
    set last_seq = ${ledger.lastSeq}, last_joined_no = ${ledger.lastJoinedNo}
    where partner_id = ${ledger.partnerId}`)
  tx.announce(ledger.partnerId)
}

/** Records a fact that has no row of its own to carry its event number. */
export function recordLifecycleEvent(
  tx: Tx,
  ledger: Ledger,
  notice: { type: LifecycleEventType; data: unknown; at: Date },
): void {
  tx.send(sql`
    insert into lifecycle_events (partner_id, seq, type, data, created_at)
    values (${ledger.partnerId}, ${nextSeq(ledger)}, ${notice.type}, ${JSON.stringify(notice.data)}, ${notice.at})`)
}
