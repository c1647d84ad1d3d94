import type { Coins } from '../ledger/coin.ts'

/** The kinds of movement into and out of wallets, in the order of a statement. */
export const KINDS = [
  'issued',
  'opened',
  'added',
  'refunded',
  'reversed',
  'spent',
  'deducted',
  'settled',
  'expired',
] as const

/** What the reversals of awards did not take from wallets. It changes no wallet. */
const KINDS_BESIDE = ['fromExpired', 'owed', 'writtenOff'] as const

/** The movements of one kind: their number, their coins, and by how much they changed the coins in wallets. */
export type Movements = { movements: bigint; coins: Coins; change: Coins }

export type MovementsByKind = ReadonlyMap<string, Movements>

const NO_MOVEMENTS: Movements = { movements: 0n, coins: 0n, change: 0n }

export const movementsOf = (byKind: MovementsByKind, kind: string): Movements =>
  byKind.get(kind) ?? NO_MOVEMENTS

export const changeOf = (byKind: MovementsByKind): Coins =>
  [...byKind.values()].reduce((sum, { change }) => sum + change, 0n)

type KindRow = { kind: string } & Movements

/** Sums up rows by their kind. */
export function sumByKind(rows: Iterable<KindRow>): MovementsByKind {
  const sums = new Map<string, Movements>()
  for (const { kind, movements, coins, change } of rows) {
    const sum = sums.get(kind) ?? NO_MOVEMENTS
    sums.set(kind, {
      movements: sum.movements + movements,
      coins: sum.coins + coins,
      change: sum.change + change,
    })
  }
  return sums
}

/** The known kinds in their order, then those that later versions count. */
export function kindsOf(...byKind: MovementsByKind[]): string[] {
  const known: string[] = [...KINDS, ...KINDS_BESIDE]
  const others = byKind.flatMap((each) => [...each.keys()]).filter((kind) => !known.includes(kind))
  return [...KINDS, ...new Set(others)]
}
