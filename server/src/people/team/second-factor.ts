import { Secret, TOTP } from 'otpauth'
import { Type } from 'typebox'
import { limitAttempts, resetAttempts } from '../../identity/accounts/rate-counter-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Tx } from '../../storage/database/database.ts'
import {
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor-store.ts'

/** Across all addresses. Recovery codes do not count, so that others cannot lock an owner out. */
const CODE_TRIES = { max: 10, windowSeconds: 3600 }
const STEPS_AROUND = 1
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10

export const CODE_WRONG =
  'The code is wrong or was used before; send the next one of your app, or a recovery code.'

/** The code of a second factor; a recovery code works in its place. */
export const SecondFactorCode = () =>
  Type.String({
    pattern: '^[0-9A-Za-z -]{6,40}$',
    must: 'be the 6 digits of your app, or a recovery code',
    examples: ['482913'],
  })

type Codes = { tx: Tx; encryption: Encryption; teamMemberId: string; now: Date }

/** A secret for an authenticator app, as text and as the URI for its QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: 'Laurel', label: email, secret: new Secret() })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Spends a code and returns its kind; undefined when it is wrong. No code is accepted twice. */
export async function spendCode(
  { tx, encryption, teamMemberId, now }: Codes,
  input: string,
): Promise<'app' | 'recovery' | undefined> {
  const code = normalized(input)
  if (!isAppCode(code)) {
    const spent = await spendRecoveryCode(tx, teamMemberId, recoveryHash(encryption, teamMemberId, code))
    return spent ? 'recovery' : undefined
  }
  const step = await tryAppCode({ tx, encryption, teamMemberId, now }, code)
  if (step === undefined || !(await spendStep(tx, teamMemberId, step))) return undefined
  await resetAttempts(tx, triesKey(encryption, teamMemberId))
  return 'app'
}

/** The time step of a right code of the app; undefined when it is wrong. Every try counts. */
export async function tryAppCode(
  { tx, encryption, teamMemberId, now }: Codes,
  input: string,
): Promise<number | undefined> {
  await limitAttempts(tx, triesKey(encryption, teamMemberId), CODE_TRIES, now, {
    tooManyOf: 'Too many codes were tried',
    instead: ', or use a recovery code',
  })
  const factor = await findSecondFactor(tx, teamMemberId)
  return factor && stepOf(factor, encryption, normalized(input), now)
}

function stepOf(factor: SecondFactor, encryption: Encryption, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(encryption.decrypt(factor.encryptedSecret)) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Makes new recovery codes, which are shown once. The earlier ones are void. */
export async function makeRecoveryCodes({ tx, encryption, teamMemberId }: Codes): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase(),
  )
  const hashes = codes.map((code) => recoveryHash(encryption, teamMemberId, code))
  await replaceRecoveryCodes(tx, teamMemberId, hashes)
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

const isAppCode = (code: string) => /^\d{6}$/.test(code)

const normalized = (code: string) => code.replaceAll(/[ -]/g, '').toLowerCase()

const triesKey = (encryption: Encryption, teamMemberId: string) =>
  encryption.keyedHash('second factor', teamMemberId)

const recoveryHash = (encryption: Encryption, teamMemberId: string, code: string) =>
  encryption.keyedHash('recovery code', `${teamMemberId} ${code}`)
