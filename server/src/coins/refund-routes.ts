import { Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import type { Db } from '../database/database.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { notFound, refused } from '../http/failure.ts'
import { NumericString, Prose, Uuid } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { checkCoins } from '../ledger/coin-field.ts'
import type { RefundCoins } from './coin-transaction.ts'
import { findPartnerParty } from './partner-party.ts'
import { coinTransactionData, TransactionData } from './transaction-data.ts'

type Services = { database: Db; encryption: Encryption; refundCoins: RefundCoins }

const RefundBody = Type.Object(
  {
    coins: Type.Optional(
      NumericString({
        must: COIN_AMOUNT_NEEDED,
        description: 'A part of the transfer; all that is not refunded yet by default.',
      }),
    ),
    narration: Type.Optional(Prose(1000)),
  },
  {
    schemaName: 'NewRefund',
    check: checkCoins,
    examples: [{}, { coins: '2.5', narration: 'One of two mugs came back' }],
  },
)

const REFUSALS = {
  not_refundable: 'Only a transfer that moved coins can be refunded; send the id of one.',
  already_refunded: 'All coins of the transfer were refunded before; nothing of it is left to refund.',
  refund_exceeds: 'Less is left of the transfer than you want to refund; send fewer coins, or none for all.',
  balance_limit: 'The wallet would hold more than 70000000000000 coins; refund fewer.',
}

export function refundRoutes(app: App, { database, encryption, refundCoins }: Services): void {
  app.post(
    '/laas/coins/transactions/:id/refund',
    operation({
      id: 'refundCoins',
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Refund a transfer',
      description:
        'Gives the coins of a transfer, or a part of them, back to the user, as often as something of it is left; also to a user who left. `refunded` of the transfer is true once all of it is back. The spender boards fall, in the month of the transfer. What the user owes is settled first.',
      params: Type.Object({ id: Uuid({ description: "The transfer's id." }) }),
      body: RefundBody,
      code: 201,
      message: 'Coins refunded successfully',
      data: TransactionData,
      failures: [
        notFound('Transaction'),
        ...Object.entries(REFUSALS).map(([reason, detail]) => refused(reason, detail)),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { coins, narration } = request.body
      const asked = {
        transactionId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
        narration: narration || null,
        partner: await findPartnerParty(database, actor.partnerId),
      }
      const result = await refundCoins(actor, asked, keyOf(request, encryption))
      const refund = recordOf(result, reply, notFound)
      if (refund.outcome === 'refused') {
        const reason = refund.reason as keyof typeof REFUSALS
        throw refused(reason, REFUSALS[reason])
      }
      return coinTransactionData(actor.partnerId, refund)
    },
  )
}
