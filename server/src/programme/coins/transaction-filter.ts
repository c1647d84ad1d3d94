import { type Static, type TObject, Type } from 'typebox'
import { checkTimes, isUuid, Line, Time } from '../../http/input/fields.ts'
import { Reference } from '../../http/input/label-fields.ts'
import { TRANSACTION_TYPES, TransactionTypeField } from './transaction-data.ts'
import type { MovementFilter } from './transaction-queries.ts'

export const filterFields = {
  userId: Type.Optional(Line(100, { description: 'Only transactions of this user.' })),
  type: Type.Optional(TransactionTypeField({ description: 'Only transactions of this transactionType.' })),
  reference: Type.Optional(Reference()),
  from: Type.Optional(Time({ description: 'Only transactions at or after this time.' })),
  to: Type.Optional(Time({ description: 'Only transactions before this time.' })),
}

export const checkFilter = ({ from, to }: { from?: string; to?: string }) => checkTimes({ from, to })

type FilterQuery = Static<TObject<typeof filterFields>>

/** Undefined when no movement can match. */
export function filterOf({ userId, type, reference, from, to }: FilterQuery): MovementFilter | undefined {
  if (userId !== undefined && !isUuid(userId)) return undefined
  return {
    userId: userId ?? null,
    reference: reference ?? null,
    type: type === undefined ? null : TRANSACTION_TYPES[type],
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
}
