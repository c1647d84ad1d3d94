import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { PageSize, UuidCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type AttemptLimit, limitAttempts } from '../../identity/accounts/rate-counter-store.ts'
import type { Outbound } from '../../messages/outbound/outbound.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import type { Actor } from '../../runtime/caller.ts'
import { listAttempts } from './attempt-store.ts'
import { ownWebhook } from './manage-webhook.ts'
import { notRedeliverable, redeliver, sendTest } from './redeliver.ts'
import { ON_WEBHOOK, WebhookPath } from './webhook-body.ts'
import { AttemptData, AttemptsData, attemptData } from './webhook-data.ts'
import type { WebhookServices } from './webhook-routes.ts'

const LIMIT_DEFAULT = 10
const SEND_LIMIT: AttemptLimit = { max: 30, windowSeconds: 60 }

const AttemptPath = Type.Object({
  ...WebhookPath.properties,
  attemptId: Uuid({ description: "The attempt's id." }),
})

const AttemptQuery = Type.Object({
  before: Type.Optional(Uuid({ description: 'The `next` of the previous response.' })),
  cursor: UuidCursor(),
  limit: PageSize(),
})

export function attemptRoutes(app: App, services: WebhookServices & { outbound: Outbound }): void {
  const { config, database, encryption, now } = services

  async function limitSends(actor: Actor): Promise<void> {
    const key = encryption.keyedHash('webhook-send', actor.partnerId)
    const tooManyOf = `Tests and redeliveries can be sent ${SEND_LIMIT.max} times a minute`
    await partnerTransaction(database, actor, (tx) =>
      limitAttempts(tx, key, SEND_LIMIT, now(), { tooManyOf }),
    )
  }

  app.get(
    '/laas/webhooks/:id/attempts',
    operation({
      id: 'listWebhookAttempts',
      ...ON_WEBHOOK,
      summary: 'List the attempts of a webhook',
      description: `Every delivery, redelivery and test of the last ${config.webhookAttemptDays} days with its result, newest first.`,
      query: AttemptQuery,
      message: 'Attempts returned',
      data: AttemptsData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      await ownWebhook(database, key)
      const { cursor, before, limit = LIMIT_DEFAULT } = request.query
      const attempts = await listAttempts(database, key, { before: cursor ?? before, limit })
      return {
        attempts: attempts.map((attempt) => attemptData(key.id, attempt)),
        next: attempts.length === limit ? (attempts.at(-1)?.id ?? null) : null,
      }
    },
  )

  app.post(
    '/laas/webhooks/:id/attempts/:attemptId/redeliver',
    operation({
      id: 'redeliverWebhookAttempt',
      ...ON_WEBHOOK,
      summary: 'Redeliver the events of an attempt',
      description: `Sends the same message with the same webhook-id now. The sequence of deliveries does not change. A success response means that it was sent; the attempt in it has the result. At most ${SEND_LIMIT.max} redeliveries and tests a minute.`,
      params: AttemptPath,
      message: 'Attempt sent again',
      data: AttemptData,
      failures: ['notFound', notRedeliverable()],
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      await limitSends(actorOf(request))
      return attemptData(key.id, await redeliver(services, key, request.params.attemptId))
    },
  )

  app.post(
    '/laas/webhooks/:id/test',
    operation({
      id: 'testWebhook',
      ...ON_WEBHOOK,
      summary: 'Send a test',
      description: `{type: "test", timestamp, data: {events: []}}, signed like a delivery and outside the sequence; also works while the webhook is disabled. A success response means that it was sent; the attempt in it has the result. At most ${SEND_LIMIT.max} tests and redeliveries a minute.`,
      message: 'Test sent',
      data: AttemptData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      await limitSends(actorOf(request))
      return attemptData(key.id, await sendTest(services, key))
    },
  )
}
