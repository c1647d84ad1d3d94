import { type Db, sql, type Tx } from '../../storage/database/database.ts'

export type SecondFactor = { encryptedSecret: Buffer; isConfirmed: boolean }

export async function findSecondFactor(db: Db, teamMemberId: string): Promise<SecondFactor | undefined> {
  return db.first<SecondFactor>(sql`
    select encrypted_secret, confirmed_at is not null as is_confirmed
    from second_factors
    where team_member_id = ${teamMemberId}`)
}

/** Replaces an unconfirmed second factor. Returns false when a confirmed one exists. */
export async function saveUnconfirmed(
  tx: Tx,
  { teamMemberId, encryptedSecret }: { teamMemberId: string; encryptedSecret: Buffer },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into second_factors (team_member_id, encrypted_secret, last_step, created_at)
    select id, ${encryptedSecret}, 0, ${now}
    from team_members
    where id = ${teamMemberId}
    for key share
    on conflict (team_member_id) do update
    set encrypted_secret = excluded.encrypted_secret, created_at = excluded.created_at
    where second_factors.confirmed_at is null`)
  return count === 1
}

/** Activates a second factor once, if its secret is still the one whose code was right. */
export async function markConfirmed(
  tx: Tx,
  { teamMemberId, encryptedSecret, step }: { teamMemberId: string; encryptedSecret: Buffer; step: number },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update second_factors
    set confirmed_at = ${now}, last_step = ${step}
    where team_member_id = ${teamMemberId} and confirmed_at is null and encrypted_secret = ${encryptedSecret}`)
  return count === 1
}

/** Spends the code of a time step and all earlier ones; of concurrent tries one succeeds. */
export async function spendStep(tx: Tx, teamMemberId: string, step: number): Promise<boolean> {
  const count = await tx.run(sql`
    update second_factors
    set last_step = ${step}
    where team_member_id = ${teamMemberId} and last_step < ${step}`)
  return count === 1
}

/** Spends a recovery code; of concurrent tries one succeeds. */
export async function spendRecoveryCode(tx: Tx, teamMemberId: string, codeHash: Buffer): Promise<boolean> {
  const count = await tx.run(sql`
    delete from recovery_codes
    where team_member_id = ${teamMemberId} and code_hash = ${codeHash}`)
  return count === 1
}

export async function replaceRecoveryCodes(tx: Tx, teamMemberId: string, hashes: Buffer[]): Promise<void> {
  await tx.run(sql`
    delete from recovery_codes
    where team_member_id = ${teamMemberId}`)
  await tx.run(sql`
    insert into recovery_codes (team_member_id, code_hash)
    select ${teamMemberId}::uuid, hash
    from unnest(${hashes}::bytea[]) as hash`)
}

/** Deletes the recovery codes too. Returns whether there was a confirmed second factor. */
export async function deleteSecondFactor(tx: Tx, teamMemberId: string): Promise<boolean> {
  const count = await tx.run(sql`
    delete from second_factors
    where team_member_id = ${teamMemberId} and confirmed_at is not null`)
  return count === 1
}
