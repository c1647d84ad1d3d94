import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { type Actor, actorOf } from '../http/credential.ts'
import { type App, failureBody, serializeJsonText, toFailure } from '../http/envelope.ts'
import { conflict, type FailureKind, invalidFields, missing } from '../http/failure.ts'
import { OneOf } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { LIST_MAX } from '../http/parse-in-slices.ts'
import { type BodyCheck, findProblems } from '../http/validation.ts'
import { createWaitToStart } from '../http/wait-to-start.ts'
import {
  type KeyedRequest,
  keyOfList,
  markReplay,
  requestHash,
  storedKey,
} from '../idempotency/idempotency-key.ts'
import { respondOnceInSteps } from '../idempotency/respond-once.ts'
import { mapInSlices } from '../process/in-slices.ts'
import type { AwardRequest, GrantAward } from './award.ts'
import { AWARD_EXAMPLE, awardData, awardRefusal } from './award-data.ts'
import { AwardBody, awardRequest } from './award-routes.ts'

type Services = {
  database: Database
  encryption: Encryption
  grantAward: GrantAward
  requireRoom: (partnerId: string, calls: number) => void
}

const ITEMS_MAX = LIST_MAX
/** Fits the most items, each with the longest narration and key. */
const BODY_BYTES_MAX = 8 * 1_048_576
/** A retry finishes such a call. */
const FAILS_WHOLE_CALL: FailureKind[] = ['unavailable', 'unauthorized', 'forbidden']
const SUCCESS = 'Rule award created successfully'

const BulkItem = Type.Object(
  {
    ...AwardBody.properties,
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,255}$',
        must: 'have 1 to 255 visible ASCII characters',
        description: 'Shares one key space with the Idempotency-Key of single awards.',
      }),
    ),
  },
  {
    schemaName: 'NewBulkAward',
    title: 'An award',
    check: (AwardBody as { check?: BodyCheck<unknown> }).check,
  },
)

type Item = Static<typeof BulkItem>

const itemProblems = findProblems(BulkItem)

const BulkBody = Type.Object(
  {
    // Checked item by item: an invalid one fails alone.
    awards: Type.Array(Type.Unknown({ shown: BulkItem }), {
      minItems: 1,
      maxItems: ITEMS_MAX,
      must: `be a list of 1 to ${ITEMS_MAX} awards`,
    }),
  },
  {
    examples: [
      {
        awards: [
          {
            userId: AWARD_EXAMPLE.userId,
            ruleName: 'first purchase',
            narration: 'Order 1042',
            idempotencyKey: 'order-1042',
          },
        ],
      },
    ],
  },
)

const BulkData = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        { status: OneOf(['success', 'failed']), message: Type.String(), data: Type.Unknown() },
        { title: 'The response of a single award' },
      ),
    ),
  },
  { examples: [{ results: [{ status: 'success', message: SUCCESS, data: AWARD_EXAMPLE }] }] },
)

type PreparedItem = { award: AwardRequest; keyed: KeyedRequest | null } | { failure: unknown }

/**
 * The result of one item, as JSON text: made with each batch, a thousand of them delay no other request.
 * `openKey` is the unused key of an item whose user or rule was not found.
 */
type ItemResult = { result: string; isFinal: boolean; openKey: string | null }

export function bulkAwardRoutes(app: App, services: Services): void {
  const { database, encryption, grantAward, requireRoom } = services
  app.post(
    '/laas/rules/award/bulk',
    {
      ...operation({
        id: 'awardRules',
        tag: 'Awards',
        roles: ['owner', 'manager', 'support'],
        summary: 'Award many at once',
        description:
          'Up to 1,000 awards. Responds 200 with one result per award, in order, each like the response to a single award; an invalid item fails alone. An Idempotency-Key in the header covers the whole call.',
        body: BulkBody,
        message: 'Awards decided',
        data: BulkData,
        failures: ['conflict'],
        idempotent: true,
      }),
      bodyLimit: BODY_BYTES_MAX,
      preParsing: createWaitToStart(),
      serializerCompiler: () => serializeJsonText,
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { awards } = request.body
      const keyed = await keyOfList(request, encryption, awards)
      const { data, isReplay } = await respondOnceInSteps(database, actor, keyed, async () => {
        const items = await mapInSlices(awards, (item, index) =>
          prepareItem(item, keyed && { within: keyed.key, index }),
        )
        // All or none: a call that is refused has paid no item.
        requireRoom(actor.partnerId, items.length)
        const results = await Promise.all(items.map((item) => awardItem(request, actor, item)))
        return {
          status: 200,
          data: `{"results":[${results.map(({ result }) => result).join(',')}]}`,
          isFinal: results.every(({ isFinal }) => isFinal),
          openKeys: results.flatMap(({ openKey }) => openKey ?? []),
        }
      })
      markReplay(reply, isReplay)
      return { text: data }
    },
  )

  /** An item without its own key uses the key of the call and a tab, which no caller can send in a key. */
  function prepareItem(item: unknown, ofCall: { within: string; index: number } | null): PreparedItem {
    const problems = itemProblems(item)
    if (problems.length > 0) return { failure: invalidFields(problems) }
    const { idempotencyKey, ...body } = item as Item
    const award = awardRequest(body)
    const key = idempotencyKey ?? (ofCall && `${ofCall.within}\t${ofCall.index}`)
    if (key === null) return { award, keyed: null }
    const hash = awardHash(encryption, onlyAwardFields(body))
    return { award, keyed: { key: storedKey(key), hash, ...(ofCall && { within: ofCall.within }) } }
  }

  async function awardItem(request: FastifyRequest, actor: Actor, item: PreparedItem): Promise<ItemResult> {
    try {
      if ('failure' in item) throw item.failure
      const decided = await grantAward(actor, item.award, item.keyed)
      if (decided.kind === 'conflict') throw conflict()
      if (decided.kind === 'unknown') throw missing(decided.what)
      if (decided.kind === 'invalid') throw invalidFields(decided.fields)
      if (decided.kind === 'denied') throw decided.failure
      if (decided.record.outcome === 'refused') throw awardRefusal(decided.record)
      const result = { status: 'success', message: SUCCESS, data: awardData(actor.partnerId, decided.record) }
      return { result: JSON.stringify(result), isFinal: true, openKey: null }
    } catch (error) {
      const failure = toFailure(error, request)
      if (FAILS_WHOLE_CALL.includes(failure.kind)) throw failure
      const openKey = failure.kind === 'missing' && 'keyed' in item ? (item.keyed?.key ?? null) : null
      const result = JSON.stringify(failureBody(failure))
      return { result, isFinal: failure.kind !== 'internal', openKey }
    }
  }
}

/** Without fields that the service does not know, as in the body of a single award. */
const onlyAwardFields = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(AwardBody.properties).map((field) => [field, body[field]]))

/** A bulk item and a single award with the same body are the same request. */
function awardHash(encryption: Encryption, body: object): Buffer {
  return requestHash(encryption, 'POST /api/v1/laas/rules/award', body)
}
