import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import { type Db, replanOnGrowth, sql, type Tx } from '../../storage/database/database.ts'
import type { MonthScores, Wallet } from './wallet.ts'

type WalletRow = Omit<
  Wallet,
  'lastMonth' | 'updatedAt' | 'lots' | 'areLotsRead' | 'droppedLots' | 'isTimed'
> & {
  month: string | null
  monthEarned: bigint | null
  monthSpent: bigint | null
  monthEarnedSegment: bigint | null
  monthSpentSegment: bigint | null
}

/** Columns of a table `wallets w`. */
const WALLET_COLUMNS = sql`
  w.id, w.user_id, w.balance, w.points, w.spent, w.adjusted, w.owed, w.written_off, w.held, w.pending, w.expired,
  w.open_lots, w.next_due_at, w.has_earned, w.has_spent,
  w.member_coins, w.member_period_start, w.joined_no, w.on_boards, w.referrer_account_id, w.points_segment, w.spent_segment, w.month, w.month_earned, w.month_spent,
  w.month_earned_segment, w.month_spent_segment`

export async function loadWallets(db: Db, partnerId: string, userIds: readonly string[]): Promise<Wallet[]> {
  return [...rowsOf(await loadWalletsByPartner(db, new Map([[partnerId, userIds]])), partnerId)]
}

export async function loadWalletsByPartner(db: Db, userIds: ByPartner<string>): Promise<ByPartner<Wallet>> {
  const rows = await findByKey<WalletRow>(
    db,
    userIds,
    'uuid',
    (partnerId, isKey) => sql`
      select ${WALLET_COLUMNS}
      from wallets w
      where w.partner_id = ${partnerId} and w.user_id ${isKey}`,
  )
  return mapRows(rows, (own) => own.map(toWallet))
}

/** Wallets by the partners' own ids of their members. */
export async function loadWalletsByExternalId(
  db: Db,
  externalIds: ByPartner<string>,
): Promise<ByPartner<{ externalId: string; wallet: Wallet }>> {
  const rows = await findByKey<WalletRow & { externalId: string }>(
    db,
    externalIds,
    'text',
    (partnerId, isKey) => sql`
      select m.external_id, ${WALLET_COLUMNS}
      from memberships m
      join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
      where m.partner_id = ${partnerId} and m.external_id ${isKey}`,
  )
  return mapRows(rows, (own) =>
    own.map(({ externalId, ...wallet }) => ({ externalId, wallet: toWallet(wallet) })),
  )
}

/** Names each field: copying the rest of a row takes several times as long, on the path of every award. */
const toWallet = (row: WalletRow): Wallet => ({
  id: row.id,
  userId: row.userId,
  balance: row.balance,
  points: row.points,
  spent: row.spent,
  adjusted: row.adjusted,
  owed: row.owed,
  writtenOff: row.writtenOff,
  held: row.held,
  pending: row.pending,
  expired: row.expired,
  nextDueAt: row.nextDueAt,
  lots: new Map(),
  openLots: row.openLots,
  areLotsRead: true,
  droppedLots: [],
  isTimed: row.nextDueAt !== null || row.held > 0n || row.pending > 0n || row.expired > 0n,
  hasEarned: row.hasEarned,
  hasSpent: row.hasSpent,
  memberCoins: row.memberCoins,
  memberPeriodStart: row.memberPeriodStart,
  joinedNo: row.joinedNo,
  onBoards: row.onBoards,
  referrerAccountId: row.referrerAccountId,
  pointsSegment: row.pointsSegment,
  spentSegment: row.spentSegment,
  lastMonth:
    row.month === null
      ? null
      : {
          userId: row.userId,
          month: row.month,
          earned: row.monthEarned,
          spent: row.monthSpent,
          earnedSegment: row.monthEarnedSegment,
          spentSegment: row.monthSpentSegment,
        },
  updatedAt: null,
})

/** Columns of a table `monthly_scores s`. */
const MONTH_SCORES = sql`s.user_id, s.month, s.earned, s.spent, s.earned_segment, s.spent_segment`

/** Scores of months before a wallet's last month. A month that is wanted twice is found twice. */
export function loadEarlierMonthsByPartner(
  db: Db,
  wanted: ByPartner<{ userId: string; month: string }>,
): Promise<ByPartner<MonthScores>> {
  return findForEachRow(
    db,
    wanted,
    { user_id: 'uuid', month: 'date' },
    (partnerId) => sql`
      select ${MONTH_SCORES}
      from monthly_scores s
      where s.partner_id = ${partnerId} and s.user_id = given.user_id and s.month = given.month`,
  )
}

export async function loadAllEarlierMonths(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<MonthScores[]> {
  return db.many<MonthScores>(sql`
    select ${MONTH_SCORES}
    from monthly_scores s
    where s.partner_id = ${partnerId} and s.user_id = ${userId}`)
}

const SCORE_COLUMNS = {
  user_id: 'uuid',
  points: 'bigint',
  spent: 'bigint',
  has_earned: 'boolean',
  on_boards: 'boolean',
  points_segment: 'bigint',
  spent_segment: 'bigint',
  month: { type: 'date', of: ({ lastMonth }: Wallet) => lastMonth?.month },
  month_earned: { type: 'bigint', of: ({ lastMonth }: Wallet) => lastMonth?.earned },
  month_spent: { type: 'bigint', of: ({ lastMonth }: Wallet) => lastMonth?.spent },
  month_earned_segment: { type: 'bigint', of: ({ lastMonth }: Wallet) => lastMonth?.earnedSegment },
  month_spent_segment: { type: 'bigint', of: ({ lastMonth }: Wallet) => lastMonth?.spentSegment },
  updated_at: 'timestamptz',
} as const

const SCORES = sql`
  on_boards = given.on_boards, points_segment = given.points_segment, spent_segment = given.spent_segment,
  month = given.month, month_earned = given.month_earned, month_spent = given.month_spent,
  month_earned_segment = given.month_earned_segment, month_spent_segment = given.month_spent_segment,
  updated_at = given.updated_at`

/** Imported balance minus imported points; both are fixed when the wallet is created. */
const OPENED = sql`w.opened - w.opening_points`

/** Columns that awards alone do not change. */
const RARE_COLUMNS = {
  adjusted: 'bigint',
  owed: 'bigint',
  written_off: 'bigint',
  has_spent: 'boolean',
} as const

/** Null in the wallets of members whom no limit over all rules has counted. */
const MEMBER_COLUMNS = { member_coins: 'bigint', member_period_start: 'timestamptz' } as const

/** Zero in the wallets of members whose coins neither expire, wait nor are held. */
const TIMED_COLUMNS = {
  held: 'bigint',
  pending: 'bigint',
  expired: 'bigint',
  open_lots: 'integer',
  next_due_at: 'timestamptz',
} as const

/** `onlyEarned` leaves out the columns that awards do not change. */
export function updateWallets(
  tx: Tx,
  wallets: ByPartner<Wallet>,
  { onlyEarned }: { onlyEarned: boolean },
): void {
  if (isEmpty(wallets)) return
  const isCounted = [...wallets.values()].some((own) => own.some(({ memberCoins }) => memberCoins !== null))
  const isTimed = [...wallets.values()].some((own) => own.some((wallet) => wallet.isTimed))
  const columns = {
    ...SCORE_COLUMNS,
    ...(isCounted && MEMBER_COLUMNS),
    ...(isTimed && TIMED_COLUMNS),
  } as typeof SCORE_COLUMNS
  const expired = isTimed ? sql`given.expired` : sql`w.expired`
  const timed = isTimed
    ? sql`, held = given.held, pending = given.pending, expired = given.expired, open_lots = given.open_lots, next_due_at = given.next_due_at`
    : sql``
  const memberCoins = isCounted
    ? sql`, member_coins = given.member_coins, member_period_start = given.member_period_start`
    : sql``
  if (onlyEarned) {
    const { table, partnerId } = partnerRows('given', wallets, columns)
    tx.send(
      replanOnGrowth(sql`
        update wallets w
        set balance = given.points + w.adjusted - given.spent + w.owed + w.written_off + ${OPENED} - ${expired},
          points = given.points, spent = given.spent, has_earned = given.has_earned, ${SCORES}${memberCoins}${timed}
        from ${table}
        where w.partner_id = ${partnerId} and w.user_id = given.user_id`),
    )
    return
  }
  const { table, partnerId } = partnerRows('given', wallets, { ...columns, ...RARE_COLUMNS })
  tx.send(
    replanOnGrowth(sql`
      update wallets w
      set balance = given.points + given.adjusted - given.spent + given.owed + given.written_off + ${OPENED} - ${expired},
        points = given.points, spent = given.spent, adjusted = given.adjusted, owed = given.owed,
        written_off = given.written_off, has_earned = given.has_earned, has_spent = given.has_spent, ${SCORES}${memberCoins}${timed}
      from ${table}
      where w.partner_id = ${partnerId} and w.user_id = given.user_id`),
  )
}

/** Forgets who referred these members. */
export function clearReferrers(tx: Tx, userIds: ByPartner<{ userId: string }>): void {
  if (isEmpty(userIds)) return
  const { table, partnerId } = partnerRows('given', userIds, { user_id: 'uuid' })
  tx.send(sql`
    update wallets w
    set referrer_account_id = null
    from ${table}
    where w.partner_id = ${partnerId} and w.user_id = given.user_id`)
}

/** Inserts or updates months before a wallet's last month. */
export function saveEarlierMonths(tx: Tx, months: ByPartner<{ month: MonthScores; wallet: Wallet }>): void {
  if (isEmpty(months)) return
  const insert = insertRows('monthly_scores', months, {
    month: { type: 'date', of: ({ month }) => month.month },
    user_id: { type: 'uuid', of: ({ month }) => month.userId },
    earned: { type: 'bigint', of: ({ month }) => month.earned },
    spent: { type: 'bigint', of: ({ month }) => month.spent },
    joined_no: { type: 'bigint', of: ({ wallet }) => wallet.joinedNo },
    on_boards: { type: 'boolean', of: ({ wallet }) => wallet.onBoards },
    earned_segment: { type: 'bigint', of: ({ month }) => month.earnedSegment },
    spent_segment: { type: 'bigint', of: ({ month }) => month.spentSegment },
  })
  tx.send(sql`
    ${insert}
    on conflict (partner_id, user_id, month) do update
    set earned = excluded.earned, spent = excluded.spent, on_boards = excluded.on_boards,
      earned_segment = excluded.earned_segment, spent_segment = excluded.spent_segment`)
}
