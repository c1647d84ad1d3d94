import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'

export type UnsentMail = {
  id: string
  recipient: string
  subject: string
  encryptedBody: Buffer
  createdAt: Date
}

/** `encryptedBody` is null after the mail was sent or given up. */
type StoredMail = Omit<UnsentMail, 'encryptedBody'> & { encryptedBody: Buffer | null }

const SELECT_MAILS = sql`
  select id, recipient, subject, encrypted_body, created_at
  from mails`

/** Inserts nothing without a recipient, in the same time. */
export async function insertMail(
  tx: Tx,
  mail: { id: string; recipient: string | undefined; subject: string; encryptedBody: Buffer },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into mails (id, recipient, subject, encrypted_body, created_at)
    select ${mail.id}::uuid, recipient, ${mail.subject}, ${mail.encryptedBody}, ${now}
    from (select ${mail.recipient ?? null}::text as recipient) to_whom
    where recipient is not null`)
}

export async function findUnsentMail(db: Db, id: string): Promise<UnsentMail | undefined> {
  return db.first<UnsentMail>(sql`
    ${SELECT_MAILS}
    where id = ${id} and sent_at is null and given_up_at is null`)
}

export async function markMailSent(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update mails
    set sent_at = now(), encrypted_body = null
    where id = ${id}`)
}

/** Deletes the text as well: by then it has no use. */
export async function giveUpMail(db: Db, id: string, reason: string): Promise<void> {
  await db.run(sql`
    update mails
    set given_up_at = now(), encrypted_body = null, last_error = ${reason}
    where id = ${id} and sent_at is null`)
}

/** Gives up every mail that waits. Returns how many. */
export async function giveUpAllMails(db: Db, reason: string): Promise<number> {
  return db.run(sql`
    update mails
    set given_up_at = now(), encrypted_body = null, last_error = ${reason}
    where sent_at is null and given_up_at is null`)
}

/** The newest mails to one recipient, or to all. */
export async function listMails(
  db: Db,
  { recipient, countMax }: { recipient: string | undefined; countMax: number },
): Promise<StoredMail[]> {
  return db.many<StoredMail>(sql`
    ${SELECT_MAILS}
    ${recipient === undefined ? sql`` : sql`where ${emailKeyOf(sql`recipient`)} = ${emailKey(recipient)}`}
    order by id desc
    limit ${countMax}`)
}
