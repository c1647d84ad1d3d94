import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, NumericString, Prose } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing } from '../../runtime/failure.ts'
import { ShortfallField } from '../awards/award-data.ts'
import { checkAmount } from '../coin-calls/call-fields.ts'
import { type CoinCall, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import { type ReturnReason, returnRefusal } from '../coins/refusals.ts'
import { parseShare, SHARE_NEEDED, type Share } from '../coins/share.ts'
import { ORDER_SIZE_MAX } from '../ledger/labels.ts'
import type { Return, ReturnRequest } from './return.ts'
import { decisionOf, ExpandedReturnData, RETURN_REFUSALS, returnData } from './return-data.ts'

type Services = {
  encryption: Encryption
  coinCalls: { return: CoinCall<ReturnRequest, Return> }
}

const ReturnBody = Type.Object(
  {
    reference: Line(100, { description: 'The reference of the awards and transfers.' }),
    share: NumericString({
      must: SHARE_NEEDED,
      description: 'How much of the order comes back: above 0 and up to 1, with at most 6 decimals.',
    }),
    shortfall: Type.Optional(
      ShortfallField({
        description:
          'When too few coins can be taken out of a wallet: refuse the whole return (default), take what there is and write off the rest, or take what there is and let the user owe the rest. Pending coins can be taken, held ones cannot.',
      }),
    ),
    reason: Type.Optional(
      Prose(1000, {
        description:
          'Why, for people. Returned as `narration` of the return and, of an order of one member, of its reversals, and as `note` of the decisions on the return, its refunds and its reversals. Users do not see it.',
      }),
    ),
  },
  {
    schemaName: 'NewReturn',
    check: checkAmount('share', parseShare, SHARE_NEEDED),
    examples: [
      { reference: 'order-1042', share: '0.4' },
      { reference: 'order-1042', share: 1, shortfall: 'owe', reason: 'Damaged' },
    ],
  },
)

export function returnRoutes(app: App, services: Services): void {
  const { encryption, coinCalls } = services
  app.post(
    '/laas/returns',
    operation({
      id: 'returnOrder',
      tag: 'Coins',
      roles: ['owner', 'manager', 'support'],
      summary: 'Return a share of an order',
      description: `Refunds a share of every transfer with this reference, then reverses the same share of every paid award with it: all of it, or nothing. Each gives what the shares so far make of it, rounded down to hundredths, less what earlier returns gave, and at most what is left; so parts never add up to more than the whole. Once the shares add up to 1, everything left goes, and completions that no payment used are taken back. The response lists what was done; what would be 0 is left out. An order has at most ${ORDER_SIZE_MAX} awards and transfers.`,
      query: CallQuery,
      body: ReturnBody,
      leftOutMeansAll: true,
      code: 201,
      message: 'Order returned successfully',
      data: ExpandedReturnData,
      failures: [missing('Reference'), ...RETURN_REFUSALS],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      const { reference, share, shortfall = 'refuse', reason } = request.body
      const input = { reference, share: parseShare(share) as Share, shortfall, narration: reason || null }
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.return, input, missing)
      const { record } = decided
      const decision = { ...decided, record: decisionOf(record) }
      if (record.outcome === 'refused')
        throw expandedRefusal(
          returnRefusal(record.reason as ReturnReason, record.detail ?? ''),
          request.query,
          decision,
        )
      return { ...returnData(partnerId, record), ...expansionOf(request.query, decision) }
    },
  )
}
