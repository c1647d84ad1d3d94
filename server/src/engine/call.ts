import type { Award, AwardRequest, Reversal } from '../awards/award.ts'
import type { Transfer, TransferRequest } from '../coins/transfer.ts'
import type { Actor } from '../http/credential.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'

/** A request to move coins. */
export type Call = Keyed<Actor & CallContent>

type CallContent =
  | { kind: 'award'; request: AwardRequest }
  | { kind: 'transfer'; request: TransferRequest }
  | { kind: 'reversal'; awardId: string }

/** What a decided call left in the ledger. */
export type CallRecord = Award | Transfer | Reversal
