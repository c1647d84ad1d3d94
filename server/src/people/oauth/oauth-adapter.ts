import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import type { AccessTokens } from '../../identity/authorization/access-token.ts'
import { hashToken } from '../../runtime/crypto/secret-token.ts'
import { isDatabaseUnavailable } from '../../storage/database/database-error.ts'
import { findApplication } from './application-store.ts'
import { clientOf } from './client.ts'
import { endGrants, findUserOfGrant } from './grant-store.ts'
import {
  consumeRecord,
  deleteRecord,
  findGrantOfRecord,
  findRecord,
  findRecordByUid,
  type StoredRecord,
  saveRecord,
} from './oauth-store.ts'

export type AdapterServices = AccountServices & { accessTokens: AccessTokens }

/** Prefix of an access token for introspection or revocation: the library looks up no token in JWT form. */
export const SIGNED_TOKEN_MARK = 'signed~'

/** Stores the library's records in the database, so that any process can continue. */
export function createAdapter(services: AdapterServices): (model: string) => Adapter {
  const adapterOf = (model: string) => {
    if (model === 'Client') return clients(services)
    if (model === 'AccessToken' || model === 'ClientCredentials') return signedTokens(services, model)
    return records(services, model)
  }
  return (model) => whenUnavailable(adapterOf(model))
}

/** Responds with 503 when the database is unavailable. */
function whenUnavailable(adapter: Adapter): Adapter {
  const retrying = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...parameters: unknown[]) => {
      try {
        return await method(...parameters)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        const unavailable = new errors.TemporarilyUnavailable(
          'the database is unavailable; try again in a moment',
        )
        throw Object.assign(unavailable, { status: 503, statusCode: 503 })
      }
    },
  ])
  return Object.fromEntries(retrying)
}

function records({ database, encryption, now }: AdapterServices, model: string): Adapter {
  const open = (stored: StoredRecord | undefined): AdapterPayload | undefined =>
    stored && {
      ...JSON.parse(encryption.decrypt(stored.encryptedPayload)),
      ...(stored.consumedAt && { consumed: Math.floor(stored.consumedAt.getTime() / 1000) }),
    }
  const endGrant = (grantId: string) => database.transaction((tx) => endGrants(tx, [grantId]))

  return {
    ...nothing,
    upsert: (id, payload, expiresIn) =>
      saveRecord(database, {
        model,
        idHash: hashToken(id),
        uidHash: model === 'Session' && payload.uid ? hashToken(payload.uid) : null,
        grantId: model === 'Grant' ? id : (payload.grantId ?? null),
        userId: payload.accountId ?? null,
        clientId: payload.clientId ?? null,
        encryptedPayload: encryption.encrypt(JSON.stringify(payload)),
        expiresAt: new Date(now().getTime() + (expiresIn as number) * 1000),
      }),
    find: async (id) => open(await findRecord(database, model, hashToken(id), now())),
    findByUid: async (uid) => open(await findRecordByUid(database, model, hashToken(uid), now())),
    async consume(id) {
      if (await consumeRecord(database, model, hashToken(id), now())) return
      // A concurrent request spent it, so it has leaked.
      const grantId = await findGrantOfRecord(database, model, hashToken(id))
      if (grantId) await endGrant(grantId)
      throw new errors.InvalidGrant('already consumed')
    },
    destroy: (id) => (model === 'Grant' ? endGrant(id) : deleteRecord(database, model, hashToken(id))),
    // Destroying the grant itself deletes all of its records.
    revokeByGrantId: async () => {},
  }
}

function clients({ database }: AdapterServices): Adapter {
  return {
    ...nothing,
    async find(id) {
      const application = await findApplication(database, id)
      return application && clientOf(application, id)
    },
  }
}

/** Access tokens are not stored; their claims say everything. */
function signedTokens({ database, accessTokens, now }: AdapterServices, model: string): Adapter {
  return {
    ...nothing,
    async find(id) {
      if (!id.startsWith(SIGNED_TOKEN_MARK)) return undefined
      const token = await accessTokens.read(id.slice(SIGNED_TOKEN_MARK.length), now())
      if (!token?.claims.client_id || !token.claims.jti) return undefined
      const { kind, sub, sid, scope, iat, exp, jti, client_id } = token.claims
      const isUsers = kind === 'user'
      if (isUsers !== (model === 'AccessToken')) return undefined
      return {
        kind: model,
        jti,
        iat,
        exp,
        scope,
        clientId: client_id,
        extra: { kind },
        // The library compares the account with that of the grant.
        ...(isUsers && { accountId: (await findUserOfGrant(database, sid)) ?? sub, grantId: sid }),
      }
    },
    destroy: (id) => database.transaction(async (tx) => revokeTokens(tx, [id])),
  }
}

const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}
