import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { AwardReasonField } from '../awards/award-data.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import { RuleTermsData, termsExample } from '../rules/rule-data.ts'
import { ACTIVITIES_MAX, BACKTEST_STATUSES, type Backtest, percentOf } from './backtest.ts'
import { NOTE_CODES, notesOf } from './note.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Amount = (description: string) => Type.String({ description })

const ResultData = Type.Object(
  {
    activities: Count('Activities of the types that the rule asks for.'),
    matched: Count('Activities that the rule matched.'),
    failed: Count('Activities for which an expression failed.'),
    unreadable: Count('Activities that were erased, or are past their retention; they were left out.'),
    paid: Count('Awards paid.'),
    counted: Count('Awards counted towards a payment.'),
    refused: Type.Array(
      Type.Object(
        { reason: AwardReasonField(), count: Count('Activities that matched and were refused so.') },
        { schemaName: 'BacktestRefusals' },
      ),
      { description: 'Refusals by reason, most frequent first.' },
    ),
    coins: Amount('Coins paid; nothing is reversed.'),
    participants: Count('Distinct users paid.'),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          awards: Count('Awards paid.'),
          coins: Amount('Coins paid.'),
        },
        { schemaName: 'BacktestDay' },
      ),
      { description: 'The days with payments in the zone of the rule, oldest first.' },
    ),
    top: Type.Array(
      Type.Object({ userId: Type.String(), coins: Amount('Coins paid.') }, { schemaName: 'BacktestMember' }),
      {
        description:
          'The ten users with the most coins. Empty for the roles support and read-only; erased users are left out.',
      },
    ),
    digest: Type.String({
      description:
        'SHA-256 over a line for each rule or sub-rule that listened to an activity: `[activityId, outcome, reason, coins]` as JSON. Two runs with the same decisions have the same one.',
    }),
    notes: Type.Array(
      Type.Object(
        {
          code: OneOf(NOTE_CODES, { schemaName: 'BacktestNoteCode' }),
          note: Type.String({ description: 'The same as a sentence.' }),
        },
        { schemaName: 'BacktestNote' },
      ),
      {
        description:
          'Why what really happened may differ, so that the figures are an estimate. Without one, and with asWritten, an existing rule really paid these awards.',
      },
    ),
  },
  { schemaName: 'BacktestResult' },
)

export const BacktestData = Type.Object(
  {
    id: Type.String(),
    status: OneOf(BACKTEST_STATUSES, {
      schemaName: 'BacktestStatus',
      description:
        '`waiting` until an earlier one ends, then `running` until all is tried. A newer one of the same author cancels one that waits.',
    }),
    progress: Type.Object(
      {
        activities: Count(`Activities to try, at most ${ACTIVITIES_MAX.toLocaleString('en')}.`),
        done: Count('Activities tried.'),
        percent: Type.Integer({ minimum: 0, maximum: 100 }),
      },
      { schemaName: 'BacktestProgress' },
    ),
    result: Nullable(ResultData),
    ruleId: Nullable(Type.String({ description: 'Null for a rule that does not exist.' })),
    rule: RuleTermsData,
    from: Timestamp(),
    to: Timestamp(),
    asWritten: Type.Boolean(),
    actor: ActorData,
    createdAt: Timestamp(),
    finishedAt: Nullable(Timestamp()),
  },
  {
    schemaName: 'Backtest',
    examples: [
      {
        id: '0198c5a3-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
        status: 'finished',
        progress: { activities: 1_240, done: 1_240, percent: 100 },
        result: {
          activities: 1_240,
          matched: 310,
          failed: 2,
          unreadable: 0,
          paid: 290,
          counted: 0,
          refused: [{ reason: 'user_limit_reached', count: 20 }],
          coins: '3625',
          participants: 214,
          days: [{ date: '2026-02-01', awards: 290, coins: '3625' }],
          top: [{ userId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d', coins: '37.5' }],
          digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
          notes: notesOf(new Set(['rule_changed'] as const)),
        },
        ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
        rule: termsExample(),
        from: '2026-02-01T00:00:00.000Z',
        to: '2026-03-01T00:00:00.000Z',
        asWritten: false,
        actor: ACTOR_EXAMPLE,
        createdAt: '2026-03-01T09:30:00.000Z',
        finishedAt: '2026-03-01T09:30:02.000Z',
      },
    ],
  },
)

export const backtestData = (found: Backtest, { showsTop }: { showsTop: boolean }) => ({
  id: found.id,
  status: found.status,
  progress: { activities: found.activities, done: found.done, percent: percentOf(found) },
  result: found.result && { ...found.result, top: showsTop ? found.result.top : [] },
  ruleId: found.ruleId,
  rule: found.rule,
  from: found.fromAt.toISOString(),
  to: found.toAt.toISOString(),
  asWritten: found.asWritten,
  actor: found.actor,
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
})
