import assert from 'node:assert/strict'
import { type ByPartner, isOneOf, rowsOf } from '../../storage/database/by-partner.ts'
import { type Db, sql } from '../../storage/database/database.ts'
import type { PartnerParty } from './coin-transaction.ts'

/** The partner as transactions show it. */
export async function findPartnerParty(db: Db, partnerId: string): Promise<PartnerParty> {
  const [party] = rowsOf(await findParties(db, [partnerId]), partnerId)
  assert(party)
  return party
}

/** Like `findPartnerParty`, for several partners. */
export async function findParties(db: Db, partnerIds: string[]): Promise<ByPartner<PartnerParty>> {
  if (partnerIds.length === 0) return new Map()
  const rows = await db.many<PartnerParty & { id: string }>(sql`
    select id, name, email
    from partners
    where ${isOneOf(sql`id`, partnerIds)}`)
  return new Map(rows.map(({ id, ...party }) => [id, [party]]))
}
