import { type Db, sql } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'

export type JoinedPartner = { partnerId: string; partnerName: string; applicationName: string }

/** A user's membership with one partner, also after leaving it. */
export type OwnMembership = {
  tag: string
  fullname: string
  avatar: string | null
  email: string
  joinedAt: Date
  leftAt: Date | null
  leftBy: 'partner' | 'user' | null
  balance: Coins
  points: Coins
}

export type OwnMovement = {
  seq: bigint
  kind: 'award' | 'transfer' | 'reversal'
  /** The rule's name; null for a transfer. */
  ruleName: string | null
  note: string | null
  coins: Coins
  at: Date
}

/** The partners that a user ever joined, newest first, after the given one. */
export async function listJoinedPartners(
  db: Db,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<JoinedPartner[]> {
  return db.many<JoinedPartner>(sql`
    select p.id as "partnerId", p.name as "partnerName", a.name as "applicationName"
    from user_partners u
    join partners p on p.id = u.partner_id
    join applications a on a.partner_id = p.id
    where u.user_id = ${userId} and (${after}::uuid is null or u.partner_id < ${after}::uuid)
    order by u.partner_id desc
    limit ${limit}`)
}

export async function findOwnMembership(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<OwnMembership | undefined> {
  return db.first<OwnMembership>(sql`
    select m.tag, m.fullname, m.avatar, m.email, m.created_at as "joinedAt", m.left_at as "leftAt",
      m.left_by as "leftBy", w.balance, w.points
    from memberships m
    join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
    where m.partner_id = ${partnerId} and m.user_id = ${userId}`)
}

/** A user's movements with one partner before a sequence number, newest first. */
export async function listOwnMovements(
  db: Db,
  { partnerId, userId, before, limit }: { partnerId: string; userId: string; before: bigint; limit: number },
): Promise<OwnMovement[]> {
  return db.many<OwnMovement>(sql`
    (select seq, 'award' as kind, rule_name as "ruleName", note, coins, created_at as at
    from awards
    where partner_id = ${partnerId} and user_id = ${userId} and seq < ${before} and outcome = 'paid'
    order by seq desc
    limit ${limit})
    union all
    (select seq, 'transfer', null, narration, coins, created_at
    from transfers
    where partner_id = ${partnerId} and user_id = ${userId} and seq < ${before} and seq is not null
    order by seq desc
    limit ${limit})
    union all
    (select r.seq, 'reversal', a.rule_name, a.note, r.coins, r.created_at
    from reversals r
    join awards a on a.partner_id = r.partner_id and a.id = r.award_id
    where r.partner_id = ${partnerId} and r.user_id = ${userId} and r.seq < ${before} and r.seq is not null
    order by r.seq desc
    limit ${limit})
    order by "seq" desc
    limit ${limit}`)
}
