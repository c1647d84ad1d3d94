import { type Db, sql } from '../../storage/database/database.ts'

/** Nothing has been sent from this database since then, for this reason. */
export type SendingPause = { since: Date; reason: string }

export async function findSendingPause(db: Db): Promise<SendingPause | undefined> {
  return db.first<SendingPause>(sql`select since, reason from sending_pause`)
}

/** Keeps an earlier pause as it is. */
export async function insertSendingPause(db: Db, reason: string): Promise<void> {
  await db.run(sql`
    insert into sending_pause (since, reason)
    values (now(), ${reason})
    on conflict do nothing`)
}

export async function deleteSendingPause(db: Db): Promise<SendingPause | undefined> {
  return db.first<SendingPause>(sql`delete from sending_pause returning since, reason`)
}
