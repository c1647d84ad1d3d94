import { coinDecisions, MOVED } from '../../programme/coins/transaction-queries.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import { joinPersonalData } from '../../programme/ledger/record-store.ts'
import type { AccountMember } from '../../programme/members/membership.ts'
import { type Db, sql } from '../../storage/database/database.ts'

/** Everything in the row of an account but the hash of its password. */
export function findWholeAccount(db: Db, userId: string): Promise<Record<string, unknown> | undefined> {
  return db.first(sql`
    select id, tag, email, fullname, phone, country_code, avatar, gender, date_of_birth, is_adult, is_hidden,
      from_partner, email_verified_at, created_at, updated_at
    from users
    where id = ${userId}`)
}

/** Lists what a user agreed to with each partner, and when. */
export function listConsents(
  db: Db,
  { userId, partnerId }: { userId: string; partnerId: string },
): Promise<Record<string, unknown>[]> {
  return db.many(sql`
    select action, created_at
    from audit_log
    where subject = ${userId} and action in ('consent_given', 'consent_refused', 'partner_unlinked')
      and detail ->> 'partnerId' = ${partnerId}
    order by id`)
}

export type OwnCoins = { seq: bigint; kind: string; coins: Coins; createdAt: Date }

/** Movements of coins after a number, with what the partner noted to them. */
export function listCoinsAfter(
  db: Db,
  { partnerId, memberId, after, limit }: AccountMember & { after: bigint; limit: number },
): Promise<OwnCoins[]> {
  return db.many<OwnCoins>(sql`
    select m.seq, m.id, m.kind, m.coins, m.created_at, d.note, d.metadata
    from (
      select seq, id, kind, case when is_credit then wallet_coins else -wallet_coins end as coins, created_at
      from ${coinDecisions({ type: null })} decided
      where partner_id = ${partnerId} and user_id = ${memberId} and seq > ${after} and ${MOVED}
      order by seq
      limit ${limit}
    ) m
    ${joinPersonalData(sql`${partnerId}`, sql`m.seq`)}
    order by m.seq`)
}

/** Audit events of an account after an id, in order. */
export function listAuditEventsAfter(
  db: Db,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    select id, action, address, agent, detail, created_at
    from audit_log
    where subject = ${userId} and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
    limit ${limit}`)
}

type ProgressOfUser = {
  ruleId: string
  ruleName: string
  progress: number
  subRulesDone: string[]
  userAwards: number
  paidCoins: Coins
}

/** How far a user is with each rule, found rule by rule: progress is keyed by rule. */
export async function listProgress(db: Db, partnerId: string, userId: string): Promise<ProgressOfUser[]> {
  return db.many<ProgressOfUser>(sql`
    select r.id as rule_id, r.name as rule_name, p.progress, p.sub_rules_done, p.paid_awards as user_awards,
      p.paid_coins
    from rules r
    join rule_progress p on p.partner_id = r.partner_id and p.rule_id = r.id
    where r.partner_id = ${partnerId} and p.partner_id = ${partnerId} and p.user_id = ${userId}
    order by r.name`)
}

export type OwnLot = {
  id: string
  coins: Coins
  expired: Coins
  availableAt: Date | null
  expiresAt: Date | null
}

/** Coins of a member that expire or wait, after an id: what is left of them, and what expired. */
export function listLotsAfter(
  db: Db,
  { partnerId, memberId, after, limit }: AccountMember & { after: string | null; limit: number },
): Promise<OwnLot[]> {
  return db.many<OwnLot>(sql`
    select id, coins, expired, available_at, expires_at
    from lots
    where partner_id = ${partnerId} and user_id = ${memberId}
      and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
    limit ${limit}`)
}
