import type { LotPart } from './lot.ts'

/** Parts as rows store them. No wallet has more coins than a number holds exactly. */
export type LotsJson = { lotId: string; coins: number }[]

/** A list is sent as text: the driver takes one for an array of PostgreSQL. */
export const lotsText = (parts: readonly LotPart[]): string | null =>
  parts.length === 0
    ? null
    : JSON.stringify(parts.map(({ lotId, coins }): LotsJson[number] => ({ lotId, coins: Number(coins) })))

export const partsOf = (lots: LotsJson | null): LotPart[] =>
  (lots ?? []).map(({ lotId, coins }) => ({ lotId, coins: BigInt(coins) }))
