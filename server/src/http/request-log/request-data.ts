import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../input/fields.ts'
import { ERROR_TYPES } from '../reference/open-api-failures.ts'
import type { ListedRequest } from './request-log-store.ts'

export const RequestData = Type.Object(
  {
    id: Type.String({ description: 'The X-Request-Id of the response.' }),
    method: Type.String(),
    path: Type.String({ description: 'Without the query.' }),
    operation: Nullable(
      Type.String({ description: 'The operationId of this reference; null if there is no such route.' }),
    ),
    status: Type.Integer(),
    durationMs: Type.Integer(),
    errorType: Nullable(OneOf(ERROR_TYPES, { schemaName: 'ErrorType' })),
    appErrorCode: Nullable(Type.String()),
    error: Nullable(Type.String()),
    caller: OneOf(['client', 'team', 'user'], { schemaName: 'TokenKind', description: 'The kind of token.' }),
    by: Nullable(Type.String({ description: 'The e-mail address of the team member who called.' })),
    address: Nullable(Type.String({ description: 'The IP address of the caller; null for a user.' })),
    createdAt: Timestamp(),
    count: Type.Integer({
      description:
        'How many requests the line stands for. In a burst, those that ended alike have one; `requestId` finds each.',
    }),
  },
  { schemaName: 'LoggedRequest' },
)

export function requestData({
  partnerId: _,
  teamMemberId: __,
  id,
  givenId,
  createdAt,
  ...request
}: ListedRequest) {
  return { id: givenId ?? id, ...request, createdAt: createdAt.toISOString() }
}
