import { listMembersOfAccount } from '../../programme/members/account-member-store.ts'
import { setMemberHidden } from '../../programme/members/membership-store.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'
import { purgeByFunction } from '../../storage/database/purge.ts'
import type { NewUser, User } from './user.ts'

export async function insertUser(tx: Tx, user: User, passwordHash: string | null): Promise<void> {
  await tx.run(sql`
    insert into users (id, tag, email, fullname, phone, country_code, password_hash, avatar, gender, date_of_birth,
      is_adult, from_partner, referred_by, created_at, updated_at)
    values (${user.id}, ${user.tag}, ${user.email}, ${user.fullname}, ${user.phone}, ${user.countryCode},
      ${passwordHash}, ${user.avatar}, ${user.gender}, ${user.dateOfBirth},
      ${user.isAdult}, ${user.fromPartner}, ${user.referrer?.id ?? null}, ${user.createdAt}, ${user.createdAt})`)
}

/** Finds a user and keeps the account from being purged until the transaction ends. */
export async function lockUserIdByTag(tx: Tx, tag: string): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(sql`
    select id
    from users
    where tag = ${tag}
    for key share`)
  return row?.id
}

/** The tag of the account `replacedId` is free. */
export async function findTaken(
  db: Db,
  { tag, email }: { tag: string; email: string | null },
  replacedId: string | null = null,
): Promise<{ tag: boolean; email: boolean }> {
  const row = await db.first<{ tag: boolean; email: boolean }>(sql`
    select exists (select from users where tag = ${tag} and id is distinct from ${replacedId}::uuid) as tag,
      exists (select from users where ${emailKeyOf(sql`email`)} = ${email === null ? null : emailKey(email)}) as email`)
  return row as { tag: boolean; email: boolean }
}

/** Whether the unverified sign-up of another account with a member's address waits with this tag. */
export async function isSignUpTag(db: Db, tag: string, exceptUserId: string | null): Promise<boolean> {
  const row = await db.first(sql`
    select id
    from users
    where sign_up_tag = ${tag} and id is distinct from ${exceptUserId}::uuid
    limit 1`)
  return row !== undefined
}

/** Whether a user ever joined a partner. */
export async function hasJoined(db: Db, userId: string): Promise<boolean> {
  const row = await db.first(sql`
    select user_id
    from user_partners
    where user_id = ${userId}
    limit 1`)
  return row !== undefined
}

/**
 * Writes a sign-up into an unverified account. That of a member keeps its tag; phone number, age, picture and
 * referral that a partner gave stay.
 */
export async function updateSignUp(
  tx: Tx,
  userId: string,
  signUp: NewUser & Pick<User, 'referrer'> & { passwordHash: string; isMember: boolean },
  now: Date,
): Promise<void> {
  const { isMember } = signUp
  await tx.run(sql`
    update users
    set password_hash = ${signUp.passwordHash}, email = ${signUp.email}, updated_at = ${now},
      tag = case when ${isMember} then tag else ${signUp.tag} end,
      sign_up_tag = case when ${isMember} then ${signUp.tag} end,
      created_at = case when ${isMember} then created_at else ${now} end,
      fullname = ${signUp.fullname},
      phone = case when from_partner then phone else ${signUp.phone} end,
      country_code = case when from_partner then country_code else ${signUp.countryCode} end,
      avatar = case when from_partner then avatar else ${signUp.avatar} end,
      gender = case when from_partner then gender else ${signUp.gender} end,
      date_of_birth = case when from_partner then date_of_birth else ${signUp.dateOfBirth}::date end,
      is_adult = case when from_partner then is_adult else ${signUp.isAdult} end,
      referred_by = case when from_partner then referred_by else ${signUp.referrer?.id ?? null}::uuid end
    where id = ${userId}`)
}

export async function updateFullname(tx: Tx, userId: string, fullname: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users
    set fullname = ${fullname}, updated_at = ${now}
    where id = ${userId}`)
}

/** Hides a user's tag on the public boards of all partners, or shows it again. Locks no ledger. */
export async function setTagHidden(tx: Tx, userId: string, isHidden: boolean, now: Date): Promise<void> {
  // Waits for joins of this user that have begun; the list then has them. Boards always leave out minors.
  const user = await tx.first<{ isLeftOut: boolean }>(sql`
    update users
    set is_hidden = ${isHidden}, updated_at = ${now}
    where id = ${userId}
    returning not is_adult or is_hidden as is_left_out`)
  const isLeftOut = user?.isLeftOut ?? true
  for (const member of await listMembersOfAccount(tx, userId)) await setMemberHidden(tx, member, isLeftOut)
}

/** Deletes accounts that were never used; the schema says which. */
export function purgeUnusedUsers(db: Db, end: Date): Promise<void> {
  return purgeByFunction(db, sql`purge_unused_users`, end)
}
