import { Type } from 'typebox'
import { Email, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { GivenPassword } from '../../identity/accounts/password-fields.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { invalid, taken } from '../../runtime/failure.ts'
import { EXAMPLE_TOKEN, MailedToken, TOKEN_SPENT } from './account-mails.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'

type Services = AccountServices & { mailPosted: () => void }

const ChangeBody = Type.Object(
  { email: Email({ description: 'The new address.' }), password: GivenPassword() },
  { examples: [{ email: 'loyalty@acme.example', password: 'Sunny-Day-7' }] },
)

const AskedData = Type.Object(
  { email: Type.String(), expiresAt: Timestamp() },
  { examples: [{ email: 'loyalty@acme.example', expiresAt: '2026-03-02T09:30:00.000Z' }] },
)

const ConfirmBody = Type.Object({ token: MailedToken() }, { examples: [{ token: EXAMPLE_TOKEN }] })

const ConfirmedData = Type.Object(
  {
    address: Type.String({
      enum: ['current', 'new'],
      schemaName: 'ConfirmedAddress',
      description: 'Which address was confirmed.',
    }),
    changed: Type.Boolean({
      description: 'Whether both addresses are confirmed and the change has taken effect.',
    }),
  },
  { examples: [{ address: 'new', changed: false }] },
)

export function ownEmailRoutes(app: App, services: Services): void {
  app.post(
    '/:eco/partners/me/email',
    operation({
      id: 'changeEmail',
      tag: 'Team',
      summary: 'Request another e-mail address',
      description:
        'Mails a token to the current and one to the new address. The change takes effect once both are confirmed, within a day. Responds the same whether or not the new address is taken; only its mailbox learns it. A new request voids earlier tokens.',
      params: EcosystemPath,
      body: ChangeBody,
      message: 'Confirm the change at both addresses',
      data: AskedData,
      failures: [invalid('password is not the password of your account; check it.'), NOT_HERE],
    }),
    async (request) => {
      const { email, password } = request.body
      const ecosystem = request.params.eco
      const { expiresAt } = await requestEmailChange(services, teamCallerOf(request), {
        email,
        password,
        ecosystem,
      })
      services.mailPosted()
      return { email, expiresAt: expiresAt.toISOString() }
    },
  )
}

export function confirmEmailRoutes(app: App, services: Services): void {
  app.post(
    '/:eco/partners/me/email/confirm',
    operation({
      id: 'confirmEmail',
      tag: 'Team',
      summary: 'Confirm a change of e-mail address by a mailed token',
      description: 'Each of the two tokens works once and identifies the address that it confirms.',
      params: EcosystemPath,
      body: ConfirmBody,
      ignoresUnknown: 'body',
      message: 'Address confirmed',
      data: ConfirmedData,
      failures: [
        invalid(TOKEN_SPENT),
        taken('The email loyalty@acme.example is already taken; change to another one.', 'email'),
      ],
      open: true,
    }),
    async (request) =>
      confirmEmail(services, {
        token: request.body.token,
        ecosystem: request.params.eco,
        from: sourceOf(request),
      }),
  )
}
