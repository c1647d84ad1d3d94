import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { expandedFields } from '../coin-calls/expand.ts'
import { coinsAsNumber } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../ledger/record-data.ts'
import {
  type CoinTransaction,
  isHoldKind,
  type Transaction,
  type TransactionKind,
} from './coin-transaction.ts'
import type { ListedTransaction } from './read-transactions.ts'

/** The types of the API, each of one kind and direction. */
export const TRANSACTION_TYPES = {
  partner_user_award: { kind: 'award', isCredit: true },
  user_partner_transfer: { kind: 'transfer', isCredit: false },
  user_partner_reversal: { kind: 'reversal', isCredit: false },
  partner_user_refund: { kind: 'refund', isCredit: true },
  partner_user_adjustment: { kind: 'adjustment', isCredit: true },
  user_partner_adjustment: { kind: 'adjustment', isCredit: false },
  user_partner_settlement: { kind: 'settlement', isCredit: false },
  partner_user_opening: { kind: 'opening', isCredit: true },
  user_partner_expiry: { kind: 'expiry', isCredit: false },
} as const satisfies Record<string, { kind: TransactionKind; isCredit: boolean }>

export type TransactionType = keyof typeof TRANSACTION_TYPES

const TRANSACTION_TYPE_NAMES = Object.keys(TRANSACTION_TYPES) as TransactionType[]

export function transactionType({ kind, isCredit }: Pick<Transaction, 'kind' | 'isCredit'>): TransactionType {
  const found = TRANSACTION_TYPE_NAMES.find(
    (type) => TRANSACTION_TYPES[type].kind === kind && TRANSACTION_TYPES[type].isCredit === isCredit,
  )
  assert(found)
  return found
}

/** The narrations of transactions without one. */
export const NARRATIONS = {
  transfer: 'User to partner coin transfer',
  refund: 'Refund of a coin transfer',
  adjustment: 'Adjustment of a wallet',
  settlement: 'Settlement of coins owed',
  opening: 'Opening balance',
  expiry: 'Coins expired',
} as const

type Place = { description?: string }

export const TransactionTypeField = (place: Place = {}) =>
  OneOf(TRANSACTION_TYPE_NAMES, { schemaName: 'TransactionType', ...place })

export const DebitOrCreditField = (place: Place) =>
  OneOf(['CR', 'DE'], { schemaName: 'DebitOrCredit', ...place })

const Party = Type.Object(
  {
    id: Type.String(),
    fullname_businessName: Type.String(),
    email: Type.String(),
    tag: Nullable(Type.String()),
    userId: Type.String(),
  },
  { schemaName: 'Party' },
)

/** The interface has this field, and this service has no use for it. */
const Empty = Type.Object({}, { schemaName: 'Empty' })

export const TransactionData = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    debitOrCredit: DebitOrCreditField({
      description: "Seen from the user's wallet: CR when coins enter it, DE when they leave it.",
    }),
    coins: Type.Number(),
    claimed: Type.Boolean(),
    transactionType: TransactionTypeField(),
    narration: Type.String(),
    from: Party,
    to: Party,
    plan: Empty,
    paidWithGiftCard: Type.Boolean(),
    giftCardLedger: Empty,
    'the service': Type.Boolean(),
    charge: Type.Number(),
    refunded: Type.Boolean({
      description:
        'Whether this is an award that was reversed, or a transfer that was refunded, to the last coin.',
    }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  {
    examples: [
      {
        id: '0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f',
        userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
        debitOrCredit: 'DE',
        coins: 4,
        claimed: true,
        transactionType: 'user_partner_transfer',
        narration: NARRATIONS.transfer,
        from: {
          id: '0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d',
          fullname_businessName: 'Ada Lovelace',
          email: 'ada@mail.example',
          tag: 'ada',
          userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
        },
        to: {
          id: '0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d',
          fullname_businessName: 'Acme',
          email: 'rewards@acme.example',
          tag: null,
          userId: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
        },
        plan: {},
        paidWithGiftCard: false,
        giftCardLedger: {},
        'the service': false,
        charge: 0,
        refunded: false,
        createdAt: '2026-03-01T09:30:00.000Z',
        updatedAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

const LISTED_FIELDS = {
  ruleName: Nullable(
    Type.String({ description: 'The rule that was awarded, or whose award was reversed; null otherwise.' }),
  ),
  awardId: Nullable(
    Type.String({ description: 'The award that paid, or that was reversed; null otherwise.' }),
  ),
  originalId: Nullable(
    Type.String({
      description: 'The transfer of a refund, or what a settlement followed; null otherwise.',
    }),
  ),
  ...LabelsData,
  actor: ActorData,
}

const LISTED_EXAMPLE = {
  ruleName: null,
  awardId: null,
  originalId: null,
  reference: 'order-1042',
  metadata: null,
  actor: ACTOR_EXAMPLE,
}

const { examples } = TransactionData as { examples?: object[] }

/** The response to a call that makes a transaction. */
export const ExpandedTransactionData = Type.Object(
  { ...TransactionData.properties, ...expandedFields() },
  { schemaName: 'Transaction', examples: examples ?? [] },
)

export const ListedTransactionData = Type.Object(
  { ...TransactionData.properties, ...LISTED_FIELDS },
  {
    schemaName: 'ListedTransaction',
    examples: (examples ?? []).map((example) => ({ ...example, ...LISTED_EXAMPLE })),
  },
)

export function listedTransactionData(partnerId: string, transaction: ListedTransaction) {
  const { ruleName, awardId, originalId, reference, metadata, actor } = transaction
  return {
    ...transactionData(partnerId, transaction),
    ruleName,
    awardId,
    originalId,
    reference,
    metadata,
    actor,
  }
}

function transactionData(partnerId: string, { kind, parties, ...transaction }: Transaction) {
  const user = {
    id: parties.user.walletId,
    fullname_businessName: parties.user.fullname,
    email: parties.user.email,
    tag: parties.user.tag,
    userId: transaction.userId,
  }
  const partner = {
    id: parties.partner.accountId,
    fullname_businessName: parties.partner.name,
    email: parties.partner.email,
    tag: null,
    userId: partnerId,
  }
  const { isCredit } = transaction
  return {
    id: transaction.id,
    userId: transaction.userId,
    debitOrCredit: isCredit ? 'CR' : 'DE',
    coins: coinsAsNumber(transaction.coins),
    claimed: true,
    transactionType: transactionType({ kind, isCredit }),
    narration: transaction.narration,
    from: isCredit ? partner : user,
    to: isCredit ? user : partner,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: transaction.undoneAt !== null,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: (transaction.undoneAt ?? transaction.createdAt).toISOString(),
  }
}

type Shown = Pick<
  CoinTransaction,
  'id' | 'kind' | 'isCredit' | 'userId' | 'coins' | 'narration' | 'parties' | 'createdAt'
>

/** Makes the data that the response to the call shows. Settlements, openings and what expires have no call. */
export function coinTransactionData(partnerId: string, transaction: Shown) {
  const { kind, parties } = transaction
  assert(parties && !isHoldKind(kind))
  const narration = transaction.narration ?? NARRATIONS[kind]
  return transactionData(partnerId, { ...transaction, kind, parties, narration, undoneAt: null })
}
