import type { Db, Tx } from '../database/database.ts'
import { closeLedger, type Ledger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { findMemberId, findUnclaimedMember, insertAccountMember, setAccount } from './account-member-store.ts'
import { joinPartner } from './join-partner.ts'
import type { ShownDetails } from './membership.ts'
import { identifiedData } from './membership-data.ts'
import { holdHidden } from './membership-store.ts'

type Claim = { accountId: string; partnerId: string; email: string }

/**
 * The membership without an account that an account with this verified address would claim by consenting: the oldest.
 * Undefined for an account that ever joined the partner, which has a membership of its own.
 */
export async function findClaimable(
  db: Db,
  { accountId, partnerId, email }: Claim,
): Promise<string | undefined> {
  const [own, unclaimed] = await Promise.all([
    findMemberId(db, { accountId, partnerId }),
    findUnclaimedMember(db, partnerId, email),
  ])
  return own === undefined ? unclaimed : undefined
}

/** Joins a user who consented, and whose address is verified. */
export async function joinByConsent(
  tx: Tx,
  ledger: Ledger,
  accountId: string,
  shown: ShownDetails,
): Promise<void> {
  const { partnerId } = ledger
  const memberId = await findClaimable(tx, { accountId, partnerId, email: shown.email })
  if (memberId !== undefined) {
    const isHidden = await holdHidden(tx, accountId)
    setAccount(tx, { accountId, partnerId, memberId, isHidden })
    insertAccountMember(tx, { accountId, partnerId, memberId })
  }
  const { membership } = await joinPartner(tx, ledger, accountId, shown, { hasConsented: true })
  if (memberId === undefined) return
  recordLifecycleEvent(tx, ledger, { type: 'user.claimed', data: identifiedData(membership) })
  closeLedger(tx, ledger)
}
