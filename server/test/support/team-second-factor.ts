import { Secret, TOTP } from 'otpauth'
import { type Api, dataOf } from './api.ts'
import { ME, PASSWORD } from './partner.ts'

/** The code that an app shows now, or some steps of half a minute away. */
export const codeOf = (secret: string, steps = 0, now = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })

/** Activates a second factor; the code that did it is spent. */
export async function activateSecondFactor(
  api: Api,
  token: string,
  now = Date.now(),
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await dataOf(api.post(`${ME}/second-factor`, { password: PASSWORD }, token))
  const code = codeOf(secret, 0, now)
  const { recoveryCodes } = await dataOf(api.post(`${ME}/second-factor/confirm`, { code }, token))
  return { secret, code, recoveryCodes }
}
