import type { Tx } from '../../storage/database/database.ts'
import { storedKey } from '../idempotency/idempotency-key.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { noteActivities } from '../ledger/noted-activity-store.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { clearReferrers } from '../wallets/wallet-store.ts'
import type { AwardState } from './award-batch.ts'

/** A member whose first paid award ends what is kept of who referred them. */
export type Referral = { userId: string; accountId: string }

/** The first paid award of a referred member is worth an activity of who referred them. */
export function endReferral({ changes }: AwardState, wallet: Wallet): void {
  if (wallet.referrerAccountId === null) return
  changes.referrals.push({ userId: wallet.userId, accountId: wallet.referrerAccountId })
  wallet.referrerAccountId = null
}

type Batch = Pick<AwardState, 'changes'> & { ledger: Ledger }

/** Notes the activity `member.referred` if a rule listens to it. A pair has one for ever. */
export function saveReferrals(tx: Tx, batches: Batch[]): void {
  const referred = batches.filter(({ changes }) => changes.referrals.length > 0)
  if (referred.length === 0) return
  clearReferrers(tx, new Map(referred.map(({ ledger, changes }) => [ledger.partnerId, changes.referrals])))
  const noted = referred.filter(({ ledger }) => ledger.notesReferrals)
  noteActivities(
    tx,
    new Map(
      noted.map(({ ledger, changes }) => [
        ledger.partnerId,
        changes.referrals.map(({ userId, accountId }) => ({
          type: 'member.referred' as const,
          userId: null,
          accountId,
          // No caller can send a key with a tab.
          idempotencyKey: storedKey(`\tmember.referred\t${accountId}\t${userId}`),
          notedAt: ledger.now,
        })),
      ]),
    ),
  )
}
