import { type Db, sql, type Tx } from '../../storage/database/database.ts'

/** Replaces an earlier request. Writes nothing for a member who was just removed. */
export async function saveEmailChange(
  tx: Tx,
  change: { teamMemberId: string; email: string; oldHash: Buffer; newHash: Buffer; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into email_changes (team_member_id, email, old_token_hash, new_token_hash, created_at, expires_at)
    select id, ${change.email}, ${change.oldHash}, ${change.newHash}, ${now}, ${change.expiresAt}
    from team_members
    where id = ${change.teamMemberId}
    for key share
    on conflict (team_member_id) do update
    set email = excluded.email, old_token_hash = excluded.old_token_hash, new_token_hash = excluded.new_token_hash,
      old_confirmed_at = null, new_confirmed_at = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

export async function findEmailChange(
  db: Db,
  { hash, ecosystem }: { hash: Buffer; ecosystem: string },
  now: Date,
): Promise<{ teamMemberId: string; partnerId: string } | undefined> {
  return db.first(sql`
    select c.team_member_id, m.partner_id
    from email_changes c
    join team_members m on m.id = c.team_member_id
    join partners p on p.id = m.partner_id
    where (c.old_token_hash = ${hash} or c.new_token_hash = ${hash}) and c.expires_at > ${now}
      and p.ecosystem = ${ecosystem}`)
}

export type ConfirmedChange = { email: string; address: 'current' | 'new'; isComplete: boolean }

/** Marks one of the two addresses as confirmed; of concurrent tries with a token one succeeds. */
export async function confirmEmailChange(
  tx: Tx,
  { teamMemberId, hash }: { teamMemberId: string; hash: Buffer },
  now: Date,
): Promise<ConfirmedChange | undefined> {
  return tx.first<ConfirmedChange>(sql`
    update email_changes
    set old_confirmed_at = case when old_token_hash = ${hash} then ${now} else old_confirmed_at end,
      new_confirmed_at = case when new_token_hash = ${hash} then ${now} else new_confirmed_at end
    where team_member_id = ${teamMemberId} and (
      (old_token_hash = ${hash} and old_confirmed_at is null)
      or (new_token_hash = ${hash} and new_confirmed_at is null)
    )
    returning email, case when old_token_hash = ${hash} then 'current' else 'new' end as address,
      old_confirmed_at is not null and new_confirmed_at is not null as is_complete`)
}

export async function deleteEmailChange(tx: Tx, teamMemberId: string): Promise<void> {
  await tx.run(sql`
    delete from email_changes
    where team_member_id = ${teamMemberId}`)
}
