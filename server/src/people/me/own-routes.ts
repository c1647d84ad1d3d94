import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { STREAM_ENDS } from '../../feed/events/event-stream.ts'
import { USER_STREAMS } from '../../feed/events/stream-registry.ts'
import { After, type StreamServices, streamRoute } from '../../feed/events/stream-route.ts'
import { callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { memberProgress, PROGRESS } from '../../programme/awards/member-progress.ts'
import { MemberProgressData, memberProgressData } from '../../programme/awards/member-progress-data.ts'
import type { MemberWithWallet } from '../../programme/members/membership.ts'
import { MEMBER } from '../../programme/members/membership-store.ts'
import type { ReadBatch } from '../../programme/read-batches/read-batch.ts'
import { FoundUntil, type ReadServices, sendRead } from '../../programme/read-batches/send-read.ts'
import { SHOWN_RULES } from '../../programme/rules/rule-store.ts'
import { asOfNow, type WalletsNow } from '../../programme/wallets/wallet-now.ts'
import { forbidden } from '../../runtime/failure.ts'
import { OwnTransactionData, OwnWalletData, ownTransactionData, ownWalletData } from './own-coins-data.ts'
import { OWN_EVENT_EXAMPLES, OwnEventData, ownEventData } from './own-event-data.ts'
import { OWN_MOVEMENTS } from './own-movement-queries.ts'

const SEQ = /^[1-9]\d{0,17}$/

type Services = ReadServices & StreamServices & { walletsNow: WalletsNow }

/** What a user's own token reads. */
export function ownRoutes(app: App, services: Services): void {
  const { reads, now, walletsNow } = services
  app.get(
    '/laas/me/wallet',
    operation({
      id: 'readMyWallet',
      tag: 'Me',
      summary: 'Read your own wallet',
      description:
        "The wallet of the token's user with the partner that the token was issued for, right at the moment of reading. Browsers may read it from the origins of the application's redirect addresses.",
      message: 'Wallet returned',
      data: OwnWalletData,
      hasEtag: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      return sendRead(services, request, reply, partnerId, async (batch) => {
        const shown = await asOfNow(batch, walletsNow, await ownMember(batch, request))
        return new FoundUntil(ownWalletData(partnerId, shown), shown.nextDueAt)
      })
    },
  )

  app.get(
    '/laas/me/transactions',
    operation({
      id: 'listMyTransactions',
      tag: 'Me',
      summary: 'List your own transactions',
      description: "Every movement of coins into and out of the wallet of the token's user, newest first.",
      query: CursorQuery(),
      message: 'Transactions returned',
      data: CursorPageOf(OwnTransactionData),
      hasEtag: true,
    }),
    async (request, reply) => {
      const { cursor, limit } = request.query
      const { size } = pageOf(1, limit)
      const before = cursor === undefined ? null : BigInt(decodeCursor(cursor, (text) => SEQ.test(text)))
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const { userId: memberId } = await ownMember(batch, request)
        const found = await batch.load(OWN_MOVEMENTS, { memberId, before, limit: size + 1 })
        const { entries, next } = cursorPage(found, size, ({ seq }) => seq)
        return { data: entries.map(ownTransactionData), next }
      })
    },
  )

  app.get(
    '/laas/me/progress',
    operation({
      id: 'listMyProgress',
      tag: 'Me',
      summary: 'List the rewards, and how far you are with each',
      description:
        'The active rules that the partner shows to users (`shownToUsers`) and that have not ended, newest first.',
      query: CursorQuery(),
      message: 'Progress returned',
      data: CursorPageOf(MemberProgressData),
    }),
    // The response has no ETag: the periods of limits end without a change of the partner.
    async (request) => {
      const { cursor, limit } = request.query
      const { size } = pageOf(1, limit)
      const before = cursor === undefined ? null : decodeCursor(cursor, isUuid)
      const at = now()
      return reads.read(partnerOf(request), async (batch) => {
        const { userId } = await ownMember(batch, request)
        const rules = await batch.load(SHOWN_RULES, { before, limit: size + 1, now: at })
        const { entries, next } = cursorPage(rules, size, ({ id }) => id)
        const data = await Promise.all(
          entries.map(async (rule) =>
            memberProgressData(
              memberProgress(rule, await batch.load(PROGRESS, { ruleId: rule.id, userId }), at),
            ),
          ),
        )
        return { data, next }
      })
    },
  )

  streamRoute(app, services, {
    path: '/laas/me/events/stream',
    id: 'streamMyEvents',
    tag: 'Me',
    summary: 'Follow your own events live',
    description: `Sends what was decided on the coins of the token's user after \`after\`, then each new decision, as server-sent events, like \`streamEvents\`. \`data\` has what concerns the user alone. Reconnect with \`Last-Event-ID\` to continue; the numbers are those of the partner, so they have gaps. The stream ends with its token; connect again with a new one. When the service ends the stream, the last event is \`end\`, with \`reason\` (${Object.keys(STREAM_ENDS).join(', ')}). A user can have ${USER_STREAMS.perUserMax} open streams, and the users of a partner ${USER_STREAMS.perPartnerMax}, per process.`,
    query: Type.Object({ after: After() }),
    event: OwnEventData,
    examples: OWN_EVENT_EXAMPLES,
    // Users have streams of their own, so that they cannot use up those of partners.
    streamsMax: Math.floor(services.config.eventStreamsMax / 2),
    limits: USER_STREAMS,
    async select(request) {
      const { userId } = await reads.read(partnerOf(request), (batch) => ownMember(batch, request))
      return { types: null, owner: { userId, show: ownEventData } }
    },
  })
}

/** The member whose token a request has; the token names the user as the partner knows them. */
async function ownMember(batch: ReadBatch, request: FastifyRequest): Promise<MemberWithWallet> {
  const member = await batch.load(MEMBER, callerOf(request).subject)
  if (!member) throw NO_MEMBER
  return member
}

const NO_MEMBER = forbidden(
  'The user of this token is no member of the partner; the user must connect with it again.',
)
