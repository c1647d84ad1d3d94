import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { NumericString, Prose } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing } from '../../runtime/failure.ts'
import { type CoinCall, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { checkCoins } from '../ledger/coin-field.ts'
import { checkMember, memberFields, memberOf } from '../members/member-fields.ts'
import type { CoinTransaction, TransferRequest } from './coin-transaction.ts'
import { coinTransactionData, ExpandedTransactionData } from './transaction-data.ts'
import { transactionRefusal, transactionRefusals } from './transaction-refusal.ts'

type Services = {
  encryption: Encryption
  coinCalls: { transfer: CoinCall<TransferRequest, CoinTransaction> }
}

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

export function transferRoutes(app: App, services: Services): void {
  const { encryption, coinCalls } = services
  app.post(
    '/laas/coins/transfer-from-user-wallet',
    operation({
      id: 'transferCoins',
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Transfer coins from a user wallet to the partner',
      description:
        'Takes back coins that you issued. Fails with insufficient_coins, without moving any, when the wallet holds fewer.',
      query: CallQuery,
      body: TransferBody,
      ignoresUnknown: 'body',
      code: 201,
      message: 'Coins transferred successfully',
      data: ExpandedTransactionData,
      location: ({ id }) => `/laas/coins/transactions/${id}`,
      failures: [missing('User'), ...transactionRefusals('transfer', ['insufficient_coins'])],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      const { body } = request
      const input = {
        member: memberOf(body),
        coins: parseCoins(body.coins) as Coins,
        narration: body.narration || null,
        ...labelsOf(body),
      }
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.transfer, input, missing)
      const { record } = decided
      if (record.outcome === 'refused')
        throw expandedRefusal(transactionRefusal(record), request.query, decided)
      return { ...coinTransactionData(partnerId, record), ...expansionOf(request.query, decided) }
    },
  )
}
