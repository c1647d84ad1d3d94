import { randomBytes } from 'node:crypto'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Failure } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { type RecordedActor, SYSTEM } from '../ledger/actor.ts'
import { closeLedger, insertLifecycleEvents, type Ledger, nextJoinedNo, nextSeq } from '../ledger/ledger.ts'
import { setAccount } from './account-member-store.ts'
import type { Attributes } from './attribute.ts'
import { findFormerByExternalId, forgetFormer, formerHash } from './former-member-store.ts'
import { consentRequired } from './join-partner.ts'
import { insertMemberWords } from './member-search-store.ts'
import { identifiedSnapshot, type Membership } from './membership.ts'
import {
  findMembershipsByExternalId,
  insertMemberships,
  lockHidden,
  type NewMembership,
  type Opening,
  setLeft,
  updateExternalId,
  updateShownDetails,
} from './membership-store.ts'
import { noteJoined } from './note-joined.ts'
import { recordAttributes } from './record-attributes.ts'
import { showOnBoards } from './show-on-boards.ts'

/**
 * A customer of the partner. `fullname` and `email` are empty when unknown; an opening is for a new member.
 */
export type Customer = {
  externalId: string
  fullname: string
  email: string
  attributes?: Attributes
  opening?: Opening
}

export type JoinedCustomer = { membership: Membership; isNew: boolean } | { failure: Failure }

const TAG_BYTES = 10

/**
 * Joins customers of a partner as members without accounts. A known external id is the same member, with the
 * details as they are; a former member gets the old membership back, and an erased one gets it with new
 * details, unless `restores` is false. Imported ones are no activity. Returns a result for each customer, in order. The
 * actor is that of their attributes.
 */
export async function joinWithoutAccount(
  tx: Tx,
  ledger: Ledger,
  customers: Customer[],
  encryption: Encryption,
  {
    restores = true,
    actor = SYSTEM,
    isImport = false,
  }: { restores?: boolean; actor?: RecordedActor; isImport?: boolean } = {},
): Promise<JoinedCustomer[]> {
  const { partnerId, now } = ledger
  const externalIds = customers.map(({ externalId }) => externalId)
  const [found, former] = await Promise.all([
    findMembershipsByExternalId(tx, partnerId, externalIds),
    findFormer(tx, encryption, partnerId, externalIds),
  ])
  const members = new Map(found.map((membership) => [membership.externalId, membership]))
  const added: (Membership & { opening?: Opening })[] = []
  const restored: Membership[] = []
  /** Erased members, who come back with new details. */
  const renamed: Membership[] = []
  /** Of those with new details, by user. */
  const attributesOf = new Map<string, Attributes>()

  const results = await mapInSlices(customers, (customer): JoinedCustomer => {
    const known = members.get(customer.externalId)
    const erased = known ? undefined : former.get(customer.externalId)
    const before = known ?? erased
    if (before && !restores) return { membership: before, isNew: false }
    // An account that was deleted cannot consent.
    if (before?.leftBy === 'user' && before.accountId !== null) return { failure: consentRequired() }
    if (before?.leftAt === null) return { membership: before, isNew: false }
    const membership = {
      ...(known ?? newMembership(customer, now)),
      ...(erased && keptOf(erased)),
      leftAt: null,
      leftBy: null,
      updatedAt: now,
    }
    members.set(customer.externalId, membership)
    if (before) restored.push(membership)
    else added.push(customer.opening ? { ...membership, opening: customer.opening } : membership)
    if (erased) renamed.push(membership)
    if (!known && customer.attributes && Object.keys(customer.attributes).length > 0)
      attributesOf.set(membership.userId, customer.attributes)
    return { membership, isNew: !before }
  })

  const joined = [...added, ...restored]
  if (joined.length === 0) return results
  const opened = added.filter(({ opening }) => opening && opening.coins > 0n)
  ledger.walletsWithCoins += BigInt(opened.length)
  if (added.length > 0)
    insertMemberships(
      tx,
      partnerId,
      added.map((each) => withWallet(each, ledger)),
    )
  if (!isImport)
    noteJoined(
      tx,
      ledger,
      added.map(({ userId }) => userId),
    )
  await Promise.all(renamed.map((membership) => rename(tx, partnerId, membership)))
  await Promise.all(restored.map(({ userId }) => setLeft(tx, partnerId, userId, null, now)))
  await insertMemberWords(tx, partnerId, joined)
  const events = await mapInSlices(joined, (membership) => ({
    seq: nextSeq(ledger),
    type: 'user.onboarded' as const,
    data: identifiedSnapshot(membership),
    createdAt: now,
  }))
  insertLifecycleEvents(tx, new Map([[partnerId, events]]))
  const versions = events.flatMap(({ seq, data: { userId } }) => {
    const attributes = attributesOf.get(userId)
    return attributes ? [{ userId, attributes, sinceSeq: seq }] : []
  })
  recordAttributes(tx, ledger, actor, versions)
  closeLedger(tx, ledger)
  await showOnBoards(
    tx,
    ledger,
    joined.map(({ userId }) => userId),
    true,
    { withScores: restored.map(({ userId }) => userId) },
  )
  return results
}

/** Those among external ids that no member has, or ever had. */
export async function findUnusedExternalIds(
  db: Db,
  encryption: Encryption,
  partnerId: string,
  externalIds: string[],
): Promise<string[]> {
  const found = await findMembershipsByExternalId(db, partnerId, externalIds)
  const known = new Set(found.map(({ externalId }) => externalId))
  const unknown = [...new Set(externalIds)].filter((externalId) => !known.has(externalId))
  if (unknown.length === 0) return []
  const former = await findFormer(db, encryption, partnerId, unknown)
  return unknown.filter((externalId) => !former.has(externalId))
}

/** Erased members by the external ids that they had. */
async function findFormer(
  db: Db,
  encryption: Encryption,
  partnerId: string,
  externalIds: string[],
): Promise<Map<string, Membership>> {
  const hashOf = (value: string) => formerHash(encryption, { partnerId, kind: 'external id', value })
  const ids = new Map(
    await mapInSlices(externalIds, (value): [string, string] => [hashOf(value).toString('hex'), value]),
  )
  const hashes = Array.from(ids.keys(), (hash) => Buffer.from(hash, 'hex'))
  const found = await findFormerByExternalId(db, partnerId, hashes)
  return new Map(
    found.map(({ hash, ...membership }) => [ids.get(hash.toString('hex')) as string, membership]),
  )
}

const keptOf = ({ id, userId, accountId, createdAt }: Membership) => ({ id, userId, accountId, createdAt })

async function rename(tx: Tx, partnerId: string, membership: Membership): Promise<void> {
  const { userId, accountId, updatedAt } = membership
  if (accountId) {
    const isHidden = await lockHidden(tx, accountId)
    setAccount(tx, { accountId, partnerId, memberId: userId, isHidden })
  }
  forgetFormer(tx, partnerId, [userId])
  updateExternalId(tx, partnerId, { userId, externalId: membership.externalId as string }, updatedAt)
  await updateShownDetails(tx, partnerId, userId, membership, updatedAt)
}

const newMembership = ({ externalId, fullname, email }: Customer, now: Date): Membership => ({
  id: newId(),
  userId: newId(),
  accountId: null,
  externalId,
  tag: randomTag(),
  fullname,
  avatar: null,
  email,
  leftAt: null,
  leftBy: null,
  createdAt: now,
  updatedAt: now,
})

/** The age is unknown, so public boards do not show the member. */
const withWallet = (membership: Membership & { opening?: Opening }, ledger: Ledger): NewMembership => ({
  ...membership,
  isHidden: true,
  walletId: newId(),
  joinedNo: nextJoinedNo(ledger),
})

/** Has the form of a tag and says nothing about the customer: others see it on the boards. */
const randomTag = () => `user_${randomBytes(TAG_BYTES).toString('hex')}`
