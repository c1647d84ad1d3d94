import { skipWaitingEvents } from '../../feed/webhooks/delivery-store.ts'
import { giveUpAllMails } from '../../messages/mail/mail-store.ts'
import { deleteSendingPause, type SendingPause } from '../../messages/outbound/sending-pause-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { retryNow } from '../../storage/jobs/job-store.ts'

export type Resumed = { pause: SendingPause | undefined; dropped?: { mails: number; endpoints: number } }

/** Ends the pause. What piled up is sent, or dropped first. */
export function resumeSending(database: Database, { drops }: { drops: boolean }): Promise<Resumed> {
  return database.transaction(async (tx) => {
    const pause = await deleteSendingPause(tx)
    if (!pause) return { pause }
    const dropped = drops && {
      mails: await giveUpAllMails(tx, 'dropped by the operator'),
      endpoints: await skipWaitingEvents(tx),
    }
    await retryNow(tx, 'mail')
    return { pause, ...(dropped && { dropped }) }
  })
}
