import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { findMemberId } from './account-member-store.ts'
import type { Membership } from './membership.ts'
import { MEMBERSHIP_COLUMNS } from './membership-store.ts'

type FormerKey = { partnerId: string; kind: 'external id' | 'e-mail'; value: string }

/** Hashes an erased member's external id or address: enough to recognise it, not to read it. */
export const formerHash = (encryption: Encryption, { partnerId, kind, value }: FormerKey): Buffer =>
  encryption.keyedHash(`former ${kind}`, `${partnerId} ${kind === 'e-mail' ? emailKey(value) : value}`)

export type FormerMember = Membership & { hash: Buffer }

/** Erased members who had one of these external ids. */
export async function findFormerByExternalId(
  db: Db,
  partnerId: string,
  hashes: Buffer[],
): Promise<FormerMember[]> {
  return db.many<FormerMember>(sql`
    select ${MEMBERSHIP_COLUMNS}, m.former_external_id as hash
    from memberships m
    where m.partner_id = ${partnerId} and m.former_external_id is not null
      and m.former_external_id = any(${hashes}::bytea[])
    order by m.erased_at`)
}

type Returning = { accountId: string; partnerId: string; email: string; externalId?: string | null }

/**
 * The erased member without an account who had this external id, or else this address. Undefined for an
 * account that ever joined the partner, which has a membership of its own.
 */
export async function findFormerMember(
  db: Db,
  encryption: Encryption,
  { accountId, partnerId, email, externalId }: Returning,
): Promise<string | undefined> {
  const hashOf = (kind: FormerKey['kind'], value: string) =>
    formerHash(encryption, { partnerId, kind, value })
  const former = (condition: Sql) =>
    db.first<{ userId: string }>(sql`
      select user_id
      from memberships
      where partner_id = ${partnerId} and ${condition} and account_id is null
      order by erased_at desc
      limit 1`)
  const [memberId, byExternalId, byEmail] = await Promise.all([
    findMemberId(db, { accountId, partnerId }),
    externalId ? former(sql`former_external_id = ${hashOf('external id', externalId)}`) : undefined,
    email ? former(sql`former_email = ${hashOf('e-mail', email)}`) : undefined,
  ])
  return memberId === undefined ? (byExternalId ?? byEmail)?.userId : undefined
}

/** Called when an erased member came back. */
export function forgetFormer(tx: Tx, partnerId: string, userIds: string[]): void {
  tx.send(sql`
    update memberships
    set former_external_id = null, former_email = null
    where partner_id = ${partnerId} and user_id = any(${userIds}::uuid[])`)
}

/** Empties what the membership says about the person. */
export function redactMembership(
  tx: Tx,
  { partnerId, userId, isAccountDeleted }: { partnerId: string; userId: string; isAccountDeleted: boolean },
  former: { externalId: Buffer | null; email: Buffer | null },
  now: Date,
): void {
  tx.send(sql`
    update memberships
    set tag = '', fullname = '', avatar = null, email = '', external_id = null, is_hidden = true,
      former_external_id = coalesce(${former.externalId}::bytea, former_external_id),
      former_email = coalesce(${former.email}::bytea, former_email),
      account_id = case when ${isAccountDeleted} then null else account_id end,
      erased_at = ${now}, updated_at = ${now}
    where partner_id = ${partnerId} and user_id = ${userId}`)
}
