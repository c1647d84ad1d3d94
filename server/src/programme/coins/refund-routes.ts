import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { NumericString, Prose, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { notFound } from '../../runtime/failure.ts'
import { type CoinCall, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { checkCoins } from '../ledger/coin-field.ts'
import type { CoinTransaction, RefundRequest } from './coin-transaction.ts'
import { coinTransactionData, ExpandedTransactionData } from './transaction-data.ts'
import { transactionRefusal, transactionRefusals } from './transaction-refusal.ts'

type Services = {
  encryption: Encryption
  coinCalls: { refund: CoinCall<RefundRequest, CoinTransaction> }
}

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

const REASONS = ['not_refundable', 'already_refunded', 'refund_exceeds', 'balance_limit'] as const

export function refundRoutes(app: App, services: Services): void {
  const { encryption, coinCalls } = services
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
      query: CallQuery,
      body: RefundBody,
      leftOutMeansAll: true,
      code: 201,
      message: 'Coins refunded successfully',
      data: ExpandedTransactionData,
      location: ({ id }) => `/laas/coins/transactions/${id}`,
      failures: [notFound('Transaction'), ...transactionRefusals('refund', REASONS)],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      const { coins, narration } = request.body
      const input = {
        transactionId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
        narration: narration || null,
      }
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.refund, input, notFound)
      const { record } = decided
      if (record.outcome === 'refused')
        throw expandedRefusal(transactionRefusal(record), request.query, decided)
      return { ...coinTransactionData(partnerId, record), ...expansionOf(request.query, decided) }
    },
  )
}
