import type { Role } from '../../runtime/caller.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'

export type Invitation = { id: string; email: string; role: Role; createdAt: Date; expiresAt: Date }

const INVITATION = sql`id, email, role, created_at, expires_at`

/** Replaces an earlier invitation of the same address. */
export async function saveInvitation(
  tx: Tx,
  {
    id,
    email,
    role,
    createdAt,
    expiresAt,
    partnerId,
    invitedBy,
    hash,
  }: Invitation & { partnerId: string; invitedBy: string; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    delete from invitations
    where partner_id = ${partnerId} and ${emailKeyOf(sql`email`)} = ${emailKey(email)}`)
  await tx.run(sql`
    insert into invitations (id, partner_id, email, role, token_hash, created_at, expires_at, invited_by)
    values (${id}, ${partnerId}, ${email}, ${role}, ${hash}, ${createdAt}, ${expiresAt}, ${invitedBy})`)
}

export async function listInvitations(db: Db, partnerId: string, now: Date): Promise<Invitation[]> {
  return db.many<Invitation>(sql`
    select ${INVITATION}
    from invitations
    where partner_id = ${partnerId} and expires_at > ${now}
    order by created_at, id`)
}

export async function deleteInvitation(
  tx: Tx,
  { id, partnerId }: { id: string; partnerId: string },
): Promise<Invitation | undefined> {
  return tx.first<Invitation>(sql`
    delete from invitations
    where id = ${id} and partner_id = ${partnerId}
    returning ${INVITATION}`)
}

export async function deleteInvitationsBy(tx: Tx, teamMemberId: string): Promise<Invitation[]> {
  return tx.many<Invitation>(sql`
    delete from invitations
    where invited_by = ${teamMemberId}
    returning ${INVITATION}`)
}

export async function deleteInvitationsOf(tx: Tx, partnerId: string): Promise<void> {
  await tx.run(sql`
    delete from invitations
    where partner_id = ${partnerId}`)
}

export async function findInvitation(
  db: Db,
  { hash, ecosystem }: { hash: Buffer; ecosystem: string },
  now: Date,
): Promise<
  { partnerId: string; partnerName: string; email: string; role: Role; expiresAt: Date } | undefined
> {
  return db.first(sql`
    select i.partner_id, p.name as partner_name, i.email, i.role, i.expires_at
    from invitations i
    join partners p on p.id = i.partner_id
    where i.token_hash = ${hash} and i.expires_at > ${now} and p.ecosystem = ${ecosystem}`)
}

/** Spends an invitation; of concurrent tries one succeeds. */
export async function consumeInvitation(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ email: string; role: Role } | undefined> {
  return tx.first(sql`
    delete from invitations
    where token_hash = ${hash} and expires_at > ${now}
    returning email, role`)
}
