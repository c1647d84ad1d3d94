import { Type } from 'typebox'
import { partnerOf } from '../platform/credential.ts'
import type { Db } from '../platform/database.ts'
import { missing, refused } from '../platform/failure.ts'
import { isUuid, Line, Prose } from '../platform/fields.ts'
import { type App, operation } from '../platform/wire.ts'
import { findRule } from '../rules/rule-store.ts'
import type { Award, GrantAward } from './award.ts'
import { AwardData, awardData, REFUSALS } from './award-data.ts'

type Services = { database: Db; grantAward: GrantAward }

const AwardBody = Type.Object(
  {
    userId: Line(100, { description: 'Id of an onboarded user.' }),
    ruleName: Line(100, { description: 'Name of a rule, or of a sub-rule of a combined rule.' }),
    narration: Type.Optional(Prose(1000, { description: 'Answered as note.' })),
  },
  {
    examples: [
      { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', ruleName: 'first purchase', narration: 'Order 1042' },
    ],
  },
)

export function awardRoutes(app: App, { database, grantAward }: Services): void {
  app.post(
    '/laas/rules/award',
    operation({
      id: 'awardRule',
      tag: 'Awards',
      summary: 'Award a rule to a user',
      description: `Pays the rule's coins into the user's wallet, or counts a completion: then \`awarded\` is false and the answer is still a success. A refusal answers 400 with a stable code in \`appErrorCode\`: ${Object.keys(REFUSALS).join(', ')}.`,
      body: AwardBody,
      code: 201,
      message: 'Rule award created successfully',
      data: AwardData,
      failures: ['missing', ...Object.entries(REFUSALS).map(([reason, detail]) => refused(reason, detail))],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { userId, ruleName, narration } = request.body
      if (!isUuid(userId)) throw missing('User')
      const award = await grantAward(partnerId, {
        userId: userId.toLowerCase(),
        ruleName,
        note: narration || null,
      })
      if (award.outcome === 'unknown') throw missing(award.what)
      if (award.outcome === 'refused') throw await refusal(database, partnerId, award)
      return awardData(partnerId, award)
    },
  )
}

async function refusal(database: Db, partnerId: string, award: Award) {
  const reason = award.reason as keyof typeof REFUSALS
  if (reason !== 'combined_by_sub_rule') return refused(reason, REFUSALS[reason])
  const rule = await findRule(database, partnerId, award.ruleId)
  const names = rule?.subRules.map((sub) => `"${sub.name}"`).join(', ')
  return refused(reason, `${REFUSALS[reason]}: award ${names} instead.`)
}
