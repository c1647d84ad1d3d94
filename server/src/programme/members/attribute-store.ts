import {
  type ByPartner,
  findForEachRow,
  insertRows,
  mapRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import { type Attributes, type MemberAttributes, withChanges } from './attribute.ts'
import type { AccountMember } from './membership.ts'

/** The whole set of a member's attributes since an event. */
export type AttributeVersion = MemberAttributes & { sinceSeq: bigint; actorId: bigint }

export function insertAttributeVersions(tx: Tx, partnerId: string, versions: AttributeVersion[]): void {
  tx.send(
    insertRows('member_attributes', new Map([[partnerId, versions]]), {
      user_id: 'uuid',
      since_seq: 'bigint',
      actor_id: 'bigint',
      attributes: 'jsonb',
    }),
  )
}

/** The attributes of those among these users who have had some. */
export function findAttributes(db: Db, userIds: ByPartner<string>): Promise<ByPartner<MemberAttributes>> {
  const rows = mapRows(userIds, (own) => own.map((userId) => ({ userId })))
  return findForEachRow(
    db,
    rows,
    { user_id: 'uuid' },
    (partnerId) => sql`
      select a.user_id, a.attributes
      from member_attributes a
      where a.partner_id = ${partnerId} and a.user_id = given.user_id
      order by a.since_seq desc`,
  )
}

/** The same, by the partners' own ids. */
export function findAttributesByExternalId(
  db: Db,
  externalIds: ByPartner<string>,
): Promise<ByPartner<MemberAttributes>> {
  const rows = mapRows(externalIds, (own) => own.map((externalId) => ({ externalId })))
  return findForEachRow(
    db,
    rows,
    { external_id: 'text' },
    (partnerId) => sql`
      select m.user_id, a.attributes
      from memberships m
      cross join lateral (
        select attributes
        from member_attributes
        where partner_id = ${partnerId} and user_id = m.user_id
        order by since_seq desc
        limit 1
      ) a
      where m.partner_id = ${partnerId} and m.external_id = given.external_id`,
  )
}

/** A user, and the number of an event. */
export type AttributeMoment = { userId: string; seq: bigint }

/** What the attributes of users were at events. Who had none until then is left out. */
export async function findAttributesAt(
  db: Db,
  partnerId: string,
  moments: readonly AttributeMoment[],
): Promise<(AttributeMoment & { attributes: Attributes })[]> {
  const found: ByPartner<AttributeMoment & { attributes: Attributes }> = await findForEachRow(
    db,
    new Map([[partnerId, moments]]),
    { user_id: 'uuid', seq: 'bigint' },
    (partner) => sql`
      select given.user_id, given.seq, a.attributes
      from member_attributes a
      where a.partner_id = ${partner} and a.user_id = given.user_id and a.since_seq <= given.seq
      order by a.since_seq desc`,
  )
  return [...rowsOf(found, partnerId)]
}

/** The attributes of a user in the order of their names; empty for one who never had any. */
export const ATTRIBUTES_OF: Loader<string, Attributes> = {
  idOf: (userId) => userId,
  async load(db, partnerId, userIds) {
    const found = rowsOf(await findAttributes(db, new Map([[partnerId, userIds]])), partnerId)
    const byUser = new Map(found.map(({ userId, attributes }) => [userId, withChanges({}, attributes)]))
    return userIds.map((userId) => byUser.get(userId) ?? {})
  },
}

/** A version as exports show it: the number and the time of its event. */
export type DatedAttributes = { seq: bigint; createdAt: Date; attributes: Attributes }

/** The versions of a member's attributes after an event, in order. */
export function listAttributeVersionsAfter(
  db: Db,
  { partnerId, memberId, after, limit }: AccountMember & { after: bigint; limit: number },
): Promise<DatedAttributes[]> {
  return db.many<DatedAttributes>(sql`
    select a.since_seq as seq, e.created_at, a.attributes
    from (
      select since_seq, attributes
      from member_attributes
      where partner_id = ${partnerId} and user_id = ${memberId} and since_seq > ${after}
      order by since_seq
      limit ${limit}
    ) a
    cross join lateral (
      select created_at
      from lifecycle_events
      where partner_id = ${partnerId} and seq = a.since_seq
      limit 1
    ) e
    order by a.since_seq`)
}

/** Called when a member is erased. */
export function deleteAttributes(tx: Tx, partnerId: string, userId: string): void {
  tx.send(sql`
    delete from member_attributes
    where partner_id = ${partnerId} and user_id = ${userId}`)
}
