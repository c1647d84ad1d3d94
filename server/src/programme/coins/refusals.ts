import { type Failure, refused } from '../../runtime/failure.ts'
import { BALANCE_MAX, formatCoins } from '../ledger/coin.ts'
import { LOTS_MAX } from '../lots/timed-wallet.ts'
import type { CoinTransaction, CoinTransactionReason } from './coin-transaction.ts'
import { formatShare, WHOLE } from './share.ts'

const VERBS = {
  transfer: 'transfer',
  refund: 'refund',
  adjustment: 'take',
  settlement: 'settle',
  opening: 'open with',
  expiry: 'expire',
  hold: 'hold',
  extension: 'extend',
  capture: 'capture',
  release: 'release',
  hold_expiry: 'release',
}

type Refused = Pick<CoinTransaction, 'kind' | 'reason' | 'balance' | 'coins' | 'isCredit'> &
  Partial<Pick<CoinTransaction, 'available'>>

/** Why a transaction was refused, in one sentence that says what to change. */
export function transactionRefusal({ kind, reason, balance, coins, available, isCredit }: Refused): Failure {
  const verb = kind === 'adjustment' && isCredit ? 'add' : VERBS[kind]
  switch (reason) {
    case 'not_refundable':
      return refused(reason, 'Only a transfer that moved coins can be refunded; send the id of one.')
    case 'already_refunded':
      return refused(
        reason,
        'All coins of the transfer were refunded before; nothing of it is left to refund.',
      )
    case 'refund_exceeds':
      return refused(
        reason,
        'Less is left of the transfer than you want to refund; send fewer coins, or none for all.',
      )
    case 'balance_limit':
      return refused(
        reason,
        balance + coins > BALANCE_MAX
          ? `The wallet would hold more than 70000000000000 coins; ${verb} fewer.`
          : `The wallet would have coins in more than ${LOTS_MAX} lots; try again when some are spent or have expired.`,
      )
    case 'hold_not_active':
      return refused(reason, 'The hold was captured or released before, or its time is over; make a new one.')
    case 'capture_exceeds':
      return refused(
        reason,
        'The hold has fewer coins than you want to capture; send fewer, or none for all.',
      )
    case 'too_many_holds':
      return refused(
        reason,
        `The user would have more than 100 active holds, or hold coins of more than ${LOTS_MAX} lots; capture or release a hold first, or hold fewer coins.`,
      )
    default:
      if (available !== null && available !== undefined)
        return refused(
          'insufficient_coins',
          `Of the ${formatCoins(balance)} coins in the wallet, ${formatCoins(available)} can be spent now; ${verb} at most that many.`,
        )
      return refused(
        'insufficient_coins',
        `The wallet holds ${formatCoins(balance)} coins; ${verb} at most that many.`,
      )
  }
}

/** Examples of refusals, for the API reference. */
export const transactionRefusals = (
  kind: CoinTransaction['kind'],
  reasons: readonly CoinTransactionReason[],
  { isCredit = false }: { isCredit?: boolean } = {},
): Failure[] =>
  reasons.map((reason) => transactionRefusal({ kind, reason, balance: 250n, coins: 400n, isCredit }))

export type ReturnReason = 'return_exceeds' | 'insufficient_coins' | 'balance_limit'

/** Makes the sentence of a refusal from its detail: earlier returns in millionths, or the id that refuses. */
const RETURN_REFUSALS: Record<ReturnReason, (detail: string) => string> = {
  return_exceeds: (before) =>
    Number(before) === WHOLE
      ? 'The whole order was returned before; nothing of it is left.'
      : `Of the order, ${formatShare(Number(before))} was returned before; return at most ${formatShare(WHOLE - Number(before))} of it.`,
  insufficient_coins: (awardId) =>
    `Too few coins can be taken back for the share of award ${awardId}; send a shortfall of available or owe.`,
  balance_limit: (transferId) =>
    `With the share of transfer ${transferId}, the wallet would hold more than 70000000000000 coins, or have more than ${LOTS_MAX} lots; return a smaller share.`,
}

export const returnRefusal = (reason: ReturnReason, detail: string): Failure =>
  refused(reason, RETURN_REFUSALS[reason](detail))
