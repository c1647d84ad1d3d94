import { type Static, type TObject, Type } from 'typebox'
import { type FieldProblem, wrong } from '../http/failure.ts'
import { FORMATS, isUuid, Line, OneOf } from '../http/fields.ts'
import type { TransactionKind } from './transaction.ts'
import { TRANSACTION_TYPES } from './transaction-data.ts'
import type { MovementFilter } from './transaction-queries.ts'

const TYPES = Object.values(TRANSACTION_TYPES)
const TIME_MUST = 'be a time such as 2026-03-01T09:30:00Z'

const Time = (description: string) =>
  Type.Optional(
    Type.String({
      pattern:
        '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
      format: 'date-time',
      must: TIME_MUST,
      description,
    }),
  )

export const filterFields = {
  userId: Type.Optional(Line(100, { description: 'Only transactions of this user.' })),
  type: Type.Optional(OneOf(TYPES, { description: 'Only transactions of this transactionType.' })),
  from: Time('Only transactions at or after this time.'),
  to: Time('Only transactions before this time.'),
}

/** Refuses days that do not exist and years that the database cannot store. */
export const checkTimes = (query: { from?: string; to?: string }): FieldProblem[] =>
  (['from', 'to'] as const)
    .filter((name) => query[name] !== undefined && !isTime(query[name]))
    .map((name) => wrong(name, `must ${TIME_MUST}`))

function isTime(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return FORMATS.date(value.slice(0, 10)) && year >= 1 && year <= 9999
}

type FilterQuery = Static<TObject<typeof filterFields>>

/** Undefined when no movement can match. */
export function filterOf({ userId, type, from, to }: FilterQuery): MovementFilter | undefined {
  if (userId !== undefined && !isUuid(userId)) return undefined
  const kinds = Object.keys(TRANSACTION_TYPES) as TransactionKind[]
  return {
    userId: userId ?? null,
    kinds: kinds.filter((kind) => type === undefined || TRANSACTION_TYPES[kind] === type),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
}
