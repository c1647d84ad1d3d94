import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import type { Failure } from '../../runtime/failure.ts'
import { ReversalData, reversalData, ShortfallField } from '../awards/award-data.ts'
import { expandedFields, OneWalletData } from '../coin-calls/expand.ts'
import { returnRefusal } from '../coins/refusals.ts'
import { formatShare, WHOLE } from '../coins/share.ts'
import { coinTransactionData, TransactionData } from '../coins/transaction-data.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import type { Return } from './return.ts'

const RefundData = Type.Object(
  {
    ...TransactionData.properties,
    originalId: Type.String({ description: 'The transfer that it refunds.' }),
  },
  { schemaName: 'Refund' },
)

const shares = {
  share: Type.String({ description: 'What this return gave and took back.' }),
  shareTotal: Type.String({ description: 'Of all returns of the order so far, this one included.' }),
}

const Narration = () => Nullable(Type.String({ description: 'Why, as the `reason` of the request said.' }))

const ReturnData = Type.Object(
  {
    id: Type.String(),
    reference: Type.String(),
    ...shares,
    narration: Narration(),
    refunds: Type.Array(RefundData),
    reversals: Type.Array(ReversalData),
    createdAt: Timestamp(),
  },
  {
    examples: [
      {
        id: '0198c5f2-7c8d-7e9f-8a0b-1c2d3e4f5a6b',
        reference: 'order-1042',
        share: '0.4',
        shareTotal: '0.4',
        narration: 'Damaged',
        refunds: [
          {
            ...exampleOf(TransactionData),
            id: '0198c5f2-7c8e-7fa0-9b1c-2d3e4f5a6b7c',
            debitOrCredit: 'CR',
            coins: 1.6,
            transactionType: 'partner_user_refund',
            narration: 'Damaged',
            from: exampleOf(TransactionData).to,
            to: exampleOf(TransactionData).from,
            originalId: exampleOf(TransactionData).id,
          },
        ],
        reversals: [{ ...exampleOf(ReversalData), narration: 'Damaged' }],
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

function exampleOf(schema: unknown): Record<string, unknown> {
  return (schema as { examples: [Record<string, unknown>] }).examples[0]
}

export const returnData = (partnerId: string, returned: Return) => ({
  id: returned.id,
  reference: returned.reference,
  share: formatShare(returned.share),
  shareTotal: formatShare(returned.shareTotal),
  narration: returned.narration,
  refunds: returned.refunds.map((refund) => ({
    ...coinTransactionData(partnerId, refund),
    originalId: refund.originalId,
  })),
  reversals: returned.reversals.map((reversal) => reversalData(partnerId, reversal)),
  createdAt: returned.createdAt.toISOString(),
})

export const ReturnEventData = Type.Object(
  {
    id: Type.String({ description: 'The `returnId` of the refunds and reversals that follow.' }),
    reference: Type.String(),
    ...shares,
    narration: Narration(),
    shortfall: ShortfallField({ description: 'What to do when too few coins can be taken.' }),
    actor: ActorData,
  },
  { schemaName: 'ReturnEventData' },
)

export const RefusedReturnEventData = Type.Object(
  {
    ...ReturnEventData.properties,
    share: Type.String({ description: 'What was asked for.' }),
    shareTotal: Type.String({ description: 'Of all returns of the order so far.' }),
    reason: ReasonField(),
  },
  { schemaName: 'RefusedReturnEventData' },
)

export const RETURN_EVENT_EXAMPLE = {
  id: '0198c5f2-7c8d-7e9f-8a0b-1c2d3e4f5a6b',
  reference: 'order-1042',
  share: '0.4',
  shareTotal: '0.4',
  narration: 'Damaged',
  shortfall: 'refuse',
  actor: ACTOR_EXAMPLE,
}

export type ReturnEventRow = Pick<
  Return,
  'id' | 'reference' | 'share' | 'shareTotal' | 'narration' | 'shortfall' | 'actor' | 'reason'
>

export const returnEventData = (row: ReturnEventRow) => ({
  id: row.id,
  reference: row.reference,
  share: formatShare(row.share),
  shareTotal: formatShare(row.shareTotal),
  narration: row.narration,
  shortfall: row.shortfall,
  actor: row.actor,
  ...(row.reason && { reason: row.reason }),
})

export const ExpandedReturnData = Type.Object(
  { ...ReturnData.properties, ...expandedFields({ wallet: OneWalletData }) },
  { schemaName: 'Return', examples: [exampleOf(ReturnData)] },
)

/**
 * A return as one decision: all coins that it gave and took back, and the wallet after the last of its steps.
 */
export function decisionOf({ seq, outcome, reason, refunds, reversals }: Return) {
  const steps = [...refunds, ...reversals.map((reversal) => ({ ...reversal, userId: reversal.award.userId }))]
  const last = steps.at(-1)
  return {
    seq,
    outcome,
    reason,
    coins: steps.reduce((sum, { coins }) => sum + coins, 0n),
    balance: last?.balance ?? 0n,
    points: last?.points ?? 0n,
    parts: last?.parts,
    hasOneWallet: new Set(steps.map(({ userId }) => userId)).size === 1,
  }
}

export const RETURN_REFUSALS: Failure[] = [
  returnRefusal('return_exceeds', String(0.4 * WHOLE)),
  returnRefusal('insufficient_coins', String(exampleOf(ReversalData).id)),
  returnRefusal('balance_limit', String(exampleOf(TransactionData).id)),
]
