import { addressKey } from '../../http/limits/request-limits.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import type { RotateCookie } from '../../identity/accounts/browser-session.ts'
import { consumePasswordLink, findPasswordLink } from '../../identity/accounts/password-link-store.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { limitAttempts } from '../../identity/accounts/rate-counter-store.ts'
import { requireCaller } from '../../identity/accounts/require-caller.ts'
import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import { sendPasswordLink, setPassword, TOO_MANY_LINKS } from '../../identity/accounts/set-password.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { hashToken } from '../../runtime/crypto/secret-token.ts'
import { invalid, invalidFields, wrong } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { passwordResetMail, TOKEN_SPENT, takeOverMail } from './account-mails.ts'
import { deleteEmailChange } from './email-change-store.ts'
import { provePassword, type TeamCaller } from './own-account.ts'
import { type TakeOverServices, takeOver } from './take-over.ts'
import { findTeamMemberIn, lockTeamMember, lockTeamMembersByEmail } from './team-store.ts'

const LINKS_PER_ADDRESS = { max: 20, windowSeconds: 3600 }

export async function requestPasswordReset(
  services: AccountServices,
  { email, ecosystem, from }: { email: string; ecosystem: string; from: Source },
): Promise<void> {
  const { config, database, encryption, now } = services
  const key = encryption.keyedHash('reset from', addressKey(from.address))
  await limitAttempts(database, key, LINKS_PER_ADDRESS, now(), { tooManyOf: TOO_MANY_LINKS })
  await sendPasswordLink(
    services,
    'team',
    // Requests in one ecosystem must not use up the links of another.
    { name: `${ecosystem} ${email}`, from },
    {
      find: (tx) => lockTeamMembersByEmail(tx, { email, ecosystem }),
      mail: ([first, ...others]) =>
        first.account?.emailVerifiedAt
          ? passwordResetMail(config.origin, { token: first.token, ecosystem })
          : takeOverMail(
              config.origin,
              [first, ...others].flatMap(({ token, account }) =>
                account ? [{ token, ecosystem, ...account }] : [],
              ),
            ),
    },
  )
}

/**
 * Sets a new password by a mailed token, which works once, and signs the member out everywhere. The mail
 * proves the mailbox, so it also decides to whom an unverified registration belongs.
 */
export async function resetPassword(
  { database, clearPartner, now }: AccountServices & TakeOverServices,
  input: { token: string; password: string; ecosystem: string; from: Source },
): Promise<{ email: string }> {
  const { ecosystem, from } = input
  const at = now()
  const tokenHash = hashToken(input.token)
  const id = await findPasswordLink(database, 'team', tokenHash, at)
  const member = id && (await findTeamMemberIn(database, { id, ecosystem }))
  if (!member) throw invalid(TOKEN_SPENT)
  const { partnerId, email } = member
  const passwordHash = await hashPassword(input.password, addressKey(from.address))
  await partnerTransaction(database, { partnerId }, async (tx) => {
    const locked = await lockTeamMember(tx, member)
    if (!(await consumePasswordLink(tx, tokenHash, at))) throw invalid(TOKEN_SPENT)
    await setTeamPassword(tx, id, { passwordHash }, at)
    await recordAuditEvent(tx, { subject: id, partnerId, action: 'password_reset', from, at })
    if (locked && !locked.emailVerifiedAt) await takeOver(tx, { clearPartner }, locked, { from, at })
  })
  return { email }
}

/**
 * Changes the caller's password and signs out every other session. A browser's session gets a new cookie: an
 * old copy of it no longer works.
 */
export async function changePassword(
  services: AccountServices & { teamSessions: { rotate: RotateCookie } },
  caller: TeamCaller,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ sessionsEnded: number; cookie: string | undefined }> {
  const { teamMemberId, partnerId, sessionId: keptSessionId, from } = caller
  const { passwordHash: current } = await provePassword(services, caller, { currentPassword })
  const passwordHash = await hashPassword(password, teamMemberId)
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const sessionsEnded = await setTeamPassword(
      tx,
      teamMemberId,
      { passwordHash, current, keptSessionId },
      at,
    )
    if (sessionsEnded === undefined)
      throw invalidFields([wrong('currentPassword', 'was changed a moment ago; use the new one')])
    await recordAuditEvent(tx, { subject: teamMemberId, partnerId, action: 'password_changed', from, at })
    await requireCaller(tx, caller)
    return { sessionsEnded, cookie: await services.teamSessions.rotate(tx, keptSessionId) }
  })
}

/** Also ends access tokens and a requested change of address: an intruder may have asked for it. */
async function setTeamPassword(
  tx: Tx,
  teamMemberId: string,
  change: Parameters<typeof setPassword>[2],
  at: Date,
): Promise<number | undefined> {
  const ended = await setPassword(tx, { kind: 'team', id: teamMemberId }, change, at)
  if (!ended) return undefined
  await deleteEmailChange(tx, teamMemberId)
  revokeTokens(
    tx,
    ended.map((session) => session.id),
  )
  return ended.length
}
