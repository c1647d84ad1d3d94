import { type Joined, joinPartner } from '../members/join-partner.ts'
import type { Partner } from '../partners/partner.ts'
import { type Database, violatedConstraint } from '../platform/database.ts'
import { invalid, missing, refused } from '../platform/failure.ts'
import type { Outbound } from '../platform/outbound.ts'
import { addUser, USER_KEYS } from './create-user.ts'
import { fetchUserDetails, type UserRecord } from './user-details.ts'
import { findTaken, findUserIdByTag } from './user-store.ts'

/** Joins the user that the partner's own address knows under a tag, and creates the account when there is none. */
export async function onboardByTag(
  { database, outbound }: { database: Database; outbound: Outbound },
  partner: Partner,
  tag: string,
  now: Date,
): Promise<Joined> {
  const answer = await fetchUserDetails(outbound, partner.userDetailsUrl, tag)
  if (!answer.found) {
    if (answer.code === 'not_found') throw missing(`A user with the tag ${tag}`)
    throw invalid(answer.detail, answer.code)
  }
  const record = answer.record
  try {
    return await joinByRecord(database, partner.partnerId, record, now)
  } catch (error) {
    // Another call created the same account in the meantime, so now there is one to join.
    if (USER_KEYS.includes(violatedConstraint(error) ?? ''))
      return joinByRecord(database, partner.partnerId, record, now)
    throw error
  }
}

async function joinByRecord(
  database: Database,
  partnerId: string,
  record: UserRecord,
  now: Date,
): Promise<Joined> {
  return database.transaction(async (tx) => {
    const known = await findUserIdByTag(tx, record.tag)
    const inUse = known ? undefined : await findTaken(tx, record)
    if (inUse?.email && !inUse.tag) {
      throw refused(
        'user_details_conflict',
        'The email in the user record belongs to another tag; correct the record, or use that tag.',
      )
    }
    const userId = known ?? (await addUser(tx, accountOf(record), null, now)).id
    return joinPartner(tx, partnerId, userId, record, now)
  })
}

function accountOf(record: UserRecord) {
  return {
    tag: record.tag,
    email: record.email || null,
    fullname: record.fullname.toLowerCase(),
    phone: record.phone,
    countryCode: record.countryCode,
    avatar: record.avatar,
    gender: record.gender,
    dateOfBirth: record.dateOfBirth,
    isAdult: record.isAdult,
    fromPartner: true,
  }
}
