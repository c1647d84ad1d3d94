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
import { FAILURES, invalidFields } from '../../runtime/failure.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import type { Database } from '../../storage/database/database.ts'
import { BulkItemKey, FAILS_WHOLE_CALL, LEAVES_OPEN, refuseKeysIn } from '../coin-calls/bulk-items.ts'
import { type CallResult, recordOf } from '../coin-calls/call-result.ts'
import type { CoinCall } from '../coin-calls/coin-call.ts'
import { CallQuery } from '../coin-calls/expand.ts'
import {
  type KeyedRequest,
  keyOfList,
  markReplay,
  requestHash,
  storedKey,
} from '../idempotency/idempotency-key.ts'
import { respondOnceInSteps } from '../idempotency/respond-once.ts'
import type { Award, AwardRequest } from './award.ts'
import { AWARD_EXAMPLE, awardData, awardRefusal } from './award-data.ts'
import { AwardBody, awardRequest, expandedAward, expandedAwardRefusal } from './award-routes.ts'
import { findAwardIdsByKey, findAwards } from './award-store.ts'

type Services = {
  database: Database
  encryption: Encryption
  coinCalls: { award: CoinCall<AwardRequest, Award> }
  requireRoom: (partnerId: string, calls: number) => void
}

const SUCCESS = 'Rule award created successfully'

const BulkItem = Type.Object(
  {
    ...AwardBody.properties,
    idempotencyKey: BulkItemKey('single awards'),
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
    awards: Type.Array(Type.Unknown({ documentedAs: BulkItem }), {
      minItems: 1,
      maxItems: LIST_MAX,
      must: `be a list of 1 to ${LIST_MAX} awards`,
    }),
  },
  {
    schemaName: 'NewBulkAwards',
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
    results: Type.Array(BulkResult('BulkAwardResult', 'AwardResponse')),
    asOf: Type.Optional(
      Type.Integer({ description: 'Only in a dry run: the number of the last event that it saw.' }),
    ),
  },
  {
    schemaName: 'BulkAwardResults',
    examples: [
      {
        results: [
          { status: 'success', message: SUCCESS, data: AWARD_EXAMPLE },
          failureBody(awardRefusal({ reason: 'rule_full', detail: null, retryAt: null })),
        ],
      },
    ],
  },
)

type PreparedItem = { award: AwardRequest; keyed: KeyedRequest | null } | { failure: unknown }

/**
 * The result of one item, as JSON text: made with each batch, a thousand of them delay no other request.
 * `openKey` is the unused key of an item that was not decided: its user or rule was not found, or the rule as
 * it was did not take its units. `notedUserId` is the user of an award with a note, `awardId` the id of a
 * decided award.
 */
type ItemResult = {
  result: string
  isFinal: boolean
  openKey: string | null
  notedUserId?: string
  awardId?: string
}

export function bulkAwardRoutes(app: App, services: Services): void {
  const { database, encryption, coinCalls, requireRoom } = services
  app.post(
    '/laas/rules/award/bulk',
    {
      ...operation({
        id: 'awardRules',
        tag: 'Awards',
        roles: ['owner', 'manager', 'support'],
        summary: 'Award many at once',
        description:
          'Up to 1,000 awards in a body of at most 2 MB. Responds 200 with one result per award, in order, each like the response to a single award; an invalid item fails alone. An Idempotency-Key in the header covers the whole call. In a dry run, each award is decided after those before it.',
        query: CallQuery,
        body: BulkBody,
        ignoresUnknown: 'body',
        message: 'Awards decided',
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
      const { awards } = request.body
      if (isDryRun(request)) {
        beginDryRun(request, reply)
        return new JsonText(await forecastAll(request, reply, actor, awards))
      }
      const keyed = await keyOfList(request, encryption, awards)
      const items = await mapInSlices(awards, (item, index) =>
        prepareItem(item, keyed && { within: keyed.key, index }),
      )
      nameIgnored(request, reply, ignoredInItems('awards', awards))
      let awardIds: (string | undefined)[] = []
      const { data, isReplay } = await respondOnceInSteps(database, actor, keyed, async () => {
        // All or none: a call that is refused has paid no item.
        requireRoom(actor.partnerId, items.length)
        const results = await Promise.all(items.map((item) => awardItem(request, actor, item)))
        awardIds = results.map(({ awardId }) => awardId)
        return {
          status: 200,
          data: `{"results":[${results.map(({ result }) => result).join(',')}]}`,
          isFinal: results.every(({ isFinal }) => isFinal),
          openKeys: results.flatMap(({ openKey }) => openKey ?? []),
          userIds: [...new Set(results.flatMap(({ notedUserId }) => notedUserId ?? []))],
        }
      })
      markReplay(reply, isReplay)
      if (!request.query.expand) return new JsonText(data)
      const keys = items.map((item) => ('keyed' in item ? item.keyed?.key : undefined))
      // The awards are given: a response must not fail because other reads of the partner wait.
      const expanded = await withoutReader(() =>
        expandResults(actor.partnerId, data, request.query, { awardIds, keys }),
      )
      return new JsonText(expanded)
    },
  )

  /**
   * Reads the awards again, so that a replay of a stored response can show them too. There, refused awards
   * are found by the keys of their items.
   */
  async function expandResults(
    partnerId: string,
    text: string,
    query: Static<typeof CallQuery>,
    { awardIds, keys }: { awardIds: (string | undefined)[]; keys: (string | undefined)[] },
  ) {
    const { results } = JSON.parse(text) as { results: Result[] }
    const idByKey = await findAwardIdsByKey(
      database,
      partnerId,
      keys.filter((key, index) => key !== undefined && isRefusal(results[index])) as string[],
    )
    const ids = results.map((result, index) => {
      if (result.status === 'success') return result.data.id
      return isRefusal(result) ? (awardIds[index] ?? idByKey.get(keys[index] ?? '')) : undefined
    })
    const found = await findAwards(database, partnerId, ids.filter((id) => id !== undefined) as string[])
    const awards = new Map(found.map((award) => [award.id, award]))
    const expanded = await mapInSlices(results, (result, index) => {
      const record = awards.get(ids[index] ?? '')
      if (!record) return JSON.stringify(result)
      const decided = { record, asOf: null }
      if (isRefusal(result)) return JSON.stringify(failureBody(expandedAwardRefusal(query, decided)))
      return JSON.stringify({ ...result, data: expandedAward(partnerId, query, decided) })
    })
    return `{"results":[${expanded.join(',')}]}`
  }

  async function forecastAll(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    awards: unknown[],
  ): Promise<string> {
    refuseKeysIn('awards', awards)
    const items = await mapInSlices(awards, (item) => prepareItem(item, null))
    nameIgnored(request, reply, ignoredInItems('awards', awards))
    const sound = items.flatMap((item) => ('award' in item ? [item.award] : []))
    const forecast = await coinCalls.award.forecast(actor, sound)
    const { asOf } = forecast
    const query = request.query as Static<typeof CallQuery>
    const decided = forecast.results.values()
    const results = await mapInSlices(items, (item) => {
      try {
        if ('failure' in item) throw item.failure
        const record = recordOf(decided.next().value as CallResult<Award>)
        if (record.outcome === 'refused') throw expandedAwardRefusal(query, { record, asOf })
        return successText(expandedAward(actor.partnerId, {}, { record, asOf }))
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
    const { idempotencyKey, ...body } = item as Item
    const award = awardRequest(body)
    const key = idempotencyKey ?? (ofCall && `${ofCall.within}\t${ofCall.index}`)
    if (key === null) return { award, keyed: null }
    // The same request as a single award with this body.
    const hash = requestHash(encryption, 'POST /api/v1/laas/rules/award', body)
    return { award, keyed: { key: storedKey(key), hash, ...(ofCall && { within: ofCall.within }) } }
  }

  async function awardItem(request: FastifyRequest, actor: Actor, item: PreparedItem): Promise<ItemResult> {
    try {
      if ('failure' in item) throw item.failure
      const award = recordOf(await coinCalls.award.decide(actor, item.award, item.keyed))
      return {
        result:
          award.outcome === 'refused'
            ? JSON.stringify(failureBody(awardRefusal(award)))
            : successText(awardData(actor.partnerId, award)),
        isFinal: true,
        openKey: null,
        awardId: award.id,
        ...(award.outcome !== 'refused' && award.note !== null && { notedUserId: award.userId }),
      }
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

const successText = (data: object) => JSON.stringify({ status: 'success', message: SUCCESS, data })

type Result = { status: string; message: string; data: { id: string } }

const isRefusal = (result: Result | undefined) => result?.message === FAILURES.refused.message
