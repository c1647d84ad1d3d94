import assert from 'node:assert/strict'
import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Lot } from '../lots/lot.ts'
import { monthOf, type SegmentOf } from '../ranking/board.ts'
import { type MonthScores, newMonth, type Wallet } from './wallet.ts'

/** The wallets that the calls of a batch name. */
export type WalletKeys = {
  userIds: Set<string>
  externalIds: Set<string>
  /** Members whose coins a call can take, so that their lots are read. */
  takenFrom: { userIds: Set<string>; externalIds: Set<string> }
  /** Members whose lots with coins are read, and lots that are read whatever is in them. */
  lotUserIds: Set<string>
  lots: { userId: string; lotId: string }[]
  /** Lots of which those are read that refunds made of them. */
  parentLots: { userId: string; lotId: string }[]
  /** The months of what is undone. */
  months: { userId: string; month: string }[]
}

export type HolderKeys = {
  /** Members whose active holds are read. */
  holdUserIds: Set<string>
  /** Members for whom a call makes a hold. */
  holders: { userIds: Set<string>; externalIds: Set<string> }
}

/** A locked ledger with the wallets of a batch: loaded once, changed in memory, saved once. */
export type WalletBatch = {
  ledger: Ledger
  /** The current month. */
  month: string
  /** Keyed by user. */
  wallets: Map<string, Wallet>
  /** Users by the partner's own ids, of the calls that name them so. */
  usersByExternalId: Map<string, string>
  /** Months before a wallet's last month. */
  earlierMonths: Map<string, MonthScores>
  changes: WalletChanges
}

type WalletChanges = {
  wallets: Set<Wallet>
  /** Whether the wallets changed only by awards and by joining or leaving. */
  onlyEarned: boolean
  earlierMonths: Set<MonthScores>
  /** Segments to split; resolves when the database has saved the wallets. */
  oversizedSegments: Promise<SegmentOf[]>
}

export const newWalletBatch = (
  ledger: Ledger,
  wallets: readonly Wallet[],
  earlierMonths: readonly MonthScores[],
  usersByExternalId: Map<string, string> = new Map(),
  lots: WalletLots = { read: [], named: [] },
): WalletBatch => ({
  ledger,
  month: monthOf(ledger.now),
  wallets: withLots(ledger, new Map(wallets.map((wallet) => [wallet.userId, wallet])), lots),
  usersByExternalId,
  earlierMonths: new Map(earlierMonths.map((month) => [monthKey(month.month, month.userId), month])),
  changes: {
    wallets: new Set(),
    onlyEarned: true,
    earlierMonths: new Set(),
    oversizedSegments: Promise.resolve([]),
  },
})

/** Lots as a batch found them: those with coins of some members, and those that calls name. */
export type WalletLots = {
  read: readonly { userId: string; lots: readonly Lot[] }[]
  named: readonly (Lot & { userId: string })[]
}

function withLots(
  { usesLots }: Ledger,
  wallets: Map<string, Wallet>,
  { read, named }: WalletLots,
): Map<string, Wallet> {
  if (!usesLots) return wallets
  for (const wallet of wallets.values()) wallet.areLotsRead = false
  for (const { userId, lots } of read) {
    const wallet = wallets.get(userId)
    if (!wallet) continue
    wallet.areLotsRead = true
    wallet.openLots = lots.length
    for (const lot of lots) wallet.lots.set(lot.id, lot)
  }
  for (const { userId, ...lot } of named) {
    const lots = wallets.get(userId)?.lots
    if (lots && !lots.has(lot.id)) lots.set(lot.id, lot)
  }
  return wallets
}

type Movement = { userId: string; coins: Coins }

/** Moves new coins into a member's wallet. */
export function issueCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  const { wallet, month } = change(batch, userId, batch.month)
  addToBalance(batch, wallet, coins)
  wallet.points += coins
  wallet.hasEarned = true
  month.earned = (month.earned ?? 0n) + coins
}

/** Moves coins from a member's wallet back to the partner. */
export function spendCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  batch.changes.onlyEarned = false
  const { wallet, month } = change(batch, userId, batch.month)
  addToBalance(batch, wallet, -coins)
  wallet.spent += coins
  wallet.hasSpent = true
  month.spent = (month.spent ?? 0n) + coins
}

/** Moves spent coins back into the wallet, and lowers the scores of the transfer's month. */
export function refundCoins(batch: WalletBatch, { userId, coins }: Movement, transferredAt: Date): void {
  batch.changes.onlyEarned = false
  const { wallet, month } = change(batch, userId, monthOf(transferredAt))
  addToBalance(batch, wallet, coins)
  wallet.spent -= coins
  month.spent = (month.spent ?? 0n) - coins
}

type Reversed = {
  userId: string
  coins: Coins
  taken: Coins
  fromExpired: Coins
  owed: Coins
  writtenOff: Coins
}

/** Takes back the coins of a reversed award, and lowers the scores of the award's month by all of them. */
export function revokeCoins(
  batch: WalletBatch,
  { userId, coins, taken, fromExpired, owed, writtenOff }: Reversed,
  awardedAt: Date,
): void {
  batch.changes.onlyEarned = false
  const { wallet, month } = change(batch, userId, monthOf(awardedAt))
  addToBalance(batch, wallet, -taken)
  wallet.points -= coins
  if (fromExpired > 0n) {
    wallet.expired -= fromExpired
    wallet.isTimed = true
  }
  wallet.owed += owed
  wallet.writtenOff += writtenOff
  month.earned = (month.earned ?? 0n) - coins
}

/** Adds coins to a wallet, or takes them when `coins` is negative. No board shows them. */
export function adjustCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  batch.changes.onlyEarned = false
  const wallet = changeWallet(batch, userId)
  addToBalance(batch, wallet, coins)
  wallet.adjusted += coins
}

/** Takes from a wallet what its member owes. */
export function settleCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  batch.changes.onlyEarned = false
  const wallet = changeWallet(batch, userId)
  addToBalance(batch, wallet, -coins)
  wallet.owed -= coins
}

/** Takes coins that nobody spent in time. */
export function expireCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  batch.changes.onlyEarned = false
  const wallet = changeWallet(batch, userId)
  addToBalance(batch, wallet, -coins)
  wallet.expired += coins
  wallet.isTimed = true
}

/** Holds coins of the balance, or lets them go when `coins` is negative. */
export function holdCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  const wallet = changeWallet(batch, userId)
  wallet.held += coins
  wallet.isTimed = true
}

function addToBalance({ ledger }: WalletBatch, wallet: Wallet, coins: Coins): void {
  if (wallet.balance > 0n) ledger.walletsWithCoins -= 1n
  wallet.balance += coins
  if (wallet.balance > 0n) ledger.walletsWithCoins += 1n
}

export function walletOf({ wallets }: WalletBatch, userId: string): Wallet {
  const wallet = wallets.get(userId)
  assert(wallet, `user ${userId} has no wallet in this batch`)
  return wallet
}

export function changeWallet(batch: WalletBatch, userId: string): Wallet {
  const wallet = walletOf(batch, userId)
  batch.changes.wallets.add(wallet)
  return wallet
}

function change(batch: WalletBatch, userId: string, month: string): { wallet: Wallet; month: MonthScores } {
  const wallet = changeWallet(batch, userId)
  if (wallet.lastMonth === null || wallet.lastMonth.month < month) {
    if (wallet.lastMonth) changeEarlier(batch, wallet.lastMonth)
    wallet.lastMonth = newMonth(userId, month)
  }
  if (wallet.lastMonth.month === month) return { wallet, month: wallet.lastMonth }
  // A reversed award or a refunded transfer changes its own month.
  const earlier = batch.earlierMonths.get(monthKey(month, userId)) ?? newMonth(userId, month)
  return { wallet, month: changeEarlier(batch, earlier) }
}

function changeEarlier(batch: WalletBatch, month: MonthScores): MonthScores {
  batch.earlierMonths.set(monthKey(month.month, month.userId), month)
  batch.changes.earlierMonths.add(month)
  return month
}

const monthKey = (month: string, userId: string) => `${month} ${userId}`

/** Has the lots of a member read whose coins a call can take. */
export function addTakenFrom({ takenFrom }: WalletKeys, member: MemberRef): void {
  if ('userId' in member) takenFrom.userIds.add(member.userId)
  else takenFrom.externalIds.add(member.externalId)
}

/** The wallet of the member whom a call names, also of a former one; undefined for a user who is unknown. */
export function findWallet(
  { wallets, usersByExternalId }: WalletBatch,
  member: MemberRef,
): Wallet | undefined {
  return wallets.get('userId' in member ? member.userId : (usersByExternalId.get(member.externalId) ?? ''))
}

export function addMember({ userIds, externalIds }: WalletKeys, member: MemberRef): void {
  if ('userId' in member) userIds.add(member.userId)
  else externalIds.add(member.externalId)
}
