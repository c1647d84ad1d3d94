import { type Static, Type } from 'typebox'
import { actorOf } from '../../http/edge/request-caller.ts'
import { Email, Line } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { ignoredInItems, nameIgnored } from '../../http/input/unknown-fields.ts'
import { findProblems } from '../../http/input/validation.ts'
import { bulkLimits, LIST_MAX } from '../../http/limits/bulk-calls.ts'
import { BulkResult } from '../../http/reference/open-api-schemas.ts'
import { type App, failureBody } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type Failure, invalidFields, notFound } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import type { Database } from '../../storage/database/database.ts'
import { keyOf, keyOfList, sendOnce } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import { recordedActor } from '../ledger/actor.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { withChanges } from './attribute.ts'
import { AttributesField, checkAttributes } from './attribute-fields.ts'
import { ExternalId, externalIdTaken, setExternalId } from './external-id.ts'
import { consentRequired } from './join-partner.ts'
import { type Customer, type JoinedCustomer, joinWithoutAccount } from './join-without-account.ts'
import { MemberPath } from './member-routes.ts'
import { EXAMPLE_IDENTIFIED, IdentifiedData, identifiedData } from './membership-data.ts'

const ROLES = ['owner', 'manager', 'support'] as const
const SUCCESS = 'User onboarded'

const CustomerBody = Type.Object(
  {
    externalId: ExternalId(),
    fullname: Type.Optional(Line(200)),
    email: Type.Optional(Email({ description: 'Stays with you: no account is made, and no mail is sent.' })),
    attributes: Type.Optional(AttributesField()),
  },
  {
    schemaName: 'NewMember',
    title: 'A customer',
    check: checkAttributes,
    examples: [
      {
        externalId: 'customer-42',
        fullname: 'Ada Lovelace',
        email: 'ada@mail.example',
        attributes: { city: 'Lagos', tier: 'gold' },
      },
    ],
  },
)

const customerProblems = findProblems(CustomerBody)

const BulkBody = Type.Object(
  {
    // Checked item by item: an invalid one fails alone.
    users: Type.Array(Type.Unknown({ documentedAs: CustomerBody }), {
      minItems: 1,
      maxItems: LIST_MAX,
      must: `be a list of 1 to ${LIST_MAX} users`,
    }),
  },
  {
    schemaName: 'NewMembers',
    examples: [{ users: [{ externalId: 'customer-42' }, { externalId: 'customer-43' }] }],
  },
)

const BulkData = Type.Object(
  {
    results: Type.Array(BulkResult('BulkMemberResult', 'IdentifiedMembershipResponse')),
  },
  {
    schemaName: 'BulkMemberResults',
    examples: [{ results: [{ status: 'success', message: SUCCESS, data: EXAMPLE_IDENTIFIED }] }],
  },
)

type Services = { database: Database; encryption: Encryption }

/** Members without accounts, and the partner's own ids. */
export function customerRoutes(app: App, { database, encryption }: Services): void {
  app.post(
    '/laas/users',
    operation({
      id: 'createMember',
      tag: 'Users',
      roles: ROLES,
      summary: 'Onboard a customer without an account',
      description:
        'Makes a member of your customer, known by your own id, with a random tag and no password. Responds with 200 and the same membership when the id is known; its details and attributes stay as they are, and a former member is back. A user who proves the e-mail address and consents to you later can claim the membership once; you see the event user.claimed. Public boards do not show the tag until then.',
      body: CustomerBody,
      ignoresUnknown: 'body',
      code: 201,
      alsoCode: 200,
      message: SUCCESS,
      data: IdentifiedData,
      location: ({ userId }) => `/laas/users/${userId}`,
      failures: [consentRequired()],
      idempotent: true,
    }),
    async (request, reply) => {
      const customer = customerOf(request.body)
      const keyed = keyOf(request, encryption)
      const actor = actorOf(request)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const by = { actor: recordedActor(actor) }
        const [joined] = (await joinWithoutAccount(tx, ledger, [customer], encryption, by)) as [
          JoinedCustomer,
        ]
        if ('failure' in joined) throw joined.failure
        const { membership, isNew } = joined
        return { status: isNew ? 201 : 200, data: identifiedData(membership), userIds: [membership.userId] }
      })
      return sendOnce(reply, response)
    },
  )

  app.post(
    '/laas/users/bulk',
    {
      ...operation({
        id: 'createMembers',
        tag: 'Users',
        roles: ROLES,
        summary: 'Onboard many customers without accounts',
        description:
          'Up to 1,000 customers, all in one step, in a body of at most 2 MB. Responds 200 with one result per customer, in order, each like the response to a single one; an invalid item fails alone. An Idempotency-Key in the header covers the whole call.',
        body: BulkBody,
        ignoresUnknown: 'body',
        message: 'Users onboarded',
        data: BulkData,
        idempotent: true,
      }),
      ...bulkLimits(),
    },
    async (request, reply) => {
      const { users } = request.body
      const keyed = await keyOfList(request, encryption, users)
      const items = await mapInSlices(users, prepareItem)
      nameIgnored(request, reply, ignoredInItems('users', users))
      const actor = actorOf(request)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const customers = items.filter((item) => 'externalId' in item)
        const by = { actor: recordedActor(actor) }
        const joined = await joinWithoutAccount(tx, ledger, customers, encryption, by)
        const inOrder = joined.values()
        const results = items.map((item) =>
          resultOf('failure' in item ? item : (inOrder.next().value as JoinedCustomer)),
        )
        const userIds = joined.flatMap((each) => ('membership' in each ? [each.membership.userId] : []))
        return { status: 200, data: { results }, userIds: [...new Set(userIds)] }
      })
      return sendOnce(reply, response)
    },
  )

  app.put(
    '/laas/users/:userId/external-id',
    operation({
      id: 'setExternalId',
      tag: 'Users',
      roles: ROLES,
      summary: 'Set your own id of a user',
      description:
        'Replaces the id that the user has. An id belongs to one user, also after the user left; one that is taken is refused.',
      params: MemberPath,
      body: Type.Object({ externalId: ExternalId() }, { examples: [{ externalId: 'customer-42' }] }),
      message: 'External id set',
      data: IdentifiedData,
      failures: ['notFound', externalIdTaken('customer-42')],
    }),
    async (request) => {
      const { userId } = request.params
      const { externalId } = request.body
      const membership = await partnerTransaction(database, actorOf(request), (tx, ledger) =>
        setExternalId(tx, ledger, { userId, externalId }),
      )
      if (!membership) throw notFound('User')
      return identifiedData(membership)
    },
  )
}

function customerOf({ externalId, fullname, email, attributes }: Static<typeof CustomerBody>): Customer {
  return {
    externalId,
    fullname: fullname?.trim() ?? '',
    email: email ?? '',
    ...(attributes && { attributes: withChanges({}, attributes) }),
  }
}

function prepareItem(item: unknown): Customer | { failure: Failure } {
  const problems = customerProblems(item)
  if (problems.length > 0) return { failure: invalidFields(problems) }
  return customerOf(item as Static<typeof CustomerBody>)
}

function resultOf(joined: JoinedCustomer) {
  if ('failure' in joined) return failureBody(joined.failure)
  return { status: 'success', message: SUCCESS, data: identifiedData(joined.membership) }
}
