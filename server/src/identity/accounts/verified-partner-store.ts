import { type Db, sql } from '../../storage/database/database.ts'
import { emailKeyOf } from '../../storage/database/email-key.ts'

/** Whether the owner who has the address of a partner `p` has verified it. */
export const IS_VERIFIED = sql`exists (
  select
  from team_members m
  where m.partner_id = p.id and ${emailKeyOf(sql`m.email`)} = ${emailKeyOf(sql`p.email`)}
    and m.email_verified_at is not null
)`

/** The address of a partner, and whether it is verified. */
export async function findPartnerEmail(
  db: Db,
  partnerId: string,
): Promise<{ email: string; isVerified: boolean } | undefined> {
  return db.first<{ email: string; isVerified: boolean }>(sql`
    select p.email, ${IS_VERIFIED} as is_verified
    from partners p
    where p.id = ${partnerId}`)
}
