import assert from 'node:assert/strict'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { ExpirySettings } from '../ledger/coin-expiry.ts'
import { EXPIRY_COLUMNS } from '../ledger/ledger.ts'

export async function findExpirySettings(db: Db, partnerId: string): Promise<ExpirySettings> {
  const settings = await db.first<ExpirySettings>(sql`
    select ${EXPIRY_COLUMNS}
    from ledgers
    where partner_id = ${partnerId}`)
  assert(settings, `partner ${partnerId} has no ledger`)
  return settings
}

/** Saves the settings in the locked ledger. Once coins could expire, the ledger has lots. */
export async function saveExpirySettings(
  tx: Tx,
  partnerId: string,
  { coinExpiry, expiryNoticeDays }: ExpirySettings,
): Promise<void> {
  await tx.run(sql`
    update ledgers
    set coin_expiry_after = ${coinExpiry?.after ?? null}, coin_expiry_until = ${coinExpiry?.until ?? null},
      expiry_notice_days = ${expiryNoticeDays}, uses_lots = uses_lots or ${coinExpiry !== null}
    where partner_id = ${partnerId}`)
}
