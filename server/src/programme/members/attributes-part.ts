import type { BatchPart } from '../coin-calls/batch-part.ts'
import type { Attributes, MemberAttributes } from './attribute.ts'
import { findAttributes, findAttributesByExternalId } from './attribute-store.ts'

export type AttributesKeys = { attributesUserIds: Set<string>; attributesExternalIds: Set<string> }

type AttributesRows = { memberAttributes: MemberAttributes; memberAttributesByExternalId: MemberAttributes }

export type AttributesState = {
  /** By user; none for a member who never had any. */
  attributes: Map<string, Attributes>
}

/** The attributes of members that conditions read. */
export const ATTRIBUTES: BatchPart<AttributesKeys, AttributesRows, AttributesState> = {
  newKeys: () => ({ attributesUserIds: new Set(), attributesExternalIds: new Set() }),
  load: (db, each) => ({
    memberAttributes: findAttributes(db, each('attributesUserIds')),
    memberAttributesByExternalId: findAttributesByExternalId(db, each('attributesExternalIds')),
  }),
  state: (_, { memberAttributes, memberAttributesByExternalId }) => ({
    attributes: new Map(
      [...memberAttributes, ...memberAttributesByExternalId].map(({ userId, attributes }) => [
        userId,
        attributes,
      ]),
    ),
  }),
  save: null,
}
