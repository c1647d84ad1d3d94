import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { narrationOf } from '../../programme/coins/read-transactions.ts'
import {
  DebitOrCreditField,
  TransactionTypeField,
  transactionType,
} from '../../programme/coins/transaction-data.ts'
import { coinsAsNumber } from '../../programme/ledger/coin.ts'
import type { MemberNow } from '../../programme/members/membership.ts'
import {
  MOMENTS_EXAMPLE,
  momentFields,
  momentFieldsOf,
  WALLET_EXAMPLE,
  walletFields,
  walletFieldsOf,
} from '../../programme/wallets/wallet-data.ts'
import type { OwnMovement } from './own-movement-queries.ts'

export const OwnWalletData = Type.Object(
  {
    userId: Type.String({ description: 'The user as this partner knows them: the `sub` of the token.' }),
    partnerId: Type.String(),
    ...walletFields,
    ...momentFields,
  },
  {
    schemaName: 'OwnWallet',
    examples: [
      {
        userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
        partnerId: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
        ...WALLET_EXAMPLE,
        ...MOMENTS_EXAMPLE,
      },
    ],
  },
)

export const ownWalletData = (partnerId: string, member: MemberNow) => ({
  userId: member.userId,
  partnerId,
  ...walletFieldsOf(member),
  ...momentFieldsOf(member),
})

/** A transaction as its user sees it: without actors, addresses and metadata. */
export const OwnTransactionData = Type.Object(
  {
    id: Type.String(),
    transactionType: TransactionTypeField(),
    debitOrCredit: DebitOrCreditField({
      description: 'CR when coins enter the wallet, DE when they leave it.',
    }),
    coins: Type.Number(),
    narration: Type.String(),
    ruleName: Nullable(
      Type.String({ description: 'The rule that was awarded, or whose award was reversed; null otherwise.' }),
    ),
    reference: Nullable(Type.String()),
    refunded: Type.Boolean({
      description:
        'Whether this is an award that was reversed, or a transfer that was refunded, to the last coin.',
    }),
    createdAt: Timestamp(),
  },
  {
    schemaName: 'OwnTransaction',
    examples: [
      {
        id: '0198c5d6-3f4a-7b5c-8d6e-7f8a9b0c1d2e',
        transactionType: 'partner_user_award',
        debitOrCredit: 'CR',
        coins: 10,
        narration: 'Award of the rule first purchase',
        ruleName: 'first purchase',
        reference: 'order-1042',
        refunded: false,
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

export const ownTransactionData = (movement: OwnMovement) => ({
  id: movement.id,
  transactionType: transactionType(movement),
  debitOrCredit: movement.isCredit ? 'CR' : 'DE',
  coins: coinsAsNumber(movement.coins),
  // The note of a reversal is that of its award; why it was made is for the partner's team.
  narration: narrationOf(movement.kind === 'reversal' ? { ...movement, note: null } : movement),
  ruleName: movement.ruleName,
  reference: movement.reference,
  refunded: movement.isUndone,
  createdAt: movement.at.toISOString(),
})
