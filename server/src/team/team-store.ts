import { type Db, sql, type Tx } from '../database/database.ts'
import type { Role } from '../http/credential.ts'
import { lockPartner } from '../partners/partner-store.ts'

export type TeamMember = {
  id: string
  partnerId: string
  email: string
  role: Role
  passwordHash: string
  hasSecondFactor: boolean
  createdAt: Date
}

/** The member with this address, if the partner is in this ecosystem. */
export async function findTeamMemberByEmail(
  db: Db,
  { email, ecosystem }: { email: string; ecosystem: string },
): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`
    select m.id, m.partner_id as "partnerId", m.email, m.role, m.password_hash as "passwordHash",
      f.team_member_id is not null as "hasSecondFactor", m.created_at as "createdAt"
    from team_members m
    join partners p on p.id = m.partner_id and p.ecosystem = ${ecosystem}
    left join second_factors f on f.team_member_id = m.id and f.confirmed_at is not null
    where lower(m.email) = lower(${email})`)
}

export async function findTeamMember(
  db: Db,
  { id, partnerId }: { id: string; partnerId: string },
): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`
    select m.id, m.partner_id as "partnerId", m.email, m.role, m.password_hash as "passwordHash",
      f.team_member_id is not null as "hasSecondFactor", m.created_at as "createdAt"
    from team_members m
    left join second_factors f on f.team_member_id = m.id and f.confirmed_at is not null
    where m.id = ${id} and m.partner_id = ${partnerId}`)
}

export async function listTeam(db: Db, partnerId: string): Promise<TeamMember[]> {
  return db.many<TeamMember>(sql`
    select m.id, m.partner_id as "partnerId", m.email, m.role, m.password_hash as "passwordHash",
      f.team_member_id is not null as "hasSecondFactor", m.created_at as "createdAt"
    from team_members m
    left join second_factors f on f.team_member_id = m.id and f.confirmed_at is not null
    where m.partner_id = ${partnerId}
    order by m.created_at, m.id`)
}

export async function isTeamEmail(db: Db, email: string): Promise<boolean> {
  const row = await db.first(sql`
    select id
    from team_members
    where lower(email) = lower(${email})`)
  return row !== undefined
}

/** Locks a team and one of its members for a change. Everyone locks in this order: the team, the member, then what is the member's. */
export async function lockTeamMember(
  tx: Tx,
  { id, partnerId }: { id: string; partnerId: string },
): Promise<TeamMember | undefined> {
  await lockPartner(tx, partnerId)
  await tx.run(sql`
    select id
    from team_members
    where id = ${id}
    for update`)
  return findTeamMember(tx, { id, partnerId })
}

/** Keeps the account as it is until the end of the transaction; undefined when its password is no longer this one. */
export async function holdTeamMember(
  tx: Tx,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<{ role: Role; hasSecondFactor: boolean } | undefined> {
  return tx.first<{ role: Role; hasSecondFactor: boolean }>(sql`
    select m.role, exists (
      select
      from second_factors f
      where f.team_member_id = m.id and f.confirmed_at is not null
    ) as "hasSecondFactor"
    from team_members m
    where m.id = ${id} and m.password_hash = ${passwordHash}
    for share of m`)
}

export async function insertTeamMember(
  tx: Tx,
  member: { id: string; partnerId: string; email: string; role: Role; passwordHash: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into team_members (id, partner_id, email, password_hash, role, created_at, updated_at)
    values (${member.id}, ${member.partnerId}, ${member.email}, ${member.passwordHash}, ${member.role}, ${now}, ${now})`)
}

export async function updateRole(tx: Tx, id: string, role: Role, now: Date): Promise<void> {
  await tx.run(sql`
    update team_members
    set role = ${role}, updated_at = ${now}
    where id = ${id}`)
}

/** Sets a password. With `current`, only where that one still holds; whether it did. */
export async function updatePassword(
  tx: Tx,
  { id, passwordHash, current }: { id: string; passwordHash: string; current?: string },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update team_members
    set password_hash = ${passwordHash}, updated_at = ${now}
    where id = ${id} and password_hash = coalesce(${current ?? null}, password_hash)`)
  return count === 1
}

/** Gives a member another address; the partner has the same one when it had the member's. */
export async function updateEmail(
  tx: Tx,
  { id, partnerId, email }: { id: string; partnerId: string; email: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update partners p
    set email = ${email}, updated_at = ${now}
    from team_members m
    where p.id = ${partnerId} and m.id = ${id} and lower(p.email) = lower(m.email)`)
  await tx.run(sql`
    update team_members
    set email = ${email}, updated_at = ${now}
    where id = ${id}`)
}

/** A partner's address is that of an owner; when that one is gone, it is the longest-standing owner's. */
export async function keepPartnerEmail(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update partners p
    set updated_at = ${now}, email = (
      select m.email
      from team_members m
      where m.partner_id = p.id and m.role = 'owner'
      order by m.created_at, m.id
      limit 1
    )
    where p.id = ${partnerId} and not exists (
      select
      from team_members m
      where m.partner_id = p.id and m.role = 'owner' and lower(m.email) = lower(p.email)
    )`)
}

/** Sessions, second factor and all else of the member go along. */
export async function deleteTeamMember(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    delete from team_members
    where id = ${id}`)
}
