import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'
import { deleteUser } from '../users/user-account-store.ts'

/** Deletes what events say about a member beside their facts. Returns the numbers of these events. */
export async function deletePersonalData(tx: Tx, partnerId: string, userId: string): Promise<bigint[]> {
  const rows = await tx.many<{ seq: bigint }>(sql`
    delete from personal_data
    where partner_id = ${partnerId} and user_id = ${userId}
    returning seq`)
  // The note of a return is kept with one user of the order, and may be about any of them.
  const ofReturns = await tx.many<{ seq: bigint }>(sql`
    delete from personal_data
    where partner_id = ${partnerId} and seq = any(array(
      select r.seq
      from returns r
      where r.partner_id = ${partnerId} and r.id = any(array(
        select v.return_id
        from reversals v
        where v.partner_id = ${partnerId} and v.user_id = ${userId} and v.return_id is not null
        union
        select t.return_id
        from coin_transactions t
        where t.partner_id = ${partnerId} and t.user_id = ${userId} and t.return_id is not null
      ))
    ))
    returning seq`)
  const ofActivities = await tx.many<{ seq: bigint }>(sql`
    delete from activity_data
    where partner_id = ${partnerId} and seq = any(array(
      select a.seq
      from activities a
      where a.partner_id = ${partnerId} and a.user_id = ${userId}
    ))
    returning seq`)
  tx.send(sql`
    delete from evaluation_errors
    where partner_id = ${partnerId} and user_id = ${userId}`)
  tx.send(sql`
    delete from noted_activities
    where partner_id = ${partnerId} and user_id = ${userId}`)
  tx.send(sql`
    update wallets
    set referrer_account_id = null
    where partner_id = ${partnerId} and user_id = ${userId} and referrer_account_id is not null`)
  return [...rows, ...ofReturns, ...ofActivities].map(({ seq }) => seq)
}

/**
 * Empties what receivers of webhooks answered to these events: an answer may repeat what was sent. There may
 * be many of both, so each answer is searched for in one ordered set of the numbers.
 */
export function redactAnswers(tx: Tx, partnerId: string, seqs: bigint[]): void {
  if (seqs.length === 0) return
  tx.send(sql`
    update webhook_attempts
    set answer = ''
    where partner_id = ${partnerId} and answer <> '' and first_seq is not null
      and int8range(first_seq, last_seq, '[]') && (
        select range_agg(int8range(seq, seq, '[]'))
        from unnest(${seqs}::bigint[]) as seq
      )`)
}

/** Deletes import refusals (`already_member`) that name this member. */
export function deleteImportRefusals(tx: Tx, partnerId: string, externalId: string): void {
  tx.send(sql`
    delete from import_refusals
    where partner_id = ${partnerId} and external_id = ${externalId}`)
}

/** Empties lines of an unfinished import that name a member; each is then refused. */
export function redactImportLines(tx: Tx, partnerId: string, externalId: string): void {
  tx.send(sql`
    update import_lines
    set lines = (
      select jsonb_agg(
        case
          when line ->> 'externalId' = ${externalId}::text
          then jsonb_build_object('line', line -> 'line', 'externalId', null,
            'problem', 'A member who was erased had this externalId.')
          else line
        end
        order by position)
      from jsonb_array_elements(lines) with ordinality as each (line, position)
    )
    where partner_id = ${partnerId}
      and lines @> jsonb_build_array(jsonb_build_object('externalId', ${externalId}::text))`)
}

/** Whether a former member is erased and has not come back since. */
export async function isErased(db: Db, partnerId: string, userId: string): Promise<boolean> {
  const row = await db.first(sql`
    select id
    from memberships
    where partner_id = ${partnerId} and user_id = ${userId} and erased_at >= left_at`)
  return row !== undefined
}

export function deleteAccountMember(
  tx: Tx,
  { accountId, partnerId }: { accountId: string; partnerId: string },
): void {
  tx.send(sql`
    delete from user_partners
    where user_id = ${accountId} and partner_id = ${partnerId}`)
}

/** Also deletes the mails to the account's address. */
export async function deleteAccountRows(
  tx: Tx,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  if (email !== null)
    await tx.run(sql`delete from mails where ${emailKeyOf(sql`recipient`)} = ${emailKey(email)}`)
  await deleteUser(tx, userId)
}
