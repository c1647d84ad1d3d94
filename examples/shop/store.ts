import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { SHOP_FILE } from './settings.ts'

export type Order = {
  id: string
  userId: string
  productId: string
  cents: number
  /** How many coins pay for a part of it. */
  coins: number
  /** Whether the card refuses to pay the rest; no money moves here. */
  isDeclined?: boolean
  /** An open order has been placed, and its coins are not settled yet. */
  status: 'open' | 'done' | 'refused' | 'refunded'
  /** What happened, in words for the customer. */
  notes: string[]
  /** What the customer wrote about it. */
  review?: string
  createdAt: string
}

type Store = {
  orders: Order[]
  webhook?: { id: string; secret: string }
  /** The last event that the webhook has handled. */
  lastSeq: number
}

export const store: Store = existsSync(SHOP_FILE)
  ? JSON.parse(readFileSync(SHOP_FILE, 'utf8'))
  : { orders: [], lastSeq: 0 }

/** Writes another file first, so that a crash leaves the old one or the new one. */
export function save(): void {
  writeFileSync(`${SHOP_FILE}.new`, JSON.stringify(store, null, 2), { mode: 0o600 })
  renameSync(`${SHOP_FILE}.new`, SHOP_FILE)
}
