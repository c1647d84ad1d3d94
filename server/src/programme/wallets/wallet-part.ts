import type { BatchPart, FollowingPart } from '../coin-calls/batch-part.ts'
import type { Lot } from '../lots/lot.ts'
import { loadLotsMadeOf, loadNamedLots, loadOpenLots } from '../lots/lot-store.ts'
import { isDue, mayBeFull } from '../lots/timed-wallet.ts'
import { saveWallets } from './save-wallets.ts'
import type { MonthScores, Wallet } from './wallet.ts'
import { type HolderKeys, newWalletBatch, type WalletBatch, type WalletKeys } from './wallet-batch.ts'
import { loadEarlierMonthsByPartner, loadWalletsByExternalId, loadWalletsByPartner } from './wallet-store.ts'

type WalletRows = {
  wallets: Wallet
  walletsByExternalId: { externalId: string; wallet: Wallet }
  earlierMonths: MonthScores
  openLots: { userId: string; lots: Lot[] }
  namedLots: Lot & { userId: string }
  madeLots: Lot & { userId: string }
}

/** The wallets of the members that calls name. */
export const WALLETS: BatchPart<WalletKeys, WalletRows, WalletBatch> &
  FollowingPart<WalletRows, WalletKeys & HolderKeys> = {
  newKeys: () => ({
    userIds: new Set(),
    externalIds: new Set(),
    takenFrom: { userIds: new Set(), externalIds: new Set() },
    lotUserIds: new Set(),
    lots: [],
    parentLots: [],
    months: [],
  }),
  load: (db, each) => ({
    wallets: loadWalletsByPartner(db, each('userIds')),
    walletsByExternalId: loadWalletsByExternalId(db, each('externalIds')),
    earlierMonths: loadEarlierMonthsByPartner(db, each('months')),
    openLots: loadOpenLots(db, each('lotUserIds')),
    namedLots: loadNamedLots(db, each('lots')),
    madeLots: loadLotsMadeOf(db, each('parentLots')),
  }),
  // An award reads no more of a wallet in which nothing is due. The lots of one that may be full are counted.
  follows: ({ wallets, walletsByExternalId }, { ledger, asked: { takenFrom, holders } }) =>
    (ledger.usesLots && namesMembers(takenFrom)) ||
    namesMembers(holders) ||
    wallets.some((wallet) => isDue(wallet, ledger.now) || mayBeFull(wallet)) ||
    walletsByExternalId.some(({ wallet }) => isDue(wallet, ledger.now) || mayBeFull(wallet)),
  follow({ wallets, walletsByExternalId }, keys, { ledger, asked }) {
    const { userIds, externalIds } = asked.takenFrom
    const add = (wallet: Wallet, isTakenFrom: boolean, isHolder: boolean) => {
      const isOverdue = isDue(wallet, ledger.now)
      if (ledger.usesLots && (isTakenFrom || isOverdue || mayBeFull(wallet)))
        keys.lotUserIds.add(wallet.userId)
      if (wallet.held > 0n && (isHolder || isOverdue)) keys.holdUserIds.add(wallet.userId)
    }
    for (const wallet of wallets)
      add(wallet, userIds.has(wallet.userId), asked.holders.userIds.has(wallet.userId))
    for (const { externalId, wallet } of walletsByExternalId)
      add(wallet, externalIds.has(externalId), asked.holders.externalIds.has(externalId))
  },
  state: (ledger, { wallets, walletsByExternalId, earlierMonths, openLots, namedLots, madeLots }) =>
    newWalletBatch(
      ledger,
      [...wallets, ...walletsByExternalId.map(({ wallet }) => wallet)],
      earlierMonths,
      new Map(walletsByExternalId.map(({ externalId, wallet }) => [externalId, wallet.userId])),
      { read: openLots, named: [...namedLots, ...madeLots] },
    ),
  save: (tx, _, batches) => saveWallets(tx, batches),
}

const namesMembers = ({ userIds, externalIds }: WalletKeys['takenFrom']): boolean =>
  userIds.size > 0 || externalIds.size > 0
