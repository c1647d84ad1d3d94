import type { Coins } from './coin.ts'

/** How much of a balance can be spent, cannot be spent yet, and is held. */
export type BalanceParts = { available: Coins; pending: Coins; held: Coins }

type Balance = { balance: Coins; pending: Coins; held: Coins }

export const partsOfBalance = ({ balance, pending, held }: Balance): BalanceParts => ({
  available: balance - held - pending,
  pending,
  held,
})
