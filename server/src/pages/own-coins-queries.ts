import type { TransactionKind } from '../coins/transaction.ts'
import { coinDecisions, MOVED } from '../coins/transaction-queries.ts'
import { allOf, type Db, sql } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { AccountMember } from '../members/membership.ts'

export type JoinedPartner = AccountMember & { partnerName: string; applicationName: string }

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
  kind: TransactionKind
  isCredit: boolean
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
    select p.id as partner_id, u.member_id, p.name as partner_name, a.name as application_name
    from user_partners u
    join partners p on p.id = u.partner_id
    join applications a on a.partner_id = p.id
    where ${allOf(sql`u.user_id = ${userId}`, after === null ? null : sql`u.partner_id < ${after}`)}
    order by u.partner_id desc
    limit ${limit}`)
}

export async function findOwnMembership(
  db: Db,
  { partnerId, memberId }: AccountMember,
): Promise<OwnMembership | undefined> {
  return db.first<OwnMembership>(sql`
    select m.tag, m.fullname, m.avatar, m.email, m.created_at as joined_at, m.left_at, m.left_by,
      w.balance, w.points
    from memberships m
    join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
    where m.partner_id = ${partnerId} and m.user_id = ${memberId}`)
}

/** A user's movements with one partner before a sequence number, newest first. */
export async function listOwnMovements(
  db: Db,
  { partnerId, memberId, before, limit }: AccountMember & { before: bigint; limit: number },
): Promise<OwnMovement[]> {
  return db.many<OwnMovement>(sql`
    select d.seq, d.kind, d.is_credit, coalesce(d.rule_name, a.rule_name) as rule_name, coalesce(d.note, a.note) as note,
      d.coins, d.created_at as at
    from (
      select seq, kind, is_credit, rule_name, note, coins, award_id, created_at
      from ${coinDecisions({ type: null })}
      where partner_id = ${partnerId} and user_id = ${memberId} and seq < ${before}
        and ${MOVED}
      order by seq desc
      limit ${limit}
    ) d
    left join awards a on a.partner_id = ${partnerId} and a.id = d.award_id
    order by d.seq desc`)
}
