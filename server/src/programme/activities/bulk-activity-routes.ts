import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '../../http/edge/request-caller.ts'
import { beginDryRun, isDryRun } from '../../http/input/dry-run.ts'
import { operation } from '../../http/input/operation.ts'
import { ignoredInItems, nameIgnored } from '../../http/input/unknown-fields.ts'
import { type BodyCheck, findProblems } from '../../http/input/validation.ts'
import { bulkLimits, LIST_MAX } from '../../http/limits/bulk-calls.ts'
import { BulkResult } from '../../http/reference/open-api-schemas.ts'
import { type App, failureBody, toFailure } from '../../http/responses/envelope.ts'
import { JsonText, serializeJson } from '../../http/responses/json-text.ts'
import type { Actor } from '../../runtime/caller.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalidFields, missing } from '../../runtime/failure.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Database } from '../../storage/database/database.ts'
import { BulkItemKey, FAILS_WHOLE_CALL, LEAVES_OPEN, refuseKeysIn } from '../coin-calls/bulk-items.ts'
import { type CallResult, recordOf } from '../coin-calls/call-result.ts'
import type { CoinCall } from '../coin-calls/coin-call.ts'
import {
  type KeyedRequest,
  keyOfList,
  markReplay,
  requestHash,
  storedKey,
} from '../idempotency/idempotency-key.ts'
import { respondOnceInSteps } from '../idempotency/respond-once.ts'
import type { Activity, ActivityRequest } from './activity.ts'
import { ACTIVITY_EXAMPLE_BODY, ActivityBody, activityRequest } from './activity-body.ts'
import { ActivityQuery, ActivityResultData, activityResult } from './activity-data.ts'
import { withAwards } from './activity-part.ts'
import { ACTIVITY_RECORDED } from './activity-routes.ts'
import { findActivities, findAwardsOfActivities } from './activity-store.ts'
import { type EnrollingRequest, enrollingCalls, enrolMembers } from './enrol-members.ts'

type Services = {
  database: Database
  encryption: Encryption
  now: () => Date
  coinCalls: { activity: CoinCall<ActivityRequest, Activity> }
  requireRoom: (partnerId: string, calls: number) => void
}

const BulkItem = Type.Object(
  { ...ActivityBody.properties, idempotencyKey: BulkItemKey('single activities') },
  {
    schemaName: 'NewBulkActivity',
    title: 'An activity',
    check: (ActivityBody as { check?: BodyCheck<unknown> }).check,
  },
)

const itemProblems = findProblems(BulkItem)

const BulkBody = Type.Object(
  {
    // Checked item by item: an invalid one fails alone.
    activities: Type.Array(Type.Unknown({ documentedAs: BulkItem }), {
      minItems: 1,
      maxItems: LIST_MAX,
      must: `be a list of 1 to ${LIST_MAX} activities`,
    }),
  },
  {
    schemaName: 'NewBulkActivities',
    examples: [{ activities: [{ ...ACTIVITY_EXAMPLE_BODY, idempotencyKey: 'order-1042' }] }],
  },
)

const BulkData = Type.Object(
  {
    results: Type.Array(BulkResult('BulkActivityResult', 'ActivityResultResponse')),
    asOf: Type.Optional(
      Type.Integer({ description: 'Only in a dry run: the number of the last event that it saw.' }),
    ),
  },
  {
    schemaName: 'BulkActivityResults',
    examples: [
      {
        results: [
          {
            status: 'success',
            message: ACTIVITY_RECORDED,
            data: (ActivityResultData as { examples?: unknown[] }).examples?.[0],
          },
          failureBody(missing('User')),
        ],
      },
    ],
  },
)

type PreparedItem = { request: EnrollingRequest; keyed: KeyedRequest | null } | { failure: unknown }

/** The result of one item, as JSON text. `openKey` is the unused key of an item that was not decided. */
type ItemResult = { result: string; isFinal: boolean; openKey: string | null }

export function bulkActivityRoutes(app: App, services: Services): void {
  const { database, encryption, coinCalls, requireRoom } = services
  app.post(
    '/laas/activities/bulk',
    {
      ...operation({
        id: 'recordActivities',
        tag: 'Activities',
        roles: ['owner', 'manager', 'support'],
        summary: 'Record many activities at once',
        description:
          'Up to 1,000 activities in a body of at most 2 MB. Responds 200 with one result per activity, in order, each like the response to a single one; an invalid item fails alone. An Idempotency-Key in the header covers the whole call. In a dry run, each activity is decided after those before it.',
        query: ActivityQuery,
        body: BulkBody,
        ignoresUnknown: 'body',
        message: 'Activities recorded',
        data: BulkData,
        failures: ['conflict'],
        idempotent: true,
        takesDryRun: true,
      }),
      ...bulkLimits(),
      serializerCompiler: () => serializeJson,
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { activities } = request.body
      if (isDryRun(request)) {
        beginDryRun(request, reply)
        return new JsonText(await forecastAll(request, reply, actor, activities))
      }
      const keyed = await keyOfList(request, encryption, activities)
      const items = await mapInSlices(activities, (item, index) =>
        prepareItem(item, keyed && { within: keyed.key, index }),
      )
      nameIgnored(request, reply, ignoredInItems('activities', activities))
      const { data, isReplay } = await respondOnceInSteps(database, actor, keyed, async () => {
        requireRoom(actor.partnerId, items.length)
        const sound = items.flatMap((item) => ('request' in item ? [item.request] : []))
        await enrolMembers(services, actor, sound)
        await coinCalls.activity.prepare?.(actor, sound)
        // All or none: a call that is refused has recorded no item.
        requireRoom(actor.partnerId, items.length)
        const results = await Promise.all(items.map((item) => recordItem(request, actor, item)))
        return {
          status: 200,
          data: `{"results":[${results.map(({ result }) => result).join(',')}]}`,
          isFinal: results.every(({ isFinal }) => isFinal),
          openKeys: results.flatMap(({ openKey }) => openKey ?? []),
        }
      })
      markReplay(reply, isReplay)
      if (!request.query.expand) return new JsonText(data)
      // The activities are recorded: a response must not fail because other reads of the partner wait.
      const expanded = await withoutReader(() => expandResults(actor.partnerId, data, request.query))
      return new JsonText(expanded)
    },
  )

  /** Reads the activities again, so that a replay of a stored response can show more of them too. */
  async function expandResults(partnerId: string, text: string, query: Static<typeof ActivityQuery>) {
    const { results } = JSON.parse(text) as { results: Result[] }
    const ids = results.flatMap(({ status, data }) => (status === 'success' ? [data.id] : []))
    const keys = new Map([[partnerId, ids]])
    const [found, awards] = await Promise.all([
      findActivities(database, keys),
      findAwardsOfActivities(database, keys),
    ])
    const records = withAwards(rowsOf(found, partnerId), rowsOf(awards, partnerId))
    const activities = new Map(records.map((activity) => [activity.id, activity]))
    const expanded = await mapInSlices(results, (result) => {
      const record = activities.get(result.data.id)
      if (!record) return JSON.stringify(result)
      return JSON.stringify({ ...result, data: activityResult(partnerId, query, { record, asOf: null }) })
    })
    return `{"results":[${expanded.join(',')}]}`
  }

  async function forecastAll(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    activities: unknown[],
  ): Promise<string> {
    refuseKeysIn('activities', activities)
    const items = await mapInSlices(activities, (item) => prepareItem(item, null))
    nameIgnored(request, reply, ignoredInItems('activities', activities))
    const sound = items.flatMap((item) => ('request' in item ? [item.request] : []))
    const forecast = await enrollingCalls(services).forecast(actor, sound)
    const { asOf } = forecast
    const decided = forecast.results.values()
    const results = await mapInSlices(items, (item) => {
      try {
        if ('failure' in item) throw item.failure
        const record = recordOf(decided.next().value as CallResult<Activity>)
        return successText(activityResult(actor.partnerId, {}, { record, asOf }))
      } catch (error) {
        return JSON.stringify(failureBody(toFailure(error, request)))
      }
    })
    return `{"results":[${results.join(',')}],"asOf":${asOf}}`
  }

  /** An item without its own key uses the key of the call and a tab, which no caller can send in a key. */
  function prepareItem(item: unknown, ofCall: { within: string; index: number } | null): PreparedItem {
    const problems = itemProblems(item)
    if (problems.length > 0) return { failure: invalidFields(problems) }
    const { idempotencyKey, ...body } = item as Static<typeof BulkItem>
    const request = activityRequest(body)
    const key = idempotencyKey ?? (ofCall && `${ofCall.within}\t${ofCall.index}`)
    if (key === null) return { request, keyed: null }
    // The same request as a single activity with this body.
    const hash = requestHash(encryption, 'POST /api/v1/laas/activities', body)
    return { request, keyed: { key: storedKey(key), hash, ...(ofCall && { within: ofCall.within }) } }
  }

  async function recordItem(request: FastifyRequest, actor: Actor, item: PreparedItem): Promise<ItemResult> {
    try {
      if ('failure' in item) throw item.failure
      const record = recordOf(await coinCalls.activity.decide(actor, item.request, item.keyed))
      const result = successText(activityResult(actor.partnerId, {}, { record, asOf: null }))
      return { result, isFinal: true, openKey: null }
    } catch (error) {
      const failure = toFailure(error, request)
      if (FAILS_WHOLE_CALL.includes(failure.kind)) throw failure
      const isOpen = LEAVES_OPEN.includes(failure.kind) && 'keyed' in item
      const openKey = isOpen ? (item.keyed?.key ?? null) : null
      const result = JSON.stringify(failureBody(failure))
      return { result, isFinal: failure.kind !== 'internal', openKey }
    }
  }
}

const successText = (data: object) => JSON.stringify({ status: 'success', message: ACTIVITY_RECORDED, data })

type Result = { status: string; message: string; data: { id: string } }
