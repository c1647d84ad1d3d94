import { deleteEmailCode } from '../../identity/accounts/email-code-store.ts'
import type { Registration } from '../../programme/partners/onboard-partner.ts'
import type { Role } from '../../runtime/caller.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'

export type TeamMember = {
  id: string
  partnerId: string
  partnerName: string
  email: string
  /** Null until the registrant has verified the address. */
  emailVerifiedAt: Date | null
  role: Role
  passwordHash: string
  hasSecondFactor: boolean
  /** Whether the member, as an owner, gets a mail when an alarm begins. */
  alarmMails: boolean
  createdAt: Date
}

const TEAM_MEMBER = sql`
  select m.id, m.partner_id, p.name as partner_name, m.email, m.email_verified_at, m.role, m.password_hash,
    f.team_member_id is not null as has_second_factor, m.alarm_mails, m.created_at
  from team_members m
  join partners p on p.id = m.partner_id
  left join second_factors f on f.team_member_id = m.id and f.confirmed_at is not null`

type EmailAndEcosystem = { email: string; ecosystem: string }

/**
 * The account that has verified an address; until one has, the registrations of the address, the oldest
 * first.
 */
const byEmail = ({ email, ecosystem }: EmailAndEcosystem) => sql`
  ${TEAM_MEMBER}
  where ${emailKeyOf(sql`m.email`)} = ${emailKey(email)} and p.ecosystem = ${ecosystem}
  order by m.email_verified_at is null, m.id`

export async function findTeamMemberByEmail(db: Db, key: EmailAndEcosystem): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`${byEmail(key)} limit 1`)
}

/**
 * The accounts that an address may open: the one that has verified it, or else its oldest and its newest
 * registration. So one earlier or one later registration does not shut out another, and few passwords are
 * checked. One between them cannot sign in.
 */
export async function findTeamMembersByEmail(
  db: Db,
  key: EmailAndEcosystem,
  lock: Sql = sql``,
): Promise<TeamMember[]> {
  const oldest = await db.first<TeamMember>(sql`${byEmail(key)} limit 1 ${lock}`)
  const newest = await db.first<TeamMember>(sql`
    ${TEAM_MEMBER}
    where ${emailKeyOf(sql`m.email`)} = ${emailKey(key.email)} and p.ecosystem = ${key.ecosystem}
    order by m.id desc
    limit 1
    ${lock}`)
  if (!oldest || !newest) return []
  return oldest.emailVerifiedAt || oldest.id === newest.id ? [oldest] : [oldest, newest]
}

/** Finds these accounts and keeps them and their address unchanged until the transaction ends. */
export function lockTeamMembersByEmail(tx: Tx, key: EmailAndEcosystem): Promise<TeamMember[]> {
  return findTeamMembersByEmail(tx, key, sql`for share of m`)
}

export async function findTeamMember(
  db: Db,
  { id, partnerId }: { id: string; partnerId: string },
): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`${TEAM_MEMBER} where m.id = ${id} and m.partner_id = ${partnerId}`)
}

export async function findTeamMemberIn(
  db: Db,
  { id, ecosystem }: { id: string; ecosystem: string },
): Promise<TeamMember | undefined> {
  return db.first<TeamMember>(sql`${TEAM_MEMBER} where m.id = ${id} and p.ecosystem = ${ecosystem}`)
}

export async function listTeam(db: Db, partnerId: string): Promise<TeamMember[]> {
  return db.many<TeamMember>(sql`
    ${TEAM_MEMBER}
    where m.partner_id = ${partnerId}
    order by m.created_at, m.id`)
}

/** The team member of a session, with the current role. */
export type SessionHolder = {
  sessionId: string
  teamMemberId: string
  email: string
  partnerId: string
  role: Role
  ecosystem: string
}

export async function findSessionHolder(db: Db, sessionId: string): Promise<SessionHolder | undefined> {
  return db.first<SessionHolder>(sql`
    select s.id as session_id, m.id as team_member_id, m.email, m.partner_id, m.role, p.ecosystem
    from sessions s
    join team_members m on m.id = s.team_member_id
    join partners p on p.id = m.partner_id
    where s.id = ${sessionId}`)
}

/**
 * A registration of an address that waits for a code: the given member's, else the only one of the address.
 */
export async function findRegistration(
  db: Db,
  { email, ecosystem, teamMemberId }: EmailAndEcosystem & { teamMemberId: string | undefined },
): Promise<(Registration & { partnerId: string }) | undefined> {
  const waiting = await db.many<Registration & { partnerId: string }>(sql`
    select m.id as team_member_id, m.partner_id, m.email, p.name as partner_name, p.ecosystem
    from team_members m
    join partners p on p.id = m.partner_id
    left join email_codes c on c.account_id = m.id
    where ${emailKeyOf(sql`m.email`)} = ${emailKey(email)} and p.ecosystem = ${ecosystem}
      and (m.email_verified_at is null or c.account_id is not null)
    order by m.id = ${teamMemberId ?? null}::uuid desc nulls last
    limit 2
    for key share of m`)
  const [first, second] = waiting
  return second && first?.teamMemberId !== teamMemberId ? undefined : first
}

/** Locks a team member in a partner transaction. What belongs to the member is locked after that. */
export async function lockTeamMember(
  tx: Tx,
  { id, partnerId }: { id: string; partnerId: string },
): Promise<TeamMember | undefined> {
  await tx.run(sql`
    select id
    from team_members
    where id = ${id}
    for update`)
  return findTeamMember(tx, { id, partnerId })
}

export async function updateRole(tx: Tx, id: string, role: Role, now: Date): Promise<void> {
  await tx.run(sql`
    update team_members
    set role = ${role}, updated_at = ${now}
    where id = ${id}`)
}

/** Marks the address as verified. Violates `team_members_email_key` when another account has verified it. */
export async function markTeamEmailVerified(tx: Tx, teamMemberId: string, now: Date): Promise<void> {
  await deleteEmailCode(tx, teamMemberId)
  await tx.run(sql`
    update team_members
    set email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
    where id = ${teamMemberId}`)
}

/** Changes a member's address, and the partner's when it is the same. */
export async function updateEmail(
  tx: Tx,
  { id, partnerId, email }: { id: string; partnerId: string; email: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update partners p
    set email = ${email}, updated_at = ${now}
    from team_members m
    where p.id = ${partnerId} and m.id = ${id} and ${emailKeyOf(sql`p.email`)} = ${emailKeyOf(sql`m.email`)}`)
  await tx.run(sql`
    update team_members
    set email = ${email}, updated_at = ${now}
    where id = ${id}`)
}

/** Keeps a partner's address that of an owner: when that owner is gone, it becomes the oldest owner's. */
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
      where m.partner_id = p.id and m.role = 'owner' and ${emailKeyOf(sql`m.email`)} = ${emailKeyOf(sql`p.email`)}
    )`)
}

/** Deletes a member with the sessions, links and second factor. */
export async function deleteTeamMember(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    delete from team_members
    where id = ${id}`)
}

export async function setAlarmMails(tx: Tx, id: string, alarmMails: boolean, now: Date): Promise<void> {
  await tx.run(sql`
    update team_members
    set alarm_mails = ${alarmMails}, updated_at = ${now}
    where id = ${id}`)
}
