import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { COIN_AMOUNT_NEEDED, type Coins, coinsAsNumber, formatCoins, parseCoins } from '../ledger/coin.ts'
import { findPartner } from '../partners/partner-store.ts'
import { partnerOf } from '../platform/credential.ts'
import type { Db } from '../platform/database.ts'
import { missing, refused } from '../platform/failure.ts'
import { isUuid, Line, Nullable, NumericString, Prose, Timestamp } from '../platform/fields.ts'
import { decisionOf, keyOf } from '../platform/idempotency.ts'
import type { Seal } from '../platform/seal.ts'
import { type App, operation } from '../platform/wire.ts'
import type { Transfer, TransferCoins } from './transfer.ts'

type Services = { database: Db; seal: Seal; transferCoins: TransferCoins }

const NARRATION = 'User to partner coin transfer'

const TransferBody = Type.Object(
  {
    userId: Line(100, { description: 'Id of an onboarded user.' }),
    coins: NumericString({ must: COIN_AMOUNT_NEEDED, description: 'How many coins to take back.' }),
    narration: Type.Optional(Prose(1000)),
  },
  {
    check: ({ coins }: { coins?: unknown }) => {
      if (typeof coins !== 'string' && typeof coins !== 'number') return []
      if (coins === '') return ['coins is required']
      return parseCoins(coins) === undefined ? [`coins must ${COIN_AMOUNT_NEEDED}`] : []
    },
    examples: [{ userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: 4 }],
  },
)

const Party = Type.Object({
  id: Type.String(),
  fullname_businessName: Type.String(),
  email: Type.String(),
  tag: Nullable(Type.String()),
  userId: Type.String(),
})

const TransactionData = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    debitOrCredit: Type.String(),
    coins: Type.Number(),
    claimed: Type.Boolean(),
    transactionType: Type.String(),
    narration: Type.String(),
    from: Party,
    to: Party,
    plan: Type.Object({}),
    paidWithGiftCard: Type.Boolean(),
    giftCardLedger: Type.Object({}),
    'the service': Type.Boolean(),
    charge: Type.Number(),
    refunded: Type.Boolean(),
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
        narration: NARRATION,
        from: {
          id: '0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d',
          fullname_businessName: 'ada lovelace',
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

export function transferRoutes(app: App, { database, seal, transferCoins }: Services): void {
  app.post(
    '/laas/coins/transfer-from-user-wallet',
    operation({
      id: 'transferCoins',
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Transfer coins from a user wallet to the partner',
      description:
        'Takes back coins that you issued. More than the wallet holds is refused with insufficient_coins, and nothing moves.',
      body: TransferBody,
      code: 201,
      message: 'Coins transferred successfully',
      data: TransactionData,
      failures: [
        'missing',
        refused('insufficient_coins', 'The wallet holds 2.5 coins; transfer at most that many.'),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      const { userId, coins, narration } = request.body
      const keyed = keyOf(request, seal)
      if (!isUuid(userId)) throw missing('User')
      const partner = await findPartner(database, partnerId)
      assert(partner)
      const outcome = await transferCoins(
        partnerId,
        {
          userId: userId.toLowerCase(),
          coins: parseCoins(coins) as Coins,
          narration: narration || null,
          partner: { name: partner.partnerName, email: partner.email },
        },
        keyed,
      )
      const transfer = decisionOf(outcome, reply, missing)
      if (transfer.outcome === 'refused') {
        const held = formatCoins(transfer.balance)
        throw refused('insufficient_coins', `The wallet holds ${held} coins; transfer at most that many.`)
      }
      return transactionData(partnerId, transfer)
    },
  )
}

function transactionData(partnerId: string, { parties: { user, partner }, ...transfer }: Transfer) {
  return {
    id: transfer.id,
    userId: transfer.userId,
    debitOrCredit: 'DE',
    coins: coinsAsNumber(transfer.coins),
    claimed: true,
    transactionType: 'user_partner_transfer',
    narration: transfer.narration ?? NARRATION,
    from: {
      id: user.walletId,
      fullname_businessName: user.fullname,
      email: user.email,
      tag: user.tag,
      userId: transfer.userId,
    },
    to: {
      id: partner.accountId,
      fullname_businessName: partner.name,
      email: partner.email,
      tag: null,
      userId: partnerId,
    },
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: false,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.createdAt.toISOString(),
  }
}
