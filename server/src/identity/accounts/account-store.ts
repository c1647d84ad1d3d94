import { allOf, type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { emailKeyOf } from '../../storage/database/email-key.ts'

export type AccountKind = 'team' | 'user'

/** A member of a partner's team, or a user. Sessions, passwords and mailed links work alike for both. */
export type Account = { kind: AccountKind; id: string }

const TABLE: Record<AccountKind, Sql> = { team: sql`team_members`, user: sql`users` }

/** The column of a session or link that names its account. */
export const ACCOUNT_COLUMN: Record<AccountKind, Sql> = { team: sql`team_member_id`, user: sql`user_id` }

/** The condition that a session or link is of this account. */
export const isOf = ({ kind, id }: Account): Sql => sql`${ACCOUNT_COLUMN[kind]} = ${id}`

/** Undefined when there is no such account, or it has no password yet. */
export async function findPasswordHash(db: Db, { kind, id }: Account): Promise<string | undefined> {
  const row = await db.first<{ passwordHash: string | null }>(sql`
    select password_hash
    from ${TABLE[kind]}
    where id = ${id}`)
  return row?.passwordHash ?? undefined
}

/** Whether a verified password is still the account's; it stays so until the transaction ends. */
export async function lockPassword(tx: Tx, { kind, id }: Account, passwordHash: string): Promise<boolean> {
  const locked = await tx.first(sql`
    select id
    from ${TABLE[kind]}
    where id = ${id} and password_hash = ${passwordHash}
    for share`)
  return locked !== undefined
}

/** Sets a password. With `current`, only while that is still the password; returns whether it was set. */
export async function updatePassword(
  tx: Tx,
  { kind, id }: Account,
  { passwordHash, current }: { passwordHash: string; current?: string | undefined },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update ${TABLE[kind]}
    set password_hash = ${passwordHash}, updated_at = ${now}
    where ${allOf(sql`id = ${id}`, current === undefined ? null : sql`password_hash = ${current}`)}`)
  return count === 1
}

/** Whether the owner who has the address of a partner `p` has verified it. */
export const IS_VERIFIED = sql`exists (
  select
  from team_members m
  where m.partner_id = p.id and ${emailKeyOf(sql`m.email`)} = ${emailKeyOf(sql`p.email`)}
    and m.email_verified_at is not null
)`

/** The address of a partner, and whether it is verified. */
export async function findPartnerEmail(
  db: Db,
  partnerId: string,
): Promise<{ email: string; isVerified: boolean } | undefined> {
  return db.first<{ email: string; isVerified: boolean }>(sql`
    select p.email, ${IS_VERIFIED} as is_verified
    from partners p
    where p.id = ${partnerId}`)
}
