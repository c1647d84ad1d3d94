import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { expandedFields } from '../coin-calls/expand.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../ledger/record-data.ts'
import { HOLD_STATUSES } from '../lots/hold.ts'
import type { ListedHold } from './hold-queries.ts'

export const HoldStatusField = (description?: string) =>
  OneOf(HOLD_STATUSES, { schemaName: 'HoldStatus', ...(description && { description }) })

const EXAMPLE = {
  id: '0198c5f3-8d9e-7f0a-9b1c-3d4e5f607182',
  userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
  externalId: 'customer-42',
  status: 'active',
  coins: '4',
  captured: '0',
  expiresAt: '2026-03-01T09:45:00.000Z',
  narration: null,
  reference: 'order-1042',
  metadata: null,
  actor: ACTOR_EXAMPLE,
  createdAt: '2026-03-01T09:30:00.000Z',
  endedAt: null,
}

const FIELDS = {
  id: Type.String(),
  userId: Type.String(),
  externalId: Nullable(Type.String()),
  status: HoldStatusField(),
  coins: Type.String({ description: 'How many coins are held.' }),
  captured: Type.String({ description: 'How many of them became a transfer.' }),
  expiresAt: Timestamp({ description: 'When the hold ends by itself.' }),
  narration: Nullable(Type.String()),
  ...LabelsData,
  actor: ActorData,
  createdAt: Timestamp(),
  endedAt: Nullable(
    Timestamp({ description: 'When it was captured, released or over; null while it is active.' }),
  ),
}

export const ListedHoldData = Type.Object(FIELDS, { schemaName: 'Hold', examples: [EXAMPLE] })

/** The response to a call on a hold. */
export const HoldData = Type.Object(
  {
    ...FIELDS,
    transactionId: Type.Optional(Type.String({ description: 'The transfer that a capture made.' })),
    ...expandedFields(),
  },
  { schemaName: 'HoldResult', examples: [EXAMPLE] },
)

export const holdData = ({
  createdAt,
  endedAt,
  expiresAt,
  coins,
  captured,
  seq: _,
  ...hold
}: ListedHold) => ({
  ...hold,
  coins: formatCoins(coins),
  captured: formatCoins(captured),
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})
