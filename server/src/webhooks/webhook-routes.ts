import { Type } from 'typebox'
import { onPartnerBy } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Config } from '../config.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { findLastSeq } from '../events/event-queries.ts'
import { partnerOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { shownOnce } from '../http/failure.ts'
import { operation } from '../http/operation.ts'
import { keyOf } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  ownWebhook,
  replayWebhook,
  rotateSecret,
  tooManyWebhooks,
} from './manage-webhook.ts'
import { ENDPOINTS_MAX, OVERLAP_HOURS } from './webhook.ts'
import { After, WebhookBody, WebhookChange, WebhookPath } from './webhook-body.ts'
import { WebhookData, WebhooksData, WebhookWithSecretData, webhookData } from './webhook-data.ts'
import { listEndpoints } from './webhook-store.ts'

export type WebhookServices = {
  config: Config
  database: Database
  encryption: Encryption
  now: () => Date
}

/** The addresses of a partner's that are told of its events. */
export function webhookRoutes(app: App, services: WebhookServices): void {
  const { config, database, encryption, now } = services
  const roles = ['owner', 'manager'] as const
  const tag = 'Webhooks'

  app.get(
    '/laas/webhooks',
    operation({
      id: 'listWebhooks',
      tag,
      summary: 'List your webhooks',
      message: 'Webhooks returned',
      data: WebhooksData,
      roles,
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
      tag,
      summary: 'Create a webhook',
      description: `Delivers every event of the given types, from now on or from the event after the number \`after\`, in order and at least once: by POST, up to 500 events at a time, as {type: "events", timestamp, data: {events: […]}}, signed as Standard Webhooks describes with the secret of this response, which is shown once. A status from 200 to 299 within ${config.webhookTimeoutSeconds} s accepts the delivery. Anything else is retried for three days, after one second at first and up to an hour apart. Then the webhook is switched off and your owners get a mail. Up to ${ENDPOINTS_MAX} webhooks.`,
      body: WebhookBody(config.mode),
      code: 201,
      message: 'Webhook created',
      data: WebhookWithSecretData,
      roles,
      failures: [tooManyWebhooks()],
      idempotent: true,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const at = now()
      let made: Awaited<ReturnType<typeof createWebhook>> | undefined
      await respondOnce(database, partnerId, keyOf(request, encryption), at, async (tx) => {
        made = await createWebhook(tx, encryption, { ...request.body, partnerId }, at)
        const detail = { webhookId: made.endpoint.id, url: made.endpoint.url }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_created', at, detail })
        return { status: 201, data: { id: made.endpoint.id } }
      })
      // The first answer held a secret, so it was not kept, and a twin cannot have it.
      if (!made) throw shownOnce()
      return { ...webhookData(made.endpoint, made.lastSeq, at), secret: made.secret }
    },
  )

  app.get(
    '/laas/webhooks/:id',
    operation({
      id: 'readWebhook',
      tag,
      summary: 'Read a webhook',
      description: 'Includes how far it has delivered, and whether it fails.',
      params: WebhookPath,
      message: 'Webhook returned',
      data: WebhookData,
      roles,
      failures: ['notFound'],
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
      tag,
      summary: 'Change a webhook',
      description:
        'A disabled webhook delivers nothing; once enabled, it continues where it stopped. Enabling it or changing its address retries at once.',
      params: WebhookPath,
      body: WebhookChange(config.mode),
      message: 'Webhook changed',
      data: WebhookData,
      roles,
      failures: ['notFound'],
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      const changed = await database.transaction(async (tx) => {
        const endpoint = await changeWebhook(tx, key, request.body, at)
        const detail = { ...request.body, webhookId: endpoint.id }
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
      tag,
      summary: 'Delete a webhook',
      description: 'Deletes the list of its attempts too.',
      params: WebhookPath,
      message: 'Webhook deleted',
      data: WebhookData,
      roles,
      failures: ['notFound'],
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      const deleted = await database.transaction(async (tx) => {
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
      tag,
      summary: 'Replace the secret of a webhook',
      description: `For ${OVERLAP_HOURS} hours every delivery has two signatures, one with the new and one with the old secret, so that you can replace it at any time in between.`,
      params: WebhookPath,
      message: 'Secret replaced',
      data: WebhookWithSecretData,
      roles,
      failures: ['notFound'],
      idempotent: true,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const at = now()
      let made: Awaited<ReturnType<typeof rotateSecret>> | undefined
      await respondOnce(database, key.partnerId, keyOf(request, encryption), at, async (tx) => {
        made = await rotateSecret(tx, encryption, key, at)
        const detail = { webhookId: key.id }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_secret_rotated', at, detail })
        return { status: 200, data: { id: key.id } }
      })
      if (!made) throw shownOnce()
      const lastSeq = await findLastSeq(database, key.partnerId)
      return { ...webhookData(made.endpoint, lastSeq, at), secret: made.secret }
    },
  )

  app.post(
    '/laas/webhooks/:id/replay',
    operation({
      id: 'replayWebhook',
      tag,
      summary: 'Replay events',
      description:
        'Moves the webhook back or ahead: the events after the given number are delivered next, in order.',
      params: WebhookPath,
      body: Type.Object({ after: After() }, { examples: [{ after: 4312 }] }),
      message: 'Webhook set back',
      data: WebhookData,
      roles,
      failures: ['notFound'],
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const after = BigInt(request.body.after)
      const at = now()
      const { endpoint, lastSeq } = await database.transaction(async (tx) => {
        const replayed = await replayWebhook(tx, key, after, at)
        const detail = { webhookId: key.id, after: request.body.after }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'webhook_replayed', at, detail })
        return replayed
      })
      return webhookData(endpoint, lastSeq, at)
    },
  )
}
