import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { byPartner, postLimitedMail, postMailOrRefuse } from '../../identity/accounts/limited-mail.ts'
import { deletePasswordLinks } from '../../identity/accounts/password-link-store.ts'
import { limitAttempts } from '../../identity/accounts/rate-counter-store.ts'
import { requireCaller } from '../../identity/accounts/require-caller.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { EMAIL_KEY } from '../../programme/partners/onboard-partner.ts'
import { EMAIL_UNVERIFIED, isVerifiedEmail } from '../../programme/partners/partner-store.ts'
import { hashToken, newSecretToken } from '../../runtime/crypto/secret-token.ts'
import { invalid, taken } from '../../runtime/failure.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import {
  addressInUseMail,
  confirmNewAddressMail,
  confirmOldAddressMail,
  TOKEN_SPENT,
} from './account-mails.ts'
import {
  confirmEmailChange,
  deleteEmailChange,
  findEmailChange,
  saveEmailChange,
} from './email-change-store.ts'
import { lockProvedPassword, provePassword, type TeamCaller } from './own-account.ts'
import { lockTeamMember, updateEmail } from './team-store.ts'

const CHANGE_LIFETIME_MS = 24 * 3600 * 1000
const CHANGES_ASKED = { max: 5, windowSeconds: 3600 }

/** Asks both mailboxes to confirm. Only the mailbox of the new address learns that it is taken. */
export async function requestEmailChange(
  services: AccountServices,
  caller: TeamCaller,
  input: { email: string; password: string; ecosystem: string },
): Promise<{ expiresAt: Date }> {
  const { config, database, encryption, now } = services
  const { teamMemberId, partnerId, from } = caller
  const { email, ecosystem } = input
  const member = await provePassword(services, caller, { password: input.password })
  // Both mails would go to strangers.
  if (!member.emailVerifiedAt) throw EMAIL_UNVERIFIED
  const at = now()
  const expiresAt = new Date(at.getTime() + CHANGE_LIFETIME_MS)
  const [toOld, toNew] = [newSecretToken(), newSecretToken()]
  const isOwn = emailKey(email) === emailKey(member.email)
  await database.transaction(async (tx) => {
    await lockProvedPassword(tx, member)
    const key = encryption.keyedHash('change of email', teamMemberId)
    await limitAttempts(tx, key, CHANGES_ASKED, at, { tooManyOf: 'Too many changes were asked for' })
    const inUse = (await isVerifiedEmail(tx, email)) && !isOwn
    await saveEmailChange(
      tx,
      { teamMemberId, email, oldHash: toOld.hash, newHash: toNew.hash, expiresAt },
      at,
    )
    const oldMail = confirmOldAddressMail(config.origin, { token: toOld.token, ecosystem, email })
    const newMail = confirmNewAddressMail(config.origin, { token: toNew.token, ecosystem })
    await postLimitedMail(tx, encryption, { to: member.email, reason: 'verified', ...oldMail }, at)
    const shownMail = inUse ? addressInUseMail() : newMail
    const by = byPartner(config, partnerId)
    await postMailOrRefuse(tx, encryption, { to: email, reason: 'unrequested', by, ...shownMail }, at)
    await recordAuditEvent(tx, {
      subject: teamMemberId,
      partnerId,
      action: 'email_change_asked',
      from,
      at,
      detail: { email },
    })
    await requireCaller(tx, caller)
  })
  return { expiresAt }
}

/** Confirms one address by its mailed token. The change takes effect once both are confirmed. */
export async function confirmEmail(
  { database, now }: AccountServices,
  input: { token: string; ecosystem: string; from: Source },
): Promise<{ address: 'current' | 'new'; changed: boolean }> {
  const at = now()
  const hash = hashToken(input.token)
  const found = await findEmailChange(database, { hash, ecosystem: input.ecosystem }, at)
  if (!found) throw invalid(TOKEN_SPENT)
  const { teamMemberId, partnerId } = found
  const event = { subject: teamMemberId, partnerId, from: input.from, at }
  return partnerTransaction(database, { partnerId }, async (tx) => {
    await lockTeamMember(tx, { id: teamMemberId, partnerId })
    const confirmed = await confirmEmailChange(tx, { teamMemberId, hash }, at)
    if (!confirmed) throw invalid(TOKEN_SPENT)
    const { email, address, isComplete } = confirmed
    await recordAuditEvent(tx, { ...event, action: 'email_confirmed', detail: { email, address } })
    if (!isComplete) return { address, changed: false }
    await deleteEmailChange(tx, teamMemberId)
    await deletePasswordLinks(tx, { kind: 'team', id: teamMemberId })
    try {
      await updateEmail(tx, { id: teamMemberId, partnerId, email }, at)
    } catch (error) {
      if (violatedConstraint(error) !== EMAIL_KEY) throw error
      throw taken(`The email ${email} is already taken; change to another one.`, 'email')
    }
    await recordAuditEvent(tx, { ...event, action: 'email_changed', detail: { email } })
    return { address, changed: true }
  })
}
