import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { TestService } from './service.ts'
import { ME } from './team.ts'

/** The code that an app shows now, or some steps of half a minute away. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Activates a second factor; the code that did it is spent. */
export async function activateSecondFactor(
  service: TestService,
  token: string,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const begun = await service.request('POST', `${ME}/second-factor`, { token })
  const { secret } = begun.body.data
  const code = codeOf(secret)
  const confirmed = await service.post(`${ME}/second-factor/confirm`, { code }, token)
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { secret, code, recoveryCodes: confirmed.body.data.recoveryCodes }
}
