import { type Db, sql } from '../../storage/database/database.ts'

/** Moves every endpoint past the events that wait for it. Returns how many endpoints were behind. */
export async function skipWaitingEvents(db: Db): Promise<number> {
  return db.run(sql`
    update webhook_endpoints e
    set cursor = l.last_seq, pending_to = null, failures = 0, failing_since = null, next_try_at = now()
    from ledgers l
    where l.partner_id = e.partner_id and l.last_seq > e.cursor`)
}
