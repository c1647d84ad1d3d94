import { type ByPartner, findByKey } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql } from '../../storage/database/database.ts'

export type MemberFacts = { userId: string; externalId: string | null; joinedAt: Date }

const selectFacts = (partnerId: Sql, isMember: Sql): Sql => sql`
  select user_id, external_id, created_at as joined_at
  from memberships
  where partner_id = ${partnerId} and ${isMember}`

export const findMemberFacts = (db: Db, userIds: ByPartner<string>): Promise<ByPartner<MemberFacts>> =>
  findByKey(db, userIds, 'uuid', (partnerId, isKey) => selectFacts(partnerId, sql`user_id ${isKey}`))

/** The same, by the partners' own ids. */
export const findMemberFactsByExternalId = (
  db: Db,
  externalIds: ByPartner<string>,
): Promise<ByPartner<MemberFacts>> =>
  findByKey(db, externalIds, 'text', (partnerId, isKey) => selectFacts(partnerId, sql`external_id ${isKey}`))
