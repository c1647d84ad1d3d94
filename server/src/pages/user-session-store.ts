import { type Db, sql, type Tx } from '../database/database.ts'

export type UserSession = {
  id: string
  address: string
  agent: string
  createdAt: Date
  lastUsedAt: Date
}

export async function insertUserSession(
  tx: Tx,
  session: { id: string; tokenHash: Buffer; userId: string; address: string; agent: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into user_sessions (id, token_hash, user_id, address, agent, created_at, last_used_at)
    values (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.address}, ${session.agent}, ${now}, ${now})`)
}

export async function findUserSession(
  db: Db,
  tokenHash: Buffer,
  usedAfter: Date,
): Promise<{ sessionId: string; userId: string; lastUsedAt: Date } | undefined> {
  return db.first(sql`
    select id as "sessionId", user_id as "userId", last_used_at as "lastUsedAt"
    from user_sessions
    where token_hash = ${tokenHash} and ended_at is null and last_used_at > ${usedAfter}`)
}

export async function touchUserSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.run(sql`
    update user_sessions
    set last_used_at = ${now}
    where id = ${sessionId} and last_used_at < ${now}`)
}

export async function listUserSessions(db: Db, userId: string, usedAfter: Date): Promise<UserSession[]> {
  return db.many<UserSession>(sql`
    select id, address, agent, created_at as "createdAt", last_used_at as "lastUsedAt"
    from user_sessions
    where user_id = ${userId} and ended_at is null and last_used_at > ${usedAfter}
    order by last_used_at desc, id desc
    limit 50`)
}

export async function endUserSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.run(sql`
    update user_sessions
    set ended_at = ${now}
    where id = ${sessionId} and ended_at is null`)
}

/** Whether a session still stands; until the transaction ends it does. */
export async function holdUserSession(tx: Tx, sessionId: string): Promise<boolean> {
  const held = await tx.first(sql`
    select id
    from user_sessions
    where id = ${sessionId} and ended_at is null
    for update`)
  return held !== undefined
}

/** Ends all sessions of a user, except the one that is named. */
export async function endUserSessions(
  db: Db,
  userId: string,
  now: Date,
  exceptSessionId: string | null = null,
): Promise<void> {
  await db.run(sql`
    update user_sessions
    set ended_at = ${now}
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptSessionId}`)
}

/** Removes sessions that were last used before a moment. */
export async function deleteUserSessions(db: Db, before: Date): Promise<void> {
  await db.run(sql`
    delete from user_sessions
    where last_used_at < ${before}`)
}
