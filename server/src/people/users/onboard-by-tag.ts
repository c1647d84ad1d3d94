import type { Ledger } from '../../programme/ledger/ledger.ts'
import { joinByPartner } from '../../programme/members/claim-membership.ts'
import { isExternalIdTaken } from '../../programme/members/external-id.ts'
import type { Joined } from '../../programme/members/join-partner.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalid, missing, refused } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { type AskServices, askUserDetails } from './ask-user-details.ts'
import { addUser } from './create-user.ts'
import type { UserRecord } from './user-record.ts'
import { findTaken, lockUserIdByTag } from './user-store.ts'

export async function fetchRecord(services: AskServices, partner: Partner, tag: string): Promise<UserRecord> {
  const { outcome, detail, record } = await askUserDetails(services, partner, tag)
  if (record) return record
  if (outcome === 'not_found') throw missing(`A user with the tag ${tag}`)
  throw invalid(detail ?? '', outcome)
}

/**
 * Joins the user with the record's tag to the partner, and creates the account if needed. An id of the record
 * that another member has is not kept.
 */
export async function joinByRecord(
  tx: Tx,
  ledger: Ledger,
  record: UserRecord,
  encryption: Encryption,
): Promise<Joined> {
  const known = await lockUserIdByTag(tx, record.tag)
  const inUse = known ? undefined : await findTaken(tx, record)
  if (inUse?.email && !inUse.tag) {
    throw refused(
      'user_details_conflict',
      'The email in the user record belongs to another tag; correct the record, or use that tag.',
    )
  }
  const accountId = known ?? (await addUser(tx, accountOf(record), null, ledger.now)).id
  const { externalId } = record
  const isFree = externalId !== null && !(await isExternalIdTaken(tx, ledger.partnerId, externalId))
  const details = { ...record, externalId: isFree ? externalId : null }
  return joinByPartner(tx, ledger, { accountId, isNew: !known }, details, encryption)
}

function accountOf(record: UserRecord) {
  return {
    tag: record.tag,
    email: record.email || null,
    fullname: record.fullname,
    phone: record.phone,
    countryCode: record.countryCode,
    avatar: record.avatar,
    gender: record.gender,
    dateOfBirth: record.dateOfBirth,
    isAdult: record.isAdult,
    fromPartner: true,
  }
}
