import type { BatchPart } from '../coin-calls/batch-part.ts'
import type { ShownDetails } from './membership.ts'
import { findShownDetails, findShownDetailsByExternalId } from './membership-store.ts'

export type DetailsKeys = { detailsUserIds: Set<string>; detailsExternalIds: Set<string> }

type Details = ShownDetails & { userId: string }
type DetailsRows = { details: Details; detailsByExternalId: Details }

export type DetailsState = {
  /** What the partner sees of each member, by user. */
  shownDetails: Map<string, ShownDetails>
}

/** Whether the personal data of the user was erased: then no note is kept either. Every other member has a tag. */
export const isErased = ({ shownDetails }: DetailsState, userId: string): boolean =>
  shownDetails.get(userId)?.tag === ''

/** The details of members that records show. */
export const DETAILS: BatchPart<DetailsKeys, DetailsRows, DetailsState> = {
  newKeys: () => ({ detailsUserIds: new Set(), detailsExternalIds: new Set() }),
  load: (db, each) => ({
    details: findShownDetails(db, each('detailsUserIds')),
    detailsByExternalId: findShownDetailsByExternalId(db, each('detailsExternalIds')),
  }),
  state: (_, { details, detailsByExternalId }) => ({
    shownDetails: new Map([...details, ...detailsByExternalId].map((each) => [each.userId, each])),
  }),
  save: null,
}
