import { type Db, sql, type Tx } from '../../storage/database/database.ts'

export async function insertRefreshToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into refresh_tokens (token_hash, session_id, team_member_id, created_at, expires_at)
    select ${token.hash}, id, team_member_id, ${now}, ${token.expiresAt}
    from sessions
    where id = ${token.sessionId}`)
}

/**
 * Spends the refresh token of an open session; of concurrent tries one succeeds. Returns the session's id.
 */
export async function consumeRefreshToken(tx: Tx, hash: Buffer, now: Date): Promise<string | undefined> {
  // The session is locked before its token, in the order of those who end it.
  tx.send(sql`
    select s.id
    from refresh_tokens t
    join sessions s on s.id = t.session_id
    where t.token_hash = ${hash}
    for update of s`)
  const row = await tx.first<{ sessionId: string }>(sql`
    update refresh_tokens t
    set consumed_at = ${now}
    from sessions s
    where t.token_hash = ${hash} and t.consumed_at is null and t.expires_at > ${now}
      and s.id = t.session_id and s.ended_at is null
    returning t.session_id`)
  return row?.sessionId
}

/** The session of a refresh token that was already spent. */
export async function findSessionOfSpentToken(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db.first<{ sessionId: string }>(sql`
    select session_id
    from refresh_tokens
    where token_hash = ${hash} and consumed_at is not null`)
  return row?.sessionId
}
