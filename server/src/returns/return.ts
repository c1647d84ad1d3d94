import type { Reversal } from '../awards/award.ts'
import type { Shortfall } from '../awards/decide-reversal.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { Actor } from '../http/credential.ts'
import type { CallResult, KeyedRequest } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'

/** A part of an order, in millionths. */
export type Share = number

export const WHOLE: Share = 1_000_000

const SHARE = /^([01])(?:\.(\d{1,6}))?$/

/** Completes the sentence "<field> must …". */
export const SHARE_NEEDED = 'be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1"'

/** Parses a share; undefined if the value is not one. */
export function parseShare(value: string | number): Share | undefined {
  const match = SHARE.exec(String(value))
  if (!match) return undefined
  const share = Number(match[1]) * WHOLE + Number((match[2] ?? '').padEnd(6, '0'))
  return share > 0 && share <= WHOLE ? share : undefined
}

/** The canonical decimal: "0.25", "1". */
export function formatShare(share: Share): string {
  const decimals = String(share % WHOLE)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${Math.floor(share / WHOLE)}${decimals && '.'}${decimals}`
}

export type ReturnRequest = {
  reference: string
  share: Share
  shortfall: Shortfall
}

export type ReturnReason = 'return_exceeds' | 'insufficient_coins' | 'balance_limit'

/** A decided return of a share of an order: of all transfers and awards with its reference. */
export type Return = {
  id: string
  seq: bigint
  actor: RecordedActor
  reference: string
  share: Share
  shortfall: Shortfall
  /** Of all returns of the order, this one included. */
  shareTotal: Share
  outcome: 'returned' | 'refused'
  reason: ReturnReason | null
  /** Of a refusal: what was returned before, in millionths, or the award or transfer that refuses. */
  detail: string | null
  refunds: CoinTransaction[]
  reversals: Reversal[]
  createdAt: Date
}

export type ReturnOrder = (
  actor: Actor,
  request: ReturnRequest,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Return>>
