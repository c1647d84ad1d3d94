import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import { IMPORT_STATUSES, type Import, percentOf, REFUSAL_REASONS } from './import.ts'

export const ImportData = Type.Object(
  {
    id: Type.String(),
    status: OneOf(IMPORT_STATUSES, {
      schemaName: 'ImportStatus',
      description:
        '`receiving` until all lines have arrived, then `running` until they are worked off. What a cancelled import made stays.',
    }),
    lines: Type.Integer({ description: 'Lines received, without a header and empty lines.' }),
    done: Type.Integer({ description: 'Lines worked off.' }),
    created: Type.Integer({ description: 'Lines that made a member.' }),
    refused: Type.Integer({ description: 'Lines that made none.' }),
    percent: Type.Integer({ minimum: 0, maximum: 100, description: 'How much is worked off.' }),
    actor: ActorData,
    createdAt: Timestamp(),
    finishedAt: Nullable(Timestamp()),
  },
  {
    schemaName: 'Import',
    examples: [
      {
        id: '0198c5a3-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
        status: 'running',
        lines: 100_000,
        done: 42_000,
        created: 41_990,
        refused: 10,
        percent: 42,
        actor: ACTOR_EXAMPLE,
        createdAt: '2026-03-01T09:30:00.000Z',
        finishedAt: null,
      },
    ],
  },
)

export const RefusalData = Type.Object(
  {
    line: Type.Integer({ description: 'The number of the line in the file, from 1.' }),
    externalId: Nullable(Type.String({ description: 'Of the line, if it has one.' })),
    reason: OneOf(REFUSAL_REASONS, { schemaName: 'ImportRefusalReason' }),
    problem: Type.String({ description: 'What is wrong, as a sentence.' }),
  },
  {
    schemaName: 'ImportRefusal',
    examples: [
      {
        line: 17,
        externalId: 'customer-42',
        reason: 'already_member',
        problem: 'A member has the externalId customer-42 already.',
      },
    ],
  },
)

export const importData = (found: Import) => ({
  id: found.id,
  status: found.status,
  lines: found.lines,
  done: found.done,
  created: found.created,
  refused: found.refused,
  percent: percentOf(found),
  actor: found.actor,
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
})
