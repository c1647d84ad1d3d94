import { type Static, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, NumericString, Prose, Uuid } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type FieldProblem, missing, notFound, refused, wrong } from '../../runtime/failure.ts'
import { checkCoins, checkMember, memberFields, memberOf } from '../coin-calls/call-fields.ts'
import { type CoinCall, type Decided, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedFields, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { parseUnits, UNITS_NEEDED, type Units } from '../rules/rule.ts'
import type { Award, AwardRequest, Reversal, ReversalRequest } from './award.ts'
import {
  AWARD_EXAMPLE,
  AWARD_REFUSALS,
  AwardData,
  AwardOutcomeField,
  awardData,
  awardRefusal,
  CountersData,
  countersData,
  REVERSAL_REFUSALS,
  ReversalData,
  reversalData,
  reversalRefusal,
  ShortfallField,
} from './award-data.ts'

type Services = {
  encryption: Encryption
  coinCalls: { award: CoinCall<AwardRequest, Award>; reversal: CoinCall<ReversalRequest, Reversal> }
}

export const AwardBody = Type.Object(
  {
    ...memberFields,
    ruleName: Line(100, { description: 'Name of a rule, or of a sub-rule of a combined rule.' }),
    narration: Type.Optional(Prose(1000, { description: 'Returned as `note`.' })),
    units: Type.Optional(
      NumericString({
        must: UNITS_NEEDED,
        description:
          'How much a per-unit rule pays for, such as the euros of an order. Only for such a rule.',
      }),
    ),
    ...labelFields,
  },
  {
    schemaName: 'NewAward',
    check: (body: Record<string, unknown>) => [
      ...checkMember(body),
      ...checkUnits(body),
      ...checkLabels(body),
    ],
    examples: [{ userId: AWARD_EXAMPLE.userId, ruleName: 'first purchase', narration: 'Order 1042' }],
  },
)

export function checkUnits({ units }: { units?: unknown }): FieldProblem[] {
  if (typeof units !== 'string' && typeof units !== 'number') return []
  return parseUnits(units) === undefined ? [wrong('units', `must ${UNITS_NEEDED}`)] : []
}

/** The award that a sound body asks for. */
export const awardRequest = (body: Static<typeof AwardBody>): AwardRequest => ({
  member: memberOf(body),
  ruleName: body.ruleName,
  units: body.units === undefined ? null : (parseUnits(body.units) as Units),
  note: body.narration || null,
  ...labelsOf(body),
})

const ReversalBody = Type.Object(
  {
    coins: Type.Optional(
      NumericString({
        must: COIN_AMOUNT_NEEDED,
        description: 'A part of the award; all that is left by default.',
      }),
    ),
    shortfall: Type.Optional(
      ShortfallField({
        description:
          'When too few coins can be taken out of the wallet: refuse (default), take what there is and write off the rest, or take what there is and let the user owe the rest. Pending coins can be taken, held ones cannot.',
      }),
    ),
    reason: Type.Optional(
      Prose(1000, {
        description: 'Why, for people. Returned as `narration`, and as `note` of the decision.',
      }),
    ),
  },
  {
    schemaName: 'NewReversal',
    check: checkCoins,
    examples: [{}, { coins: '2.5', shortfall: 'owe', reason: 'Wrong tier' }],
  },
)

const ExpandedAwardData = Type.Object(
  {
    ...AwardData.properties,
    ...expandedFields({
      schemaName: 'AwardCallDecision',
      outcome: AwardOutcomeField(),
      counters: CountersData,
    }),
  },
  { schemaName: 'Award', examples: [AWARD_EXAMPLE] },
)

export const expandedAward = (
  partnerId: string,
  query: Static<typeof CallQuery>,
  decided: Decided<Award>,
) => ({
  ...awardData(partnerId, decided.record),
  ...expansionOf(query, decided, () => countersData(decided.record)),
})

export const expandedAwardRefusal = (query: Static<typeof CallQuery>, decided: Decided<Award>) =>
  expandedRefusal(awardRefusal(decided.record), query, decided, () => countersData(decided.record))

const ExpandedReversalData = Type.Object(
  { ...ReversalData.properties, ...expandedFields() },
  { schemaName: 'ExpandedReversal', examples: (ReversalData as { examples?: object[] }).examples ?? [] },
)

export function awardRoutes(app: App, services: Services): void {
  const { encryption, coinCalls } = services
  app.post(
    '/laas/rules/award',
    operation({
      id: 'awardRule',
      tag: 'Awards',
      roles: ['owner', 'manager', 'support'],
      summary: 'Award a rule to a user',
      description: `Pays the rule's coins into the user's wallet, or counts a completion: then the call succeeds with \`awarded\` false. A refusal responds 400 with a stable code in \`appErrorCode\`: ${Object.keys(AWARD_REFUSALS).join(', ')}.`,
      query: CallQuery,
      body: AwardBody,
      ignoresUnknown: 'body',
      code: 201,
      message: 'Rule award created successfully',
      data: ExpandedAwardData,
      location: ({ id }) => `/laas/rules/award/${id}`,
      failures: [
        missing('User'),
        missing('Rule'),
        ...Object.entries(AWARD_REFUSALS).map(([reason, detail]) => refused(reason, detail)),
      ],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.award, awardRequest(request.body), missing)
      if (decided.record.outcome === 'refused') throw expandedAwardRefusal(request.query, decided)
      return expandedAward(partnerOf(request), request.query, decided)
    },
  )

  app.post(
    '/laas/rules/award/:id/reverse',
    operation({
      id: 'reverseAward',
      tag: 'Awards',
      roles: ['owner', 'manager', 'support'],
      summary: 'Reverse an award',
      description:
        'Takes the coins of an award, or a part of them, back from the wallet; `awarded` stays true until the last part. The scores on the boards fall by the whole amount, in the month of the award. The last part frees the participant slot (when the user has no other paid award of the rule) and takes back the count towards the user limit, unless something of the award was written off in any part. Budget and user limits get back what the wallet gave, as long as their period runs. The progress that a payment used is not restored; a counted completion that no payment used is taken back.',
      params: Type.Object({ id: Uuid() }),
      query: CallQuery,
      body: ReversalBody,
      leftOutMeansAll: true,
      code: 201,
      message: 'Award reversed successfully',
      data: ExpandedReversalData,
      location: ({ id }) => `/laas/rules/award/${id}`,
      failures: [
        notFound('Award'),
        ...Object.entries(REVERSAL_REFUSALS).map(([reason, detail]) => refused(reason, detail)),
      ],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const { coins, shortfall = 'refuse', reason } = request.body
      const input = {
        awardId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
        shortfall,
        narration: reason || null,
      }
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, coinCalls.reversal, input, notFound)
      const { record } = decided
      if (record.outcome === 'refused') throw expandedRefusal(reversalRefusal(record), request.query, decided)
      return { ...reversalData(partnerOf(request), record), ...expansionOf(request.query, decided) }
    },
  )
}
