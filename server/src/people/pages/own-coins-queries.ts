import type { Coins } from '../../programme/ledger/coin.ts'
import type { AccountMember } from '../../programme/members/membership.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import { SELECT_PARTNERS } from '../../programme/partners/partner-store.ts'
import type { PartnerReads } from '../../programme/read-batches/partner-reads.ts'
import {
  asOfNow,
  NO_MOMENTS,
  type ShownWallet,
  type WalletNow,
  type WalletsNow,
} from '../../programme/wallets/wallet-now.ts'
import { allOf, type Db, sql } from '../../storage/database/database.ts'

/** A partner that a user joined, without its own address: a membership has that of the user. */
export type JoinedPartner = Omit<Partner, 'email' | 'emailVerified'> & AccountMember

/** A user's membership with one partner, also after leaving it, with the wallet as it was written. */
type WrittenMembership = ShownWallet & {
  userId: string
  tag: string
  fullname: string
  avatar: string | null
  email: string
  joinedAt: Date
  leftAt: Date | null
  leftBy: 'partner' | 'user' | null
}

/** The same with the wallet at the moment of reading. */
export type OwnMembership = WrittenMembership & WalletNow

export type OwnReads = { database: Db; reads: PartnerReads; walletsNow: WalletsNow }

/** The partners that a user ever joined, newest first, after the given one. */
export async function listJoinedPartners(
  db: Db,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<JoinedPartner[]> {
  return db.many<JoinedPartner>(sql`
    select joined.*, u.member_id
    from user_partners u
    join (${SELECT_PARTNERS}) joined on joined.partner_id = u.partner_id
    where ${allOf(sql`u.user_id = ${userId}`, after === null ? null : sql`u.partner_id < ${after}`)}
    order by u.partner_id desc
    limit ${limit}`)
}

const PARTNERS_MAX = 1_000

export type JoinedWithCoins = JoinedPartner & { balance: Coins }

/** The coins that a user has with each partner, also after leaving it. */
export async function listCoinsLeft(services: OwnReads, userId: string): Promise<JoinedWithCoins[]> {
  const joined = await listJoinedPartners(services.database, userId, { after: null, limit: PARTNERS_MAX })
  const memberships = await Promise.all(joined.map((partner) => findOwnMembership(services, partner)))
  return joined.map((partner, index) => ({ ...partner, balance: memberships[index]?.balance ?? 0n }))
}

export async function findOwnMembership(
  { database, reads, walletsNow }: OwnReads,
  member: AccountMember,
): Promise<OwnMembership | undefined> {
  const written = await findWritten(database, member)
  if (!written || written.nextDueAt === null) return written && { ...written, ...NO_MOMENTS }
  return reads.read(member.partnerId, (batch) => asOfNow(batch, walletsNow, written))
}

function findWritten(db: Db, { partnerId, memberId }: AccountMember): Promise<WrittenMembership | undefined> {
  return db.first<WrittenMembership>(sql`
    select m.user_id, m.tag, m.fullname, m.avatar, m.email, m.created_at as joined_at, m.left_at, m.left_by,
      w.balance, w.points, w.owed, w.pending, w.held, w.next_due_at
    from memberships m
    join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
    where m.partner_id = ${partnerId} and m.user_id = ${memberId}`)
}
