import assert from 'node:assert/strict'
import { Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import type { Db } from '../database/database.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { missing, refused, wrong } from '../http/failure.ts'
import { Line, NumericString, Prose, userIdOf } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import { COIN_AMOUNT_NEEDED, type Coins, formatCoins, parseCoins } from '../ledger/coin.ts'
import { findPartner } from '../partners/partner-store.ts'
import { TransactionData, transferData } from './transaction-data.ts'
import type { TransferCoins } from './transfer.ts'

type Services = { database: Db; encryption: Encryption; transferCoins: TransferCoins }

const TransferBody = Type.Object(
  {
    userId: Line(100, { description: 'Id of an onboarded user.' }),
    coins: NumericString({ must: COIN_AMOUNT_NEEDED, description: 'How many coins to take back.' }),
    narration: Type.Optional(Prose(1000)),
  },
  {
    check: ({ coins }: { coins?: unknown }) => {
      if (typeof coins !== 'string' && typeof coins !== 'number') return []
      if (coins === '') return [wrong('coins', 'is required')]
      return parseCoins(coins) === undefined ? [wrong('coins', `must ${COIN_AMOUNT_NEEDED}`)] : []
    },
    examples: [{ userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: 4 }],
  },
)

export function transferRoutes(app: App, { database, encryption, transferCoins }: Services): void {
  app.post(
    '/laas/coins/transfer-from-user-wallet',
    operation({
      id: 'transferCoins',
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Transfer coins from a user wallet to the partner',
      description:
        'Takes back coins that you issued. Fails with insufficient_coins, without moving any, when the wallet holds fewer.',
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
      const actor = actorOf(request)
      const { partnerId } = actor
      const { userId, coins, narration } = request.body
      const keyed = keyOf(request, encryption)
      const partner = await findPartner(database, partnerId)
      assert(partner)
      const result = await transferCoins(
        actor,
        {
          userId: userIdOf(userId),
          coins: parseCoins(coins) as Coins,
          narration: narration || null,
          partner: { name: partner.partnerName, email: partner.email },
        },
        keyed,
      )
      const transfer = recordOf(result, reply, missing)
      if (transfer.outcome === 'refused') {
        const held = formatCoins(transfer.balance)
        throw refused('insufficient_coins', `The wallet holds ${held} coins; transfer at most that many.`)
      }
      return transferData(partnerId, transfer)
    },
  )
}
