import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'
import type { AccountMember, Membership } from './membership.ts'
import { findMembership } from './membership-store.ts'

/** Undefined when the account never joined the partner. */
export async function findMemberId(
  db: Db,
  { accountId, partnerId }: { accountId: string; partnerId: string },
): Promise<string | undefined> {
  const row = await db.first<{ memberId: string }>(sql`
    select member_id
    from user_partners
    where user_id = ${accountId} and partner_id = ${partnerId}`)
  return row?.memberId
}

/** Members of a partner by their accounts; those who never joined are left out. */
export async function findMemberIds(
  db: Db,
  { accountIds, partnerId }: { accountIds: string[]; partnerId: string },
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.many<{ userId: string; memberId: string }>(sql`
    select user_id, member_id
    from user_partners
    where user_id = any(${accountIds}::uuid[]) and partner_id = ${partnerId}`)
  return new Map(rows.map(({ userId, memberId }) => [userId, memberId]))
}

/** The membership of an account with a partner, also after leaving it. */
export async function findMembershipOfAccount(
  db: Db,
  of: { accountId: string; partnerId: string },
): Promise<Membership | undefined> {
  const memberId = await findMemberId(db, of)
  return memberId === undefined ? undefined : findMembership(db, of.partnerId, memberId)
}

/** Lists where an account is or was a member, in the order in which the rows are locked. */
export async function listMembersOfAccount(db: Db, accountId: string): Promise<AccountMember[]> {
  return db.many<AccountMember>(sql`
    select partner_id, member_id
    from user_partners
    where user_id = ${accountId}
    order by partner_id`)
}

/**
 * The oldest membership without an account that has this address. Current members come first: a customer whom
 * the partner removed may have been added again.
 */
export async function findUnclaimedMember(
  db: Db,
  partnerId: string,
  email: string,
): Promise<string | undefined> {
  const row = await db.first<{ userId: string }>(sql`
    select user_id
    from memberships
    where partner_id = ${partnerId} and ${emailKeyOf(sql`email`)} = ${emailKey(email)} and email <> '' and account_id is null
    order by left_at is not null, id
    limit 1`)
  return row?.userId
}

/** Gives a membership to an account, and shows it on public boards as the account says. */
export function setAccount(
  tx: Tx,
  { accountId, partnerId, memberId, isHidden }: AccountMember & { accountId: string; isHidden: boolean },
): void {
  tx.send(sql`
    update memberships
    set account_id = ${accountId}, is_hidden = ${isHidden}
    where partner_id = ${partnerId} and user_id = ${memberId}`)
}

export function insertAccountMember(
  tx: Tx,
  { accountId, partnerId, memberId }: AccountMember & { accountId: string },
): void {
  tx.send(sql`
    insert into user_partners (user_id, partner_id, member_id)
    values (${accountId}, ${partnerId}, ${memberId})`)
}
