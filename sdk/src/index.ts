export type {
  Activities,
  ActivityOptions,
  ActivityTypes,
  AnyActivities,
  TypedActivity,
  TypedBulkActivity,
} from './activities.ts'
export type { RefusalReason } from './errors.ts'
export {
  LaurelConflict,
  LaurelError,
  LaurelForbidden,
  LaurelInvalid,
  LaurelNotFound,
  LaurelRateLimited,
  LaurelRefusal,
  LaurelUnauthorized,
  LaurelUnavailable,
  LaurelUnreachable,
  WebhookVerificationError,
} from './errors.ts'
export type { FollowOptions, OwnStreamOptions, PollOptions, StreamOptions } from './events.ts'
export type { ImportOptions, ImportRow, ImportSource, Imports } from './imports.ts'
export { Laurel, type RequestOptions } from './laurel.ts'
export type { List } from './list.ts'
export type {
  Body,
  CallOptions,
  ChangeOptions,
  CreateOptions,
  Data,
  DecideOptions,
  Query,
} from './operation.ts'
export type * from './resources.ts'
export type { Done, ItemResult, Refusal, Result } from './result.ts'
export type * from './schemas.ts'
export type {
  ClientCredentials,
  Credentials,
  NoCredentials,
  SessionCredentials,
  TeamCredentials,
  TokenCredentials,
} from './tokens.ts'
export type { ConnectionOptions, LaurelOptions } from './transport.ts'
export type { ByExternalId, ByUserId, UserReference } from './user.ts'
export { type VerifyOptions, verifyWebhook, type WebhookMessage } from './webhook.ts'
