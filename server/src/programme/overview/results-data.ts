import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { AwardReasonField } from '../awards/award-data.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import { EXAMPLE_IDENTIFIED, IdentifiedData } from '../members/membership-data.ts'
import { type AwardTotals, REFUSALS_READ_MAX } from './award-queries.ts'
import { COUNTED_EXAMPLE, countedData, countedFields } from './counted-data.ts'
import type { RuleResults } from './read-results.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Amount = (description: string) => Type.String({ description })
const Day = () => Type.String({ format: 'date' })

const DayCounts = (description: string) =>
  Type.Array(Type.Object({ date: Day(), count: Count('How many.') }, { schemaName: 'DayCount' }), {
    description,
  })

const totals = {
  coins: Amount('Coins paid.'),
  paid: Count('Paid awards.'),
  counted: Count('Awards counted towards a payment.'),
  refused: Count('Refused awards.'),
  reversed: Amount('Coins that wallets gave back for reversed awards.'),
  reversals: Count('Reversals that took coins from wallets.'),
  fromExpired: Amount('What reversals took of expired coins.'),
  owed: Amount('What wallets could not give and users owe.'),
  writtenOff: Amount('What wallets could not give and was written off.'),
  newPeople: Count('Users whom the rule paid for the first time.'),
  people: Count('Distinct users paid.'),
}

const EXAMPLE = {
  coins: '120',
  paid: 12,
  counted: 0,
  refused: 1,
  reversed: '10',
  reversals: 1,
  fromExpired: '0',
  owed: '0',
  writtenOff: '0',
  newPeople: 5,
  people: 8,
}

export const RuleResultsData = Type.Object(
  {
    ruleId: Type.String(),
    ruleName: Type.String(),
    days: Type.Array(Type.Object({ date: Day(), ...totals }, { schemaName: 'RuleResultsDay' }), {
      description: 'Every day, oldest first. Reversals count on the day that they were made.',
    }),
    totals: Type.Object({ from: Day(), to: Day(), ...totals }, { schemaName: 'RuleResultsTotals' }),
    previous: Type.Object(
      { from: Day(), to: Day(), ...totals },
      { schemaName: 'RuleResultsPrevious', description: 'Totals of the days to compare with.' },
    ),
    reasons: Type.Array(
      Type.Object(
        {
          reason: AwardReasonField(),
          count: Count('Awards refused for this reason.'),
          people: Count('Distinct users refused for this reason.'),
          peopleAtLeast: Type.Boolean({
            description: `Whether there may be more users: only the latest ${REFUSALS_READ_MAX.toLocaleString('en')} refused awards of all rules are read to tell users apart.`,
          }),
        },
        { schemaName: 'RuleRefusalCount' },
      ),
      { description: 'Refused awards by reason, most frequent first.' },
    ),
    versions: Type.Array(
      Type.Object(
        { version: Count('The version.'), date: Day(), createdAt: Timestamp(), actor: ActorData },
        { schemaName: 'RuleVersionMark' },
      ),
      { description: 'The versions of the rule that came into force in these days, oldest first.' },
    ),
    activityRefusals: Type.Object(
      {
        days: DayCounts('Days with such refusals, oldest first.'),
        reasons: Type.Array(
          Type.Object(
            { reason: AwardReasonField(), count: Count('Activities refused for this reason.') },
            { schemaName: 'ActivityRefusalCount' },
          ),
          { description: 'The most frequent first.' },
        ),
      },
      {
        schemaName: 'ActivityRefusals',
        description: 'Activities that the rule matched and refused. They are not among `refused`.',
      },
    ),
    evaluationErrors: Type.Object(
      {
        days: DayCounts('Days on which expressions of the rule failed, oldest first.'),
        latest: Type.Array(
          Type.Object(
            {
              activityId: Type.String(),
              ruleName: Type.String({ description: 'Of the rule, or of the sub-rule.' }),
              error: Type.String({ description: 'Names and kinds, never values.' }),
              createdAt: Timestamp(),
            },
            { schemaName: 'EvaluationError' },
          ),
          { description: 'The last ten of all days, newest first.' },
        ),
      },
      {
        schemaName: 'EvaluationErrors',
        description: 'Activities for which an expression of the rule failed.',
      },
    ),
    ...countedFields,
  },
  {
    schemaName: 'RuleResults',
    examples: [
      {
        ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
        ruleName: 'first purchase',
        days: [{ date: '2026-03-01', ...EXAMPLE }],
        totals: { from: '2026-03-01', to: '2026-03-01', ...EXAMPLE },
        previous: { from: '2026-02-28', to: '2026-02-28', ...EXAMPLE, coins: '100' },
        reasons: [{ reason: 'rule_full', count: 1, people: 1, peopleAtLeast: false }],
        versions: [
          { version: 1, date: '2026-03-01', createdAt: '2026-03-01T09:30:00.000Z', actor: ACTOR_EXAMPLE },
        ],
        activityRefusals: {
          days: [{ date: '2026-03-01', count: 2 }],
          reasons: [{ reason: 'user_limit_reached', count: 2 }],
        },
        evaluationErrors: {
          days: [{ date: '2026-03-01', count: 1 }],
          latest: [
            {
              activityId: '0198c5f3-8d9e-7f0a-8b1c-2d3e4f506172',
              ruleName: 'first purchase',
              error: 'properties.total is missing',
              createdAt: '2026-03-01T09:30:00.000Z',
            },
          ],
        },
        ...COUNTED_EXAMPLE,
      },
    ],
  },
)

export function ruleResultsData(results: RuleResults) {
  const { edition, ruleId, ruleName, days, totals, previous, reasons, versions, activities } = results
  return {
    ruleId,
    ruleName,
    days: days.map((day) => ({ date: day.date, ...totalsData(day) })),
    totals: { ...totals.range, ...totalsData(totals) },
    previous: { ...previous.range, ...totalsData(previous) },
    reasons: reasons.map(({ reason, count, people, peopleAtLeast }) => ({
      reason,
      count: Number(count),
      people: Number(people),
      peopleAtLeast,
    })),
    versions: versions.map(({ version, date, createdAt, actor }) => ({
      version,
      date,
      createdAt: createdAt.toISOString(),
      actor,
    })),
    activityRefusals: {
      days: activities.refusals.days.map(counted),
      reasons: activities.refusals.reasons.map(counted),
    },
    evaluationErrors: {
      days: activities.errors.days.map(counted),
      latest: activities.errors.latest.map(({ createdAt, ...error }) => ({
        ...error,
        createdAt: createdAt.toISOString(),
      })),
    },
    ...countedData(edition),
  }
}

const counted = <Of extends { count: bigint }>(of: Of) => ({ ...of, count: Number(of.count) })

const totalsData = (sums: AwardTotals & { people: bigint }) => ({
  coins: formatCoins(sums.coins),
  paid: Number(sums.paid),
  counted: Number(sums.counted),
  refused: Number(sums.refused),
  reversed: formatCoins(sums.reversed),
  reversals: Number(sums.reversals),
  fromExpired: formatCoins(sums.fromExpired),
  owed: formatCoins(sums.owed),
  writtenOff: formatCoins(sums.writtenOff),
  newPeople: Number(sums.newPeople),
  people: Number(sums.people),
})

export const RulePersonData = Type.Object(
  {
    user: IdentifiedData,
    payments: Count('Paid awards that were not reversed.'),
    coins: Amount('Coins paid, less those that the wallet gave back.'),
    lastPaidAt: Nullable(Timestamp({ description: 'The latest payment; null when there was none.' })),
    progress: Count('Completions, or sub-rules done, since the last payment.'),
    needed: Count('How many of them a payment takes.'),
  },
  {
    schemaName: 'RulePerson',
    examples: [
      {
        user: EXAMPLE_IDENTIFIED,
        payments: 2,
        coins: '20',
        lastPaidAt: '2026-03-01T09:30:00.000Z',
        progress: 3,
        needed: 5,
      },
    ],
  },
)
