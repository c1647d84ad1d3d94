import type { Actor, Role } from '../../runtime/caller.ts'
import type { ByPartner } from '../../storage/database/by-partner.ts'
import { ACTIVITIES } from '../activities/activity-part.ts'
import { ACTIVITY } from '../activities/apply-activity.ts'
import { AWARD } from '../awards/apply-award.ts'
import { REVERSAL } from '../awards/apply-reversal.ts'
import { AWARDS } from '../awards/award-part.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { USED_KEYS } from '../coin-calls/used-keys-part.ts'
import { ADJUSTMENT } from '../coins/apply-adjustment.ts'
import { REFUND } from '../coins/apply-refund.ts'
import { TRANSFER } from '../coins/apply-transfer.ts'
import { COINS, PARTIES } from '../coins/coin-part.ts'
import { DUE } from '../due/due-call.ts'
import { CAPTURE, EXTENSION, HOLD, RELEASE } from '../holds/apply-hold.ts'
import { HOLDS } from '../holds/hold-part.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ATTRIBUTES } from '../members/attributes-part.ts'
import { DETAILS } from '../members/details-part.ts'
import { MEMBER_FACTS } from '../members/member-facts-part.ts'
import { RETURN } from '../returns/apply-return.ts'
import { RETURNS } from '../returns/return-part.ts'
import { RULES } from '../rules/rule-part.ts'
import { WALLETS } from '../wallets/wallet-part.ts'

/** The kinds of calls that move coins. */
const KINDS = {
  award: AWARD,
  reversal: REVERSAL,
  transfer: TRANSFER,
  refund: REFUND,
  adjustment: ADJUSTMENT,
  return: RETURN,
  activity: ACTIVITY,
  hold: HOLD,
  extension: EXTENSION,
  capture: CAPTURE,
  release: RELEASE,
  due: DUE,
}

/** The parts of a batch, in the order in which they are saved: an award before the progress of its rule, wallets last. */
export const PARTS = [
  USED_KEYS,
  DETAILS,
  MEMBER_FACTS,
  ATTRIBUTES,
  PARTIES,
  AWARDS,
  COINS,
  RETURNS,
  ACTIVITIES,
  RULES,
  HOLDS,
  WALLETS,
] as const

export type Kind = keyof typeof KINDS
export type RequestOf<K extends Kind> = Parameters<(typeof KINDS)[K]['addKeys']>[0]
export type RecordOf<K extends Kind> = Extract<
  ReturnType<(typeof KINDS)[K]['apply']>,
  { kind: 'decided' }
>['record']

/** A request to move coins. */
export type Call<K extends Kind = Kind> = {
  [Each in K]: Keyed<Actor & { kind: Each; request: RequestOf<Each> }>
}[K]

/** What a decided call left in the ledger. */
export type CallRecord = RecordOf<Kind>

export const CALL_KINDS: {
  [K in Kind]: CallKind<RequestOf<K>, RecordOf<K>, BatchKeys, PartnerBatch>
} = KINDS

type Part = (typeof PARTS)[number]
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** What the calls of a partner name, each once. */
export type BatchKeys = Intersection<ReturnType<Part['newKeys']>>
/** What was found of a partner, by name. */
export type BatchRows = Intersection<Parameters<Part['state']>[1]>

/** The state that a partner's calls of a batch read and change. */
export type PartnerBatch = Intersection<ReturnType<Part['state']>> & {
  /** Who made the decisions. */
  actors: Set<RecordedActor>
  /** The current roles of the team members among the callers, by their open sessions. */
  roles: ReadonlyMap<string, Role>
  /** Records of earlier calls by idempotency key; null for a key of another kind of request. */
  usedKeys: Map<string, { hash: Buffer; record: CallRecord | null }>
}

/** Calls that one transaction decides, of one partner or of several. A partner that was busy is left out. */
export type Batch = {
  partners: PartnerBatch[]
  /** The results are in the order of each partner's calls. Those at the end may have none yet. */
  results: ByPartner<CallResult<CallRecord>>
}
