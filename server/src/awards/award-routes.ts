import { type Static, Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { type FieldProblem, missing, notFound, refused, wrong } from '../http/failure.ts'
import { Line, NumericString, OneOf, Prose, Uuid } from '../http/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../http/labels.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { checkCoins } from '../ledger/coin-field.ts'
import { checkMember, memberFields, memberOf } from '../members/member-fields.ts'
import type { AwardRequest, GrantAward, ReverseAward } from './award.ts'
import {
  AWARD_EXAMPLE,
  AWARD_REFUSALS,
  AwardData,
  awardData,
  awardRefusal,
  REVERSAL_REFUSALS,
  ReversalData,
  reversalData,
  reversalRefusal,
} from './award-data.ts'
import { SHORTFALLS } from './decide-reversal.ts'
import { parseUnits, UNITS_NEEDED, type Units } from './units.ts'

type Services = { encryption: Encryption; grantAward: GrantAward; reverseAward: ReverseAward }

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

function checkUnits({ units }: { units?: unknown }): FieldProblem[] {
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
      OneOf(SHORTFALLS, {
        description:
          'When the wallet holds too few coins: refuse (default), take what is available and write off the rest, or take what is available and let the user owe the rest.',
      }),
    ),
  },
  { schemaName: 'NewReversal', check: checkCoins, examples: [{}, { coins: '2.5', shortfall: 'owe' }] },
)

export function awardRoutes(app: App, { encryption, grantAward, reverseAward }: Services): void {
  app.post(
    '/laas/rules/award',
    operation({
      id: 'awardRule',
      tag: 'Awards',
      roles: ['owner', 'manager', 'support'],
      summary: 'Award a rule to a user',
      description: `Pays the rule's coins into the user's wallet, or counts a completion: then the call succeeds with \`awarded\` false. A refusal responds 400 with a stable code in \`appErrorCode\`: ${Object.keys(AWARD_REFUSALS).join(', ')}.`,
      body: AwardBody,
      code: 201,
      message: 'Rule award created successfully',
      data: AwardData,
      failures: [
        'missing',
        ...Object.entries(AWARD_REFUSALS).map(([reason, detail]) => refused(reason, detail)),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const keyed = keyOf(request, encryption)
      const result = await grantAward(actor, awardRequest(request.body), keyed)
      const award = recordOf(result, reply, missing)
      if (award.outcome === 'refused') throw awardRefusal(award)
      return awardData(actor.partnerId, award)
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
        'Takes the coins of an award, or a part of them, back from the wallet; `awarded` stays true until the last part. The scores on the boards fall by the whole amount, in the month of the award. The last part frees the participant slot (when the user has no other paid award of the rule) and takes back the count towards the user limit. Budget and user limits get back what the wallet gave, as long as their period runs. The progress that a payment used is not restored; a counted completion that no payment used is taken back.',
      params: Type.Object({ id: Uuid() }),
      body: ReversalBody,
      code: 201,
      message: 'Award reversed successfully',
      data: ReversalData,
      failures: [
        notFound('Award'),
        ...Object.entries(REVERSAL_REFUSALS).map(([reason, detail]) => refused(reason, detail)),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { coins, shortfall = 'refuse' } = request.body
      const asked = {
        awardId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
        shortfall,
      }
      const result = await reverseAward(actor, asked, keyOf(request, encryption))
      const reversal = recordOf(result, reply, notFound)
      if (reversal.outcome === 'refused') throw reversalRefusal(reversal)
      return reversalData(actor.partnerId, reversal)
    },
  )
}
