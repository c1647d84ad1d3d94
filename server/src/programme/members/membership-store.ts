import { type ByPartner, findByKey, insertRows } from '../../storage/database/by-partner.ts'
import { allOf, type Db, replanOnGrowth, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { ALL_TIME } from '../ranking/board.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import type { AccountMember, Membership, MemberWithWallet, ShownDetails } from './membership.ts'

/** Columns of a table `memberships m`. */
export const MEMBERSHIP_COLUMNS = sql`
  m.id, m.user_id, m.account_id, m.external_id, m.tag, m.fullname, m.avatar, m.email, m.left_at, m.left_by,
  m.created_at, m.updated_at`

const selectMembers = (memberships: Sql) => sql`
  select ${MEMBERSHIP_COLUMNS}, w.id as wallet_id, w.balance, w.points, w.owed, w.pending,
    w.held, w.next_due_at
  from ${memberships} m
  join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id`

const SELECT_MEMBERS = selectMembers(sql`memberships`)

export async function findMembership(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<Membership | undefined> {
  return db.first<Membership>(sql`
    select ${MEMBERSHIP_COLUMNS}
    from memberships m
    where m.partner_id = ${partnerId} and m.user_id = ${userId}`)
}

/** Memberships of users, those of former members included. */
export function findMembershipsOf(db: Db, partnerId: string, userIds: string[]): Promise<Membership[]> {
  return db.many<Membership>(sql`
    select ${MEMBERSHIP_COLUMNS}
    from memberships m
    where m.partner_id = ${partnerId} and m.user_id = any(${userIds}::uuid[])`)
}

/** Memberships by the partner's own ids, those of former members included. */
export async function findMembershipsByExternalId(
  db: Db,
  partnerId: string,
  externalIds: string[],
): Promise<Membership[]> {
  return db.many<Membership>(
    replanOnGrowth(sql`
      select ${MEMBERSHIP_COLUMNS}
      from memberships m
      where m.partner_id = ${partnerId} and m.external_id is not null
        and m.external_id = any(${externalIds}::text[])`),
  )
}

/** Coins and points that a member is imported with, and when something of them is due at the earliest; null for never. */
export type Opening = { coins: Coins; points: Coins; nextDueAt: Date | null }

export type NewMembership = Membership & {
  isHidden: boolean
  walletId: string
  joinedNo: bigint
  opening?: Opening
}

/** Inserts memberships with their wallets, which are on no board yet. */
export function insertMemberships(tx: Tx, partnerId: string, added: NewMembership[]): void {
  const rows = new Map([[partnerId, added]])
  tx.send(
    insertRows('memberships', rows, {
      user_id: 'uuid',
      id: 'uuid',
      account_id: 'uuid',
      external_id: 'text',
      tag: 'text',
      fullname: 'text',
      avatar: 'text',
      email: 'text',
      is_hidden: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    }),
  )
  tx.send(
    insertRows('wallets', rows, {
      user_id: 'uuid',
      id: { type: 'uuid', of: ({ walletId }) => walletId },
      joined_no: 'bigint',
      on_boards: { type: 'boolean', of: () => false },
      balance: { type: 'bigint', of: ({ opening }) => opening?.coins ?? 0n },
      points: { type: 'bigint', of: ({ opening }) => opening?.points ?? 0n },
      opened: { type: 'bigint', of: ({ opening }) => opening?.coins ?? 0n },
      opening_points: { type: 'bigint', of: ({ opening }) => opening?.points ?? 0n },
      open_lots: { type: 'integer', of: ({ opening }) => Number(opening?.nextDueAt != null) },
      next_due_at: { type: 'timestamptz', of: ({ opening }) => opening?.nextDueAt ?? null },
      created_at: 'timestamptz',
      updated_at: { type: 'timestamptz', of: ({ createdAt }) => createdAt },
    }),
  )
}

export function updateExternalId(
  tx: Tx,
  partnerId: string,
  { userId, externalId }: { userId: string; externalId: string },
  now: Date,
): void {
  tx.send(sql`
    update memberships
    set external_id = ${externalId}, updated_at = ${now}
    where partner_id = ${partnerId} and user_id = ${userId}`)
}

export async function updateShownDetails(
  tx: Tx,
  partnerId: string,
  userId: string,
  shown: ShownDetails,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update memberships
    set tag = ${shown.tag}, fullname = ${shown.fullname}, avatar = ${shown.avatar}, email = ${shown.email},
      updated_at = ${now}
    where partner_id = ${partnerId} and user_id = ${userId}`)
}

/**
 * Whether public boards leave out a user's tag. Until the transaction ends, the user cannot change it: hiding
 * the tag at the same time then finds the new membership.
 */
export async function lockHidden(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.first<{ isHidden: boolean }>(sql`
    select not is_adult or is_hidden as is_hidden
    from users
    where id = ${userId}
    for share`)
  return user?.isHidden ?? true
}

export async function setMemberHidden(
  tx: Tx,
  { partnerId, memberId }: AccountMember,
  isHidden: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into tag_changes as c (partner_id, count)
    values (${partnerId}, 1)
    on conflict (partner_id) do update set count = c.count + 1`)
  await tx.run(sql`
    update memberships
    set is_hidden = ${isHidden}
    where partner_id = ${partnerId} and user_id = ${memberId}`)
}

/** Ends a membership (`left`) or restores it (`left` null); the wallet and its scores stay. */
export async function setLeft(
  tx: Tx,
  partnerId: string,
  userId: string,
  left: { by: 'partner' | 'user' } | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update memberships
    set left_at = ${left && now}, left_by = ${left?.by ?? null}, updated_at = ${now}
    where partner_id = ${partnerId} and user_id = ${userId}`)
}

type FoundDetails = Promise<ByPartner<ShownDetails & { userId: string }>>

const selectDetails = (partnerId: Sql, isMember: Sql): Sql => sql`
  select user_id, tag, fullname, avatar, email
  from memberships
  where partner_id = ${partnerId} and ${isMember}`

/** Includes former members. */
export function findShownDetails(db: Db, userIds: ByPartner<string>): FoundDetails {
  return findByKey(db, userIds, 'uuid', (partnerId, isKey) => selectDetails(partnerId, sql`user_id ${isKey}`))
}

/** The same, by the partners' own ids. */
export function findShownDetailsByExternalId(db: Db, externalIds: ByPartner<string>): FoundDetails {
  return findByKey(db, externalIds, 'text', (partnerId, isKey) =>
    selectDetails(partnerId, sql`external_id ${isKey}`),
  )
}

/** A member, or a former one. */
export async function findMemberOrFormer(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<MemberWithWallet | undefined> {
  return db.first<MemberWithWallet>(sql`
    ${SELECT_MEMBERS}
    where m.partner_id = ${partnerId} and m.user_id = ${userId}`)
}

/** Members and former ones among these users, in the given order. */
export async function findMembersOrFormer(
  db: Db,
  partnerId: string,
  userIds: string[],
): Promise<MemberWithWallet[]> {
  return db.many<MemberWithWallet>(sql`
    ${SELECT_MEMBERS}
    join unnest(${userIds}::uuid[]) with ordinality as wanted (user_id, position)
      on wanted.user_id = m.user_id
    where m.partner_id = ${partnerId}
    order by wanted.position`)
}

const memberLoader = (isListed: Sql | null): Loader<string, MemberWithWallet | undefined> => ({
  idOf: (userId) => userId,
  async load(db, partnerId, userIds) {
    const isOne = sql`m.partner_id = ${partnerId} and m.user_id = any(${userIds}::uuid[])`
    const rows = await db.many<MemberWithWallet>(sql`
      ${SELECT_MEMBERS}
      where ${allOf(isOne, isListed)}`)
    const members = new Map(rows.map((member) => [member.userId, member]))
    return userIds.map((userId) => members.get(userId))
  },
})

/** A member by user; undefined for a user who is none. */
export const MEMBER = memberLoader(sql`m.left_at is null`)
export const MEMBER_OR_FORMER = memberLoader(null)

/** Which memberships a list has: those of members, those of former members, or both. */
export type MembersListed = 'members' | 'former' | 'all'

/** Selects members after the one with this id of a membership, or after a number of members. */
type MembersQuery = { listed: MembersListed; limit: number; offset: number; after: string | null }

/** A page of all members, newest first. */
export const MEMBERS: Loader<MembersQuery, { members: MemberWithWallet[]; count: number }> = {
  idOf: (query) => JSON.stringify(query),
  load: async (db, partnerId, queries) => {
    const [counts, ...pages] = await Promise.all([
      countMemberships(db, partnerId),
      ...queries.map((query) => listMembers(db, partnerId, query)),
    ])
    return pages.map((members, index) => ({ members, count: counts[queries[index]?.listed ?? 'members'] }))
  },
}

async function listMembers(
  db: Db,
  partnerId: string,
  { listed, limit, offset, after }: MembersQuery,
): Promise<MemberWithWallet[]> {
  return db.many<MemberWithWallet>(sql`
    ${selectMembers(sql`(
      select *
      from memberships
      where ${allOf(
        sql`partner_id = ${partnerId}`,
        LISTED[listed],
        after === null ? null : sql`id < ${after}`,
      )}
      order by id desc
      limit ${limit}
      offset ${after === null ? offset : 0}
    )`)}
    where m.partner_id = ${partnerId}
    order by m.id desc`)
}

const LISTED: Record<MembersListed, Sql | null> = {
  members: sql`left_at is null`,
  former: sql`left_at is not null`,
  all: null,
}

/** The members among these users, in the given order. */
export async function findMembers(db: Db, partnerId: string, userIds: string[]): Promise<MemberWithWallet[]> {
  return db.many<MemberWithWallet>(sql`
    ${SELECT_MEMBERS}
    join unnest(${userIds}::uuid[]) with ordinality as wanted (user_id, position)
      on wanted.user_id = m.user_id
    where m.partner_id = ${partnerId} and m.left_at is null
    order by wanted.position`)
}

/** Each membership has the next number in the order of joining, and keeps it. */
async function countMemberships(db: Db, partnerId: string): Promise<Record<MembersListed, number>> {
  const [members, ledger] = await Promise.all([
    countMembers(db, partnerId),
    db.first<{ all: bigint }>(sql`
      select last_joined_no as all
      from ledgers
      where partner_id = ${partnerId}`),
  ])
  const all = Number(ledger?.all ?? 0)
  return { members, former: all - members, all }
}

/** Every member is on the points board, so its segments already hold the count. */
export async function countMembers(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ members: bigint | null }>(sql`
    select sum(members) as members
    from board_segments
    where partner_id = ${partnerId} and board = 'points' and month = ${ALL_TIME}`)
  return Number(row?.members ?? 0)
}
