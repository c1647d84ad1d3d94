import assert from 'node:assert/strict'
import type { Coins } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { monthOf, type SegmentOf } from '../ranking/board.ts'
import { type MonthScores, newMonth, type Wallet } from './wallet.ts'

/** A locked ledger with the wallets of a batch: loaded once, changed in memory, saved once. */
export type WalletBatch = {
  ledger: Ledger
  /** The current month. */
  month: string
  /** By user. */
  wallets: Map<string, Wallet>
  /** Months before a wallet's last month. */
  earlierMonths: Map<string, MonthScores>
  changes: WalletChanges
}

type WalletChanges = {
  wallets: Set<Wallet>
  earlierMonths: Set<MonthScores>
  /** Segments to split; resolves when the database has saved the wallets. */
  oversizedSegments: Promise<SegmentOf[]>
}

export const newWalletBatch = (
  ledger: Ledger,
  wallets: Wallet[],
  earlierMonths: MonthScores[],
): WalletBatch => ({
  ledger,
  month: monthOf(ledger.now),
  wallets: new Map(wallets.map((wallet) => [wallet.userId, wallet])),
  earlierMonths: new Map(earlierMonths.map((month) => [monthKey(month.month, month.userId), month])),
  changes: { wallets: new Set(), earlierMonths: new Set(), oversizedSegments: Promise.resolve([]) },
})

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
export function returnCoins(batch: WalletBatch, { userId, coins }: Movement): void {
  const { wallet, month } = change(batch, userId, batch.month)
  addToBalance(batch, wallet, -coins)
  wallet.returned += coins
  month.returned = (month.returned ?? 0n) + coins
}

/** Takes back the coins of a reversed award, and lowers the scores of the award's month. */
export function revokeCoins(batch: WalletBatch, { userId, coins }: Movement, awardedAt: Date): void {
  const { wallet, month } = change(batch, userId, monthOf(awardedAt))
  addToBalance(batch, wallet, -coins)
  wallet.points -= coins
  month.earned = (month.earned ?? 0n) - coins
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

function change(batch: WalletBatch, userId: string, month: string): { wallet: Wallet; month: MonthScores } {
  const wallet = walletOf(batch, userId)
  batch.changes.wallets.add(wallet)
  if (wallet.lastMonth === null || wallet.lastMonth.month < month) {
    if (wallet.lastMonth) changeEarlier(batch, wallet.lastMonth)
    wallet.lastMonth = newMonth(userId, month)
  }
  if (wallet.lastMonth.month === month) return { wallet, month: wallet.lastMonth }
  // The month of a reversed award.
  const earlier = batch.earlierMonths.get(monthKey(month, userId)) ?? newMonth(userId, month)
  return { wallet, month: changeEarlier(batch, earlier) }
}

function changeEarlier(batch: WalletBatch, month: MonthScores): MonthScores {
  batch.earlierMonths.set(monthKey(month.month, month.userId), month)
  batch.changes.earlierMonths.add(month)
  return month
}

const monthKey = (month: string, userId: string) => `${month} ${userId}`
