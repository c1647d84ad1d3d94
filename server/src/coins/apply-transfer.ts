import { newId } from '../database/ids.ts'
import type { CallResult, Keyed } from '../idempotency/idempotency-key.ts'
import { nextSeq } from '../ledger/ledger.ts'
import type { ShownDetails } from '../members/membership.ts'
import { returnCoins, type WalletBatch } from '../wallets/wallet-batch.ts'
import type { Transfer, TransferRequest } from './transfer.ts'

/** The state that the transfers of a batch read and change. */
export type TransferBatch = WalletBatch & {
  /** What the partner sees of each member, by user. */
  shownDetails: Map<string, ShownDetails>
  changes: TransferChanges
}

type TransferChanges = { transfers: Keyed<Transfer>[] }

/** Moves coins from a user's wallet to the partner, or refuses when the wallet holds too few. */
export function applyTransfer(
  batch: TransferBatch,
  { request, keyed }: Keyed<{ request: TransferRequest }>,
): CallResult<Transfer> {
  const { userId, coins, narration, partner } = request
  const wallet = batch.wallets.get(userId)
  const details = batch.shownDetails.get(userId)
  if (!wallet?.onBoards || !details) return { kind: 'unknown', what: 'User' }
  const isEnough = wallet.balance >= coins
  const transfer: Transfer = {
    id: newId(),
    userId,
    coins,
    narration,
    outcome: isEnough ? 'moved' : 'refused',
    reason: isEnough ? null : 'insufficient_coins',
    balance: wallet.balance,
    parties: {
      user: { fullname: details.fullname, email: details.email, tag: details.tag, walletId: wallet.id },
      partner: { ...partner, accountId: batch.ledger.returnsAccount },
    },
    seq: isEnough ? nextSeq(batch.ledger) : null,
    createdAt: batch.ledger.now,
  }
  if (isEnough) returnCoins(batch, { userId, coins })
  batch.changes.transfers.push({ ...transfer, keyed })
  return { kind: 'decided', record: transfer, isReplay: false }
}
