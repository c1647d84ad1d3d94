import { type Failure, refused } from '../../runtime/failure.ts'
import { formatShare, WHOLE } from './share.ts'

export type ReturnReason = 'return_exceeds' | 'insufficient_coins' | 'balance_limit'

/** Makes the sentence of a refusal from its detail: earlier returns in millionths, or the id that refuses. */
const REFUSALS: Record<ReturnReason, (detail: string) => string> = {
  return_exceeds: (before) =>
    Number(before) === WHOLE
      ? 'The whole order was returned before; nothing of it is left.'
      : `Of the order, ${formatShare(Number(before))} was returned before; return at most ${formatShare(WHOLE - Number(before))} of it.`,
  insufficient_coins: (awardId) =>
    `The wallet holds too few coins for the share of award ${awardId}; send a shortfall of available or owe.`,
  balance_limit: (transferId) =>
    `With the share of transfer ${transferId}, the wallet would hold more than 70000000000000 coins; return a smaller share.`,
}

export const returnRefusal = (reason: ReturnReason, detail: string): Failure =>
  refused(reason, REFUSALS[reason](detail))
