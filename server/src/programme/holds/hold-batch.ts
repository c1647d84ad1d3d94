import type { CoinBatch } from '../coins/coin-batch.ts'
import type { Hold } from '../lots/hold.ts'
import type { HolderKeys } from '../wallets/wallet-batch.ts'

export type HoldKeys = HolderKeys & { holdIds: Set<string> }

export type HoldState = {
  /** Holds by id: those that calls name, and the active ones of some members. */
  holds: Map<string, Hold>
  holdsByUser: Map<string, Hold[]>
  changes: {
    newHolds: Hold[]
    changedHolds: Set<Hold>
  }
}

/** The state that holds of a batch read and change. */
export type HoldBatch = CoinBatch & HoldState

export function newHoldState(holds: readonly Hold[]): HoldState {
  const byId = new Map(holds.map((hold) => [hold.id, hold]))
  return {
    holds: byId,
    holdsByUser: Map.groupBy(byId.values(), ({ userId }) => userId),
    changes: { newHolds: [], changedHolds: new Set() },
  }
}

export function addHold({ holds, holdsByUser, changes }: HoldState, hold: Hold): void {
  holds.set(hold.id, hold)
  const ofUser = holdsByUser.get(hold.userId)
  if (ofUser) ofUser.push(hold)
  else holdsByUser.set(hold.userId, [hold])
  changes.newHolds.push(hold)
}

export const activeHoldsOf = ({ holdsByUser }: Pick<HoldState, 'holdsByUser'>, userId: string): Hold[] =>
  (holdsByUser.get(userId) ?? []).filter(({ status }) => status === 'active')
