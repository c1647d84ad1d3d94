import { findPartnerEmail, IS_VERIFIED } from '../../identity/accounts/account-store.ts'
import type { Role } from '../../runtime/caller.ts'
import { forbidden } from '../../runtime/failure.ts'
import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'
import { purgeByFunction } from '../../storage/database/purge.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import { type CoinValue, originsOf, type Partner, type PartnerBrand } from './partner.ts'

/** Partners `p` with their applications `a`. */
export const SELECT_PARTNERS = sql`
  select p.id as partner_id, p.ecosystem, p.name as partner_name, p.email, p.boards_public, p.time_zone,
    p.coin_name, p.coins_name, p.accent, p.logo_type, p.logo_hash, ${IS_VERIFIED} as email_verified,
    a.id as application_id, a.name as application_name, a.client_id, a.public_client_id, a.redirect_url,
    a.web_redirect_url, a.mobile_redirect_url, a.user_details_url
  from partners p
  join applications a on a.partner_id = p.id`

export async function findPartner(db: Db, partnerId: string): Promise<Partner | undefined> {
  return db.first<Partner>(sql`${SELECT_PARTNERS} where p.id = ${partnerId}`)
}

/** Whether an application has a redirect address at this origin: that of the partner, or any. */
export async function isRegisteredOrigin(
  db: Db,
  origin: string,
  partnerId: string | undefined,
): Promise<boolean> {
  const found = await db.first(sql`
    select id
    from applications
    where ${allOf(
      sql`origins @> array[${origin}]::text[]`,
      partnerId === undefined ? null : sql`partner_id = ${partnerId}`,
    )}
    limit 1`)
  return found !== undefined
}

/** The name and look of a partner that has published its boards; undefined for all others. */
type PublishedPartner = PartnerBrand & Pick<Partner, 'partnerName' | 'coinName' | 'coinsName'>

export const PUBLISHED: Loader<string, PublishedPartner | undefined> = {
  idOf: (partnerId) => partnerId,
  async load(db, _, partnerIds) {
    const rows = await db.many<PublishedPartner>(sql`
      select id as partner_id, name as partner_name, coin_name, coins_name, accent, logo_type, logo_hash
      from partners
      where id = any(${partnerIds}::uuid[]) and boards_public`)
    const published = new Map(rows.map((row) => [row.partnerId, row]))
    return partnerIds.map((partnerId) => published.get(partnerId))
  },
}

/** Whether an account of a team has verified this address. Others may have registered with it as well. */
export async function isVerifiedEmail(db: Db, email: string): Promise<boolean> {
  const row = await db.first(sql`
    select id
    from team_members
    where ${emailKeyOf(sql`email`)} = ${emailKey(email)} and email_verified_at is not null`)
  return row !== undefined
}

export async function ensureEcosystem(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into ecosystems (name, created_at)
    values (${name}, ${now})
    on conflict (name) do nothing`)
}

export async function insertPartner(tx: Tx, partner: Partner, now: Date): Promise<void> {
  await tx.run(sql`
    insert into partners (id, ecosystem, name, email, created_at, updated_at)
    values (${partner.partnerId}, ${partner.ecosystem}, ${partner.partnerName}, ${partner.email}, ${now}, ${now})`)
  await tx.run(sql`
    insert into applications (id, partner_id, name, client_id, public_client_id, redirect_url, web_redirect_url,
      mobile_redirect_url, user_details_url, origins, created_at, updated_at)
    values (${partner.applicationId}, ${partner.partnerId}, ${partner.applicationName}, ${partner.clientId},
      ${partner.publicClientId}, ${partner.redirectUrl}, ${partner.webRedirectUrl}, ${partner.mobileRedirectUrl},
      ${partner.userDetailsUrl}, ${originsOf(partner)}, ${now}, ${now})`)
}

export async function insertTeamMember(
  tx: Tx,
  member: {
    id: string
    partnerId: string
    email: string
    emailVerifiedAt: Date | null
    role: Role
    passwordHash: string
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into team_members (id, partner_id, email, email_verified_at, password_hash, role, created_at, updated_at)
    values (${member.id}, ${member.partnerId}, ${member.email}, ${member.emailVerifiedAt}, ${member.passwordHash},
      ${member.role}, ${now}, ${now})`)
}

/** Removes the partner's redirect addresses and user-details address. */
export async function clearAddresses(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update applications
    set redirect_url = '', web_redirect_url = null, mobile_redirect_url = null, user_details_url = '',
      origins = '{}', updated_at = ${now}
    where partner_id = ${partnerId}`)
}

export async function updatePartner(tx: Tx, partner: Partner, now: Date): Promise<void> {
  await tx.run(sql`
    update partners
    set boards_public = ${partner.boardsPublic}, time_zone = ${partner.timeZone}, coin_name = ${partner.coinName},
      coins_name = ${partner.coinsName}, accent = ${partner.accent}, updated_at = ${now}
    where id = ${partner.partnerId}`)
  await tx.run(sql`
    update applications
    set redirect_url = ${partner.redirectUrl}, web_redirect_url = ${partner.webRedirectUrl},
      mobile_redirect_url = ${partner.mobileRedirectUrl}, user_details_url = ${partner.userDetailsUrl},
      origins = ${originsOf(partner)}, updated_at = ${now}
    where partner_id = ${partner.partnerId}`)
}

/** What a coin was worth and will be, newest first. */
export function listCoinValues(db: Db, partnerId: string): Promise<CoinValue[]> {
  return db.many<CoinValue>(sql`
    select amount, currency, since, until
    from coin_values
    where partner_id = ${partnerId}
    order by since desc`)
}

/** Sets what a coin is worth from a day on. */
export async function saveCoinValue(
  tx: Tx,
  partnerId: string,
  { amount, currency, since }: Omit<CoinValue, 'until'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into coin_values (partner_id, since, amount, currency, updated_at)
    values (${partnerId}, ${since}, ${amount}, ${currency}, ${now})
    on conflict (partner_id, since) do update
    set amount = excluded.amount, currency = excluded.currency, until = null, updated_at = excluded.updated_at`)
}

/** Leaves coins without a value from a day on. Values that would begin later are deleted. */
export async function endCoinValue(tx: Tx, partnerId: string, day: string, now: Date): Promise<void> {
  await tx.run(sql`
    delete from coin_values
    where partner_id = ${partnerId} and since >= ${day}`)
  await tx.run(sql`
    update coin_values
    set until = ${day}, updated_at = ${now}
    where partner_id = ${partnerId} and since < ${day} and (until is null or until > ${day})`)
}

/** Whether the database knows a time zone of this name. */
export async function knowsTimeZone(db: Db, timeZone: string): Promise<boolean> {
  const row = await db.first(sql`select name from pg_timezone_names where name = ${timeZone}`)
  return row !== undefined
}

/** Deletes registrations that were never used; the schema says which. */
export function purgeUnusedPartners(db: Db, end: Date): Promise<void> {
  return purgeByFunction(db, sql`purge_unused_partners`, end)
}

export const EMAIL_UNVERIFIED = forbidden(
  'The e-mail address is not verified yet; send the code of the mail to partners/verify-email, or enter it on the dashboard.',
  'email_unverified',
)

/** Refuses what would let an unverified registration speak for others. Call it with the partner locked. */
export async function requireVerifiedPartner(tx: Tx, partnerId: string): Promise<void> {
  const email = await findPartnerEmail(tx, partnerId)
  if (!email?.isVerified) throw EMAIL_UNVERIFIED
}
