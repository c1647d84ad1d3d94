import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { onPartnerBy } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { keyOf } from '../../programme/idempotency/idempotency-key.ts'
import { respondOnce } from '../../programme/idempotency/respond-once.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { shownOnce } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database } from '../../storage/database/database.ts'
import { findLastSeq } from '../events/event-queries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  ownWebhook,
  replayWebhook,
  retryWebhook,
  rotateSecret,
  tooManyWebhooks,
  WEBHOOK_DISABLED,
} from './manage-webhook.ts'
import { ENDPOINTS_MAX, OVERLAP_HOURS } from './webhook.ts'
import { After, ON_WEBHOOK, ON_WEBHOOKS, WebhookBody, WebhookChange, webhookChanges } from './webhook-body.ts'
import { WebhookData, WebhooksData, WebhookWithSecretData, webhookData } from './webhook-data.ts'
import { listEndpoints } from './webhook-store.ts'

export type WebhookServices = {
  config: Config
  database: Database
  encryption: Encryption
  now: () => Date
}

export function webhookRoutes(app: App, services: WebhookServices): void {
  const { config, database, encryption, now } = services

  app.get(
    '/laas/webhooks',
    operation({
      id: 'listWebhooks',
      ...ON_WEBHOOKS,
      summary: 'List your webhooks',
      message: 'Webhooks returned',
      data: WebhooksData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const lastSeq = await findLastSeq(database, partnerId)
      const endpoints = await listEndpoints(database, partnerId)
      return { webhooks: endpoints.map((endpoint) => webhookData(endpoint, lastSeq, now())) }
    },
  )

  app.post(
    '/laas/webhooks',
    operation({
      id: 'createWebhook',
      ...ON_WEBHOOKS,
      summary: 'Create a webhook',
      description: `Delivers every new event of the given types, in order and at least once; with \`after\`, starts with the event after that number. Sends up to 500 events per POST as {type: "events", timestamp, data: {events: […]}}, signed as described by Standard Webhooks with the secret of this response, which is shown once. A status from 200 to 299 within ${config.webhookTimeoutSeconds} s confirms the delivery. Any other result is retried for three days, after delays that grow from a second to an hour; then the webhook is switched off and your owners get a mail. Up to ${ENDPOINTS_MAX} webhooks.`,
      body: WebhookBody(config),
      code: 201,
      message: 'Webhook created',
      data: WebhookWithSecretData,
      location: ({ id }) => `/laas/webhooks/${id}`,
      failures: [tooManyWebhooks()],
      idempotent: true,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const at = now()
      let created: Awaited<ReturnType<typeof createWebhook>> | undefined
      await respondOnce(database, actorOf(request), keyOf(request, encryption), async (tx) => {
        created = await createWebhook(tx, encryption, { ...request.body, partnerId }, at)
        const detail = { webhookId: created.endpoint.id, url: created.endpoint.url }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_created', at, detail })
        return { status: 201, data: { id: created.endpoint.id } }
      })
      // The first response had a secret, so it was not stored and cannot be replayed.
      if (!created) throw shownOnce()
      return { ...webhookData(created.endpoint, created.lastSeq, at), secret: created.secret }
    },
  )

  app.get(
    '/laas/webhooks/:id',
    operation({
      id: 'readWebhook',
      ...ON_WEBHOOK,
      summary: 'Read a webhook',
      description: 'With the last delivered event and recent failures.',
      message: 'Webhook returned',
      data: WebhookData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      return webhookData(await ownWebhook(database, key), await findLastSeq(database, key.partnerId), now())
    },
  )

  app.patch(
    '/laas/webhooks/:id',
    operation({
      id: 'changeWebhook',
      ...ON_WEBHOOK,
      summary: 'Change a webhook',
      description:
        'A disabled webhook gets no events and keeps its position; once enabled, deliveries continue from there. Enabling it or changing the address retries at once.',
      body: WebhookChange(config),
      message: 'Webhook changed',
      data: WebhookData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      const changes = webhookChanges(request.body)
      const changed = await partnerTransaction(database, actorOf(request), async (tx) => {
        const endpoint = await changeWebhook(tx, key, changes, at)
        const detail = { ...changes, webhookId: endpoint.id }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_changed', at, detail })
        return endpoint
      })
      return webhookData(changed, await findLastSeq(database, key.partnerId), at)
    },
  )

  app.delete(
    '/laas/webhooks/:id',
    operation({
      id: 'deleteWebhook',
      ...ON_WEBHOOK,
      summary: 'Delete a webhook',
      description: 'Also deletes the list of its attempts.',
      message: 'Webhook deleted',
      data: WebhookData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      const deleted = await partnerTransaction(database, actorOf(request), async (tx) => {
        const endpoint = await deleteWebhook(tx, key)
        const detail = { webhookId: key.id, url: endpoint.url }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_deleted', at, detail })
        return endpoint
      })
      return webhookData(deleted, await findLastSeq(database, key.partnerId), at)
    },
  )

  app.post(
    '/laas/webhooks/:id/rotate-secret',
    operation({
      id: 'rotateWebhookSecret',
      ...ON_WEBHOOK,
      summary: 'Replace the secret of a webhook',
      description: `For ${OVERLAP_HOURS} hours every delivery has two signatures, one with the new and one with the old secret, so that you can switch at any time in between.`,
      message: 'Secret replaced',
      data: WebhookWithSecretData,
      idempotent: true,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      let rotated: Awaited<ReturnType<typeof rotateSecret>> | undefined
      await respondOnce(database, actorOf(request), keyOf(request, encryption), async (tx) => {
        rotated = await rotateSecret(tx, encryption, key, at)
        const detail = { webhookId: key.id }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_secret_rotated', at, detail })
        return { status: 200, data: { id: key.id } }
      })
      if (!rotated) throw shownOnce()
      const lastSeq = await findLastSeq(database, key.partnerId)
      return { ...webhookData(rotated.endpoint, lastSeq, at), secret: rotated.secret }
    },
  )

  app.post(
    '/laas/webhooks/:id/replay',
    operation({
      id: 'replayWebhook',
      ...ON_WEBHOOK,
      summary: 'Replay events',
      description:
        'Moves the webhook back or ahead: the events after the given number are delivered next, in order.',
      body: Type.Object({ after: After() }, { examples: [{ after: 4312 }] }),
      message: 'Webhook set back',
      data: WebhookData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const after = BigInt(request.body.after)
      const at = now()
      const { endpoint, lastSeq } = await partnerTransaction(database, actorOf(request), async (tx) => {
        const replayed = await replayWebhook(tx, key, after, at)
        const detail = { webhookId: key.id, after: request.body.after }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_replayed', at, detail })
        return replayed
      })
      return webhookData(endpoint, lastSeq, at)
    },
  )

  app.post(
    '/laas/webhooks/:id/retry',
    operation({
      id: 'retryWebhook',
      ...ON_WEBHOOK,
      summary: 'Retry a webhook now',
      description:
        'Sends the events that wait at once, instead of at the next try. A webhook that was switched off after failing for days is enabled again.',
      message: 'Webhook is retried',
      data: WebhookData,
      failures: ['notFound', WEBHOOK_DISABLED],
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      const { endpoint, lastSeq } = await partnerTransaction(database, actorOf(request), async (tx) => {
        const retried = await retryWebhook(tx, key, at)
        const detail = { webhookId: key.id }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_retried', at, detail })
        return retried
      })
      return webhookData(endpoint, lastSeq, at)
    },
  )
}
