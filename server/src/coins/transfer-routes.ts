import { Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import type { Db } from '../database/database.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { missing, refused } from '../http/failure.ts'
import { NumericString, Prose } from '../http/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../http/labels.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import { COIN_AMOUNT_NEEDED, type Coins, formatCoins, parseCoins } from '../ledger/coin.ts'
import { checkCoins } from '../ledger/coin-field.ts'
import { checkMember, memberFields, memberOf } from '../members/member-fields.ts'
import type { TransferCoins } from './coin-transaction.ts'
import { findPartnerParty } from './partner-party.ts'
import { coinTransactionData, TransactionData } from './transaction-data.ts'

type Services = { database: Db; encryption: Encryption; transferCoins: TransferCoins }

const TransferBody = Type.Object(
  {
    ...memberFields,
    coins: NumericString({ must: COIN_AMOUNT_NEEDED, description: 'How many coins to take back.' }),
    narration: Type.Optional(Prose(1000)),
    ...labelFields,
  },
  {
    schemaName: 'NewTransfer',
    check: (body: Record<string, unknown>) => [
      ...checkMember(body),
      ...checkCoins(body),
      ...checkLabels(body),
    ],
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
      const { body } = request
      const keyed = keyOf(request, encryption)
      const result = await transferCoins(
        actor,
        {
          member: memberOf(body),
          coins: parseCoins(body.coins) as Coins,
          narration: body.narration || null,
          ...labelsOf(body),
          partner: await findPartnerParty(database, partnerId),
        },
        keyed,
      )
      const transfer = recordOf(result, reply, missing)
      if (transfer.outcome === 'refused') {
        const held = formatCoins(transfer.balance)
        throw refused('insufficient_coins', `The wallet holds ${held} coins; transfer at most that many.`)
      }
      return coinTransactionData(partnerId, transfer)
    },
  )
}
