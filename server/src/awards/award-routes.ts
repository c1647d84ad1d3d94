import { Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import { actorOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { missing, notFound, refused } from '../http/failure.ts'
import { Line, Prose, Uuid, userIdOf } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { keyOf, recordOf } from '../idempotency/idempotency-key.ts'
import type { GrantAward, ReverseAward } from './award.ts'
import {
  AWARD_EXAMPLE,
  AWARD_REFUSALS,
  AwardData,
  awardData,
  awardRefusal,
  reversalData,
  reversalRefusal,
} from './award-data.ts'

type Services = { encryption: Encryption; grantAward: GrantAward; reverseAward: ReverseAward }

export const AwardBody = Type.Object(
  {
    userId: Line(100, { description: 'Id of an onboarded user.' }),
    ruleName: Line(100, { description: 'Name of a rule, or of a sub-rule of a combined rule.' }),
    narration: Type.Optional(Prose(1000, { description: 'Returned as `note`.' })),
  },
  {
    examples: [{ userId: AWARD_EXAMPLE.userId, ruleName: 'first purchase', narration: 'Order 1042' }],
  },
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
      const { userId, ruleName, narration } = request.body
      const keyed = keyOf(request, encryption)
      const result = await grantAward(
        actor,
        { userId: userIdOf(userId), ruleName, note: narration || null },
        keyed,
      )
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
        'Takes the coins back from the wallet. Also frees the participant slot (when the user has no other paid award of the rule) and takes back the count towards the user limit and the scores on the boards, in the month of the award. Progress is not restored. Refusals: not_paid, already_reversed, insufficient_coins.',
      params: Type.Object({ id: Uuid() }),
      code: 201,
      message: 'Award reversed successfully',
      data: AwardData,
      failures: [
        notFound('Award'),
        refused('not_paid', 'The award did not pay, so there is nothing to take back.'),
        refused('already_reversed', 'The award was taken back before; it cannot be taken back twice.'),
        refused('insufficient_coins', 'The wallet holds only 2.5 coins, fewer than the award gave.'),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const result = await reverseAward(actor, request.params.id.toLowerCase(), keyOf(request, encryption))
      const reversal = recordOf(result, reply, notFound)
      if (reversal.outcome === 'refused') throw reversalRefusal(reversal)
      return reversalData(actor.partnerId, reversal.award)
    },
  )
}
