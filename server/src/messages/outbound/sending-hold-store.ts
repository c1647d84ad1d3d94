import { type Db, sql } from '../../storage/database/database.ts'

/** Since when nothing is sent from this database, and why. */
export type SendingHold = { since: Date; reason: string }

export async function findSendingHold(db: Db): Promise<SendingHold | undefined> {
  return db.first<SendingHold>(sql`select since, reason from sending_hold`)
}

/** Keeps an earlier hold as it is. */
export async function insertSendingHold(db: Db, reason: string): Promise<void> {
  await db.run(sql`
    insert into sending_hold (since, reason)
    values (now(), ${reason})
    on conflict do nothing`)
}

export async function deleteSendingHold(db: Db): Promise<SendingHold | undefined> {
  return db.first<SendingHold>(sql`delete from sending_hold returning since, reason`)
}
