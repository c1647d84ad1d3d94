import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database } from '../../storage/database/database.ts'
import { findAttempt, findAttemptOfRange } from './attempt-store.ts'
import { diagnoseSignature, type Known } from './diagnose-signature.ts'
import { ownWebhook } from './manage-webhook.ts'
import { readMessageId, testMessage } from './message.ts'
import { buildPayload } from './payloads.ts'
import type { Endpoint } from './webhook.ts'
import { ON_WEBHOOK } from './webhook-body.ts'
import type { WebhookServices } from './webhook-routes.ts'
import { listEndpoints } from './webhook-store.ts'

export const BODY_MAX = 950_000
const HEADER_MAX = 4_096
const HEADERS_MAX = 200

const ReceivedBody = Type.Object(
  {
    body: Type.String({
      maxLength: BODY_MAX,
      must: `be the raw body as text of at most ${BODY_MAX} characters, exactly as it was received`,
      description: 'The raw body as text, exactly as received.',
    }),
    headers: Type.Record(
      Type.String(),
      Type.String({ maxLength: HEADER_MAX, must: 'be the header as text' }),
      {
        maxProperties: HEADERS_MAX,
        must: `be an object of at most ${HEADERS_MAX} names of headers and their values`,
        description: 'The headers of the same request.',
      },
    ),
    secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        must: 'be the secret as text of at most 500 characters',
        description: 'The secret that your server uses, for comparison; it is not stored.',
      }),
    ),
  },
  {
    examples: [
      {
        body: '{"type": "events", "timestamp": "2026-03-01T09:30:00.000Z", "data": {"events": []}}',
        headers: {
          'webhook-id': 'msg_0198c5c1-2a3b-7c4d-8e5f-6a7b8c9d0e1f_4313_4812',
          'webhook-timestamp': '1772357400',
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        },
      },
    ],
  },
)

const DiagnosisData = Type.Object(
  {
    verifies: Type.Boolean(),
    findings: Type.Array(
      Type.Object({ cause: Type.String(), detail: Type.String() }, { schemaName: 'WebhookFinding' }),
      {
        description: 'Every cause found, with what to change.',
      },
    ),
  },
  {
    schemaName: 'WebhookDiagnosis',
    examples: [
      {
        verifies: false,
        findings: [
          {
            cause: 'body_respaced',
            detail:
              'The body was parsed and written again, with other spaces and line breaks; verify the bytes of the body as they came, before anything parses them.',
          },
        ],
      },
    ],
  },
)

const VERIFIES = {
  cause: 'verifies',
  detail: 'It verifies: body, headers and time are as they must be, and so is the secret if you gave one.',
}

export function diagnoseRoutes(app: App, { database, encryption, now }: WebhookServices): void {
  app.post(
    '/laas/webhooks/:id/diagnose',
    operation({
      id: 'diagnoseWebhook',
      ...ON_WEBHOOK,
      summary: 'Find out why a signature does not verify',
      description:
        'Compares a request that your server received with the message that was sent. Finds missing or misspelled headers, a wrong, old or re-encoded secret, a wrong clock, a re-serialized body, and parts of another message.',
      body: ReceivedBody,
      message: 'Signature diagnosed',
      data: DiagnosisData,
    }),
    async (request) => {
      const key = { partnerId: partnerOf(request), id: request.params.id }
      const endpoint = await ownWebhook(database, key)
      const { headers } = request.body
      const idHeader = Object.keys(headers).find((name) => name.toLowerCase() === 'webhook-id')
      const sentBody = await findSentBody(database, endpoint, headers[idHeader ?? ''] ?? '')
      const known = await loadKnown({ database, encryption }, endpoint, sentBody, now())
      const findings = await diagnoseSignature(request.body, known, now())
      const verifies = findings.every(({ cause }) => cause === 'secret_old' && known.previous?.isValid)
      return { verifies, findings: findings.length > 0 ? findings : [VERIFIES] }
    },
  )
}

async function loadKnown(
  { database, encryption }: { database: Database; encryption: Encryption },
  endpoint: Endpoint,
  sentBody: string | null,
  now: Date,
): Promise<Known> {
  const { encryptedSecret, encryptedPreviousSecret, previousSecretUntil } = endpoint
  const others = (await listEndpoints(database, endpoint.partnerId)).filter(({ id }) => id !== endpoint.id)
  return {
    current: encryption.decrypt(encryptedSecret),
    previous: encryptedPreviousSecret && {
      secret: encryption.decrypt(encryptedPreviousSecret),
      isValid: previousSecretUntil !== null && previousSecretUntil > now,
    },
    others: others.map((other) => ({ url: other.url, secret: encryption.decrypt(other.encryptedSecret) })),
    sentBody,
  }
}

/** The body of a message, rebuilt from the events, which never change. */
async function findSentBody(
  database: Database,
  endpoint: Endpoint,
  messageId: string,
): Promise<string | null> {
  const message = readMessageId(messageId)
  if (message?.endpointId !== endpoint.id) return null
  if (message.attemptId) {
    const attempt = await findAttempt(database, endpoint, message.attemptId)
    return attempt ? testMessage(endpoint.id, attempt.id, attempt.createdAt).body.toString() : null
  }
  if (!message.range) return null
  const attempt = await findAttemptOfRange(database, endpoint, message.range)
  const { sent } = await buildPayload(database, endpoint.partnerId, {
    after: message.range.firstSeq - 1n,
    types: attempt ? attempt.types : endpoint.types,
    until: message.range.lastSeq,
  })
  return sent?.body.toString() ?? null
}
