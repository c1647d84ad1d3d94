import { byteaList, type Db, sql, type Tx } from '../database/database.ts'

export type SecondFactor = { secretSealed: Buffer; isConfirmed: boolean }

export async function findSecondFactor(db: Db, teamMemberId: string): Promise<SecondFactor | undefined> {
  return db.first<SecondFactor>(sql`
    select secret_sealed as "secretSealed", confirmed_at is not null as "isConfirmed"
    from second_factors
    where team_member_id = ${teamMemberId}`)
}

/** Takes the place of one that was never confirmed; whether it could. */
export async function saveUnconfirmed(
  tx: Tx,
  { teamMemberId, secretSealed }: { teamMemberId: string; secretSealed: Buffer },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into second_factors (team_member_id, secret_sealed, last_step, created_at)
    select id, ${secretSealed}, 0, ${now}
    from team_members
    where id = ${teamMemberId}
    for key share
    on conflict (team_member_id) do update
    set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    where second_factors.confirmed_at is null`)
  return count === 1
}

/** Activates a second factor, once, with the secret whose code was right. */
export async function markConfirmed(
  tx: Tx,
  { teamMemberId, secretSealed, step }: { teamMemberId: string; secretSealed: Buffer; step: number },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update second_factors
    set confirmed_at = ${now}, last_step = ${step}
    where team_member_id = ${teamMemberId} and confirmed_at is null and secret_sealed = ${secretSealed}`)
  return count === 1
}

/** Spends the code of a step; of any number of tries at once, one succeeds, and no earlier step is taken later. */
export async function spendStep(tx: Tx, teamMemberId: string, step: number): Promise<boolean> {
  const count = await tx.run(sql`
    update second_factors
    set last_step = ${step}
    where team_member_id = ${teamMemberId} and last_step < ${step}`)
  return count === 1
}

/** Spends a recovery code; of any number of tries at once, one succeeds. */
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
    from unnest(${byteaList(hashes)}::bytea[]) as hash`)
}

/** The recovery codes go along. Whether there was one. */
export async function deleteSecondFactor(tx: Tx, teamMemberId: string): Promise<boolean> {
  const count = await tx.run(sql`
    delete from second_factors
    where team_member_id = ${teamMemberId} and confirmed_at is not null`)
  return count === 1
}
