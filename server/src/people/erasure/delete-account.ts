import { lockPassword } from '../../identity/accounts/account-store.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { findPartnerParty } from '../../programme/coins/partner-party-store.ts'
import { redactResponses } from '../../programme/idempotency/redact-responses.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { listMembersOfAccount } from '../../programme/members/account-member-store.ts'
import type { AccountMember } from '../../programme/members/membership.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database } from '../../storage/database/database.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import { findUserAccount, lockUser } from '../users/user-account-store.ts'
import type { RevokeGrants } from '../users/user-password.ts'
import { eraseMember } from './erase-member.ts'
import { deleteAccountMember, deleteAccountRows } from './erasure-store.ts'

type Services = { database: Database; encryption: Encryption; revokeGrants: RevokeGrants; now: () => Date }

/**
 * Deletes an account at once: nothing can be done with it any more, and its tag and address are free. A job
 * erases its memberships. Returns false when the verified password is no longer the account's.
 */
export async function deleteAccount(
  { database, revokeGrants, now }: Services,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await lockPassword(tx, { kind: 'user', id: userId }, passwordHash))) return false
    const account = await findUserAccount(tx, userId)
    if (!account) return false
    await revokeGrants(tx, { userId })
    await deleteAccountRows(tx, { userId, email: account.email })
    await recordAuditEvent(tx, {
      subject: userId,
      action: 'account_deleted',
      from: { address: '', agent: null },
      at: now(),
    })
    sendJob(tx, 'erase', userId)
    return true
  })
}

/** Erases the memberships of a deleted account, one after the other. May be repeated after a crash. */
export async function eraseMemberships(
  services: Pick<Services, 'database' | 'encryption'>,
  accountId: string,
): Promise<void> {
  const { database } = services
  for (const member of await listMembersOfAccount(database, accountId))
    await eraseMembership(services, accountId, member)
  await database.transaction((tx) => redactResponses(tx, accountId, null))
}

/** Coins that came after the user confirmed are forfeited too: the account cannot be asked. */
async function eraseMembership(
  { database, encryption }: Pick<Services, 'database' | 'encryption'>,
  accountId: string,
  { partnerId, memberId }: AccountMember,
): Promise<void> {
  const partner = await findPartnerParty(database, partnerId)
  const actor = { kind: 'user', id: accountId, name: '' } as const
  await partnerTransaction(database, { partnerId }, async (tx, ledger) => {
    await eraseMember(tx, encryption, ledger, { userId: memberId, by: 'user', actor, partner, forfeit: true })
    deleteAccountMember(tx, { accountId, partnerId })
  })
}
