import type { Tx } from '../../storage/database/database.ts'
import { storedKey } from '../idempotency/idempotency-key.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { noteActivities } from '../ledger/noted-activity-store.ts'

/** Notes the activity `member.joined` of new members, if a rule listens to it. A membership is new once for ever. */
export function noteJoined(tx: Tx, { partnerId, now, notesJoins }: Ledger, userIds: string[]): void {
  if (!notesJoins) return
  const noted = userIds.map((userId) => ({
    type: 'member.joined' as const,
    userId,
    accountId: null,
    // No caller can send a key with a tab.
    idempotencyKey: storedKey(`\tmember.joined\t${userId}`),
    notedAt: now,
  }))
  noteActivities(tx, new Map([[partnerId, noted]]))
}
