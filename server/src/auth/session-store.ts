import { type Db, sql, type Tx } from '../platform/database.ts'

export type TeamMember = {
  id: string
  partnerId: string
  ecosystem: string
  passwordHash: string
}

export async function findTeamMember(db: Db, email: string): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`
    select m.id, m.partner_id as "partnerId", p.ecosystem, m.password_hash as "passwordHash"
    from team_members m
    join partners p on p.id = m.partner_id
    where lower(m.email) = lower(${email})`)
}

export async function insertSession(
  tx: Tx,
  session: { id: string; teamMemberId: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into sessions (id, team_member_id, created_at)
    values (${session.id}, ${session.teamMemberId}, ${now})`)
}

export async function endSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update sessions
    set ended_at = ${now}
    where id = ${sessionId} and ended_at is null`)
}

export async function insertRefreshToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
    values (${token.hash}, ${token.sessionId}, ${now}, ${token.expiresAt})`)
}

/** Spends a refresh token; of any number of tries at once, one succeeds. */
export async function consumeRefreshToken(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ sessionId: string; teamMemberId: string; partnerId: string; ecosystem: string } | undefined> {
  return tx.first(sql`
    update refresh_tokens t
    set consumed_at = ${now}
    from sessions s
    join team_members m on m.id = s.team_member_id
    join partners p on p.id = m.partner_id
    where t.token_hash = ${hash} and t.consumed_at is null and t.expires_at > ${now}
      and s.id = t.session_id and s.ended_at is null
    returning s.id as "sessionId", m.id as "teamMemberId", m.partner_id as "partnerId", p.ecosystem`)
}

export async function findSpentTokenSession(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db.first<{ sessionId: string }>(sql`
    select session_id as "sessionId"
    from refresh_tokens
    where token_hash = ${hash} and consumed_at is not null`)
  return row?.sessionId
}
