import { Type } from 'typebox'
import { Email, Timestamp, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { addressKey } from '../../http/limits/request-limits.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { ConfirmedPassword, checkNewPassword, NewPassword } from '../../identity/accounts/password-fields.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { keyOf, scopeWithoutToken, sendOnce } from '../../programme/idempotency/idempotency-key.ts'
import { respondOnce, respondOnceWithoutToken } from '../../programme/idempotency/respond-once.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { hashToken } from '../../runtime/crypto/secret-token.ts'
import { invalid, notFound, taken } from '../../runtime/failure.ts'
import { EXAMPLE_TOKEN, MailedToken, TOKEN_SPENT } from './account-mails.ts'
import { findInvitation } from './invitation-store.ts'
import { acceptInvitation, invite, withdrawInvitation } from './invite.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'
import { InvitationData, invitationData, RoleField, TeamMemberData, teamMemberData } from './team-data.ts'

type Services = AccountServices & { mailPosted: () => void }

const InvitationPath = Type.Object({
  ...EcosystemPath.properties,
  id: Uuid({ description: "The invitation's id." }),
})

const InvitationBody = Type.Object(
  { email: Email(), role: RoleField() },
  { examples: [{ email: 'eve@acme.example', role: 'read-only' }] },
)

const ReadBody = Type.Object({ token: MailedToken() }, { examples: [{ token: EXAMPLE_TOKEN }] })

const ReadInvitationData = Type.Object(
  {
    partnerName: Type.String({ description: 'The partner whose team it is.' }),
    email: Type.String({ description: 'The invited address.' }),
    role: RoleField(),
    expiresAt: Timestamp(),
  },
  {
    examples: [
      {
        partnerName: 'Acme',
        email: 'eve@acme.example',
        role: 'read-only',
        expiresAt: '2026-03-08T09:30:00.000Z',
      },
    ],
  },
)

const AcceptBody = Type.Object(
  { token: MailedToken(), password: NewPassword(), confirmPassword: ConfirmedPassword() },
  {
    check: checkNewPassword,
    examples: [{ token: EXAMPLE_TOKEN, password: 'Sunny-Day-7', confirmPassword: 'Sunny-Day-7' }],
  },
)

export function invitationRoutes(app: App, services: Services): void {
  app.post(
    '/:eco/partners/me/team/invitations',
    operation({
      id: 'inviteTeamMember',
      tag: 'Team',
      roles: ['owner'],
      summary: 'Invite someone to your team',
      description:
        'Mails a link and its token, which work once, within 7 days. A new invitation of an address voids the earlier one. Responds the same when the address is in another team; only its mailbox learns it.',
      params: EcosystemPath,
      body: InvitationBody,
      code: 201,
      message: 'Invitation sent',
      data: InvitationData,
      failures: [
        taken(
          'The email eve@acme.example is already in your team; change the role of that member instead.',
          'email',
        ),
        NOT_HERE,
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const caller = teamCallerOf(request)
      const { email, role } = request.body
      const at = services.now()
      const keyed = keyOf(request, services.encryption)
      const response = await respondOnce(services.database, caller, keyed, async (tx) => {
        const invitation = await invite(tx, services, caller, { email, role, at })
        return { status: 201, data: invitationData(invitation) }
      })
      services.mailPosted()
      return sendOnce(reply, response)
    },
  )

  app.delete(
    '/:eco/partners/me/team/invitations/:id',
    operation({
      id: 'withdrawInvitation',
      tag: 'Team',
      roles: ['owner'],
      summary: 'Withdraw an invitation',
      params: InvitationPath,
      message: 'Invitation withdrawn',
      data: InvitationData,
      failures: [notFound('Invitation')],
    }),
    async (request) =>
      invitationData(await withdrawInvitation(services, teamCallerOf(request), request.params.id)),
  )
}

export function acceptInvitationRoutes(app: App, { database, encryption, now }: Services): void {
  app.post(
    '/:eco/partners/invitations/read',
    operation({
      id: 'readInvitation',
      tag: 'Team',
      summary: 'Read an invitation by its mailed token',
      description: 'For a page that says to which team the token invites. The token stays valid.',
      params: EcosystemPath,
      body: ReadBody,
      ignoresUnknown: 'body',
      message: 'Invitation returned',
      data: ReadInvitationData,
      failures: [invalid(TOKEN_SPENT)],
      open: true,
    }),
    async ({ params, body }) => {
      const found = await findInvitation(
        database,
        { hash: hashToken(body.token), ecosystem: params.eco },
        now(),
      )
      if (!found) throw invalid(TOKEN_SPENT)
      const { partnerName, email, role, expiresAt } = found
      return { partnerName, email, role, expiresAt: expiresAt.toISOString() }
    },
  )

  app.post(
    '/:eco/partners/invitations/accept',
    operation({
      id: 'acceptInvitation',
      tag: 'Team',
      summary: 'Join a team by a mailed token',
      description: 'Then sign in with the invited address and this password.',
      params: EcosystemPath,
      body: AcceptBody,
      ignoresUnknown: 'body',
      code: 201,
      message: 'Welcome to the team',
      data: TeamMemberData,
      failures: [
        invalid(TOKEN_SPENT),
        taken('The email eve@acme.example is already taken; ask to be invited under another one.', 'email'),
      ],
      open: true,
      idempotent: true,
    }),
    async (request, reply) => {
      const { token, password } = request.body
      const at = now()
      const hash = hashToken(token)
      const passwordHash = await hashPassword(password, addressKey(request.ip))
      const scopeId = scopeWithoutToken(encryption, 'acceptance', token)
      // A retry finds none and gets the stored response.
      const found = await findInvitation(database, { hash, ecosystem: request.params.eco }, at)
      const response = await respondOnceWithoutToken(
        database,
        { scopeId, partnerId: found?.partnerId },
        keyOf(request, encryption),
        at,
        async (tx) => {
          if (!found) throw invalid(TOKEN_SPENT)
          const { partnerId } = found
          const member = await acceptInvitation(tx, { hash, partnerId, passwordHash }, sourceOf(request), at)
          return { status: 201, data: teamMemberData(member) }
        },
      )
      return sendOnce(reply, response)
    },
  )
}
