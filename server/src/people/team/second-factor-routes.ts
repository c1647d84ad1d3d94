import { Type } from 'typebox'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { GivenPassword } from '../../identity/accounts/password-fields.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import {
  beginSecondFactor,
  CODE_REFUSED,
  confirmSecondFactor,
  removeOwnSecondFactor,
  replaceOwnRecoveryCodes,
  SECOND_FACTOR_ACTIVE,
  SECOND_FACTOR_NOT_BEGUN,
} from './manage-second-factor.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'
import { SecondFactorCode } from './second-factor.ts'
import { SECOND_FACTOR_INACTIVE } from './team.ts'

const BegunData = Type.Object(
  {
    secret: Type.String({ description: 'To type into the app; shown only once.' }),
    uri: Type.String({ description: 'For a QR code that the app scans.' }),
  },
  {
    examples: [
      {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Laurel:rewards%40acme.example?issuer=Laurel&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    ],
  },
)

const BeginBody = Type.Object({ password: GivenPassword() }, { examples: [{ password: 'Sunny-Day-7' }] })

const CodeBody = Type.Object({ code: SecondFactorCode() }, { examples: [{ code: '482913' }] })

const RemovalBody = Type.Object(
  { password: GivenPassword(), code: SecondFactorCode() },
  { examples: [{ password: 'Sunny-Day-7', code: '482913' }] },
)

const RecoveryCodesData = Type.Object(
  { recoveryCodes: Type.Array(Type.String(), { description: 'Each works once; shown only once.' }) },
  { examples: [{ recoveryCodes: ['k3zq-7mxa-p2fd-w6ns', 'q4yb-2hvc-6tle-r5ua'] }] },
)

const RemovedData = Type.Object({ secondFactor: Type.Boolean() }, { examples: [{ secondFactor: false }] })

export function secondFactorRoutes(app: App, services: AccountServices): void {
  app.post(
    '/:eco/partners/me/second-factor',
    operation({
      id: 'beginSecondFactor',
      tag: 'Team',
      summary: 'Begin with a second factor',
      description:
        'Makes a secret for an authenticator app (TOTP); needs your password. Logins require it once it is confirmed with a code of the app.',
      params: EcosystemPath,
      body: BeginBody,
      message: 'Confirm the second factor with a code of your app',
      data: BegunData,
      failures: [SECOND_FACTOR_ACTIVE, NOT_HERE],
    }),
    async (request) => beginSecondFactor(services, teamCallerOf(request), request.body),
  )

  app.post(
    '/:eco/partners/me/second-factor/confirm',
    operation({
      id: 'confirmSecondFactor',
      tag: 'Team',
      summary: 'Activate the second factor with a first code',
      description: 'From then on a login needs a code. Each recovery code replaces it once.',
      params: EcosystemPath,
      body: CodeBody,
      message: 'Second factor activated',
      data: RecoveryCodesData,
      failures: [CODE_REFUSED, SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_ACTIVE, NOT_HERE],
    }),
    async (request) => ({
      recoveryCodes: await confirmSecondFactor(services, teamCallerOf(request), request.body.code),
    }),
  )

  app.post(
    '/:eco/partners/me/second-factor/recovery-codes',
    operation({
      id: 'replaceRecoveryCodes',
      tag: 'Team',
      summary: 'Get new recovery codes',
      description: 'The earlier codes are void.',
      params: EcosystemPath,
      body: CodeBody,
      message: 'Recovery codes replaced',
      data: RecoveryCodesData,
      failures: [CODE_REFUSED, SECOND_FACTOR_INACTIVE, NOT_HERE],
    }),
    async (request) => ({
      recoveryCodes: await replaceOwnRecoveryCodes(services, teamCallerOf(request), request.body.code),
    }),
  )

  app.delete(
    '/:eco/partners/me/second-factor',
    operation({
      id: 'removeSecondFactor',
      tag: 'Team',
      summary: 'Remove your second factor',
      params: EcosystemPath,
      body: RemovalBody,
      message: 'Second factor removed',
      data: RemovedData,
      failures: [CODE_REFUSED, SECOND_FACTOR_INACTIVE, NOT_HERE],
    }),
    async (request) => {
      await removeOwnSecondFactor(services, teamCallerOf(request), request.body)
      return { secondFactor: false }
    },
  )
}
