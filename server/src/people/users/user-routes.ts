import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Email } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { addressKey } from '../../http/limits/request-limits.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { byPartner, type MailCause } from '../../identity/accounts/limited-mail.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { keyOf, scopeWithoutToken, sendOnce } from '../../programme/idempotency/idempotency-key.ts'
import {
  findStoredResponse,
  respondOnce,
  respondOnceWithoutToken,
} from '../../programme/idempotency/respond-once.ts'
import { recordedActor } from '../../programme/ledger/actor.ts'
import type { Ledger } from '../../programme/ledger/ledger.ts'
import { withChanges } from '../../programme/members/attribute.ts'
import { AttributesField, checkAttributes } from '../../programme/members/attribute-fields.ts'
import { externalIdTaken } from '../../programme/members/external-id.ts'
import { MembershipData, membershipData } from '../../programme/members/membership-data.ts'
import { recordAttributes } from '../../programme/members/record-attributes.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import { invalid, missing, refused, taken } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import type { AskServices } from './ask-user-details.ts'
import { createUser, refuseTaken, USER_KEYS } from './create-user.ts'
import { NewUserBody, newUser, Tag } from './new-user-body.ts'
import { fetchRecord, joinByRecord } from './onboard-by-tag.ts'
import { newUserData, UserAccountData } from './user-data.ts'
import { RECORD_FORM } from './user-record.ts'
import { resendEmailCode, verifyEmail } from './verify-email.ts'

type Services = AccountServices & AskServices & { mailPosted: () => void }

const VerifyBody = Type.Object(
  { email: Email(), code: Type.String({ pattern: '^[0-9]{6}$', must: 'be the 6 digits of the mail' }) },
  { examples: [{ email: 'ada@mail.example', code: '482913' }] },
)

const CODE_WRONG = 'The code is wrong or expired; check it, or ask for a new one.'

const VerifiedData = Type.Object(
  { email: Type.String(), emailVerified: Type.Boolean() },
  { examples: [{ email: 'ada@mail.example', emailVerified: true }] },
)

const ResendBody = Type.Object({ email: Email() }, { examples: [{ email: 'ada@mail.example' }] })

const ResentData = Type.Object({ email: Type.String() }, { examples: [{ email: 'ada@mail.example' }] })

/** Sign-up. With a token, the new user joins its partner. */
export function signUpRoutes(app: App, { config, database, encryption, mailPosted, now }: Services): void {
  app.post(
    '/user',
    {
      ...operation({
        id: 'createUser',
        tag: 'Users',
        roles: ['owner', 'manager', 'support'],
        summary: 'Create a user',
        description:
          "Creates an account and mails it a one-time code. With a partner's access token, the user is also onboarded with that partner at once; such an account cannot be used until the owner of the mailbox has verified it and set a new password. While your own address is unverified, and beyond the operator's limit of mails an hour, the user is created and joined all the same, and the code is mailed once the owner of the mailbox asks for it (resendOtp, or the account pages).",
        body: NewUserBody(now),
        ignoresUnknown: 'body',
        code: 201,
        message: 'Account created and an OTP was sent to your e-mail',
        data: UserAccountData,
        location: ({ id }, { credential }) => (credential ? `/laas/users/${id}` : undefined),
        failures: [
          taken('The tag ada is already taken; choose another one.', 'tag'),
          externalIdTaken('customer-42'),
          'unauthorized',
          'forbidden',
        ],
        open: true,
        idempotent: true,
      }),
      preValidation: ignoreExternalId,
    },
    async (request, reply) => {
      const { password, confirmPassword: _, externalId = null, referralCode, ...body } = request.body
      const actor = request.credential ? actorOf(request) : undefined
      const input = newUser(body, actor !== undefined)
      const at = now()
      // The partner knows this password, so it must not open the account: the mailbox's owner sets another.
      const passwordHash = actor ? null : await hashPassword(password, addressKey(request.ip))
      const work = async (tx: Tx, ledger?: Ledger) => {
        const by: MailCause = ledger ? byPartner(config, ledger.partnerId) : 'anyone'
        const options = { passwordHash, externalId, referralCode, by, ...(ledger && { ledger }) }
        await refuseTaken(tx, input)
        const user = await createUser(tx, encryption, input, options, at)
        return { status: 201, data: newUserData({ ...user, email: body.email }), userIds: [user.id] }
      }
      const keyed = keyOf(request, encryption)
      const scopeId = scopeWithoutToken(encryption, 'sign-up', emailKey(body.email))
      try {
        const response = actor
          ? await respondOnce(database, actor, keyed, work)
          : await respondOnceWithoutToken(database, { scopeId }, keyed, at, (tx) => work(tx))
        mailPosted()
        return sendOnce(reply, response)
      } catch (error) {
        if (USER_KEYS.includes(violatedConstraint(error) ?? '')) await refuseTaken(database, input)
        throw error
      }
    },
  )
}

/** Drops the id of a request without a token: no partner could own it. */
async function ignoreExternalId({ credential, body }: FastifyRequest): Promise<void> {
  if (!credential && body instanceof Object) Reflect.deleteProperty(body, 'externalId')
}

export function emailCodeRoutes(app: App, services: Services): void {
  const { database, encryption, mailPosted, now } = services
  app.post(
    '/user/verify-email',
    operation({
      id: 'verifyEmail',
      tag: 'Users',
      summary: 'Verify an e-mail address with its one-time code',
      description:
        'A code is valid for 10 minutes and 5 tries. An address has 30 tries an hour. The code proves the mailbox and nothing else, and anyone can sign up with a foreign address: the password of an account, and what else the person who signed up has entered but for the tag, are removed, and the owner of the mailbox sets a password by a mailed link, as for an account made by a partner. A person who signs up on the account pages and enters the code there, in the same browser, keeps them.',
      body: VerifyBody,
      ignoresUnknown: 'body',
      message: 'E-mail verified',
      data: VerifiedData,
      failures: [invalid(CODE_WRONG)],
      open: true,
    }),
    async (request) => {
      const { body } = request
      const verified = await verifyEmail(services, { ...body, from: sourceOf(request) }, now())
      if (!verified) {
        throw invalid(CODE_WRONG)
      }
      return { email: body.email, emailVerified: true }
    },
  )

  app.post(
    '/user/resend-otp',
    operation({
      id: 'resendOtp',
      tag: 'Users',
      summary: 'Send the one-time code again',
      description:
        'Responds the same whether or not the address waits for a code. The earlier code is void. At most 5 codes an hour are sent again.',
      body: ResendBody,
      ignoresUnknown: 'body',
      message: 'If the address waits for a code, a new one was sent',
      data: ResentData,
      open: true,
    }),
    async ({ body }) => {
      await resendEmailCode(database, encryption, body.email, now())
      mailPosted()
      return { email: body.email }
    },
  )
}

export function onboardByTagRoutes(app: App, services: Services): void {
  const { database, encryption } = services
  app.post(
    '/laas/users/onboard',
    operation({
      id: 'onboardUser',
      tag: 'Users',
      roles: ['owner', 'manager', 'support'],
      summary: 'Onboard a user by tag',
      description: `Fetches the record of this tag from your userDetailsUrl and joins that user to you; the account is created if needed. Responds with 200 and the same membership when the user has joined before; attributes then stay as they are. Your address must accept a connection within 2 s and respond within 5 s and 256 kB; it may redirect within its host. ${RECORD_FORM} After 5 failures or 20 responses without a usable record in a row it is not called for 30 s, and requests fail at once with user_details_unreachable and Retry-After. Our requests carry a signature in the header Laurel-Signature: a JWT (ES256, typ laurel-request+jwt) for your clientId with the address in its claim url, verified with the keys at /oauth/jwks. Refusals: user_details_unreachable, user_details_invalid, user_details_mismatch, user_details_conflict, consent_required.`,
      body: Type.Object(
        { tag: Tag(), attributes: Type.Optional(AttributesField()) },
        { check: checkAttributes, examples: [{ tag: 'ada', attributes: { city: 'Lagos' } }] },
      ),
      ignoresUnknown: 'body',
      code: 201,
      alsoCode: 200,
      message: 'User onboarded',
      data: MembershipData,
      location: ({ userId }) => `/laas/users/${userId}`,
      failures: [
        missing('A user with the tag ada'),
        invalid('userDetailsUrl could not be asked: it did not answer in time.', 'user_details_unreachable'),
        invalid('userDetailsUrl must answer with one JSON object.', 'user_details_invalid'),
        invalid(
          'userDetailsUrl must answer the record of the tag that was asked for.',
          'user_details_mismatch',
        ),
        refused(
          'user_details_conflict',
          'The email in the user record belongs to another tag; correct the record, or use that tag.',
        ),
        refused(
          'consent_required',
          'The user unlinked from this partner and can come back only by consenting again.',
        ),
      ],
      idempotent: true,
    }),
    async (request, reply) => {
      const partner = await findPartner(database, partnerOf(request))
      assert(partner)
      const keyed = keyOf(request, encryption)
      const earlier =
        keyed &&
        (await findStoredResponse<ReturnType<typeof membershipData>>(database, partner.partnerId, keyed))
      if (earlier) return sendOnce(reply, earlier)
      const record = await fetchRecord(services, partner, request.body.tag.toLowerCase())
      const actor = actorOf(request)
      const attributes = withChanges({}, request.body.attributes ?? {})
      const join = () =>
        respondOnce(database, actor, keyed, async (tx, ledger) => {
          const { membership, isNew } = await joinByRecord(tx, ledger, record, encryption)
          const { userId } = membership
          if (isNew && Object.keys(attributes).length > 0)
            recordAttributes(tx, ledger, recordedActor(actor), [
              { userId, attributes, sinceSeq: ledger.lastSeq },
            ])
          return { status: isNew ? 201 : 200, data: membershipData(membership), userIds: [userId] }
        })
      try {
        return sendOnce(reply, await join())
      } catch (error) {
        // A concurrent call created the account, so now there is one to join.
        if (USER_KEYS.includes(violatedConstraint(error) ?? '')) return sendOnce(reply, await join())
        throw error
      }
    },
  )
}
