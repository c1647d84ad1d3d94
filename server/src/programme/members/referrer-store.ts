import { type Db, sql, type Tx } from '../../storage/database/database.ts'

/** The account that referred another one; undefined where there is none, or while the address is not verified. */
export async function findReferrer(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.first<{ referredBy: string }>(sql`
    select referred_by
    from users
    where id = ${accountId} and referred_by is not null and email_verified_at is not null`)
  return row?.referredBy
}

/** Keeps who referred a new member, until the member's first paid award. */
export function setReferrer(
  tx: Tx,
  { partnerId, userId }: { partnerId: string; userId: string },
  accountId: string | undefined,
): void {
  if (accountId === undefined) return
  tx.send(sql`
    update wallets
    set referrer_account_id = ${accountId}
    where partner_id = ${partnerId} and user_id = ${userId}`)
}
