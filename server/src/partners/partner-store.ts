import { type Db, sql, type Tx } from '../database/database.ts'
import type { Partner } from './partner.ts'

export async function findPartner(db: Db, partnerId: string): Promise<Partner | undefined> {
  return db.first<Partner>(sql`
    select p.id as "partnerId", p.ecosystem, p.name as "partnerName", p.email, p.boards_public as "boardsPublic",
      a.id as "applicationId", a.name as "applicationName", a.client_id as "clientId",
      a.public_client_id as "publicClientId", a.redirect_url as "redirectUrl",
      a.web_redirect_url as "webRedirectUrl", a.mobile_redirect_url as "mobileRedirectUrl",
      a.user_details_url as "userDetailsUrl"
    from partners p
    join applications a on a.partner_id = p.id
    where p.id = ${partnerId}`)
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
      mobile_redirect_url, user_details_url, created_at, updated_at)
    values (${partner.applicationId}, ${partner.partnerId}, ${partner.applicationName}, ${partner.clientId},
      ${partner.publicClientId}, ${partner.redirectUrl}, ${partner.webRedirectUrl}, ${partner.mobileRedirectUrl},
      ${partner.userDetailsUrl}, ${now}, ${now})`)
}

export async function insertOwner(
  tx: Tx,
  owner: { id: string; partnerId: string; email: string; passwordHash: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into team_members (id, partner_id, email, password_hash, role, created_at, updated_at)
    values (${owner.id}, ${owner.partnerId}, ${owner.email}, ${owner.passwordHash}, 'owner', ${now}, ${now})`)
}

/** Serializes changes of a partner, its team, its secrets and its webhooks. */
export async function lockPartner(tx: Tx, partnerId: string): Promise<void> {
  await tx.run(sql`
    select id
    from partners
    where id = ${partnerId}
    for no key update`)
}

export async function updatePartner(tx: Tx, partner: Partner, now: Date): Promise<void> {
  await tx.run(sql`
    update partners
    set boards_public = ${partner.boardsPublic}, updated_at = ${now}
    where id = ${partner.partnerId}`)
  await tx.run(sql`
    update applications
    set redirect_url = ${partner.redirectUrl}, web_redirect_url = ${partner.webRedirectUrl},
      mobile_redirect_url = ${partner.mobileRedirectUrl}, user_details_url = ${partner.userDetailsUrl},
      updated_at = ${now}
    where partner_id = ${partner.partnerId}`)
}
