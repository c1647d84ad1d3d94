import type { Role } from '../../runtime/caller.ts'
import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { ACCOUNT_COLUMN, type Account, type AccountKind, isOf } from './account-store.ts'

export type Session = Source & { id: string; createdAt: Date; lastUsedAt: Date }

const SESSION = sql`id, address, agent, created_at, last_used_at`

export async function insertSession(
  tx: Tx,
  session: { id: string; account: Account; cookieHash?: Buffer; from: Source; expiresAt: Date },
  now: Date,
): Promise<void> {
  const { id, account, cookieHash, from, expiresAt } = session
  await tx.run(sql`
    insert into sessions (id, ${ACCOUNT_COLUMN[account.kind]}, cookie_hash, address, agent, created_at, last_used_at,
      expires_at)
    values (${id}, ${account.id}, ${cookieHash}, ${from.address}, ${from.agent}, ${now}, ${now}, ${expiresAt})`)
}

/** A session with a browser that has not ended. */
export type BrowserSession = Session & { accountId: string; expiresAt: Date }

export async function findBrowserSession(
  db: Db,
  kind: AccountKind,
  cookieHash: Buffer,
  now: Date,
): Promise<BrowserSession | undefined> {
  return db.first<BrowserSession>(sql`
    select ${SESSION}, ${ACCOUNT_COLUMN[kind]} as account_id, expires_at
    from sessions
    where cookie_hash = ${cookieHash} and ${ACCOUNT_COLUMN[kind]} is not null and ended_at is null
      and expires_at > ${now}`)
}

export async function recordUse(
  db: Db,
  sessionId: string,
  { from, expiresAt }: { from: Source; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update sessions
    set address = ${from.address}, agent = ${from.agent}, last_used_at = ${now}, expires_at = ${expiresAt}
    where id = ${sessionId}`)
}

/** Replaces the cookie of a browser's session. Returns false for a session with tokens. */
export async function updateCookie(tx: Tx, sessionId: string, cookieHash: Buffer): Promise<boolean> {
  const count = await tx.run(sql`
    update sessions
    set cookie_hash = ${cookieHash}
    where id = ${sessionId} and cookie_hash is not null`)
  return count === 1
}

/** Returns when a session expires unless it is used before. */
export async function findSessionExpiry(db: Db, sessionId: string): Promise<Date | undefined> {
  const row = await db.first<{ expiresAt: Date }>(sql`
    select expires_at
    from sessions
    where id = ${sessionId} and ended_at is null`)
  return row?.expiresAt
}

/** Whether a session is open; it stays so until the transaction ends. */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const locked = await tx.first(sql`
    select id
    from sessions
    where id = ${sessionId} and ended_at is null
    for update`)
  return locked !== undefined
}

export type TeamSession = { sessionId: string; partnerId: string; role: Role }

const selectTeamSessions = (sessionIds: readonly string[]) => sql`
  select s.id as session_id, m.partner_id, m.role
  from sessions s
  join team_members m on m.id = s.team_member_id
  where s.id = any(${sessionIds}::uuid[]) and s.ended_at is null
  order by s.id`

/**
 * The open sessions among these, with the partners and current roles of their team members. The sessions stay
 * open until the transaction ends.
 */
export async function lockTeamSessions(tx: Tx, sessionIds: readonly string[]): Promise<TeamSession[]> {
  return tx.many<TeamSession>(sql`
    ${selectTeamSessions(sessionIds)}
    for share of s`)
}

/** Like `lockTeamSessions`, without a wait: sessions that another transaction has locked are `busy`. */
export async function tryLockTeamSessions(
  tx: Tx,
  sessionIds: readonly string[],
): Promise<{ locked: TeamSession[]; busy: TeamSession[] }> {
  const [open, locked] = await Promise.all([
    tx.many<TeamSession>(selectTeamSessions(sessionIds)),
    tx.many<TeamSession>(sql`
      ${selectTeamSessions(sessionIds)}
      for share of s skip locked`),
  ])
  const ids = new Set(locked.map(({ sessionId }) => sessionId))
  return { locked, busy: open.filter(({ sessionId }) => !ids.has(sessionId)) }
}

const isOpen = (account: Account, now: Date) =>
  sql`${isOf(account)} and ended_at is null and expires_at > ${now}`

export async function countSessions(db: Db, account: Account, now: Date): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::integer as count
    from sessions
    where ${isOpen(account, now)}`)
  return row?.count ?? 0
}

/** The place of a session in the order of their last use. */
export const sessionKey = ({ lastUsedAt, id }: Session): string => `${lastUsedAt.getTime()} ${id}`

/** The open sessions of an account, the last used first, after the one with a key or a number of them. */
export async function listSessions(
  db: Db,
  account: Account,
  {
    now,
    limit,
    offset = 0,
    after = null,
  }: { now: Date; limit: number; offset?: number; after?: string | null },
): Promise<Session[]> {
  const [usedAt, id] = after?.split(' ') ?? []
  return db.many<Session>(sql`
    select ${SESSION}
    from sessions
    where ${allOf(
      isOpen(account, now),
      after === null
        ? null
        : sql`(last_used_at, id) < (${new Date(Number(usedAt))}::timestamptz, ${id}::uuid)`,
    )}
    order by last_used_at desc, id desc
    limit ${limit}
    offset ${after === null ? offset : 0}`)
}

export type WhichSessions = { only?: string | undefined; except?: string | undefined }

/** Ends sessions of an account: all, one, or all but one. Returns those that were still open. */
export async function endSessions(
  db: Db,
  account: Account,
  { only, except }: WhichSessions,
  now: Date,
): Promise<Session[]> {
  // Locked in the order in which batches lock the sessions of their callers.
  return db.many<Session>(sql`
    update sessions
    set ended_at = ${now}
    where id in (
      select id
      from sessions
      where ${allOf(
        sql`${isOf(account)} and ended_at is null`,
        only === undefined ? null : sql`id = ${only}`,
        except === undefined ? null : sql`id <> ${except}`,
      )}
      order by id
      for update
    )
    returning ${SESSION}`)
}
