import { Type } from 'typebox'
import { Nullable, OneOf } from '../../http/input/fields.ts'

/** The writer of a record. */
export const ActorData = Type.Object(
  {
    kind: OneOf(['client', 'team', 'user', 'system'], { schemaName: 'ActorKind' }),
    id: Type.String({ description: 'Of the client secret, team member or user; empty for the service.' }),
    name: Type.String({
      description: 'The name at that time: of the secret, or the address of the team member.',
    }),
  },
  { schemaName: 'Actor', description: 'Who did it.' },
)

export const ACTOR_EXAMPLE = {
  kind: 'client',
  id: '0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e',
  name: 'shop backend',
}

export const LabelsData = {
  reference: Nullable(Type.String()),
  metadata: Nullable(Type.Record(Type.String(), Type.String())),
}
