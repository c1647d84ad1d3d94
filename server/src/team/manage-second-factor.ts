import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database, Tx } from '../database/database.ts'
import { invalid, refused } from '../http/failure.ts'
import { ownAccount, type Person, provePassword } from './own-account.ts'
import { CODE_WRONG, makeRecoveryCodes, newTotp, spendCode, tryAppCode } from './second-factor.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  markConfirmed,
  saveUnconfirmed,
} from './second-factor-store.ts'
import { SECOND_FACTOR_INACTIVE } from './team.ts'

type Services = { database: Database; encryption: Encryption; now: () => Date }

export const SECOND_FACTOR_ACTIVE = refused(
  'second_factor_active',
  'The account has an active second factor; remove it before you begin with another.',
)
export const SECOND_FACTOR_NOT_BEGUN = refused(
  'second_factor_not_begun',
  'There is no second factor to confirm; begin one first.',
)
export const CODE_REFUSED = invalid(CODE_WRONG)

/** Makes a secret for the caller's app. It counts for nothing until a code of it is confirmed. */
export async function beginSecondFactor(
  { database, encryption, now }: Services,
  person: Person,
): Promise<{ secret: string; uri: string }> {
  const { email } = await ownAccount(database, person)
  const { teamMemberId } = person
  const at = now()
  const totp = newTotp(email)
  await database.transaction(async (tx) => {
    const encryptedSecret = encryption.encrypt(totp.secret)
    if (!(await saveUnconfirmed(tx, { teamMemberId, encryptedSecret }, at))) throw SECOND_FACTOR_ACTIVE
    await recordAuditEvent(tx, { ...own(person, at), act: 'second_factor_begun' })
  })
  return totp
}

/** Activates the second factor that was begun, by a first code of the app, and answers the recovery codes. */
export async function confirmSecondFactor(
  { database, encryption, now }: Services,
  person: Person,
  code: string,
): Promise<string[]> {
  const { teamMemberId } = person
  const at = now()
  const codes = await database.transaction(async (tx) => {
    const factor = await findSecondFactor(tx, teamMemberId)
    if (!factor) throw SECOND_FACTOR_NOT_BEGUN
    if (factor.isConfirmed) throw SECOND_FACTOR_ACTIVE
    const step = await tryAppCode({ tx, encryption, teamMemberId, now: at }, code)
    if (step === undefined) return undefined
    const { encryptedSecret } = factor
    if (!(await markConfirmed(tx, { teamMemberId, encryptedSecret, step }, at))) throw SECOND_FACTOR_ACTIVE
    await recordAuditEvent(tx, { ...own(person, at), act: 'second_factor_activated' })
    return makeRecoveryCodes({ tx, encryption, teamMemberId, now: at })
  })
  if (!codes) throw CODE_REFUSED
  return codes
}

/** A fresh set of recovery codes, in place of the one before. */
export function replaceOwnRecoveryCodes(services: Services, person: Person, code: string): Promise<string[]> {
  return withCode(services, person, code, async (tx, at) => {
    await recordAuditEvent(tx, { ...own(person, at), act: 'recovery_codes_replaced' })
    return makeRecoveryCodes({
      tx,
      encryption: services.encryption,
      teamMemberId: person.teamMemberId,
      now: at,
    })
  })
}

export async function removeOwnSecondFactor(
  services: Services,
  person: Person,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await provePassword(services, person, { password })
  await withCode(services, person, code, async (tx, at) => {
    await deleteSecondFactor(tx, person.teamMemberId)
    await recordAuditEvent(tx, { ...own(person, at), act: 'second_factor_removed' })
    return true
  })
}

/** Does the work when the code is right. A wrong one is counted, so it ends the transaction without undoing it. */
async function withCode<T>(
  { database, encryption, now }: Services,
  person: Person,
  code: string,
  work: (tx: Tx, at: Date) => Promise<T>,
): Promise<T> {
  const { teamMemberId } = person
  const at = now()
  const done = await database.transaction(async (tx) => {
    const factor = await findSecondFactor(tx, teamMemberId)
    if (!factor?.isConfirmed) throw SECOND_FACTOR_INACTIVE
    const spent = await spendCode({ tx, encryption, teamMemberId, now: at }, code)
    if (!spent) return undefined
    if (spent === 'recovery') await recordAuditEvent(tx, { ...own(person, at), act: 'recovery_code_used' })
    return { result: await work(tx, at) }
  })
  if (!done) throw CODE_REFUSED
  return done.result
}

const own = ({ teamMemberId, partnerId, from }: Person, at: Date) => ({
  subject: teamMemberId,
  partnerId,
  from,
  at,
})
