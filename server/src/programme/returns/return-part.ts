import { type AwardRows, withAwards } from '../awards/award-part.ts'
import type { BatchPart, ReplayingPart } from '../coin-calls/batch-part.ts'
import type { CoinRows } from '../coins/coin-part.ts'
import type { Share } from '../coins/share.ts'
import type { ReturnKeys, ReturnState } from './apply-return.ts'
import type { Return } from './return.ts'
import { findReturnedShares, findReturns, insertReturns } from './return-store.ts'

type ReturnRows = {
  returnedShares: { reference: string; shareTotal: Share }
  recordedReturns: Omit<Return, 'refunds' | 'reversals'>
}

/** What was returned of orders before. */
export const RETURNS: BatchPart<ReturnKeys, ReturnRows, ReturnState> &
  ReplayingPart<ReturnRows & CoinRows & AwardRows, Return> = {
  newKeys: () => ({ references: [] }),
  load: (db, each) => ({
    returnedShares: findReturnedShares(db, each('references')),
    recordedReturns: findReturns(db, each('returnRecordIds')),
  }),
  records(rows) {
    const reversals = withAwards(rows.reversalsOfReturns, rows)
    return rows.recordedReturns.map((record) => ({
      ...record,
      refunds: rows.refundsOfReturns.filter(({ returnId }) => returnId === record.id),
      reversals: reversals.filter(({ returnId }) => returnId === record.id),
    }))
  },
  state: (_, { returnedShares }) => ({
    returnedShares: new Map(returnedShares.map(({ reference, shareTotal }) => [reference, shareTotal])),
    changes: { returns: [] },
  }),
  save: (tx, each) => insertReturns(tx, each('returns')),
}
