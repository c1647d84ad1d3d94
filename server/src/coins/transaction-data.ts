import { Type } from 'typebox'
import { Nullable, Timestamp } from '../http/fields.ts'
import { coinsAsNumber } from '../ledger/coin.ts'
import type { Transaction, TransactionKind } from './transaction.ts'
import type { Transfer } from './transfer.ts'

export const TRANSFER_NARRATION = 'User to partner coin transfer'

export const TRANSACTION_TYPES = {
  award: 'partner_user_award',
  transfer: 'user_partner_transfer',
  reversal: 'user_partner_reversal',
} as const satisfies Record<TransactionKind, string>

const Party = Type.Object({
  id: Type.String(),
  fullname_businessName: Type.String(),
  email: Type.String(),
  tag: Nullable(Type.String()),
  userId: Type.String(),
})

export const TransactionData = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    debitOrCredit: Type.String({
      description: "Seen from the user's wallet: CR for an award, DE otherwise.",
    }),
    coins: Type.Number(),
    claimed: Type.Boolean(),
    transactionType: Type.String({
      description: `One of ${Object.values(TRANSACTION_TYPES).join(', ')}.`,
    }),
    narration: Type.String(),
    from: Party,
    to: Party,
    plan: Type.Object({}),
    paidWithGiftCard: Type.Boolean(),
    giftCardLedger: Type.Object({}),
    'the service': Type.Boolean(),
    charge: Type.Number(),
    refunded: Type.Boolean({ description: 'Whether this is an award that was reversed.' }),
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
        narration: TRANSFER_NARRATION,
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

const RULE_FIELDS = {
  ruleName: Nullable(
    Type.String({ description: 'The rule that was awarded, or whose award was reversed; null otherwise.' }),
  ),
  awardId: Nullable(
    Type.String({ description: 'The award that paid, or that was reversed; null otherwise.' }),
  ),
}

const { examples } = TransactionData as { examples?: object[] }

export const ListedTransactionData = Type.Object(
  { ...TransactionData.properties, ...RULE_FIELDS },
  { examples: (examples ?? []).map((example) => ({ ...example, ruleName: null, awardId: null })) },
)

export function transactionData(partnerId: string, { kind, parties, ...transaction }: Transaction) {
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
  const isCredit = kind === 'award'
  return {
    id: transaction.id,
    userId: transaction.userId,
    debitOrCredit: isCredit ? 'CR' : 'DE',
    coins: coinsAsNumber(transaction.coins),
    claimed: true,
    transactionType: TRANSACTION_TYPES[kind],
    narration: transaction.narration,
    from: isCredit ? partner : user,
    to: isCredit ? user : partner,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: transaction.reversedAt !== null,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: (transaction.reversedAt ?? transaction.createdAt).toISOString(),
  }
}

export function transferData(
  partnerId: string,
  transfer: Pick<Transfer, 'id' | 'userId' | 'coins' | 'narration' | 'parties' | 'createdAt'>,
) {
  return transactionData(partnerId, {
    ...transfer,
    kind: 'transfer',
    narration: transfer.narration ?? TRANSFER_NARRATION,
    reversedAt: null,
  })
}
