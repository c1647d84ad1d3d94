import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { requireCaller } from '../../identity/accounts/require-caller.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { invalid, refused } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { lockProvedPassword, provePassword, type TeamCaller } from './own-account.ts'
import { CODE_WRONG, makeRecoveryCodes, newTotp, spendCode, tryAppCode } from './second-factor.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  markConfirmed,
  saveUnconfirmed,
} from './second-factor-store.ts'
import { SECOND_FACTOR_INACTIVE } from './team.ts'

export const SECOND_FACTOR_ACTIVE = refused(
  'second_factor_active',
  'The account has an active second factor; remove it before you begin with another.',
)
export const SECOND_FACTOR_NOT_BEGUN = refused(
  'second_factor_not_begun',
  'There is no second factor to confirm; begin one first.',
)
export const CODE_REFUSED = invalid(CODE_WRONG)

/** Makes a secret for the caller's app. It takes effect once a code is confirmed. */
export async function beginSecondFactor(
  services: AccountServices,
  caller: TeamCaller,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { database, encryption, now } = services
  const member = await provePassword(services, caller, { password })
  const { teamMemberId } = caller
  const at = now()
  const totp = newTotp(member.email)
  await database.transaction(async (tx) => {
    await lockProvedPassword(tx, member)
    const encryptedSecret = encryption.encrypt(totp.secret)
    if (!(await saveUnconfirmed(tx, { teamMemberId, encryptedSecret }, at))) throw SECOND_FACTOR_ACTIVE
    await recordAuditEvent(tx, { ...auditOf(caller, at), action: 'second_factor_begun' })
    await requireCaller(tx, caller)
  })
  return totp
}

/** Activates the second factor by a first code of the app, and returns the recovery codes. */
export async function confirmSecondFactor(
  { database, encryption, now }: AccountServices,
  caller: TeamCaller,
  code: string,
): Promise<string[]> {
  const { teamMemberId } = caller
  const at = now()
  const codes = await database.transaction(async (tx) => {
    const factor = await findSecondFactor(tx, teamMemberId)
    if (!factor) throw SECOND_FACTOR_NOT_BEGUN
    if (factor.isConfirmed) throw SECOND_FACTOR_ACTIVE
    const step = await tryAppCode({ tx, encryption, teamMemberId, now: at }, code)
    if (step === undefined) return undefined
    const { encryptedSecret } = factor
    if (!(await markConfirmed(tx, { teamMemberId, encryptedSecret, step }, at))) throw SECOND_FACTOR_ACTIVE
    await recordAuditEvent(tx, { ...auditOf(caller, at), action: 'second_factor_activated' })
    await requireCaller(tx, caller)
    return makeRecoveryCodes({ tx, encryption, teamMemberId, now: at })
  })
  if (!codes) throw CODE_REFUSED
  return codes
}

export function replaceOwnRecoveryCodes(
  services: AccountServices,
  caller: TeamCaller,
  code: string,
): Promise<string[]> {
  return withCode(services, caller, code, async (tx, at) => {
    await recordAuditEvent(tx, { ...auditOf(caller, at), action: 'recovery_codes_replaced' })
    return makeRecoveryCodes({
      tx,
      encryption: services.encryption,
      teamMemberId: caller.teamMemberId,
      now: at,
    })
  })
}

export async function removeOwnSecondFactor(
  services: AccountServices,
  caller: TeamCaller,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const member = await provePassword(services, caller, { password })
  await withCode(services, caller, code, async (tx, at) => {
    await lockProvedPassword(tx, member)
    await deleteSecondFactor(tx, caller.teamMemberId)
    await recordAuditEvent(tx, { ...auditOf(caller, at), action: 'second_factor_removed' })
    return true
  })
}

/** Does the work if the code is right. A wrong code commits the transaction, because it counts as a try. */
async function withCode<T>(
  { database, encryption, now }: AccountServices,
  caller: TeamCaller,
  code: string,
  work: (tx: Tx, at: Date) => Promise<T>,
): Promise<T> {
  const { teamMemberId } = caller
  const at = now()
  const done = await database.transaction(async (tx) => {
    const factor = await findSecondFactor(tx, teamMemberId)
    if (!factor?.isConfirmed) throw SECOND_FACTOR_INACTIVE
    const spent = await spendCode({ tx, encryption, teamMemberId, now: at }, code)
    if (!spent) return undefined
    if (spent === 'recovery')
      await recordAuditEvent(tx, { ...auditOf(caller, at), action: 'recovery_code_used' })
    const result = await work(tx, at)
    await requireCaller(tx, caller)
    return { result }
  })
  if (!done) throw CODE_REFUSED
  return done.result
}

const auditOf = ({ teamMemberId, partnerId, from }: TeamCaller, at: Date) => ({
  subject: teamMemberId,
  partnerId,
  from,
  at,
})
