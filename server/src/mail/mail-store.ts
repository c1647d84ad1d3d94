import { type Db, sql, type Tx } from '../platform/database.ts'

export type DueMail = {
  id: string
  recipient: string
  subject: string
  bodySealed: Buffer
  createdAt: Date
  failures: number
}

/** `bodySealed` is null once the mail was sent or given up. */
type StoredMail = Omit<DueMail, 'bodySealed' | 'failures'> & { bodySealed: Buffer | null }

export async function insertMail(
  tx: Tx,
  mail: { id: string; recipient: string | undefined; subject: string; bodySealed: Buffer },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into mails (id, recipient, subject, body_sealed, created_at, next_try_at)
    select ${mail.id}::uuid, recipient, ${mail.subject}, ${mail.bodySealed}, ${now}, now()
    from (select ${mail.recipient ?? null}::text as recipient) to_whom
    where recipient is not null`)
}

/** Takes mails that are due and keeps them from other processes until the lease ends, by the one clock all share. */
export async function claimDueMails(
  db: Db,
  { countMax, leaseSeconds }: { countMax: number; leaseSeconds: number },
): Promise<DueMail[]> {
  return db.many<DueMail>(sql`
    with due as (
      select id
      from mails
      where sent_at is null and next_try_at <= now()
      order by next_try_at
      limit ${countMax}
      for update skip locked
    )
    update mails
    set next_try_at = now() + make_interval(secs => ${leaseSeconds})
    from due
    where mails.id = due.id
    returning mails.id, recipient, subject, body_sealed as "bodySealed", created_at as "createdAt", failures`)
}

export async function markMailSent(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update mails
    set sent_at = now(), body_sealed = null, last_error = null
    where id = ${id}`)
}

export async function recordMailFailure(
  db: Db,
  id: string,
  { reason, retrySeconds }: { reason: string; retrySeconds: number },
): Promise<void> {
  await db.run(sql`
    update mails
    set failures = failures + 1, last_error = ${reason}, next_try_at = now() + make_interval(secs => ${retrySeconds})
    where id = ${id} and sent_at is null`)
}

/** Stops trying mails that are older than the given age; what they say is of no use to anyone by then. */
export async function giveUpOldMails(db: Db, ageMaxDays: number): Promise<number> {
  return db.run(sql`
    update mails
    set next_try_at = 'infinity', body_sealed = null, last_error = coalesce(last_error, 'never tried')
    where sent_at is null and next_try_at <= now() and created_at <= now() - make_interval(days => ${ageMaxDays})`)
}

/** The newest mails, of one recipient or of all. */
export async function listMails(
  db: Db,
  { recipient, countMax }: { recipient: string | undefined; countMax: number },
): Promise<StoredMail[]> {
  return db.many<StoredMail>(sql`
    select id, recipient, subject, body_sealed as "bodySealed", created_at as "createdAt"
    from mails
    where ${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null})
    order by id desc
    limit ${countMax}`)
}
