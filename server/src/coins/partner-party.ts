import assert from 'node:assert/strict'
import type { Db } from '../database/database.ts'
import { findPartner } from '../partners/partner-store.ts'
import type { PartnerParty } from './coin-transaction.ts'

/** The partner as transactions show it. */
export async function findPartnerParty(db: Db, partnerId: string): Promise<PartnerParty> {
  const partner = await findPartner(db, partnerId)
  assert(partner)
  return { name: partner.partnerName, email: partner.email }
}
