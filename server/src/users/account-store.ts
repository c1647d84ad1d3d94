import { deleteEmailCode } from '../accounts/email-code-store.ts'
import { type Db, sql, type Tx } from '../database/database.ts'

/** What the user sees of the own account, and the service needs to sign the user in. */
export type UserAccount = {
  id: string
  tag: string
  email: string | null
  fullname: string
  avatar: string | null
  isAdult: boolean
  /** Whether the user chose that public boards do not show the tag. */
  isHidden: boolean
  /** Null until the owner of the mailbox sets a password. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
}

const ACCOUNT = sql`
  select id, tag, email, fullname, avatar, is_adult, is_hidden, password_hash, email_verified_at
  from users`

export async function findUserAccount(db: Db, userId: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where id = ${userId}`)
}

export async function findUserAccountByTag(db: Db, tag: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where tag = lower(${tag})`)
}

export async function findUserAccountByEmail(db: Db, email: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where lower(email) = lower(${email})`)
}

/** Finds an account and keeps it from being purged until the transaction ends. */
export async function holdUserAccountByEmail(tx: Tx, email: string): Promise<UserAccount | undefined> {
  return tx.first<UserAccount>(sql`${ACCOUNT} where lower(email) = lower(${email}) for key share`)
}

/** Locks an account before what belongs to it, so that concurrent changes wait for each other. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    select id
    from users
    where id = ${userId}
    for update`)
}

export async function lockUserByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(sql`
    select id
    from users
    where lower(email) = lower(${email})
    for update`)
  return row?.id
}

export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteEmailCode(tx, userId)
  await tx.run(sql`
    update users
    set email_verified_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
}
