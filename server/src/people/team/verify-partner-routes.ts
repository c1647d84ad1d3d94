import { Type } from 'typebox'
import { Email } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { withMinimumDuration } from '../../identity/accounts/limited-mail.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { invalid } from '../../runtime/failure.ts'
import { emailTaken, resendPartnerCode, verifyPartner } from './verify-partner.ts'

type Services = AccountServices & { mailPosted: () => void }

const VerifyBody = Type.Object(
  { email: Email(), code: Type.String({ pattern: '^[0-9]{6}$', must: 'be the 6 digits of the mail' }) },
  { examples: [{ email: 'rewards@acme.example', code: '482913' }] },
)

const VerifiedData = Type.Object(
  { email: Type.String(), emailVerified: Type.Boolean() },
  { examples: [{ email: 'rewards@acme.example', emailVerified: true }] },
)

const ResendBody = Type.Object({ email: Email() }, { examples: [{ email: 'rewards@acme.example' }] })

const ResentData = Type.Object({ email: Type.String() }, { examples: [{ email: 'rewards@acme.example' }] })

const CODE_WRONG = 'The code is wrong or expired; check it, or ask for a new one.'
const CODE_WRONG_WITHOUT_TOKEN =
  'The code is wrong or expired; check it, ask for a new one, or send it with the access token of your sign-in.'

export function verifyPartnerRoutes(app: App, services: Services): void {
  app.post(
    '/:eco/partners/verify-email',
    operation({
      id: 'verifyPartnerEmail',
      tag: 'Partners',
      summary: "Verify a partner's e-mail address with its one-time code",
      description:
        'Send it from the session that registered the partner, with its access token: when several partners were registered with one address, only the token tells which one is yours. Everything that the partner has set up stays. A code is valid for 10 minutes and 5 tries. Without the token of its session, an address has 5 tries an hour.',
      params: EcosystemPath,
      body: VerifyBody,
      ignoresUnknown: 'body',
      message: 'E-mail verified',
      data: VerifiedData,
      failures: [
        invalid(CODE_WRONG),
        invalid(CODE_WRONG_WITHOUT_TOKEN),
        emailTaken('rewards@acme.example'),
        'unauthorized',
        'forbidden',
      ],
      open: true,
    }),
    async (request) => {
      const { email, code } = request.body
      const query = { email, ecosystem: request.params.eco, callerId: request.credential?.subject }
      const verified = await withMinimumDuration(
        verifyPartner(services, { ...query, code, from: sourceOf(request) }),
      )
      if (!verified) throw invalid(query.callerId ? CODE_WRONG : CODE_WRONG_WITHOUT_TOKEN)
      return { email, emailVerified: true }
    },
  )

  app.post(
    '/:eco/partners/resend-code',
    operation({
      id: 'resendPartnerCode',
      tag: 'Partners',
      summary: "Send the code for a partner's e-mail address again",
      description:
        'Responds the same whether or not the address waits for a code. The earlier code is void. At most 5 codes an hour are sent again.',
      params: EcosystemPath,
      body: ResendBody,
      ignoresUnknown: 'body',
      message: 'If the address waits for a code, a new one was sent',
      data: ResentData,
      failures: ['unauthorized', 'forbidden'],
      open: true,
    }),
    async (request) => {
      const { email } = request.body
      const query = { email, ecosystem: request.params.eco, callerId: request.credential?.subject }
      await withMinimumDuration(resendPartnerCode(services, query))
      services.mailPosted()
      return { email }
    },
  )
}
