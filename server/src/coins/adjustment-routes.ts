import { Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import type { Db } from '../database/database.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { type Failure, missing, refused } from '../http/failure.ts'
import { Line, NumericString } from '../http/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../http/labels.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import { COIN_CHANGE_NEEDED, type Coins, formatCoins, parseCoinChange } from '../ledger/coin.ts'
import { checkCoinChange } from '../ledger/coin-field.ts'
import { checkMember, memberFields, memberOf } from '../members/member-fields.ts'
import type { AdjustCoins, CoinTransaction } from './coin-transaction.ts'
import { findPartnerParty } from './partner-party.ts'
import { coinTransactionData, TransactionData } from './transaction-data.ts'

type Services = { database: Db; encryption: Encryption; adjustCoins: AdjustCoins }

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

const LIMIT_REACHED = 'The wallet would hold more than 70000000000000 coins; add fewer.'

export function adjustmentRoutes(app: App, { database, encryption, adjustCoins }: Services): void {
  app.post(
    '/laas/coins/adjust',
    operation({
      id: 'adjustCoins',
      tag: 'Coins',
      roles: ['owner', 'manager'],
      summary: 'Adjust a wallet by hand',
      description:
        'Adds coins to the wallet of a user, or takes them, for goodwill or to correct a mistake. No board and no points change. What the user owes is settled first.',
      body: AdjustmentBody,
      code: 201,
      message: 'Wallet adjusted successfully',
      data: TransactionData,
      location: ({ id }) => `/laas/coins/transactions/${id}`,
      failures: [
        'missing',
        refused('insufficient_coins', takeAtMost(250n)),
        refused('balance_limit', LIMIT_REACHED),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { body } = request
      const asked = {
        member: memberOf(body),
        coins: parseCoinChange(body.coins) as Coins,
        narration: body.reason,
        ...labelsOf(body),
        partner: await findPartnerParty(database, actor.partnerId),
      }
      const result = await adjustCoins(actor, asked, keyOf(request, encryption))
      const adjustment = recordOf(result, reply, missing)
      if (adjustment.outcome === 'refused') throw adjustmentRefusal(adjustment)
      return coinTransactionData(actor.partnerId, adjustment)
    },
  )
}

function adjustmentRefusal({ reason, balance }: CoinTransaction): Failure {
  return reason === 'insufficient_coins'
    ? refused(reason, takeAtMost(balance))
    : refused('balance_limit', LIMIT_REACHED)
}

const takeAtMost = (held: Coins) => `The wallet holds ${formatCoins(held)} coins; take at most that many.`
