import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { closeLedger, type Ledger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { findMemberId, findUnclaimedMember, insertAccountMember } from './account-member-store.ts'
import { findFormerMember } from './former-member-store.ts'
import { type Joined, joinPartner } from './join-partner.ts'
import { identifiedSnapshot, type ShownDetails } from './membership.ts'

type Claim = { accountId: string; partnerId: string; email: string }

/**
 * The membership without an account that an account with this verified address would claim by consenting: the
 * oldest. Undefined for an account that ever joined the partner, which has a membership of its own.
 */
export async function findClaimable(
  db: Db,
  { accountId, partnerId, email }: Claim,
): Promise<string | undefined> {
  const [ownMemberId, unclaimed] = await Promise.all([
    findMemberId(db, { accountId, partnerId }),
    findUnclaimedMember(db, partnerId, email),
  ])
  return ownMemberId === undefined ? unclaimed : undefined
}

/**
 * Joins an account on the word of the partner. Who was an erased member without an account, with this
 * external id or address, is the same member again; by the address only with an account that was made for it,
 * because a known account may belong to someone else.
 */
export async function joinByPartner(
  tx: Tx,
  ledger: Ledger,
  { accountId, isNew }: { accountId: string; isNew: boolean },
  { externalId, ...details }: ShownDetails & { externalId: string | null },
  encryption: Encryption,
): Promise<Joined> {
  const email = isNew ? details.email : ''
  const of = { accountId, partnerId: ledger.partnerId, email, externalId }
  const former = await findFormerMember(tx, encryption, of)
  if (former !== undefined) insertAccountMember(tx, { ...of, memberId: former })
  // The account of an erased member was deleted and cannot consent.
  return joinPartner(tx, ledger, accountId, details, { hasConsented: former !== undefined, externalId })
}

/**
 * Joins a user who consented, and whose address is verified. Who deleted an account with this address before
 * is the same member again.
 */
export async function joinByConsent(
  tx: Tx,
  ledger: Ledger,
  accountId: string,
  details: ShownDetails,
  encryption: Encryption,
): Promise<void> {
  const { partnerId } = ledger
  const claim = { accountId, partnerId, email: details.email }
  const memberId = (await findClaimable(tx, claim)) ?? (await findFormerMember(tx, encryption, claim))
  if (memberId !== undefined) insertAccountMember(tx, { accountId, partnerId, memberId })
  const { membership } = await joinPartner(tx, ledger, accountId, details, { hasConsented: true })
  if (memberId === undefined) return
  recordLifecycleEvent(tx, ledger, { type: 'user.claimed', data: identifiedSnapshot(membership) })
  closeLedger(tx, ledger)
}
