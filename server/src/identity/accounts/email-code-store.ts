import { sql, type Tx } from '../../storage/database/database.ts'
import { ACCOUNT_COLUMN, type AccountKind } from './account-store.ts'

/** Stores a code. For an unknown account the statement runs and writes nothing, so its time tells nothing. */
export async function saveEmailCode(
  tx: Tx,
  code: { kind: AccountKind; accountId: string | undefined; hash: Buffer; tries: number; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into email_codes (${ACCOUNT_COLUMN[code.kind]}, code_hash, tries_left, expires_at)
    select id, ${code.hash}, ${code.tries}::integer, ${code.expiresAt}
    from (select ${code.accountId ?? null}::uuid as id) account
    where id is not null
    on conflict (account_id) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
}

/**
 * Reads a code and takes one of its tries, unless the try is free; undefined when there is no code, it has no
 * try left, or it has expired.
 */
export async function takeCodeTry(
  tx: Tx,
  { accountId, isFree }: { accountId: string | undefined; isFree: boolean },
  now: Date,
): Promise<Buffer | undefined> {
  const row = await tx.first<{ codeHash: Buffer }>(sql`
    update email_codes
    set tries_left = tries_left - ${isFree ? 0 : 1}::integer
    where account_id = ${accountId ?? null}::uuid and tries_left > 0 and expires_at > ${now}
    returning code_hash`)
  return row?.codeHash
}

export async function deleteEmailCode(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    delete from email_codes
    where account_id = ${accountId}`)
}
