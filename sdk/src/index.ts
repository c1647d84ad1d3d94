export { LaurelError, WebhookVerificationError } from './errors.ts'
export type { FollowOptions, OwnStreamOptions, PollOptions, StreamOptions } from './events.ts'
export { Laurel } from './laurel.ts'
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
export type { RefusalReason } from './reason.ts'
export type * from './resources.ts'
export type { Done, ItemResult, Refusal, Result } from './result.ts'
export type * from './schemas.ts'
export type { Credentials } from './tokens.ts'
export type { LaurelOptions } from './transport.ts'
export { type VerifyOptions, verifyWebhook, type WebhookMessage } from './webhook.ts'
