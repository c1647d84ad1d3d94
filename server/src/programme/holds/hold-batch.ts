import type { CoinBatch } from '../coins/coin-batch.ts'
import type { Hold } from '../lots/hold.ts'
import type { HolderKeys } from '../wallets/wallet-batch.ts'

export type HoldKeys = HolderKeys & { holdIds: Set<string> }

export type HoldState = {
  /** Holds by id: those that calls name, and the active ones of some members. */
  holds: Map<string, Hold>
  changes: {
    newHolds: Hold[]
    changedHolds: Set<Hold>
  }
}

/** The state that holds of a batch read and change. */
export type HoldBatch = CoinBatch & HoldState

export const activeHoldsOf = ({ holds }: HoldState, userId: string): Hold[] =>
  [...holds.values()].filter((hold) => hold.userId === userId && hold.status === 'active')
