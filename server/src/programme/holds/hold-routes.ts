import assert from 'node:assert/strict'
import { type Static, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, NumericString, Prose, Uuid, userIdOf, WholeNumber } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, decodeCursor, encodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing, notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { checkCoins, checkMember, memberFields, memberOf } from '../coin-calls/call-fields.ts'
import { type CoinCall, type Exchange, makeCall } from '../coin-calls/coin-call.ts'
import { CallQuery, expandedRefusal, expansionOf } from '../coin-calls/expand.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import { transactionRefusal, transactionRefusals } from '../coins/refusals.ts'
import { COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { LOTS_MAX } from '../lots/timed-wallet.ts'
import { readEach } from '../read-batches/read-batch.ts'
import { FoundUntil, type ReadServices, sendRead } from '../read-batches/send-read.ts'
import {
  type CaptureRequest,
  type ExtensionRequest,
  HOLD_SECONDS_DEFAULT,
  HOLD_SECONDS_MAX,
  HOLD_SECONDS_MIN,
  HOLDS_MAX,
  type HoldRequest,
  type ReleaseRequest,
} from './hold.ts'
import { HoldData, HoldStatusField, holdData, ListedHoldData } from './hold-data.ts'
import { findHold, type ListedHold, listHolds } from './hold-queries.ts'

type Services = ReadServices & {
  database: Database
  encryption: Encryption
  coinCalls: {
    hold: CoinCall<HoldRequest, CoinTransaction>
    extension: CoinCall<ExtensionRequest, CoinTransaction>
    capture: CoinCall<CaptureRequest, CoinTransaction>
    release: CoinCall<ReleaseRequest, CoinTransaction>
  }
}

const LIMIT_DEFAULT = 10

const SecondsField = (description: string) => WholeNumber(HOLD_SECONDS_MIN, HOLD_SECONDS_MAX, { description })

const HoldBody = Type.Object(
  {
    ...memberFields,
    coins: NumericString({ must: COIN_AMOUNT_NEEDED, description: 'How many coins to hold.' }),
    expiresIn: Type.Optional(
      SecondsField(`Seconds until the hold ends by itself; ${HOLD_SECONDS_DEFAULT} by default.`),
    ),
    narration: Type.Optional(Prose(1000)),
    ...labelFields,
  },
  {
    schemaName: 'NewHold',
    check: (body: Record<string, unknown>) => [
      ...checkMember(body),
      ...checkCoins(body),
      ...checkLabels(body),
    ],
    examples: [
      { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: 4, reference: 'order-1042' },
      { externalId: 'customer-42', coins: 4, expiresIn: 900, reference: 'order-1042' },
    ],
  },
)

const ExtensionBody = Type.Object(
  { expiresIn: SecondsField('Seconds from now; never beyond seven days after the hold was made.') },
  { schemaName: 'HoldExtension', examples: [{ expiresIn: 1800 }] },
)

const CaptureBody = Type.Object(
  {
    coins: Type.Optional(
      NumericString({
        must: COIN_AMOUNT_NEEDED,
        description: 'A part of the hold, the rest of which goes back; all by default.',
      }),
    ),
  },
  { schemaName: 'HoldCapture', check: checkCoins, examples: [{}, { coins: '2.5' }] },
)

const ListQuery = Type.Object({
  userId: Type.Optional(Line(100, { description: 'Only holds of this user.' })),
  status: Type.Optional(HoldStatusField('Only holds with this status.')),
  reference: Type.Optional(Line(100, { description: 'Only holds with this reference.' })),
  ...CursorQuery().properties,
})

const CALL = {
  tag: 'Holds',
  roles: ['owner', 'manager', 'support'] as const,
  query: CallQuery,
  data: HoldData,
  idempotent: true,
  takesDryRun: true,
} as const

const OF_HOLD = {
  ...CALL,
  params: Type.Object({ id: Uuid({ description: "The hold's id." }) }),
} as const

const isSeq = (text: string) => /^[1-9]\d{0,15}$/.test(text)

export function holdRoutes(app: App, services: Services): void {
  const { database, encryption, coinCalls } = services
  const { givenTime } = database
  const HOLD = readEach((db, partnerId, id: string) => findHold({ ...db, givenTime }, partnerId, id))

  /** Makes a call and responds with the hold after it. */
  async function respond<Request>(
    exchange: Exchange,
    call: CoinCall<Request, CoinTransaction>,
    input: Request,
    unknown: (what: string) => Error,
  ) {
    const decided = await makeCall(exchange, call, input, unknown)
    const { record } = decided
    const query = exchange.request.query as Static<typeof CallQuery>
    if (record.outcome === 'refused') throw expandedRefusal(transactionRefusal(record), query, decided)
    const hold =
      decided.asOf === null
        ? await findHold(database, partnerOf(exchange.request), record.holdId as string)
        : forecastOf(record)
    assert(hold)
    return {
      ...holdData(afterCall(hold, record)),
      ...(record.kind === 'transfer' && decided.asOf === null && { transactionId: record.id }),
      ...expansionOf(query, decided),
    }
  }

  app.post(
    '/laas/coins/holds',
    operation({
      id: 'holdCoins',
      ...CALL,
      code: 201,
      location: ({ id }: { id: string }) => `/laas/coins/holds/${id}`,
      summary: 'Hold coins for a checkout',
      description: `Reserves coins that the user can spend, so that nothing else takes them, until they are captured or released or the time is over. They stay in the balance. A user has at most ${HOLDS_MAX} active holds, of at most ${LOTS_MAX} lots together; a lot is coins that expire on one day and can be spent from one day.`,
      body: HoldBody,
      ignoresUnknown: 'body',
      message: 'Coins held successfully',
      failures: [missing('User'), ...transactionRefusals('hold', ['insufficient_coins', 'too_many_holds'])],
    }),
    async (request, reply) => {
      const { body } = request
      const input = {
        member: memberOf(body),
        coins: parseCoins(body.coins) as Coins,
        expiresIn: Number(body.expiresIn ?? HOLD_SECONDS_DEFAULT),
        narration: body.narration || null,
        ...labelsOf(body),
      }
      return respond({ request, reply, encryption }, coinCalls.hold, input, missing)
    },
  )

  app.patch(
    '/laas/coins/holds/:id',
    operation({
      id: 'extendHold',
      ...OF_HOLD,
      summary: 'Extend a hold',
      description:
        'Counts the time of an active hold again, from now on. It never lasts longer than seven days after it was made.',
      body: ExtensionBody,
      message: 'Hold extended successfully',
      failures: [notFound('Hold'), ...transactionRefusals('extension', ['hold_not_active'])],
    }),
    async (request, reply) => {
      const input = { holdId: request.params.id.toLowerCase(), expiresIn: Number(request.body.expiresIn) }
      return respond({ request, reply, encryption }, coinCalls.extension, input, notFound)
    },
  )

  app.post(
    '/laas/coins/holds/:id/capture',
    operation({
      id: 'captureHold',
      ...OF_HOLD,
      code: 201,
      summary: 'Capture a hold',
      description:
        'Transfers the coins of a hold, or a part of them, to the partner, and gives the rest back; also for a user who left. The transfer has the reference of the hold, and can be refunded and returned like any other.',
      body: CaptureBody,
      leftOutMeansAll: true,
      message: 'Hold captured successfully',
      failures: [notFound('Hold'), ...transactionRefusals('capture', ['hold_not_active', 'capture_exceeds'])],
    }),
    async (request, reply) => {
      const { coins } = request.body
      const input = {
        holdId: request.params.id.toLowerCase(),
        coins: coins === undefined ? null : (parseCoins(coins) as Coins),
      }
      return respond({ request, reply, encryption }, coinCalls.capture, input, notFound)
    },
  )

  app.post(
    '/laas/coins/holds/:id/release',
    operation({
      id: 'releaseHold',
      ...OF_HOLD,
      summary: 'Release a hold',
      description: 'Gives the coins of a hold back to the user; also to one who left.',
      message: 'Hold released successfully',
      failures: [notFound('Hold'), ...transactionRefusals('release', ['hold_not_active'])],
    }),
    async (request, reply) => {
      const input = { holdId: request.params.id.toLowerCase() }
      return respond({ request, reply, encryption }, coinCalls.release, input, notFound)
    },
  )

  app.get(
    '/laas/coins/holds',
    operation({
      id: 'listHolds',
      tag: 'Holds',
      summary: 'List holds',
      description: 'Newest first. A hold whose time is over is expired from that moment on.',
      query: ListQuery,
      message: 'Holds returned',
      data: CursorPageOf(ListedHoldData),
    }),
    async (request) => {
      const { userId, status = null, reference = null, cursor, limit = LIMIT_DEFAULT } = request.query
      const holds = await listHolds(database, partnerOf(request), {
        userId: userId === undefined ? null : userIdOf(userId),
        status,
        reference,
        before: cursor === undefined ? null : BigInt(decodeCursor(cursor, isSeq)),
        limit: limit + 1,
      })
      const page = holds.slice(0, limit)
      const last = page.at(-1)
      return {
        data: page.map(holdData),
        next: holds.length > limit && last ? encodeCursor(last.seq) : null,
      }
    },
  )

  app.get(
    '/laas/coins/holds/:id',
    operation({
      id: 'readHold',
      tag: 'Holds',
      summary: 'Read a hold',
      params: OF_HOLD.params,
      message: 'Hold returned',
      data: ListedHoldData,
      hasEtag: true,
      failures: [notFound('Hold')],
    }),
    async (request, reply) => {
      const id = request.params.id.toLowerCase()
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const hold = await batch.load(HOLD, id)
        if (!hold) throw notFound('Hold')
        return new FoundUntil(holdData(hold), hold.status === 'active' ? hold.expiresAt : null)
      })
    },
  )
}

/** The hold as a call left it, whatever happened to it since. One that has ended does not change again. */
function afterCall(hold: ListedHold, { kind, expiresAt }: CoinTransaction): ListedHold {
  if (kind !== 'hold' && kind !== 'extension') return hold
  return { ...hold, status: 'active', captured: 0n, expiresAt: expiresAt ?? hold.expiresAt, endedAt: null }
}

/** The hold as a call would leave it. Nothing can be found by the id of one that was not made. */
function forecastOf({ hold, narration, metadata, actor, kind }: CoinTransaction): ListedHold {
  assert(hold)
  const { lots: _, ...rest } = hold
  return { ...rest, id: kind === 'hold' ? '' : hold.id, externalId: null, narration, metadata, actor }
}
