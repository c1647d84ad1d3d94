import { type Db, sql, type Tx } from '../database/database.ts'

/** A reset for nobody, or for someone who is just leaving or taking another address, is no row. Answers whether it is one. */
export async function insertPasswordReset(
  tx: Tx,
  reset: { hash: Buffer; member: { id: string; email: string } | undefined; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const kept = await tx.run(sql`
    insert into password_resets (token_hash, team_member_id, created_at, expires_at)
    select ${reset.hash}, id, ${now}, ${reset.expiresAt}
    from team_members
    where id = ${reset.member?.id ?? null} and email = ${reset.member?.email ?? null}
    for share`)
  return kept === 1
}

export async function findPasswordReset(
  db: Db,
  { hash, ecosystem }: { hash: Buffer; ecosystem: string },
  now: Date,
): Promise<{ teamMemberId: string; partnerId: string; email: string } | undefined> {
  return db.first(sql`
    select m.id as "teamMemberId", m.partner_id as "partnerId", m.email
    from password_resets r
    join team_members m on m.id = r.team_member_id
    join partners p on p.id = m.partner_id
    where r.token_hash = ${hash} and r.expires_at > ${now} and p.ecosystem = ${ecosystem}`)
}

/** Spends a reset; of any number of tries at once, one succeeds. */
export async function consumePasswordReset(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    delete from password_resets
    where token_hash = ${hash} and expires_at > ${now}`)
  return count === 1
}

/** What was mailed before a password or an address changed is void. */
export async function deletePasswordResets(tx: Tx, teamMemberId: string): Promise<void> {
  await tx.run(sql`
    delete from password_resets
    where team_member_id = ${teamMemberId}`)
}
