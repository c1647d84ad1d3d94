import { deleteEmailCode } from '../../identity/accounts/email-code-store.ts'
import { endSessions } from '../../identity/accounts/session-store.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'

/** The fields of an account that its user sees and that a sign-in needs. */
export type UserAccount = {
  id: string
  tag: string
  /** The tag that an unverified sign-up asked for, while the account of a member keeps its own. */
  signUpTag: string | null
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

/**
 * A sign-up whose address nobody has verified. A stranger may have made it and chosen its password and name.
 */
export const isUnverifiedSignUp = (account: Pick<UserAccount, 'passwordHash' | 'emailVerifiedAt'>): boolean =>
  account.passwordHash !== null && account.emailVerifiedAt === null

const ACCOUNT = sql`
  select id, tag, sign_up_tag, email, fullname, avatar, is_adult, is_hidden, password_hash, email_verified_at
  from users`

export async function findUserAccount(db: Db, userId: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where id = ${userId}`)
}

export async function findUserAccountByTag(db: Db, tag: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where tag = lower(${tag})`)
}

export async function findUserAccountByEmail(db: Db, email: string): Promise<UserAccount | undefined> {
  return db.first<UserAccount>(sql`${ACCOUNT} where ${emailKeyOf(sql`email`)} = ${emailKey(email)}`)
}

/** Finds an account and keeps it from being purged until the transaction ends. */
export async function lockUserAccountByEmail(tx: Tx, email: string): Promise<UserAccount | undefined> {
  return tx.first<UserAccount>(
    sql`${ACCOUNT} where ${emailKeyOf(sql`email`)} = ${emailKey(email)} for key share`,
  )
}

/** Locks an account before what belongs to it, so that concurrent changes wait for each other. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    select id
    from users
    where id = ${userId}
    for update`)
}

export async function lockUserByEmail(tx: Tx, email: string): Promise<UserAccount | undefined> {
  return tx.first<UserAccount>(
    sql`${ACCOUNT} where ${emailKeyOf(sql`email`)} = ${emailKey(email)} for update`,
  )
}

export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteEmailCode(tx, userId)
  await tx.run(sql`
    update users
    set email_verified_at = ${now}, sign_up_tag = null, updated_at = ${now}
    where id = ${userId}`)
}

/**
 * Gives the account of a member the tag of its sign-up, unless it was taken since: onboarding by tag does not
 * ask for those of sign-ups. Violates `users_tag_key` when it is taken at the same time.
 */
export async function applySignUpTag(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update users u
    set tag = sign_up_tag
    where id = ${userId} and sign_up_tag is not null
      and not exists (select from users other where other.tag = u.sign_up_tag)`)
}

/**
 * Removes what the person who signed up chose, because the owner of the mailbox may be someone else. What
 * only a partner can have said stays. Needs the account's lock.
 */
export async function clearSignUp(tx: Tx, id: string, now: Date): Promise<void> {
  await endSessions(tx, { kind: 'user', id }, {}, now)
  await tx.run(sql`
    update users
    set password_hash = null, fullname = '', updated_at = ${now},
      phone = case when from_partner then phone end,
      country_code = case when from_partner then country_code end,
      avatar = case when from_partner then avatar end,
      gender = case when from_partner then gender end,
      date_of_birth = case when from_partner then date_of_birth end,
      referred_by = case when from_partner then referred_by end
    where id = ${id}`)
}

/** Deletes an account and everything that belongs to it, but for its memberships. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  for (const table of [sql`sessions`, sql`password_links`, sql`email_codes`, sql`oauth_records`])
    await tx.run(sql`delete from ${table} where user_id = ${userId}`)
  await tx.run(sql`select delete_account(${userId})`)
}
