import { skipWaitingEvents } from '../../feed/webhooks/delivery-store.ts'
import { giveUpAllMails } from '../../messages/mail/mail-store.ts'
import { deleteSendingHold, type SendingHold } from '../../messages/outbound/sending-hold-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { retryNow } from '../../storage/jobs/job-store.ts'

export type Resumed = { hold: SendingHold | undefined; dropped?: { mails: number; endpoints: number } }

/** Lifts the hold. What piled up is sent, or dropped first. */
export function resumeSending(database: Database, { drops }: { drops: boolean }): Promise<Resumed> {
  return database.transaction(async (tx) => {
    const hold = await deleteSendingHold(tx)
    if (!hold) return { hold }
    const dropped = drops && {
      mails: await giveUpAllMails(tx, 'dropped by the operator'),
      endpoints: await skipWaitingEvents(tx),
    }
    await retryNow(tx, 'mail')
    return { hold, ...(dropped && { dropped }) }
  })
}
