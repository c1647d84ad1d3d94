import { type Static, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, NumericString, Prose, Uuid } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing, notFound } from '../../runtime/failure.ts'
import { checkAmount, checkCoins, checkMember, memberFields, memberOf } from '../coin-calls/call-fields.ts'
import { type CoinCall, type Exchange, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import {
  COIN_AMOUNT_NEEDED,
  COIN_CHANGE_NEEDED,
  type Coins,
  parseCoinChange,
  parseCoins,
} from '../ledger/coin.ts'
import type {
  AdjustmentRequest,
  CoinTransaction,
  RefundRequest,
  TransferRequest,
} from './coin-transaction.ts'
import { transactionRefusal, transactionRefusals } from './refusals.ts'
import { coinTransactionData, ExpandedTransactionData } from './transaction-data.ts'

type Services = {
  encryption: Encryption
  coinCalls: {
    transfer: CoinCall<TransferRequest, CoinTransaction>
    refund: CoinCall<RefundRequest, CoinTransaction>
    adjustment: CoinCall<AdjustmentRequest, CoinTransaction>
  }
}

/** What all calls that make a transaction respond with. */
const CREATED = {
  query: CallQuery,
  code: 201,
  data: ExpandedTransactionData,
  location: ({ id }: { id: string }) => `/laas/coins/transactions/${id}`,
  idempotent: true,
  takesDryRun: true,
} as const

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

const checkCoinChange = checkAmount('coins', parseCoinChange, COIN_CHANGE_NEEDED)

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

export function transferRoutes(app: App, { encryption, coinCalls }: Services): void {
  app.post(
    '/laas/coins/transfer-from-user-wallet',
    operation({
      id: 'transferCoins',
      ...CREATED,
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Transfer coins from a user wallet to the partner',
      description:
        'Takes back coins that you issued. Fails with insufficient_coins, without moving any, when fewer can be spent: pending and held coins cannot.',
      body: TransferBody,
      ignoresUnknown: 'body',
      message: 'Coins transferred successfully',
      failures: [missing('User'), ...transactionRefusals('transfer', ['insufficient_coins'])],
    }),
    async (request, reply) => {
      const { body } = request
      const input = {
        member: memberOf(body),
        coins: parseCoins(body.coins) as Coins,
        narration: body.narration || null,
        ...labelsOf(body),
      }
      return makeTransaction({ request, reply, encryption }, coinCalls.transfer, input, missing)
    },
  )
}

const REFUND_REASONS = ['not_refundable', 'already_refunded', 'refund_exceeds', 'balance_limit'] as const

export function refundRoutes(app: App, { encryption, coinCalls }: Services): void {
  app.post(
    '/laas/coins/transactions/:id/refund',
    operation({
      id: 'refundCoins',
      ...CREATED,
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Refund a transfer',
      description:
        'Gives the coins of a transfer, or a part of them, back to the user, as often as something of it is left; also to a user who left. `refunded` of the transfer is true once all of it is back. The spender boards fall, in the month of the transfer. What the user owes is settled first.',
      params: Type.Object({ id: Uuid({ description: "The transfer's id." }) }),
      body: RefundBody,
      leftOutMeansAll: true,
      message: 'Coins refunded successfully',
      failures: [notFound('Transaction'), ...transactionRefusals('refund', REFUND_REASONS)],
    }),
    async (request, reply) => {
      const { coins, narration } = request.body
      const input = {
        transactionId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
        narration: narration || null,
      }
      return makeTransaction({ request, reply, encryption }, coinCalls.refund, input, notFound)
    },
  )
}

export function adjustmentRoutes(app: App, { encryption, coinCalls }: Services): void {
  app.post(
    '/laas/coins/adjust',
    operation({
      id: 'adjustCoins',
      ...CREATED,
      tag: 'Coins',
      roles: ['owner', 'manager'],
      summary: 'Adjust a wallet by hand',
      description:
        'Adds coins to the wallet of a user, or takes them, for goodwill or to correct a mistake; also of a user who left. No board and no points change. What the user owes is settled first.',
      body: AdjustmentBody,
      ignoresUnknown: 'body',
      message: 'Wallet adjusted successfully',
      failures: [
        missing('User'),
        ...transactionRefusals('adjustment', ['insufficient_coins']),
        ...transactionRefusals('adjustment', ['balance_limit'], { isCredit: true }),
      ],
    }),
    async (request, reply) => {
      const { body } = request
      const input = {
        member: memberOf(body),
        coins: parseCoinChange(body.coins) as Coins,
        narration: body.reason,
        ...labelsOf(body),
      }
      return makeTransaction({ request, reply, encryption }, coinCalls.adjustment, input, missing)
    },
  )
}

/** Makes the call of a request and responds with its transaction. */
async function makeTransaction<Request>(
  exchange: Exchange,
  call: CoinCall<Request, CoinTransaction>,
  input: Request,
  unknown: (what: string) => Error,
) {
  const decided = await makeCall(exchange, call, input, unknown)
  const { record } = decided
  const query = exchange.request.query as Static<typeof CallQuery>
  if (record.outcome === 'refused') throw expandedRefusal(transactionRefusal(record), query, decided)
  return { ...coinTransactionData(partnerOf(exchange.request), record), ...expansionOf(query, decided) }
}
