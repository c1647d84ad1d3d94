import { type Static, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { BodyCheck } from '../../http/input/validation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Role } from '../../runtime/caller.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { ActivityTypeField } from '../activities/activity-body.ts'
import { ACTIVITY_ID_EXAMPLE } from '../activities/activity-data.ts'
import { AWARD_EXAMPLE } from '../awards/award-data.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { PartnerReads } from '../read-batches/partner-reads.ts'
import { refuseTooManyOwnListeners } from '../rules/check-listeners.ts'
import { formatUnits, UNUSED } from '../rules/rule.ts'
import { newRule, RuleChangesBody } from '../rules/rule-body.ts'
import { expressionOf } from '../rules/trigger-body.ts'
import {
  LATEST_MAX,
  type Match,
  MISMATCHES,
  type Mismatch,
  TOLD_MAX,
  type TriedCondition,
  tryCondition,
} from './try-condition.ts'

const ROLES: readonly Role[] = ['owner', 'manager']

const { when, unitsFrom, coinValue, maxCoinsPerAward } = RuleChangesBody.properties

type ConditionInput = { unitsFrom?: unknown; maxCoinsPerAward?: unknown }

const NewConditionTrial = Type.Object(
  {
    activityType: ActivityTypeField('The type of the activities to try it on.'),
    when,
    unitsFrom,
    coinValue,
    maxCoinsPerAward,
  },
  {
    schemaName: 'NewConditionTrial',
    check: (body: ConditionInput) => [
      ...((RuleChangesBody as { check?: BodyCheck<unknown> }).check?.(body) ?? []),
      ...checkMaximum(body),
    ],
    examples: [{ activityType: 'order.paid', when: 'properties.total >= 50', coinValue: '10' }],
  },
)

function checkMaximum({ unitsFrom, maxCoinsPerAward }: ConditionInput): FieldProblem[] {
  const hasUnits = typeof unitsFrom === 'string' && expressionOf(unitsFrom) !== null
  return maxCoinsPerAward === undefined || hasUnits
    ? []
    : [wrong('maxCoinsPerAward', 'must be left out unless there is unitsFrom')]
}

const toldFields = {
  activityId: Type.String(),
  userId: Type.String(),
  occurredAt: Timestamp(),
  createdAt: Timestamp({ description: 'When it was recorded.' }),
}

const TOLD_EXAMPLE = {
  activityId: ACTIVITY_ID_EXAMPLE,
  userId: AWARD_EXAMPLE.userId,
  occurredAt: '2026-03-01T09:29:58.000Z',
  createdAt: '2026-03-01T09:30:00.000Z',
}

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const ConditionTrial = Type.Object(
  {
    activities: Count(`The latest activities of the type, at most ${LATEST_MAX}.`),
    matched: Count('Those that match.'),
    failed: Count('Those for which an expression failed.'),
    unreadable: Count('Those that were erased, or are past their retention; they were left out.'),
    matching: Type.Array(
      Type.Object(
        {
          ...toldFields,
          units: Nullable(Type.String({ description: 'Null without `unitsFrom`.' })),
          coins: Nullable(
            Type.String({ description: 'What it would pay, limits aside; null without `coinValue`.' }),
          ),
        },
        { schemaName: 'MatchingActivity' },
      ),
      { description: `The latest ${TOLD_MAX} that match, newest first.` },
    ),
    others: Type.Array(
      Type.Object(
        {
          ...toldFields,
          reason: OneOf(MISMATCHES, { schemaName: 'MismatchReason' }),
          error: Nullable(
            Type.String({ description: 'Why an expression failed: names and kinds, never values.' }),
          ),
        },
        { schemaName: 'OtherActivity' },
      ),
      { description: `The latest ${TOLD_MAX} that do not match, newest first.` },
    ),
  },
  {
    schemaName: 'ConditionTrial',
    examples: [
      {
        activities: 100,
        matched: 31,
        failed: 2,
        unreadable: 0,
        matching: [{ ...TOLD_EXAMPLE, units: null, coins: '10' }],
        others: [{ ...TOLD_EXAMPLE, reason: 'evaluation_failed', error: 'properties.total is missing' }],
      },
    ],
  },
)

export function tryConditionRoutes(app: App, { reads }: { reads: PartnerReads }): void {
  app.post(
    '/laas/rules/try-condition',
    operation({
      id: 'tryCondition',
      tag: 'Backtests',
      roles: ROLES,
      summary: 'Try a condition on the latest activities',
      description: `Tells which of the latest ${LATEST_MAX} activities of a type match a condition that is not saved yet, and why others do not. It evaluates as live calls do, with the member as before each activity; limits and other rules are left aside. Nothing is written.`,
      body: NewConditionTrial,
      message: 'Dry run: nothing was written',
      data: ConditionTrial,
    }),
    async (request) => {
      const { body } = request
      const tried = await tryCondition(reads, partnerOf(request), ruleToTry(body))
      return trialData(tried, { showsCoins: body.coinValue !== undefined })
    },
  )
}

/** An active rule of these expressions, which matches at any time. */
function ruleToTry({ activityType, ...body }: Static<typeof NewConditionTrial>) {
  const perUnit = expressionOf(body.unitsFrom ?? null) !== null
  const terms = newRule({
    ...body,
    name: 'trial',
    activityType,
    perUnit,
    coinValue: body.coinValue ?? '1',
    maxNumberOfParticipant: '1',
  })
  const at = new Date(0)
  const rule = { ...UNUSED, ...terms, activityType, id: '', version: 1, createdAt: at, updatedAt: at }
  refuseTooManyOwnListeners(rule)
  return rule
}

const toldData = ({ id, userId, occurredAt, createdAt }: Match | Mismatch) => ({
  activityId: id,
  userId,
  occurredAt: occurredAt.toISOString(),
  createdAt: createdAt.toISOString(),
})

const trialData = (tried: TriedCondition, { showsCoins }: { showsCoins: boolean }) => ({
  ...tried,
  matching: tried.matching.map((match) => ({
    ...toldData(match),
    units: match.units === null ? null : formatUnits(match.units),
    coins: showsCoins ? formatCoins(match.coins) : null,
  })),
  others: tried.others.map((other) => ({
    ...toldData(other),
    reason: other.reason,
    error: other.error,
  })),
})
