import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Failure } from '../http/failure.ts'
import { closeLedger, insertLifecycleEvents, type Ledger, nextJoinedNo, nextSeq } from '../ledger/ledger.ts'
import { mapInSlices } from '../process/in-slices.ts'
import { consentRequired } from './join-partner.ts'
import { insertMemberWords } from './member-search-store.ts'
import type { Membership } from './membership.ts'
import { identifiedData } from './membership-data.ts'
import {
  findMembershipsByExternalId,
  insertMemberships,
  type NewMembership,
  setLeft,
} from './membership-store.ts'
import { showOnBoards } from './show-on-boards.ts'

/** A customer of the partner. `fullname` and `email` are empty when unknown. */
export type Customer = { externalId: string; fullname: string; email: string }

export type JoinedCustomer = { membership: Membership; isNew: boolean } | { failure: Failure }

const TAG_BYTES = 10

/**
 * Joins customers of a partner as members without accounts. A known external id is the same member, with the details
 * as they are; a former member gets the old membership back. Returns a result for each customer, in order.
 */
export async function joinWithoutAccount(
  tx: Tx,
  ledger: Ledger,
  customers: Customer[],
): Promise<JoinedCustomer[]> {
  const { partnerId, now } = ledger
  const externalIds = customers.map(({ externalId }) => externalId)
  const found = await findMembershipsByExternalId(tx, partnerId, externalIds)
  const members = new Map(found.map((membership) => [membership.externalId, membership]))
  const added: Membership[] = []
  const restored: Membership[] = []

  const results = customers.map((customer): JoinedCustomer => {
    const known = members.get(customer.externalId)
    if (known?.leftBy === 'user') return { failure: consentRequired() }
    if (known?.leftAt === null) return { membership: known, isNew: false }
    const membership = known
      ? { ...known, leftAt: null, leftBy: null, updatedAt: now }
      : newMembership(customer, now)
    members.set(customer.externalId, membership)
    if (known) restored.push(membership)
    else added.push(membership)
    return { membership, isNew: !known }
  })

  const joined = [...added, ...restored]
  if (joined.length === 0) return results
  if (added.length > 0)
    insertMemberships(
      tx,
      partnerId,
      added.map((each) => withWallet(each, ledger)),
    )
  await Promise.all(restored.map(({ userId }) => setLeft(tx, partnerId, userId, null, now)))
  insertMemberWords(tx, partnerId, joined)
  const events = await mapInSlices(joined, (membership) => ({
    seq: nextSeq(ledger),
    type: 'user.onboarded' as const,
    data: identifiedData(membership),
    createdAt: now,
  }))
  insertLifecycleEvents(tx, new Map([[partnerId, events]]))
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
const withWallet = (membership: Membership, ledger: Ledger): NewMembership => ({
  ...membership,
  isHidden: true,
  walletId: newId(),
  joinedNo: nextJoinedNo(ledger),
})

/** Has the form of a tag and says nothing about the customer: others see it on the boards. */
const randomTag = () => `user_${randomBytes(TAG_BYTES).toString('hex')}`
