import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { Email } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { GivenPassword } from '../../identity/accounts/password-fields.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { EcosystemPath, PartnerData, partnerData } from '../../programme/partners/partner-data.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import { unauthorized } from '../../runtime/failure.ts'
import { CODE_WRONG, SecondFactorCode } from './second-factor.ts'
import {
  CODE_REQUIRED,
  LOGIN_WRONG,
  refreshSession,
  type SignedIn,
  type SignInServices,
  signInWithTokens,
} from './sign-in-team.ts'

const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJraW5kIjoidGVhbSJ9.c2lnbmF0dXJl'

export const LoginBody = Type.Object(
  { email: Email(), password: GivenPassword(), code: Type.Optional(SecondFactorCode()) },
  {
    examples: [
      { email: 'rewards@acme.example', password: 'Sunny-Day-7' },
      { email: 'rewards@acme.example', password: 'Sunny-Day-7', code: '482913' },
    ],
  },
)

const RefreshBody = Type.Object(
  {
    refreshToken: Type.String({
      minLength: 1,
      maxLength: 200,
      must: 'be a refresh token as a login answered it',
    }),
  },
  { examples: [{ refreshToken: 'mP3v0V1oJ1kq5y9wq0m7c8t2Q4x6Z8b1N3d5F7h9K1s' }] },
)

const SignedInData = Type.Object(
  {
    accessToken: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
    refreshToken: Type.String({ description: 'Works once.' }),
    partner: PartnerData,
  },
  {
    schemaName: 'SignedIn',
    examples: [
      {
        accessToken: EXAMPLE_TOKEN,
        tokenType: 'Bearer',
        expiresIn: 3600,
        refreshToken: 'mP3v0V1oJ1kq5y9wq0m7c8t2Q4x6Z8b1N3d5F7h9K1s',
        partner: (PartnerData as { examples?: unknown[] }).examples?.[0],
      },
    ],
  },
)

export const loginFailures = [
  unauthorized(LOGIN_WRONG),
  unauthorized(CODE_REQUIRED, 'second_factor_required'),
  unauthorized(CODE_WRONG),
]

export function signInRoutes(app: App, services: SignInServices): void {
  const tokensBody = async ({ partnerId, ...tokens }: SignedIn) => {
    const partner = await findPartner(services.database, partnerId)
    assert(partner)
    return { ...tokens, tokenType: 'Bearer' as const, partner: partnerData(partner) }
  }

  app.post(
    '/:eco/partners/login',
    operation({
      id: 'loginPartner',
      tag: 'Partners',
      summary: 'Sign in and get an access token',
      description:
        'An account with a second factor also needs `code`: the code of its app, or a recovery code. Without it the response is 401 with the appErrorCode second_factor_required.',
      params: EcosystemPath,
      body: LoginBody,
      ignoresUnknown: 'body',
      message: 'Signed in',
      data: SignedInData,
      failures: loginFailures,
      open: true,
    }),
    async (request) =>
      tokensBody(
        await signInWithTokens(services, {
          ...request.body,
          ecosystem: request.params.eco,
          from: sourceOf(request),
        }),
      ),
  )

  app.post(
    '/:eco/partners/refresh',
    operation({
      id: 'refreshPartner',
      tag: 'Partners',
      summary: 'Exchange a refresh token for new tokens',
      description: 'A refresh token works once. Using it twice ends its session.',
      params: EcosystemPath,
      body: RefreshBody,
      ignoresUnknown: 'body',
      message: 'Signed in',
      data: SignedInData,
      failures: [unauthorized('The refresh token is unknown, spent or expired; sign in again.')],
      open: true,
    }),
    async (request) =>
      tokensBody(
        await refreshSession(services, {
          ...request.body,
          ecosystem: request.params.eco,
          from: sourceOf(request),
        }),
      ),
  )
}
