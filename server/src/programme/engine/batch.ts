import type { Role } from '../../runtime/caller.ts'
import type { ByPartner } from '../../storage/database/by-partner.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { ReturnBatch } from '../returns/apply-return.ts'
import type { CallRecord } from './call.ts'

/** Calls that one transaction decides, of one partner or of several. A partner that was busy is left out. */
export type Batch = {
  partners: PartnerBatch[]
  /** In the order of each partner's calls. */
  results: ByPartner<CallResult<CallRecord>>
}

/** The state that a partner's calls of a batch read and change. */
export type PartnerBatch = ReturnBatch & {
  /** Who made the decisions. */
  actors: Set<RecordedActor>
  /** The current roles of the team members among the callers, by their open sessions. */
  roles: ReadonlyMap<string, Role>
  /** Records of earlier calls by idempotency key; null for a key of another kind of request. */
  usedKeys: Map<string, { hash: Buffer; record: CallRecord | null }>
  /** Keys of bulk calls with a stored response; their items are not decided again. */
  respondedKeys: Set<string>
}
