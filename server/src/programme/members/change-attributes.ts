import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import {
  closeLedger,
  insertLifecycleEvents,
  type Ledger,
  type LifecycleEvent,
  nextSeq,
} from '../ledger/ledger.ts'
import {
  ATTRIBUTES_MAX,
  type AttributeChanges,
  changedNames,
  type MemberAttributes,
  withChanges,
} from './attribute.ts'
import { type AttributeVersion, findAttributes } from './attribute-store.ts'
import { identifiedSnapshot, type Membership } from './membership.ts'
import { findMembershipsByExternalId, findMembershipsOf } from './membership-store.ts'
import { recordAttributes } from './record-attributes.ts'

export type MemberChanges = MemberRef & { changes: AttributeChanges }

/** What a member has now, or why nothing changed. */
export type ChangedAttributes = MemberAttributes | 'unknown' | 'too many'

/**
 * Changes the attributes of members, one change after the other, and records each member's new set with its event. A
 * change of nothing writes nothing. Returns a result for each change, in order.
 */
export async function changeAttributes(
  tx: Tx,
  ledger: Ledger,
  actor: RecordedActor,
  members: readonly MemberChanges[],
): Promise<ChangedAttributes[]> {
  const { partnerId, now } = ledger
  const find = await finderOf(tx, partnerId, members)
  const versions: Omit<AttributeVersion, 'actorId'>[] = []
  const events: LifecycleEvent[] = []
  const results = await mapInSlices(members, (member): ChangedAttributes => {
    const found = find(member)
    if (!found) return 'unknown'
    const { userId } = found.membership
    const names = changedNames(found.attributes, member.changes)
    const attributes = withChanges(found.attributes, member.changes)
    if (Object.keys(attributes).length > ATTRIBUTES_MAX) return 'too many'
    if (names.length === 0) return { userId, attributes }
    found.attributes = attributes
    const seq = nextSeq(ledger)
    versions.push({ userId, attributes, sinceSeq: seq })
    const data = { ...identifiedSnapshot(found.membership), attributes: names, actor }
    events.push({ seq, type: 'user.updated', data, createdAt: now })
    return { userId, attributes }
  })
  if (events.length === 0) return results
  recordAttributes(tx, ledger, actor, versions)
  insertLifecycleEvents(tx, new Map([[partnerId, events]]))
  closeLedger(tx, ledger)
  return results
}

type FoundMember = Pick<MemberAttributes, 'attributes'> & { membership: Membership }

/** Finds current members with their attributes. */
async function finderOf(tx: Tx, partnerId: string, members: readonly MemberRef[]) {
  const userIds = members.flatMap((member) => ('userId' in member ? [member.userId] : []))
  const externalIds = members.flatMap((member) => ('externalId' in member ? [member.externalId] : []))
  const found = await Promise.all([
    userIds.length > 0 ? findMembershipsOf(tx, partnerId, userIds) : [],
    externalIds.length > 0 ? findMembershipsByExternalId(tx, partnerId, externalIds) : [],
  ])
  const current = found.flat().filter(({ leftAt }) => leftAt === null)
  const ids = [...new Set(current.map(({ userId }) => userId))]
  const before = rowsOf(await findAttributes(tx, new Map([[partnerId, ids]])), partnerId)
  const attributesOf = new Map(before.map(({ userId, attributes }) => [userId, attributes]))
  const byUser = new Map<string, FoundMember>()
  const byExternalId = new Map<string, FoundMember>()
  for (const membership of current) {
    const { userId, externalId } = membership
    const known = byUser.get(userId) ?? { membership, attributes: attributesOf.get(userId) ?? {} }
    byUser.set(userId, known)
    if (externalId !== null) byExternalId.set(externalId, known)
  }
  return (member: MemberRef): FoundMember | undefined =>
    'userId' in member ? byUser.get(member.userId) : byExternalId.get(member.externalId)
}
