import assert from 'node:assert/strict'
import { Type } from 'typebox'
import type { Partner } from '../partners/partner.ts'
import { findPartner } from '../partners/partner-store.ts'
import { partnerOf } from '../platform/credential.ts'
import type { Db } from '../platform/database.ts'
import { FORMATS, isUuid, Line, Nullable, OneOf } from '../platform/fields.ts'
import { PageSize, pageOf } from '../platform/paging.ts'
import { type App, operation } from '../platform/wire.ts'
import type { Transaction, TransactionKind } from './transaction.ts'
import {
  TRANSACTION_TYPES,
  TRANSFER_NARRATION,
  TransactionData,
  transactionData,
} from './transaction-data.ts'
import {
  findMovementContexts,
  listMovements,
  type Movement,
  type MovementContext,
} from './transaction-queries.ts'

/** With the largest limit, page numbers reach ten thousand entries; what lies further back is read by cursor. */
const PAGE_MAX = 100
const TYPES = Object.values(TRANSACTION_TYPES)
const MOMENT_MUST = 'be a time such as 2026-03-01T09:30:00Z'

const Moment = (description: string) =>
  Type.Optional(
    Type.String({
      pattern:
        '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
      format: 'date-time',
      must: MOMENT_MUST,
      description,
    }),
  )

const TransactionQuery = Type.Object(
  {
    userId: Type.Optional(Line(100, { description: 'Only those of this user.' })),
    type: Type.Optional(OneOf(TYPES, { description: 'Only those of this transactionType.' })),
    from: Moment('Only those at or after this time.'),
    to: Moment('Only those before this time.'),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        must: `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
        description: 'The `next` of the answer before; pages are counted from there.',
      }),
    ),
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_MAX,
        default: 1,
        must: `be a whole number from 1 to ${PAGE_MAX}; go further with before`,
        description: `From 1 to ${PAGE_MAX}. New entries move the pages, unless \`before\` is sent with them.`,
      }),
    ),
    limit: PageSize(),
  },
  {
    check: (query: { from?: string; to?: string }) =>
      (['from', 'to'] as const)
        .filter((name) => !FORMATS.date(query[name]?.slice(0, 10) ?? '2026-01-01'))
        .map((name) => `${name} must ${MOMENT_MUST}`),
  },
)

const TransactionsData = Type.Object(
  {
    data: Type.Array(TransactionData),
    currentpage: Type.Integer(),
    nextpage: Nullable(Type.Integer()),
    prevpage: Nullable(Type.Integer()),
    next: Nullable(
      Type.Integer({ description: 'Send it as `before`, without `page`, for the entries before these.' }),
    ),
  },
  {
    examples: [
      {
        data: (TransactionData as { examples?: unknown[] }).examples,
        currentpage: 1,
        nextpage: null,
        prevpage: null,
        next: null,
      },
    ],
  },
)

/** The partner's ledger: every movement of coins. */
export function transactionRoutes(app: App, { database }: { database: Db }): void {
  app.get(
    '/laas/coins/transactions',
    operation({
      id: 'listTransactions',
      tag: 'Coins',
      summary: 'List every movement of coins',
      description:
        'Awards that paid, transfers and reversals, the newest first. An entry never changes, apart from an award that is taken back: then `refunded` is true. Walk through all of it with `before` and `next`, which neither skips nor repeats an entry while new ones arrive; `page` is for looking around. There is no count, since it would take longer than the list.',
      query: TransactionQuery,
      message: 'Transactions returned',
      data: TransactionsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { userId, type, from, to, before } = request.query
      const page = pageOf(request.query.page, request.query.limit)
      const partner = await findPartner(database, partnerId)
      assert(partner)
      const isNobody = userId !== undefined && !isUuid(userId)
      const found = isNobody
        ? []
        : await listMovements(database, partnerId, {
            userId: userId ?? null,
            kinds: kindsOf(type),
            from: from === undefined ? null : new Date(from),
            to: to === undefined ? null : new Date(to),
            before: before === undefined ? null : BigInt(before),
            limit: page.size + 1,
            offset: page.offset,
          })
      const movements = found.slice(0, page.size)
      const hasMore = found.length > page.size
      const contexts = await findMovementContexts(database, partnerId, movements)
      return {
        data: movements.map((movement) =>
          transactionData(partnerId, transactionOf(movement, contexts.get(movement.id), partner)),
        ),
        currentpage: page.number,
        nextpage: hasMore && page.number < PAGE_MAX ? page.number + 1 : null,
        prevpage: page.number > 1 ? page.number - 1 : null,
        next: hasMore ? Number(movements.at(-1)?.eventNo) : null,
      }
    },
  )
}

function kindsOf(type: (typeof TYPES)[number] | undefined): TransactionKind[] {
  const kinds = Object.keys(TRANSACTION_TYPES) as TransactionKind[]
  return kinds.filter((kind) => type === undefined || TRANSACTION_TYPES[kind] === type)
}

function transactionOf(
  movement: Movement,
  context: MovementContext | undefined,
  partner: Partner,
): Transaction {
  assert(context)
  const { fullname, email, tag, walletId, issuanceAccount, reversedAt } = context
  return {
    ...movement,
    narration: narrationOf(movement),
    parties: movement.parties ?? {
      user: { fullname, email, tag, walletId },
      partner: { name: partner.partnerName, email: partner.email, accountId: issuanceAccount },
    },
    reversedAt,
  }
}

function narrationOf({ kind, note, ruleName, awardId }: Movement): string {
  switch (kind) {
    case 'award':
      return note ?? `Award of the rule ${ruleName}`
    case 'transfer':
      return note ?? TRANSFER_NARRATION
    case 'reversal':
      return `Reversal of the award ${awardId}`
  }
}
