import type { Coins } from '../ledger/coin.ts'
import type { Lot } from '../lots/lot.ts'
import type { Loader, ReadBatch } from '../read-batches/read-batch.ts'
import type { Wallet } from './wallet.ts'

/** What people see of a wallet. */
export type ShownWallet = Pick<Wallet, 'balance' | 'points' | 'owed' | 'pending' | 'held' | 'nextDueAt'>

/** Coins that become available, or expire, at one moment. */
export type CoinsAt = { coins: Coins; at: Date }

/** A wallet at the moment of reading: what is due by then is done, whether or not it was written. */
export type WalletNow = ShownWallet & { pendingUntil: CoinsAt[]; expiring: CoinsAt[] }

/** Reads wallets by user at the moment of reading. */
export type WalletsNow = Loader<string, WalletNow | undefined>

const MOMENTS_MAX = 12

/** Of a wallet in which nothing can be due. */
export const NO_MOMENTS: Pick<WalletNow, 'pendingUntil' | 'expiring'> = { pendingUntil: [], expiring: [] }

export const walletNow = ({ balance, points, owed, pending, held, nextDueAt, lots }: Wallet): WalletNow => ({
  balance,
  points,
  owed,
  pending,
  held,
  nextDueAt,
  pendingUntil: nextMoments(lots, ({ isPending, availableAt }) => (isPending ? availableAt : null)),
  expiring: nextMoments(lots, ({ expiresAt }) => expiresAt),
})

/** The coins of the first moments that lots have. */
function nextMoments(lots: Wallet['lots'], momentOf: (lot: Lot) => Date | null): CoinsAt[] {
  const sums = new Map<number, Coins>()
  for (const lot of lots.values()) {
    const at = momentOf(lot)?.getTime()
    if (at !== undefined && lot.coins > 0n) sums.set(at, (sums.get(at) ?? 0n) + lot.coins)
  }
  return [...sums]
    .sort(([left], [right]) => left - right)
    .slice(0, MOMENTS_MAX)
    .map(([at, coins]) => ({ coins, at: new Date(at) }))
}

/** Replaces what was written of a wallet by what it is at the moment of reading. Wallets in which nothing can be due are not read again. */
export async function asOfNow<Written extends ShownWallet & { userId: string }>(
  batch: Pick<ReadBatch, 'load'>,
  walletsNow: WalletsNow,
  written: Written,
): Promise<Written & WalletNow> {
  const now = written.nextDueAt === null ? undefined : await batch.load(walletsNow, written.userId)
  return { ...written, ...(now ?? NO_MOMENTS) }
}
