import { limitAttempts } from '../accounts/attempt-store.ts'
import { emailKey } from '../accounts/email-key.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import type { Config } from '../config.ts'
import type { Encryption } from '../crypto/encryption.ts'
import { hashToken, newSecretToken } from '../crypto/secret-token.ts'
import type { Database, Tx } from '../database/database.ts'
import { addressKey } from '../http/address-key.ts'
import { invalid, invalidFields, wrong } from '../http/failure.ts'
import { postMail } from '../mail/post-mail.ts'
import { passwordResetMail } from './account-mails.ts'
import { deleteEmailChange } from './email-change-store.ts'
import { endSessions } from './end-sessions.ts'
import { TOKEN_SPENT } from './mailed-token.ts'
import { type Person, provePassword } from './own-account.ts'
import {
  consumePasswordReset,
  deletePasswordResets,
  findPasswordReset,
  insertPasswordReset,
} from './password-reset-store.ts'
import { findTeamMemberByEmail, lockTeamMember, updatePassword } from './team-store.ts'

type Services = { config: Config; database: Database; encryption: Encryption; now: () => Date }

const RESET_LIFETIME_MS = 3600 * 1000
const ASKED_FROM_ONE_ADDRESS = { max: 20, windowSeconds: 3600 }
const ASKED_FOR_ONE_ACCOUNT = { max: 5, windowSeconds: 3600 }

/** Mails a link that sets a new password. An unknown account takes the same work and leaves nothing. */
export async function askForPasswordReset(
  { config, database, encryption, now }: Services,
  { email, ecosystem, from }: { email: string; ecosystem: string; from: Source },
): Promise<void> {
  const at = now()
  const asked = [
    { key: encryption.keyedHash('reset from', addressKey(from.address)), limit: ASKED_FROM_ONE_ADDRESS },
    { key: encryption.keyedHash('reset of', emailKey(email)), limit: ASKED_FOR_ONE_ACCOUNT },
  ]
  await database.transaction(async (tx) => {
    for (const { key, limit } of asked)
      await limitAttempts(tx, key, limit, at, { tooManyOf: 'Too many password resets were asked for' })
    const member = await findTeamMemberByEmail(tx, { email, ecosystem })
    const { token, hash } = newSecretToken()
    const expiresAt = new Date(at.getTime() + RESET_LIFETIME_MS)
    const isKept = await insertPasswordReset(tx, { hash, member, expiresAt }, at)
    const mail = passwordResetMail(config.origin, { token, ecosystem })
    await postMail(tx, encryption, { to: isKept ? member?.email : undefined, ...mail }, at)
    await recordAuditEvent(tx, {
      subject: member?.id,
      partnerId: member?.partnerId,
      act: 'password_reset_asked',
      from,
      at,
    })
  })
}

/** Sets a new password by a mailed token, which works once, and signs the member out everywhere. */
export async function resetPassword(
  { database, now }: Services,
  given: { token: string; password: string; ecosystem: string; from: Source },
): Promise<{ email: string }> {
  const at = now()
  const hash = hashToken(given.token)
  const reset = await findPasswordReset(database, { hash, ecosystem: given.ecosystem }, at)
  if (!reset) throw invalid(TOKEN_SPENT)
  const { teamMemberId, partnerId, email } = reset
  const passwordHash = await hashPassword(given.password)
  await database.transaction(async (tx) => {
    await lockTeamMember(tx, { id: teamMemberId, partnerId })
    if (!(await consumePasswordReset(tx, hash, at))) throw invalid(TOKEN_SPENT)
    await updatePassword(tx, { id: teamMemberId, passwordHash }, at)
    await voidWhatWasMailed(tx, teamMemberId)
    await endSessions(tx, { teamMemberId }, at)
    await recordAuditEvent(tx, {
      subject: teamMemberId,
      partnerId,
      act: 'password_reset',
      from: given.from,
      at,
    })
  })
  return { email }
}

/** Changes the caller's password and signs out every other session. */
export async function changePassword(
  services: Services,
  person: Person,
  given: { currentPassword: string; password: string },
): Promise<{ sessionsEnded: number }> {
  const { teamMemberId, partnerId, sessionId, from } = person
  const { passwordHash: current } = await provePassword(services, person, {
    currentPassword: given.currentPassword,
  })
  const passwordHash = await hashPassword(given.password)
  const at = services.now()
  return services.database.transaction(async (tx) => {
    if (!(await updatePassword(tx, { id: teamMemberId, passwordHash, current }, at)))
      throw invalidFields([wrong('currentPassword', 'was changed a moment ago; use the new one')])
    await voidWhatWasMailed(tx, teamMemberId)
    const ended = await endSessions(tx, { teamMemberId, except: sessionId }, at)
    await recordAuditEvent(tx, { subject: teamMemberId, partnerId, act: 'password_changed', from, at })
    return { sessionsEnded: ended.length }
  })
}

/** Whoever knew the old password may have asked for these. */
async function voidWhatWasMailed(tx: Tx, teamMemberId: string): Promise<void> {
  await deletePasswordResets(tx, teamMemberId)
  await deleteEmailChange(tx, teamMemberId)
}
