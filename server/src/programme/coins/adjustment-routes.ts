import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, NumericString } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing } from '../../runtime/failure.ts'
import { type CoinCall, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import { COIN_CHANGE_NEEDED, type Coins, parseCoinChange } from '../ledger/coin.ts'
import { checkCoinChange } from '../ledger/coin-field.ts'
import { checkMember, memberFields, memberOf } from '../members/member-fields.ts'
import type { AdjustmentRequest, CoinTransaction } from './coin-transaction.ts'
import { coinTransactionData, ExpandedTransactionData } from './transaction-data.ts'
import { transactionRefusal, transactionRefusals } from './transaction-refusal.ts'

type Services = {
  encryption: Encryption
  coinCalls: { adjustment: CoinCall<AdjustmentRequest, CoinTransaction> }
}

const AdjustmentBody = Type.Object(
  {
    ...memberFields,
    coins: NumericString({ must: COIN_CHANGE_NEEDED, description: 'To add; negative to take.' }),
    reason: Line(1000, { description: 'Why. Returned as `narration`.' }),
    ...labelFields,
  },
  {
    schemaName: 'NewAdjustment',
    check: (body: Record<string, unknown>) => [
      ...checkMember(body),
      ...checkCoinChange(body),
      ...checkLabels(body),
    ],
    examples: [
      { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: '5', reason: 'Sorry for the late delivery' },
      { externalId: 'customer-42', coins: '-2.5', reason: 'Awarded twice by hand', reference: 'order-1042' },
    ],
  },
)

export function adjustmentRoutes(app: App, services: Services): void {
  const { encryption, coinCalls } = services
  app.post(
    '/laas/coins/adjust',
    operation({
      id: 'adjustCoins',
      tag: 'Coins',
      roles: ['owner', 'manager'],
      summary: 'Adjust a wallet by hand',
      description:
        'Adds coins to the wallet of a user, or takes them, for goodwill or to correct a mistake; also of a user who left. No board and no points change. What the user owes is settled first.',
      query: CallQuery,
      body: AdjustmentBody,
      ignoresUnknown: 'body',
      code: 201,
      message: 'Wallet adjusted successfully',
      data: ExpandedTransactionData,
      location: ({ id }) => `/laas/coins/transactions/${id}`,
      failures: [
        missing('User'),
        ...transactionRefusals('adjustment', ['insufficient_coins']),
        ...transactionRefusals('adjustment', ['balance_limit'], { isCredit: true }),
      ],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      const { body } = request
      const input = {
        member: memberOf(body),
        coins: parseCoinChange(body.coins) as Coins,
        narration: body.reason,
        ...labelsOf(body),
      }
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.adjustment, input, missing)
      const { record } = decided
      if (record.outcome === 'refused')
        throw expandedRefusal(transactionRefusal(record), request.query, decided)
      return { ...coinTransactionData(partnerId, record), ...expansionOf(request.query, decided) }
    },
  )
}
