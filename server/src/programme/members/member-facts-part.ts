import type { BatchPart } from '../coin-calls/batch-part.ts'
import { findMemberFacts, findMemberFactsByExternalId, type MemberFacts } from './member-facts-store.ts'

export type MemberFactsKeys = { factsUserIds: Set<string>; factsExternalIds: Set<string> }

type FactsRows = { memberFacts: MemberFacts; memberFactsByExternalId: MemberFacts }

export type MemberFactsState = {
  /** What conditions can read of each member, by user. */
  memberFacts: Map<string, MemberFacts>
}

/** What conditions can read of members, beside their wallets. */
export const MEMBER_FACTS: BatchPart<MemberFactsKeys, FactsRows, MemberFactsState> = {
  newKeys: () => ({ factsUserIds: new Set(), factsExternalIds: new Set() }),
  load: (db, each) => ({
    memberFacts: findMemberFacts(db, each('factsUserIds')),
    memberFactsByExternalId: findMemberFactsByExternalId(db, each('factsExternalIds')),
  }),
  state: (_, { memberFacts, memberFactsByExternalId }) => ({
    memberFacts: new Map([...memberFacts, ...memberFactsByExternalId].map((each) => [each.userId, each])),
  }),
  save: null,
}
