import type { BatchPart, FollowingPart } from '../coin-calls/batch-part.ts'
import type { Hold } from '../lots/hold.ts'
import type { DetailsKeys } from '../members/details-part.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'
import { type HoldKeys, type HoldState, newHoldState } from './hold-batch.ts'
import { insertHolds, loadActiveHolds, loadHolds, updateHolds } from './hold-store.ts'

type HoldRows = { namedHolds: Hold; activeHolds: Hold }

/** The holds that calls name, and the active ones of members of whom more is due or held. */
export const HOLDS: BatchPart<HoldKeys, HoldRows, HoldState> &
  FollowingPart<HoldRows, HoldKeys & WalletKeys & DetailsKeys> = {
  newKeys: () => ({
    holdIds: new Set(),
    holdUserIds: new Set(),
    holders: { userIds: new Set(), externalIds: new Set() },
  }),
  load: (db, each) => ({
    namedHolds: loadHolds(db, each('holdIds')),
    activeHolds: loadActiveHolds(db, each('holdUserIds')),
  }),
  follows: ({ namedHolds, activeHolds }) => namedHolds.length > 0 || activeHolds.length > 0,
  follow({ namedHolds, activeHolds }, keys) {
    for (const { userId } of namedHolds) {
      keys.userIds.add(userId)
      keys.takenFrom.userIds.add(userId)
      keys.detailsUserIds.add(userId)
    }
    for (const { userId, lots, status } of [...namedHolds, ...activeHolds])
      if (status === 'active') for (const { lotId } of lots) keys.lots.push({ userId, lotId })
  },
  state: (_, { namedHolds, activeHolds }) => newHoldState([...namedHolds, ...activeHolds]),
  save(tx, each) {
    insertHolds(tx, each('newHolds'))
    updateHolds(tx, each('changedHolds'))
  },
}
