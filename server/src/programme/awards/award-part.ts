import {
  type BatchPart,
  changesOf,
  eachOf,
  type FollowingPart,
  type ReplayingPart,
  type RowLists,
} from '../coin-calls/batch-part.ts'
import { ORDER_SIZE_MAX } from '../ledger/labels.ts'
import { monthOf } from '../ranking/board.ts'
import type { RuleKeys } from '../rules/rule-batch.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'
import type { Award, FoundAward, Reversal } from './award.ts'
import { type AwardKeys, type AwardState, noAwardChanges } from './award-batch.ts'
import {
  findAwardsByPartner,
  findAwardsByReference,
  insertAwards,
  insertProgress,
  loadProgress,
  loadProgressByExternalId,
  loadProgressOf,
  type ProgressRow,
  updateProgress,
} from './award-store.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'
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
  progress: ProgressRow
  recordedAwards: FoundAward
  recordedReversals: FoundReversal
  reversalsOfReturns: FoundReversal
}

/** The awards to reverse, and the progress of members with their rules. */
export const AWARDS: BatchPart<AwardKeys, AwardRows, AwardState> &
  FollowingPart<AwardRows, WalletKeys & RuleKeys & AwardKeys> &
  ReplayingPart<AwardRows, Award | Reversal> = {
  newKeys: () => ({
    awardIds: new Set(),
    references: new Set(),
    namedProgress: [],
    namedProgressByExternalId: [],
    progressOf: [],
  }),
  load: (db, keys) => ({
    namedProgress: loadProgress(
      db,
      eachOf(keys, ({ namedProgress }) => namedProgress),
    ),
    namedProgressByExternalId: loadProgressByExternalId(
      db,
      eachOf(keys, ({ namedProgressByExternalId }) => namedProgressByExternalId),
    ),
    progress: loadProgressOf(
      db,
      eachOf(keys, ({ progressOf }) => progressOf),
    ),
    awards: findAwardsByPartner(
      db,
      eachOf(keys, ({ awardIds }) => awardIds),
    ),
    awardsOfOrders: findAwardsByReference(
      db,
      eachOf(keys, ({ references }) => Array.from(references, (reference) => ({ reference }))),
      ORDER_SIZE_MAX + 1,
    ),
    recordedAwards: findAwardsByPartner(
      db,
      eachOf(keys, ({ recordIds }) => recordIds.award),
    ),
    recordedReversals: findReversals(
      db,
      eachOf(keys, ({ recordIds }) => recordIds.reversal),
    ),
    reversalsOfReturns: findReversalsOfReturns(
      db,
      eachOf(keys, ({ recordIds }) => recordIds.return),
    ),
  }),
  follows: ['awards', 'awardsOfOrders', 'recordedReversals', 'reversalsOfReturns'],
  follow({ awards, awardsOfOrders, recordedReversals, reversalsOfReturns }, keys) {
    for (const { ruleId, userId, createdAt } of [...awards, ...awardsOfOrders]) {
      keys.ruleIds.add(ruleId)
      keys.userIds.add(userId)
      keys.months.push({ userId, month: monthOf(createdAt) })
      keys.progressOf.push({ ruleId, userId })
    }
    for (const { awardId } of [...recordedReversals, ...reversalsOfReturns])
      keys.recordIds.award.push(awardId)
  },
  records: (rows) => [...recordedAwards(rows), ...withAwards(rows.recordedReversals, rows)],
  state: (_, rows) => ({
    awards: new Map([...rows.awards, ...rows.awardsOfOrders].map((award) => [award.id, award])),
    progress: new Map(
      [...rows.progress, ...rows.namedProgress, ...rows.namedProgressByExternalId].map((row) => [
        progressKey(row.ruleId, row.userId),
        row,
      ]),
    ),
    changes: noAwardChanges(),
  }),
  save(tx, batches) {
    insertAwards(
      tx,
      changesOf(batches, ({ changes }) => changes.awards),
    )
    insertReversals(
      tx,
      changesOf(batches, ({ changes }) => changes.reversals),
    )
    insertProgress(
      tx,
      changesOf(batches, (batch) => changedProgress(batch, { isNew: true })),
    )
    updateProgress(
      tx,
      changesOf(batches, (batch) => changedProgress(batch, { isNew: false })),
    )
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

function changedProgress({ changes, progress }: AwardState, { isNew }: { isNew: boolean }): ProgressRow[] {
  const rows: ProgressRow[] = []
  for (const [key, { ruleId, userId, isNew: isRowNew }] of changes.progress)
    if (isRowNew === isNew) rows.push({ ruleId, userId, ...(progress.get(key) as RuleProgress) })
  return rows
}
