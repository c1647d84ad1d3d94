import { type Static, Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import { ignoredInItems, nameIgnored } from '../../http/input/unknown-fields.ts'
import { findProblems } from '../../http/input/validation.ts'
import { bulkLimits, LIST_MAX } from '../../http/limits/bulk-calls.ts'
import { BulkResult } from '../../http/reference/open-api-schemas.ts'
import { type App, failureBody } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { type Failure, invalidFields, missing, notFound, wrong } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import type { Database } from '../../storage/database/database.ts'
import { checkMember, memberFields, memberOf } from '../coin-calls/call-fields.ts'
import { keyOf, keyOfList, sendOnce } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import { recordedActor } from '../ledger/actor.ts'
import type { PartnerReads } from '../read-batches/partner-reads.ts'
import { ATTRIBUTES_MAX, type AttributeChanges, entriesByName, type MemberAttributes } from './attribute.ts'
import { AttributeChangesField, AttributesShown, checkAttributes } from './attribute-fields.ts'
import { ATTRIBUTES_OF } from './attribute-store.ts'
import { type ChangedAttributes, changeAttributes, type MemberChanges } from './change-attributes.ts'
import { MemberPath } from './member-routes.ts'
import { MEMBERSHIP_EXAMPLE } from './membership-data.ts'
import { MEMBER } from './membership-store.ts'

const ROLES = ['owner', 'manager', 'support'] as const
const CHANGED = 'Attributes changed'

const { userId: EXAMPLE_ID } = MEMBERSHIP_EXAMPLE
const EXAMPLE: MemberAttributes = { userId: EXAMPLE_ID, attributes: { city: 'Lagos', tier: 'gold' } }

const AttributesData = Type.Object(
  { userId: Type.String(), attributes: AttributesShown() },
  { schemaName: 'MemberAttributes', examples: [EXAMPLE] },
)

const ChangeBody = Type.Object(
  { attributes: AttributeChangesField() },
  {
    schemaName: 'AttributeChanges',
    check: checkAttributes,
    examples: [{ attributes: { tier: 'gold', trialUntil: null } }],
  },
)

const BulkItem = Type.Object(
  { ...memberFields, attributes: AttributeChangesField() },
  {
    schemaName: 'MemberAttributeChanges',
    title: 'Changes of a user',
    check: (item: Parameters<typeof checkMember>[0] & { attributes?: unknown }) => [
      ...checkMember(item),
      ...checkAttributes(item),
    ],
  },
)

const itemProblems = findProblems(BulkItem)

const BulkBody = Type.Object(
  {
    // Checked item by item: an invalid one fails alone.
    users: Type.Array(Type.Unknown({ documentedAs: BulkItem }), {
      minItems: 1,
      maxItems: LIST_MAX,
      must: `be a list of 1 to ${LIST_MAX} users`,
    }),
  },
  {
    schemaName: 'BulkAttributeChanges',
    examples: [{ users: [{ externalId: 'customer-42', attributes: { tier: 'gold' } }] }],
  },
)

const BulkData = Type.Object(
  { results: Type.Array(BulkResult('BulkAttributesResult', 'MemberAttributesResponse')) },
  {
    schemaName: 'BulkAttributesResults',
    examples: [{ results: [{ status: 'success', message: CHANGED, data: EXAMPLE }] }],
  },
)

const tooMany = () =>
  invalidFields([wrong('attributes', `must leave the user at most ${ATTRIBUTES_MAX} attributes`)])

type Services = { database: Database; encryption: Encryption; reads: PartnerReads }

/** What a partner says about its members, which only the partner sees. */
export function attributeRoutes(app: App, { database, encryption, reads }: Services): void {
  app.get(
    '/laas/users/:userId/attributes',
    operation({
      id: 'readMemberAttributes',
      tag: 'Users',
      summary: 'Read the attributes of one of your users',
      params: MemberPath,
      message: 'Attributes returned',
      data: AttributesData,
      failures: ['notFound'],
    }),
    async (request) => {
      const userId = request.params.userId.toLowerCase()
      const [member, attributes] = await reads.read(partnerOf(request), (batch) =>
        Promise.all([batch.load(MEMBER, userId), batch.load(ATTRIBUTES_OF, userId)]),
      )
      if (!member) throw notFound('User')
      return { userId, attributes }
    },
  )

  app.patch(
    '/laas/users/:userId/attributes',
    operation({
      id: 'changeMemberAttributes',
      tag: 'Users',
      roles: ROLES,
      summary: 'Change the attributes of one of your users',
      description:
        'Sets and removes what you say about the user, for the conditions of rules. You see the event user.updated with the names that changed, not the values; a change of nothing writes nothing. Attributes are personal data: erasing the user deletes them.',
      params: MemberPath,
      body: ChangeBody,
      message: CHANGED,
      data: AttributesData,
      failures: ['notFound'],
      idempotent: true,
    }),
    async (request, reply) => {
      const userId = request.params.userId.toLowerCase()
      const { attributes: changes } = request.body
      const keyed = keyOf(request, encryption, hashable(changes))
      const actor = actorOf(request)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const [changed] = await changeAttributes(tx, ledger, recordedActor(actor), [{ userId, changes }])
        if (changed === 'unknown' || changed === undefined) throw notFound('User')
        if (changed === 'too many') throw tooMany()
        return { status: 200, data: changed, userIds: [userId] }
      })
      return sendOnce(reply, response)
    },
  )

  app.patch(
    '/laas/users/attributes/bulk',
    {
      ...operation({
        id: 'changeAttributesOfMembers',
        tag: 'Users',
        roles: ROLES,
        summary: 'Change the attributes of many users',
        description:
          'Up to 1,000 users, all in one step, in a body of at most 2 MB. Responds 200 with one result per user, in order, each like the response to a single change; an invalid item fails alone. An Idempotency-Key in the header covers the whole call.',
        body: BulkBody,
        ignoresUnknown: 'body',
        message: CHANGED,
        data: BulkData,
        idempotent: true,
      }),
      ...bulkLimits(),
    },
    async (request, reply) => {
      const { users } = request.body
      const items = await mapInSlices(users, prepareItem)
      const keyed = await keyOfList(
        request,
        encryption,
        items.map((item, index) =>
          'failure' in item ? users[index] : { ...item, changes: hashable(item.changes) },
        ),
      )
      nameIgnored(request, reply, ignoredInItems('users', users))
      const actor = actorOf(request)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const members = items.filter((item) => 'changes' in item)
        const changed = await changeAttributes(tx, ledger, recordedActor(actor), members)
        const inOrder = changed.values()
        const results = items.map((item) =>
          resultOf('failure' in item ? item : (inOrder.next().value as ChangedAttributes)),
        )
        const userIds = changed.flatMap((each) => (typeof each === 'object' ? [each.userId] : []))
        return { status: 200, data: { results }, userIds: [...new Set(userIds)] }
      })
      return sendOnce(reply, response)
    },
  )
}

/** A list, because the hash of a request leaves out each null of an object, and here null removes a value. */
const hashable = (changes: AttributeChanges) => entriesByName(changes)

function prepareItem(item: unknown): MemberChanges | { failure: Failure } {
  const problems = itemProblems(item)
  if (problems.length > 0) return { failure: invalidFields(problems) }
  const { attributes, ...member } = item as Static<typeof BulkItem>
  return { ...memberOf(member), changes: attributes }
}

function resultOf(changed: ChangedAttributes | { failure: Failure }) {
  if (changed === 'unknown') return failureBody(missing('User'))
  if (changed === 'too many') return failureBody(tooMany())
  if ('failure' in changed) return failureBody(changed.failure)
  return { status: 'success', message: CHANGED, data: changed }
}
