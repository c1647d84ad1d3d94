import { Type } from 'typebox'
import { Email } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import {
  ConfirmedPassword,
  checkNewPassword,
  GivenPassword,
  NewPassword,
} from '../../identity/accounts/password-fields.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { invalid } from '../../runtime/failure.ts'
import { EXAMPLE_TOKEN, MailedToken, TOKEN_SPENT } from './account-mails.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'
import { changePassword, requestPasswordReset, resetPassword } from './password.ts'
import type { ClearPartner } from './take-over.ts'
import type { TeamSessions } from './team-browser-session.ts'
import { emailTaken } from './verify-partner.ts'

type Services = AccountServices & { mailPosted: () => void; clearPartner: ClearPartner }

const ForgotBody = Type.Object({ email: Email() }, { examples: [{ email: 'rewards@acme.example' }] })

const EmailData = Type.Object({ email: Type.String() }, { examples: [{ email: 'rewards@acme.example' }] })

const ResetBody = Type.Object(
  { token: MailedToken(), password: NewPassword(), confirmPassword: ConfirmedPassword() },
  {
    check: checkNewPassword,
    examples: [{ token: EXAMPLE_TOKEN, password: 'Rainy-Day-8', confirmPassword: 'Rainy-Day-8' }],
  },
)

const ChangeBody = Type.Object(
  { currentPassword: GivenPassword(), password: NewPassword(), confirmPassword: ConfirmedPassword() },
  {
    check: checkNewPassword,
    examples: [{ currentPassword: 'Sunny-Day-7', password: 'Rainy-Day-8', confirmPassword: 'Rainy-Day-8' }],
  },
)

const ChangedData = Type.Object(
  { sessionsEnded: Type.Integer({ description: 'How many other sessions ended.' }) },
  { examples: [{ sessionsEnded: 2 }] },
)

export function passwordResetRoutes(app: App, services: Services): void {
  app.post(
    '/:eco/partners/forgot-password',
    operation({
      id: 'forgotPassword',
      tag: 'Team',
      summary: 'Request a new password',
      description:
        'Mails a link and its token, which work once, within an hour. Until an address is verified, the mail has one for the first and one for the last registration of the address. Responds the same whether or not the account exists.',
      params: EcosystemPath,
      body: ForgotBody,
      ignoresUnknown: 'body',
      message: 'If there is such an account, a mail was sent to it',
      data: EmailData,
      open: true,
    }),
    async (request) => {
      const { email } = request.body
      await requestPasswordReset(services, { email, ecosystem: request.params.eco, from: sourceOf(request) })
      services.mailPosted()
      return { email }
    },
  )

  app.post(
    '/:eco/partners/reset-password',
    operation({
      id: 'resetPassword',
      tag: 'Team',
      summary: 'Set a new password by a mailed token',
      description:
        'Ends all sessions of the account. Its second factor does not change, unless the address of the partner was never verified: then the second factor, all client secrets, webhooks, addresses and other members of the team are removed, because someone else may have registered the partner. Either way, the address is verified, unless another account has verified it before.',
      params: EcosystemPath,
      body: ResetBody,
      ignoresUnknown: 'body',
      message: 'Password set',
      data: EmailData,
      failures: [invalid(TOKEN_SPENT), emailTaken('rewards@acme.example')],
      open: true,
    }),
    async (request) => {
      const { token, password } = request.body
      return resetPassword(services, {
        token,
        password,
        ecosystem: request.params.eco,
        from: sourceOf(request),
      })
    },
  )
}

export function ownPasswordRoutes(app: App, services: Services & { teamSessions: TeamSessions }): void {
  app.post(
    '/:eco/partners/me/password',
    operation({
      id: 'changePassword',
      tag: 'Team',
      summary: 'Change your password',
      description: 'Ends all your other sessions. A browser session gets a new cookie.',
      params: EcosystemPath,
      body: ChangeBody,
      message: 'Password changed',
      data: ChangedData,
      failures: [invalid('currentPassword is not the password of your account; check it.'), NOT_HERE],
    }),
    async (request, reply) => {
      const { cookie, ...changed } = await changePassword(services, teamCallerOf(request), request.body)
      if (cookie) services.teamSessions.cookie.set(reply, cookie)
      return changed
    },
  )
}
