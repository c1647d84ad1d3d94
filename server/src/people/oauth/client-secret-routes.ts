import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { checkTimes, Line, Nullable, OneOf, Time, Timestamp, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { onPartnerBy } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { CLIENT_SCOPES, USUAL_CLIENT_SCOPES } from '../../identity/authorization/access.ts'
import { keyOf } from '../../programme/idempotency/idempotency-key.ts'
import { respondOnce } from '../../programme/idempotency/respond-once.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { notFound, refused, shownOnce, wrong } from '../../runtime/failure.ts'
import { createSecret, revokeSecret, SECRETS_MAX } from './client-secret.ts'
import { type ClientSecret, listSecrets } from './client-secret-store.ts'

const SecretPath = Type.Object({ ...EcosystemPath.properties, id: Uuid({ description: "The secret's id." }) })

const SCOPES_MUST = `be a list of ${CLIENT_SCOPES.join(', ')}, each at most once`

const SecretBody = (now: () => Date) =>
  Type.Object(
    {
      name: Line(100, { description: 'Its use, such as the name of a server.' }),
      scopes: Type.Optional(
        Type.Array(OneOf(CLIENT_SCOPES, { schemaName: 'ClientScope' }), {
          minItems: 1,
          maxItems: CLIENT_SCOPES.length,
          uniqueItems: true,
          must: SCOPES_MUST,
          description: `What its tokens may do; ${USUAL_CLIENT_SCOPES.join(', ')} by default. Only a secret that names them can adjust wallets (adjust), export and erase what you hold about a user (personal_data), manage webhooks (webhooks), or read and change your details and settings, such as addresses, public boards and the expiry of coins (settings). The last two give more than their names say: webhooks sends every event, with the names and e-mail addresses of your users, to any address that the holder chooses; settings decides to which addresses users return with their authorization codes, from where user details are fetched, and whether everyone sees your boards.`,
        }),
      ),
      expiresAt: Type.Optional(
        Time({ description: 'From then on, the secret and its tokens are refused. Never by default.' }),
      ),
    },
    {
      schemaName: 'NewClientSecret',
      check: ({ expiresAt }: { expiresAt?: string }) => {
        const problems = checkTimes({ expiresAt })
        const isPast = expiresAt !== undefined && new Date(expiresAt) <= now()
        return isPast && problems.length === 0 ? [wrong('expiresAt', 'must be a time to come')] : problems
      },
      examples: [{ name: 'web server' }, { name: 'support desk', scopes: ['coins', 'adjust'] }],
    },
  )

const EXAMPLE = {
  id: '0198c5c1-2a3b-7c4d-8e5f-6a7b8c9d0e1f',
  name: 'web server',
  scopes: [...USUAL_CLIENT_SCOPES],
  createdAt: '2026-03-01T09:30:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
}

const SecretData = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(OneOf(CLIENT_SCOPES, { schemaName: 'ClientScope' })),
    createdAt: Timestamp(),
    lastUsedAt: Nullable(Timestamp()),
    expiresAt: Nullable(Timestamp()),
  },
  { schemaName: 'ClientSecret', examples: [EXAMPLE] },
)

const NewSecretData = Type.Object(
  { ...SecretData.properties, secret: Type.String({ description: 'Shown only in this response.' }) },
  {
    schemaName: 'CreatedClientSecret',
    examples: [{ ...EXAMPLE, secret: 'x1Yb7kq0m9c8t2Q4x6Z8b1N3d5F7h9K1sP3v0V1oJ1k' }],
  },
)

const secretData = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ClientSecret) => ({
  id,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})

export function clientSecretRoutes(app: App, { database, encryption, now }: AccountServices): void {
  app.get(
    '/:eco/partners/me/secrets',
    operation({
      id: 'listSecrets',
      tag: 'Partners',
      roles: ['owner', 'manager', 'support'],
      summary: 'List your client secrets',
      description: `The valid ones, without the secrets themselves. lastUsedAt is exact to a minute.`,
      params: EcosystemPath,
      message: 'Secrets returned',
      data: Type.Object(
        { secrets: Type.Array(SecretData) },
        { schemaName: 'ClientSecretList', examples: [{ secrets: [EXAMPLE] }] },
      ),
      failures: ['notFound'],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      return { secrets: (await listSecrets(database, partnerId, now())).map(secretData) }
    },
  )

  app.post(
    '/:eco/partners/me/secrets',
    operation({
      id: 'createSecret',
      tag: 'Partners',
      summary: 'Create a client secret',
      description: `Get tokens with it and your clientId at the token endpoint. It is shown once. Up to ${SECRETS_MAX} can be valid at the same time, so that one can be replaced without downtime.`,
      params: EcosystemPath,
      body: SecretBody(now),
      code: 201,
      message: 'Secret created',
      data: NewSecretData,
      roles: ['owner'],
      failures: [
        'notFound',
        refused(
          'too_many_secrets',
          `There are ${SECRETS_MAX} secrets already; revoke one that is no longer used.`,
        ),
      ],
      idempotent: true,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const at = now()
      let made: Awaited<ReturnType<typeof createSecret>> | undefined
      await respondOnce(database, actorOf(request), keyOf(request, encryption), async (tx) => {
        const { name, scopes = USUAL_CLIENT_SCOPES, expiresAt } = request.body
        const input = { name, scopes, expiresAt: expiresAt === undefined ? null : new Date(expiresAt) }
        made = await createSecret(tx, partnerId, input, at)
        const detail = { secretId: made.id, name, scopes, ...(expiresAt !== undefined && { expiresAt }) }
        await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'secret_created', at, detail })
        return { status: 201, data: { id: made.id } }
      })
      // The first response held a secret, so it was not stored and cannot be replayed.
      if (!made) throw shownOnce()
      return { ...secretData(made), secret: made.secret }
    },
  )

  app.delete(
    '/:eco/partners/me/secrets/:id',
    operation({
      id: 'revokeSecret',
      tag: 'Partners',
      summary: 'Revoke a client secret',
      description: 'The secret is refused at once, and its tokens within two seconds.',
      params: SecretPath,
      message: 'Secret revoked',
      data: SecretData,
      roles: ['owner'],
      failures: ['notFound'],
    }),
    async (request) => {
      const { id } = request.params
      const partnerId = partnerOf(request)
      const at = now()
      const revoked = await partnerTransaction(database, actorOf(request), async (tx) => {
        const ended = await revokeSecret(tx, { id, partnerId }, at)
        if (ended) {
          const detail = { secretId: id, name: ended.name }
          await recordAuditEvent(tx, { ...onPartnerBy(request), action: 'secret_revoked', at, detail })
        }
        return ended
      })
      if (!revoked) throw notFound('Secret')
      return secretData(revoked)
    },
  )
}
