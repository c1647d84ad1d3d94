import type { Source } from '../audit-log/audit-event.ts'
import { type Db, sql, type Tx } from '../database/database.ts'
import type { Role } from '../http/credential.ts'

export type Session = {
  id: string
  address: string
  agent: string | null
  createdAt: Date
  lastUsedAt: Date
}

export async function insertSession(
  tx: Tx,
  session: { sessionId: string; teamMemberId: string; from: Source; cookieHash?: Buffer; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into sessions (id, team_member_id, cookie_hash, address, agent, created_at, last_used_at, expires_at)
    values (${session.sessionId}, ${session.teamMemberId}, ${session.cookieHash ?? null}, ${session.from.address},
      ${session.from.agent}, ${now}, ${now}, ${session.expiresAt})`)
}

export async function recordUse(
  db: Db,
  { sessionId, from, expiresAt }: { sessionId: string; from: Source; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update sessions
    set address = ${from.address}, agent = ${from.agent}, last_used_at = ${now}, expires_at = ${expiresAt}
    where id = ${sessionId}`)
}

/** When a session ends unless it is used before. */
export async function findSessionExpiry(db: Db, sessionId: string): Promise<Date | undefined> {
  const row = await db.first<{ expiresAt: Date }>(sql`
    select expires_at as "expiresAt"
    from sessions
    where id = ${sessionId} and ended_at is null`)
  return row?.expiresAt
}

export async function countSessions(db: Db, teamMemberId: string, now: Date): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::integer as count
    from sessions
    where team_member_id = ${teamMemberId} and ended_at is null and expires_at > ${now}`)
  return row?.count ?? 0
}

/** The sessions that can still be used, the last used first. */
export async function listSessions(
  db: Db,
  teamMemberId: string,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<Session[]> {
  return db.many<Session>(sql`
    select id, address, agent, created_at as "createdAt", last_used_at as "lastUsedAt"
    from sessions
    where team_member_id = ${teamMemberId} and ended_at is null and expires_at > ${now}
    order by last_used_at desc, id desc
    limit ${limit}
    offset ${offset}`)
}

/** Marks sessions of a member as ended, all or one, and answers those that were not before. */
export async function markSessionsEnded(
  tx: Tx,
  { teamMemberId, only, except }: { teamMemberId: string; only?: string; except?: string },
  now: Date,
): Promise<Session[]> {
  return tx.many<Session>(sql`
    update sessions
    set ended_at = ${now}
    where team_member_id = ${teamMemberId} and ended_at is null
      and id = coalesce(${only ?? null}::uuid, id) and id is distinct from ${except ?? null}::uuid
    returning id, address, agent, created_at as "createdAt", last_used_at as "lastUsedAt"`)
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

export type SessionHolder = {
  sessionId: string
  teamMemberId: string
  partnerId: string
  role: Role
  ecosystem: string
}

/** Spends a refresh token; of any number of tries at once, one succeeds. The session is locked before its token, as by all who end it. */
export async function consumeRefreshToken(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<SessionHolder | undefined> {
  tx.send(sql`
    select s.id
    from refresh_tokens t
    join sessions s on s.id = t.session_id
    where t.token_hash = ${hash}
    for update of s`)
  return tx.first<SessionHolder>(sql`
    update refresh_tokens t
    set consumed_at = ${now}
    from sessions s
    join team_members m on m.id = s.team_member_id
    join partners p on p.id = m.partner_id
    where t.token_hash = ${hash} and t.consumed_at is null and t.expires_at > ${now}
      and s.id = t.session_id and s.ended_at is null
    returning s.id as "sessionId", m.id as "teamMemberId", m.partner_id as "partnerId", m.role, p.ecosystem`)
}

/** Whose session a refresh token belongs to that was spent before. */
export async function findSpentTokenHolder(db: Db, hash: Buffer): Promise<SessionHolder | undefined> {
  return db.first<SessionHolder>(sql`
    select s.id as "sessionId", m.id as "teamMemberId", m.partner_id as "partnerId", m.role, p.ecosystem
    from refresh_tokens t
    join sessions s on s.id = t.session_id
    join team_members m on m.id = s.team_member_id
    join partners p on p.id = m.partner_id
    where t.token_hash = ${hash} and t.consumed_at is not null`)
}

/** A session with a browser, and whose it is as of now. */
export type BrowserSession = SessionHolder & { createdAt: Date; lastUsedAt: Date; expiresAt: Date }

export async function findBrowserSession(
  db: Db,
  cookieHash: Buffer,
  now: Date,
): Promise<BrowserSession | undefined> {
  return db.first<BrowserSession>(sql`
    select s.id as "sessionId", m.id as "teamMemberId", m.partner_id as "partnerId", m.role, p.ecosystem,
      s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt"
    from sessions s
    join team_members m on m.id = s.team_member_id
    join partners p on p.id = m.partner_id
    where s.cookie_hash = ${cookieHash} and s.ended_at is null and s.expires_at > ${now}`)
}
