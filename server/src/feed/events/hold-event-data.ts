import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import { AWARD_EXAMPLE } from '../../programme/awards/award-data.ts'
import type { CoinTransaction } from '../../programme/coins/coin-transaction.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import { EventDataOf, RECORD_EXAMPLE, recordData, recordFields } from './record-event-data.ts'

const holdFields = {
  holdId: Type.String({ description: 'The hold; of a hold that was not made, the id of the refusal.' }),
  userId: Type.String(),
  coins: Type.String({ description: 'How many coins the call was about.' }),
  expiresAt: Nullable(
    Timestamp({ description: 'When the hold ends by itself; null unless the event sets it.' }),
  ),
  narration: Nullable(Type.String()),
  ...recordFields,
}
const HoldEventData = EventDataOf('HoldEventData', holdFields)
const RefusedHoldData = EventDataOf('RefusedHoldEventData', {
  ...holdFields,
  call: Type.String({ description: 'What was refused: hold, extension, capture or release.' }),
  reason: ReasonField(),
})
const HOLD_EXAMPLE = {
  holdId: '0198c5f3-8d9e-7f0a-9b1c-3d4e5f607182',
  userId: AWARD_EXAMPLE.userId,
  coins: '4',
  expiresAt: '2026-03-01T09:45:00.000Z',
  narration: null,
  ...RECORD_EXAMPLE,
}
const hold = (change: object = {}) => ({ schema: HoldEventData, example: { ...HOLD_EXAMPLE, ...change } })

/** The data of each type of event about holds, and an example. */
export const HOLD_EVENTS = {
  'coins.held': hold(),
  'hold.extended': hold({ expiresAt: '2026-03-01T10:00:00.000Z' }),
  'hold.released': hold({ expiresAt: null }),
  'hold.expired': hold({ expiresAt: null }),
  'hold.refused': {
    schema: RefusedHoldData,
    example: { ...HOLD_EXAMPLE, call: 'capture', reason: 'hold_not_active', expiresAt: null },
  },
}

export function holdEventData(transaction: CoinTransaction) {
  const { id, kind, holdId, userId, coins, expiresAt, narration, reason } = transaction
  return {
    holdId: holdId ?? id,
    userId,
    coins: formatCoins(coins),
    expiresAt: expiresAt?.toISOString() ?? null,
    narration,
    ...(reason && { call: kind, reason }),
    ...recordData(transaction),
  }
}
