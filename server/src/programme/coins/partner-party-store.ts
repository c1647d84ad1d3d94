import assert from 'node:assert/strict'
import { isOneOf } from '../../storage/database/by-partner.ts'
import { type Db, sql } from '../../storage/database/database.ts'
import type { PartnerParty } from './coin-transaction.ts'

/** The partner as transactions show it. */
export async function findPartnerParty(db: Db, partnerId: string): Promise<PartnerParty> {
  const [party] = await findParties(db, [partnerId])
  assert(party)
  return party
}

/** Those of several partners, each with its id. */
export function findParties(db: Db, partnerIds: string[]): Promise<(PartnerParty & { id: string })[]> {
  return db.many(sql`
    select id, name, email
    from partners
    where ${isOneOf(sql`id`, partnerIds)}`)
}
