import type { BatchPart, FollowingPart, ReplayingPart } from '../coin-calls/batch-part.ts'
import { ORDER_SIZE_MAX } from '../ledger/labels.ts'
import type { DetailsKeys } from '../members/details-part.ts'
import { monthOf } from '../ranking/board.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'
import type { CoinKeys, CoinState, PartyKeys, PartyState } from './coin-batch.ts'
import type { CoinTransaction, FoundTransaction, PartnerParty } from './coin-transaction.ts'
import {
  findRefundsOfReturns,
  findTransactions,
  findTransfersByReference,
  findUnrefundable,
  insertTransactions,
} from './coin-transaction-store.ts'
import { findParties } from './partner-party-store.ts'

export type CoinRows = {
  transactions: FoundTransaction
  transfersOfOrders: FoundTransaction
  unrefundable: { id: string; userId: string }
  recordedTransactions: FoundTransaction
  refundsOfReturns: CoinTransaction & { returnId: string }
}

/** The transactions to refund. */
export const COINS: BatchPart<CoinKeys, CoinRows, CoinState> &
  FollowingPart<CoinRows, WalletKeys & DetailsKeys> &
  ReplayingPart<CoinRows, CoinTransaction> = {
  newKeys: () => ({ transactionIds: new Set(), references: [] }),
  load: (db, each) => ({
    transactions: findTransactions(db, each('transactionIds')),
    transfersOfOrders: findTransfersByReference(db, each('references'), ORDER_SIZE_MAX + 1),
    unrefundable: findUnrefundable(db, each('transactionIds')),
    recordedTransactions: findTransactions(db, each('transactionRecordIds')),
    refundsOfReturns: findRefundsOfReturns(db, each('returnRecordIds')),
  }),
  follows: ({ transactions, transfersOfOrders, unrefundable }) =>
    transactions.length + transfersOfOrders.length + unrefundable.length > 0,
  follow({ transactions, transfersOfOrders, unrefundable }, keys) {
    const found = [...transactions, ...transfersOfOrders]
    for (const { userId } of [...found, ...unrefundable]) {
      keys.userIds.add(userId)
      keys.detailsUserIds.add(userId)
    }
    for (const { userId, createdAt, lots } of found) {
      keys.months.push({ userId, month: monthOf(createdAt) })
      // Refunded coins go back to their lots, and may expire there.
      if (lots.length > 0) keys.takenFrom.userIds.add(userId)
      for (const { lotId } of lots) keys.lots.push({ userId, lotId })
    }
  },
  records: ({ recordedTransactions }) =>
    recordedTransactions.map(({ refundable: _, ...transaction }) => transaction),
  state: (_, { transactions, transfersOfOrders, unrefundable }) => ({
    transactions: new Map([...transactions, ...transfersOfOrders].map((each) => [each.id, each])),
    unrefundable: new Map(unrefundable.map(({ id, userId }) => [id, userId])),
    changes: { transactions: [] },
  }),
  save: (tx, each) => insertTransactions(tx, each('transactions')),
}

/** The partner as records of its coins show it. */
export const PARTIES: BatchPart<PartyKeys, { parties: PartnerParty }, PartyState> = {
  newKeys: () => ({ showsPartner: false }),
  load: (db, _, keys) => ({
    parties: findParties(
      db,
      [...keys].flatMap(([partnerId, { showsPartner }]) => (showsPartner ? [partnerId] : [])),
    ),
  }),
  state: (_, { parties: [party] }) => ({ party }),
  save: null,
  isCentral: true,
}
