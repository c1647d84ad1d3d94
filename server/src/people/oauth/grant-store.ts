import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'

/** Ends grants with their codes and refresh tokens, and within two seconds their access tokens. */
export async function endGrants(tx: Tx, grantIds: string[]): Promise<void> {
  // The grants first: concurrent calls wait here and cannot deadlock.
  await tx.run(sql`
    delete from oauth_records
    where model = 'Grant' and grant_id = any(${grantIds}::text[])`)
  await tx.run(sql`
    delete from oauth_records
    where grant_id = any(${grantIds}::text[])`)
  revokeTokens(tx, grantIds)
}

/** Revokes what all users have granted to a partner. */
export async function revokeGrantsTo(tx: Tx, partnerId: string): Promise<void> {
  const grants = await tx.many<{ grantId: string }>(sql`
    select r.grant_id
    from applications a
    join memberships m on m.partner_id = a.partner_id
    join oauth_records r on r.user_id = m.account_id and r.client_id in (a.client_id, a.public_client_id)
    where a.partner_id = ${partnerId} and r.model = 'Grant'
    order by r.grant_id`)
  await endGrants(
    tx,
    grants.map(({ grantId }) => grantId),
  )
}

/** The user who gave a grant. */
export async function findUserOfGrant(db: Db, grantId: string): Promise<string | undefined> {
  const grant = await db.first<{ userId: string }>(sql`
    select user_id
    from oauth_records
    where grant_id = ${grantId} and model = 'Grant'`)
  return grant?.userId
}

/** Whether a user has granted something to one of these clients. */
export async function hasGrant(
  db: Db,
  { userId, clientIds }: { userId: string; clientIds: string[] },
  now: Date,
): Promise<boolean> {
  const grant = await db.first(sql`
    select 1 as found
    from oauth_records
    where user_id = ${userId} and model = 'Grant' and client_id = any(${clientIds}::text[]) and expires_at > ${now}
    limit 1`)
  return grant !== undefined
}

/** Revokes what a user has granted to one partner, or to all. */
export async function revokeGrants(
  tx: Tx,
  { userId, partnerId }: { userId: string; partnerId?: string },
): Promise<void> {
  const grants = await tx.many<{ grantId: string }>(sql`
    select r.grant_id
    from oauth_records r
    join applications a on r.client_id in (a.client_id, a.public_client_id)
    where ${allOf(
      sql`r.user_id = ${userId} and r.model = 'Grant'`,
      partnerId === undefined ? null : sql`a.partner_id = ${partnerId}`,
    )}
    order by r.grant_id`)
  await endGrants(
    tx,
    grants.map(({ grantId }) => grantId),
  )
  if (partnerId === undefined) {
    await tx.run(sql`
      delete from oauth_records
      where user_id = ${userId}`)
  }
}
