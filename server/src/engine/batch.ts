import type { AwardBatch } from '../awards/award-batch.ts'
import type { TransferBatch } from '../coins/apply-transfer.ts'
import type { CallOutcome, Decision } from './call.ts'

/** Calls that one transaction decides, of one partner or of several. */
export type Batch = {
  partners: PartnerBatch[]
  /** In the order of the calls. */
  outcomes: CallOutcome[]
}

/** What a partner's calls of a batch are decided by, and what they changed. */
export type PartnerBatch = AwardBatch &
  TransferBatch & {
    /** The decisions of earlier calls with the same keys; null for a key that belongs to another kind of request. */
    usedKeys: Map<string, { hash: Buffer; decision: Decision | null }>
    /** Keys of bulk calls that have their response: none of their items may be decided any more. */
    respondedKeys: Set<string>
  }
