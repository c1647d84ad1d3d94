import type { ByPartner } from '../../storage/database/by-partner.ts'
import type { BatchPart, FollowingPart, ReplayingPart, RowLists } from '../coin-calls/batch-part.ts'
import { ORDER_SIZE_MAX } from '../ledger/labels.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { DetailsKeys } from '../members/details-part.ts'
import { monthOf } from '../ranking/board.ts'
import type { RuleKeys } from '../rules/rule-batch.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'
import { type Award, type FoundAward, lotOfAward, type Reversal } from './award.ts'
import { type AwardKeys, type AwardState, noAwardChanges } from './award-batch.ts'
import { findAwardsByPartner, findAwardsByReference, insertAwards } from './award-store.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'
import {
  type ChangedProgress,
  insertProgress,
  loadProgress,
  loadProgressByExternalId,
  loadProgressOf,
  loadProgressOfTypes,
  loadProgressOfTypesByExternalId,
  type ProgressRow,
  updateProgress,
} from './progress-store.ts'
import { saveReferrals } from './refer-member.ts'
import {
  type FoundReversal,
  findReversals,
  findReversalsOfReturns,
  insertReversals,
} from './reversal-store.ts'

export type AwardRows = {
  awards: FoundAward
  awardsOfOrders: FoundAward
  namedProgress: ProgressRow
  namedProgressByExternalId: ProgressRow
  progressOfTypes: ProgressRow
  progressOfTypesByExternalId: ProgressRow
  progress: ProgressRow
  recordedAwards: FoundAward
  recordedReversals: FoundReversal
  reversalsOfReturns: FoundReversal
}

/** The awards to reverse, and the progress of members with their rules. */
export const AWARDS: BatchPart<AwardKeys, AwardRows, AwardState> &
  FollowingPart<AwardRows, WalletKeys & DetailsKeys & RuleKeys & AwardKeys> &
  ReplayingPart<AwardRows, Award | Reversal> = {
  newKeys: () => ({
    awardIds: new Set(),
    references: [],
    namedProgress: [],
    namedProgressByExternalId: [],
    progressOfTypes: [],
    progressOfTypesByExternalId: [],
    progressOf: [],
  }),
  load: (db, each) => ({
    namedProgress: loadProgress(db, each('namedProgress')),
    namedProgressByExternalId: loadProgressByExternalId(db, each('namedProgressByExternalId')),
    progressOfTypes: loadProgressOfTypes(db, each('progressOfTypes')),
    progressOfTypesByExternalId: loadProgressOfTypesByExternalId(db, each('progressOfTypesByExternalId')),
    progress: loadProgressOf(db, each('progressOf')),
    awards: findAwardsByPartner(db, each('awardIds')),
    awardsOfOrders: findAwardsByReference(db, each('references'), ORDER_SIZE_MAX + 1),
    recordedAwards: findAwardsByPartner(db, each('awardRecordIds')),
    recordedReversals: findReversals(db, each('reversalRecordIds')),
    reversalsOfReturns: findReversalsOfReturns(db, each('returnRecordIds')),
  }),
  follows: ({ awards, awardsOfOrders, recordedReversals, reversalsOfReturns }) =>
    awards.length + awardsOfOrders.length + recordedReversals.length + reversalsOfReturns.length > 0,
  follow({ awards, awardsOfOrders, recordedReversals, reversalsOfReturns }, keys) {
    for (const award of [...awards, ...awardsOfOrders]) {
      const { ruleId, userId, createdAt } = award
      const lotId = lotOfAward(award)
      if (lotId !== null) {
        keys.lots.push({ userId, lotId })
        keys.parentLots.push({ userId, lotId })
      }
      keys.ruleIds.add(ruleId)
      keys.userIds.add(userId)
      keys.takenFrom.userIds.add(userId)
      keys.detailsUserIds.add(userId)
      keys.months.push({ userId, month: monthOf(createdAt) })
      keys.progressOf.push({ ruleId, userId })
    }
    for (const { awardId } of [...recordedReversals, ...reversalsOfReturns]) keys.awardRecordIds.push(awardId)
  },
  records: (rows) => [...recordedAwards(rows), ...withAwards(rows.recordedReversals, rows)],
  state: (_, rows) => ({
    awards: new Map([...rows.awards, ...rows.awardsOfOrders].map((award) => [award.id, award])),
    progress: new Map(
      [
        ...rows.progress,
        ...rows.namedProgress,
        ...rows.namedProgressByExternalId,
        ...rows.progressOfTypes,
        ...rows.progressOfTypesByExternalId,
      ].map((row) => [progressKey(row.ruleId, row.userId), row]),
    ),
    changes: noAwardChanges(),
  }),
  save(tx, each, batches) {
    insertAwards(tx, each('awards'))
    insertReversals(tx, each('reversals'))
    insertProgress(tx, changedProgress(batches, { isNew: true }))
    updateProgress(tx, changedProgress(batches, { isNew: false }))
    saveReferrals(tx, batches)
  },
}

const recordedAwards = (rows: RowLists<AwardRows>): Award[] =>
  rows.recordedAwards.map(({ remaining: _, hasWriteOff: __, ...award }) => award)

/** Reversals with the awards that they reversed. */
export function withAwards(reversals: readonly FoundReversal[], rows: RowLists<AwardRows>): Reversal[] {
  if (reversals.length === 0) return []
  const awards = new Map(recordedAwards(rows).map((award) => [award.id, award]))
  return reversals.map(({ awardId, ...reversal }) => ({ ...reversal, award: awards.get(awardId) as Award }))
}

function changedProgress(
  batches: (AwardState & { ledger: Ledger })[],
  { isNew }: { isNew: boolean },
): ByPartner<ChangedProgress> {
  return new Map(
    batches.map(({ ledger, progress, changes }) => {
      const changed = [...changes.progress].filter(([, row]) => row.isNew === isNew)
      const rows = changed.map(([key, { ruleId, userId, countsPeriods }]) => {
        return { ruleId, userId, countsPeriods, ...(progress.get(key) as RuleProgress) }
      })
      return [ledger.partnerId, rows]
    }),
  )
}
