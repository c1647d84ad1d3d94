import { isUuid } from '../../http/input/fields.ts'
import type { Db } from '../../storage/database/database.ts'
import type { HistoryLine } from '../history/decision.ts'
import { findDecision, readLines } from '../history/decision-queries.ts'
import { HISTORY_SOURCES } from '../history/scan-queries.ts'
import { searchMembersByPart } from '../members/member-part-store.ts'
import { findMemberById, findMembersByEmailStart, searchMembers } from '../members/member-search-store.ts'
import { hasUnlinked, type MemberWithWallet } from '../members/membership.ts'
import { findMembersOrFormer, findShownDetailsByExternalId } from '../members/membership-store.ts'
import { type FoundRule, findRuleById, searchNotes, searchReferences, searchRules } from './search-queries.ts'

/** Of each kind. */
export const FOUND_MAX = 5

export type Found = {
  members: MemberWithWallet[]
  rules: FoundRule[]
  references: string[]
  /** What has this id. */
  decisions: HistoryLine[]
  /** Lines whose notes have the text. */
  notes: HistoryLine[]
}

/** Searches everything that a partner's team looks for by a word. The work is bounded, whatever the text. */
export async function searchLedger(db: Db, partnerId: string, text: string): Promise<Found> {
  const isId = isUuid(text)
  const [userIds, rules, references, decision, noted] = await Promise.all([
    findUserIds(db, partnerId, text),
    isId ? findRuleById(db, partnerId, text) : searchRules(db, partnerId, text, FOUND_MAX),
    findReferences(db, partnerId, text),
    isId ? findDecision(db, partnerId, text) : undefined,
    searchNotes(db, partnerId, text, FOUND_MAX),
  ])
  const [members, notes] = await Promise.all([
    findMembersOrFormer(db, partnerId, userIds),
    readLines(db, partnerId, noted, HISTORY_SOURCES),
  ])
  return {
    members: members.filter((member) => !hasUnlinked(member)),
    rules,
    references,
    decisions: decision ? [decision] : [],
    notes,
  }
}

/** By what names one member first. */
async function findUserIds(db: Db, partnerId: string, text: string): Promise<string[]> {
  const [named, byId, byEmail, byWord, byPart] = await Promise.all([
    findShownDetailsByExternalId(db, new Map([[partnerId, [text]]])),
    isUuid(text) ? findMemberById(db, partnerId, text) : [],
    findMembersByEmailStart(db, partnerId, text, FOUND_MAX),
    searchMembers(db, partnerId, text, FOUND_MAX),
    searchMembersByPart(db, partnerId, text, FOUND_MAX),
  ])
  const byExternalId = (named.get(partnerId) ?? []).map(({ userId }) => userId)
  const own = isUuid(text) ? [text.toLowerCase()] : []
  return [...new Set([...byExternalId, ...own, ...byId, ...byEmail, ...byWord, ...byPart])].slice(
    0,
    FOUND_MAX,
  )
}

/** Orders are often numbered in capitals and typed without them. */
async function findReferences(db: Db, partnerId: string, text: string): Promise<string[]> {
  const texts = [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
  const found = await Promise.all(texts.map((each) => searchReferences(db, partnerId, each, FOUND_MAX)))
  return [...new Set(found.flat())].slice(0, FOUND_MAX)
}
