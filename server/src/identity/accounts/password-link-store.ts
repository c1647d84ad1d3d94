import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { ACCOUNT_COLUMN, type Account, type AccountKind, isOf } from './account-store.ts'

/** Stores a link. For an unknown account the statement runs and writes nothing, so its time tells nothing. */
export async function insertPasswordLink(
  tx: Tx,
  link: {
    tokenHash: Buffer
    kind: AccountKind
    accountId: string | undefined
    authorizationId?: string | undefined
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into password_links (token_hash, ${ACCOUNT_COLUMN[link.kind]}, authorization_id, created_at, expires_at)
    select ${link.tokenHash}, account_id, ${link.authorizationId ?? null}, ${now}, ${link.expiresAt}
    from (select ${link.accountId}::uuid as account_id) account
    where account_id is not null`)
}

/** The account whose password a link sets. */
export async function findPasswordLink(
  db: Db,
  kind: AccountKind,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db.first<{ accountId: string }>(sql`
    select ${ACCOUNT_COLUMN[kind]} as account_id
    from password_links
    where token_hash = ${tokenHash} and ${ACCOUNT_COLUMN[kind]} is not null and expires_at > ${now}`)
  return row?.accountId
}

/** The authorization request in which a link was asked for, if it was. */
export async function findAuthorizationOfLink(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db.first<{ authorizationId: string | null }>(sql`
    select authorization_id
    from password_links
    where token_hash = ${tokenHash}`)
  return row?.authorizationId ?? undefined
}

/** Spends a link; of concurrent tries one succeeds. */
export async function consumePasswordLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    delete from password_links
    where token_hash = ${tokenHash} and expires_at > ${now}`)
  return count === 1
}

export async function deletePasswordLinks(tx: Tx, account: Account): Promise<void> {
  await tx.run(sql`
    delete from password_links
    where ${isOf(account)}`)
}
