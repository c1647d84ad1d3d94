import { Type } from 'typebox'
import { actorOf, callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { findPartnerParty } from '../../programme/coins/partner-party-store.ts'
import { keyOf, sendOnce } from '../../programme/idempotency/idempotency-key.ts'
import { respondOnce } from '../../programme/idempotency/respond-once.ts'
import { recordedActor } from '../../programme/ledger/actor.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import { MemberPath } from '../../programme/members/member-routes.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { forbidden, notFound } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { coinsLeft, eraseMember } from './erase-member.ts'

type Services = {
  database: Database
  encryption: Encryption
  revokeGrants: (tx: Tx, of: { userId: string; partnerId: string }) => Promise<void>
}

const ErasureBody = Type.Object(
  {
    forfeit: Type.Optional(
      Type.Boolean({
        default: false,
        must: 'be true or false',
        description:
          'Whether coins that are left, pending and held ones too, go back to you, which needs the scope `adjust`. Otherwise they are a reason to refuse.',
      }),
    ),
  },
  { schemaName: 'NewErasure', examples: [{ forfeit: true }] },
)

const ErasureData = Type.Object(
  {
    id: Type.String({ description: "The membership's id, which stays." }),
    userId: Type.String({ description: "The user's id, which stays." }),
    forfeited: Type.String({ description: 'The coins that went back to you.' }),
  },
  {
    schemaName: 'Erasure',
    examples: [
      {
        id: '0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c',
        userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
        forfeited: '12.5',
      },
    ],
  },
)

export function erasureRoutes(app: App, { database, encryption, revokeGrants }: Services): void {
  app.post(
    '/laas/users/:userId/erase',
    operation({
      id: 'eraseMember',
      tag: 'Users',
      roles: ['owner', 'manager'],
      summary: 'Erase what you hold about a user',
      description:
        "Ends the membership and deletes the name, e-mail address, picture, tag, attributes and your own id of the user, every narration and metadata, and the properties of activities. Active holds are released. Amounts, dates, references, limits, holds, what rules decided, sums of boards and events stay, with the user's id and empty personal fields, and so do responses to retries. You see the event user.erased. What the user owes stays owed. The user's account, if there is one, is not touched. A user who comes back gets the same membership and limits, with new details.",
      params: MemberPath,
      body: ErasureBody,
      message: 'User erased',
      data: ErasureData,
      failures: ['notFound', coinsLeft(1250n)],
      idempotent: true,
    }),
    async (request, reply) => {
      const forfeit = request.body.forfeit ?? false
      // It takes coins, as an adjustment does.
      if (forfeit && !callerOf(request).scopes.has('adjust'))
        throw forbidden(
          'This token lacks the scope adjust, which forfeit: true needs; get one with a client secret that has it.',
        )
      const actor = actorOf(request)
      const partnerId = partnerOf(request)
      const userId = request.params.userId.toLowerCase()
      const partner = await findPartnerParty(database, partnerId)
      const keyed = keyOf(request, encryption)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const erasure = { userId, by: 'partner', actor: recordedActor(actor), partner, forfeit } as const
        const erased = await eraseMember(tx, encryption, ledger, erasure)
        if (!erased) throw notFound('User')
        const { membership, forfeited } = erased
        if (membership.accountId) await revokeGrants(tx, { userId: membership.accountId, partnerId })
        return { status: 200, data: { id: membership.id, userId, forfeited: formatCoins(forfeited) } }
      })
      return sendOnce(reply, response)
    },
  )
}
