import { type Static, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, Nullable, NumericString, Timestamp, Uuid, userIdOf } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { BodyCheck } from '../../http/input/validation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type FieldProblem, notFound } from '../../runtime/failure.ts'
import { WalletData } from '../coin-calls/expand.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { ReadServices } from '../read-batches/send-read.ts'
import { parseUnits, UNITS_NEEDED, type Units } from '../rules/rule.ts'
import { RuleChangesBody, ruleChanges } from '../rules/rule-body.ts'
import {
  AwardOutcomeField,
  AwardReasonField,
  COUNTERS_EXAMPLE,
  CountersData,
  countersData,
} from './award-data.ts'
import { checkUnits } from './award-routes.ts'
import { type TriedAward, tryRule } from './try-rule.ts'

/** The terms are checked as those of a change, and named by their place in this body. */
function checkChanges({ changes }: { changes?: unknown }): FieldProblem[] {
  if (typeof changes !== 'object' || changes === null) return []
  const { check } = RuleChangesBody as { check?: BodyCheck<unknown> }
  return (check?.(changes) ?? []).map(({ field, problem }) => ({ field: `changes.${field}`, problem }))
}

const TrialBody = Type.Object(
  {
    userId: Line(100, { isNeeded: true, description: 'Id of an onboarded user.' }),
    ruleName: Type.Optional(Line(100, { description: 'The sub-rule to award; of a combined rule only.' })),
    units: Type.Optional(
      NumericString({ must: UNITS_NEEDED, description: 'How much a per-unit rule pays for.' }),
    ),
    changes: Type.Optional(RuleChangesBody),
  },
  {
    schemaName: 'NewRuleTrial',
    check: (body: Record<string, unknown>) => [...checkUnits(body), ...checkChanges(body)],
    examples: [{ userId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d', changes: { coinValue: '12.5' } }],
  },
)

const TrialData = Type.Object(
  {
    outcome: AwardOutcomeField(),
    reason: Nullable(AwardReasonField()),
    coins: Type.String(),
    counters: CountersData,
    retryAt: Nullable(Timestamp({ description: 'When a later try could pay.' })),
    wallet: WalletData,
  },
  {
    schemaName: 'RuleTrial',
    examples: [
      {
        outcome: 'paid',
        reason: null,
        coins: '12.5',
        counters: COUNTERS_EXAMPLE,
        retryAt: null,
        wallet: { coins: '22.5', points: '22.5' },
      },
    ],
  },
)

export function tryRuleRoutes(app: App, { reads, now }: ReadServices): void {
  app.post(
    '/laas/rules/:id/try',
    operation({
      id: 'tryRule',
      tag: 'Rules',
      summary: 'Try a rule on a user',
      description:
        'Tells what an award would do now if the rule had these changes. Nothing is written. Every role may do that.',
      params: Type.Object({ id: Uuid({ description: "The rule's id." }) }),
      body: TrialBody,
      message: 'Dry run: nothing was written',
      data: TrialData,
      failures: ['notFound', notFound('User')],
    }),
    async (request) => {
      const at = now()
      const trial = { ruleId: request.params.id.toLowerCase(), ...trialOf(request.body) }
      return trialData(await reads.read(partnerOf(request), (batch) => tryRule(batch, trial, at)))
    },
  )
}

const trialOf = ({ userId, ruleName, units, changes }: Static<typeof TrialBody>) => ({
  userId: userIdOf(userId),
  ruleName: ruleName ?? null,
  units: units === undefined ? null : (parseUnits(units) as Units),
  changes: changes === undefined ? {} : ruleChanges(changes),
})

function trialData({ rule, decision, participants, wallet }: TriedAward) {
  const { outcome, reason, coins, retryAt, user, budget, member } = decision
  return {
    outcome,
    reason,
    coins: formatCoins(coins),
    counters: countersData({
      progress: decision.reached,
      progressNeeded: decision.needed,
      userAwards: user.awards,
      userAwardsMax: rule.userAwardsMax,
      userCoins: rule.userCoinsMax === null ? null : user.coins,
      userCoinsMax: rule.userCoinsMax,
      participants,
      participantsMax: rule.participantsMax,
      budgetUsed: rule.coinBudget === null ? null : budget.used,
      coinBudget: rule.coinBudget,
      memberCoins: member?.coins ?? null,
      memberCoinsMax: member?.coinsMax ?? null,
    }),
    retryAt: retryAt?.toISOString() ?? null,
    wallet: { coins: formatCoins(wallet.balance), points: formatCoins(wallet.points) },
  }
}
