import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type AttemptLimit, limitAttempts } from '../../identity/accounts/rate-counter-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { ownPartner } from '../../programme/partners/partner-routes.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type AskServices, askUserDetailsNow, breakerOf } from './ask-user-details.ts'
import { Tag } from './new-user-body.ts'
import { findUserDetailsResult, type UserDetailsResult } from './user-details-store.ts'

type Services = AskServices & { encryption: Encryption }

const TRIES: AttemptLimit = { max: 10, windowSeconds: 60 }

const resultFields = {
  askedAt: Timestamp(),
  tookMs: Type.Integer({ description: 'Milliseconds until the response was read, or given up.' }),
  outcome: OneOf(
    ['found', 'not_found', 'user_details_unreachable', 'user_details_invalid', 'user_details_mismatch'],
    {
      schemaName: 'UserDetailsOutcome',
      description: 'found, not_found, or the code that onboarding refuses with.',
    },
  ),
  status: Nullable(Type.Integer({ description: 'The HTTP status; null when no response was accepted.' })),
  detail: Nullable(Type.String({ description: 'The problem; null when there is none.' })),
  problems: Type.Array(
    Type.Object(
      { field: Type.String(), problem: Type.String() },
      { documentedAs: { $ref: '#/components/schemas/FieldProblem' } },
    ),
    {
      description: 'Each field that is not as documented, without its value.',
    },
  ),
}

const RESULT = {
  askedAt: '2026-03-01T09:30:00.000Z',
  tookMs: 48,
  outcome: 'user_details_invalid',
  status: 200,
  detail: 'The record that userDetailsUrl answers is not as documented: isAdult must be true, false or null.',
  problems: [{ field: 'isAdult', problem: 'must be true, false or null' }],
}
const ADDRESS = 'https://shop.acme.example/laurel/users'

const UserDetailsData = Type.Object(
  {
    userDetailsUrl: Type.String(),
    breaker: Type.Object(
      {
        state: OneOf(['closed', 'open', 'half-open'], {
          schemaName: 'BreakerState',
          description:
            'closed: the address is called. open: it failed too often and is not called until retryAt. half-open: the next onboarding retries it.',
        }),
        failuresInARow: Type.Integer({
          description: 'Failures are: no connection, a timeout, or a status of 5xx or 429.',
        }),
        missesInARow: Type.Integer({
          description:
            'Misses are all other responses without a usable record, such as 404 for an unknown tag.',
        }),
        retryAt: Nullable(Timestamp()),
      },
      { schemaName: 'Breaker' },
    ),
    lastResult: Nullable(
      Type.Object(
        {
          userDetailsUrl: Type.String({ description: 'The address at that time.' }),
          ...resultFields,
        },
        { schemaName: 'LastUserDetailsResult' },
      ),
    ),
  },
  {
    schemaName: 'UserDetailsStatus',
    examples: [
      {
        userDetailsUrl: ADDRESS,
        breaker: { state: 'closed', failuresInARow: 0, missesInARow: 0, retryAt: null },
        lastResult: { userDetailsUrl: ADDRESS, ...RESULT },
      },
    ],
  },
)

const TriedData = Type.Object(
  {
    ...resultFields,
    fields: Type.Array(
      Type.Object(
        { name: Type.String(), type: Type.String(), value: Type.Optional(Type.String()) },
        { schemaName: 'UserDetailsField' },
      ),
      { description: 'The fields of the record, up to 100, with values only for tag, fullname and avatar.' },
    ),
  },
  {
    schemaName: 'UserDetailsTry',
    examples: [
      {
        ...RESULT,
        fields: [
          { name: 'tag', type: 'string', value: 'ada' },
          { name: 'isAdult', type: 'string' },
        ],
      },
    ],
  },
)

export function userDetailsRoutes(app: App, services: Services): void {
  const { database, encryption, now } = services

  app.get(
    '/:eco/partners/me/user-details',
    operation({
      id: 'readUserDetailsResult',
      tag: 'Partners',
      summary: 'Read the last response of your userDetailsUrl',
      params: EcosystemPath,
      message: 'User details result returned',
      data: UserDetailsData,
      failures: ['notFound'],
    }),
    async (request) => {
      const partner = await ownPartner(database, partnerOf(request), request.params.eco)
      const result = await findUserDetailsResult(database, partner.partnerId)
      const { state, failures, misses, retryAt } = breakerOf(result, partner, now())
      return {
        userDetailsUrl: partner.userDetailsUrl,
        breaker: {
          state,
          failuresInARow: failures,
          missesInARow: misses,
          retryAt: retryAt?.toISOString() ?? null,
        },
        lastResult: result ? { userDetailsUrl: result.address, ...resultData(result) } : null,
      }
    },
  )

  app.post(
    '/:eco/partners/me/user-details/try',
    operation({
      id: 'tryUserDetails',
      tag: 'Partners',
      summary: 'Test your userDetailsUrl now',
      description:
        'Fetches the record of a tag and returns what came back, without joining a user; also while the breaker is open. Success means that the address was called, not that its response was right. At most 10 tries a minute.',
      params: EcosystemPath,
      body: Type.Object({ tag: Tag() }, { examples: [{ tag: 'ada' }] }),
      message: 'User details asked',
      data: TriedData,
      roles: ['owner', 'manager'],
      failures: ['notFound'],
    }),
    async (request) => {
      const partner = await ownPartner(database, partnerOf(request), request.params.eco)
      const askedAt = now()
      const key = encryption.keyedHash('user-details-try', partner.partnerId)
      const tooManyOf = `userDetailsUrl can be tried ${TRIES.max} times a minute`
      await partnerTransaction(database, actorOf(request), (tx) =>
        limitAttempts(tx, key, TRIES, askedAt, { tooManyOf }),
      )
      const lookup = await askUserDetailsNow(services, partner, request.body.tag.toLowerCase())
      return { ...resultData({ ...lookup, askedAt }), fields: lookup.fields }
    },
  )
}

type Result = Pick<UserDetailsResult, 'askedAt' | 'tookMs' | 'outcome' | 'status' | 'detail' | 'problems'>

function resultData({ askedAt, tookMs, outcome, status, detail, problems }: Result) {
  return { askedAt: askedAt.toISOString(), tookMs, outcome, status, detail, problems }
}
