import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../http/input/fields.ts'
import type { App } from '../../http/responses/envelope.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { type MemberProgress, memberProgress, PROGRESS } from '../../programme/awards/member-progress.ts'
import { openBoard, POINTS } from '../../programme/leaderboards/read-board.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { findMemberId } from '../../programme/members/account-member-store.ts'
import { leavePartner } from '../../programme/members/leave-partner.ts'
import type { AccountMember } from '../../programme/members/membership.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import type { PartnerReads } from '../../programme/read-batches/partner-reads.ts'
import type { ReadServices } from '../../programme/read-batches/send-read.ts'
import { SHOWN_RULES } from '../../programme/rules/rule-store.ts'
import type { WalletsNow } from '../../programme/wallets/wallet-now.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { listOwnMovements } from '../me/own-movement-queries.ts'
import { findUserAccount } from '../users/user-account-store.ts'
import type { RevokeGrants } from '../users/user-password.ts'
import { type Place, showCoins, showPartner, showUnlink } from './coins-pages.ts'
import { redirect } from './layout.ts'
import {
  findOwnMembership,
  listJoinedPartners,
  type OwnMembership,
  type OwnReads,
} from './own-coins-queries.ts'
import { redirectToSignIn } from './sign-in-routes.ts'
import type { SignedInUser } from './user-session.ts'

type Services = ReadServices & {
  database: Database
  walletsNow: WalletsNow
  revokeGrants: RevokeGrants
}
type PartnerPath = { Params: { partnerId: string } }

const PARTNERS_A_PAGE = 50
const MOVEMENTS_A_PAGE = 20
/** Partners show a handful of rewards; of more, the newest. */
const REWARDS_SHOWN = 50

/** Redirects to the sign-in page unless a user is signed in. */
export async function requireSignIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.signedIn) await redirectToSignIn(request, reply)
}

export const userOf = (request: FastifyRequest) => request.signedIn as SignedInUser

export function accountRoutes(app: App, services: Services): void {
  const { database, reads, revokeGrants, now } = services
  app.get<{ Querystring: { after?: unknown; done?: unknown } }>('/', async (request, reply) => {
    const { userId } = userOf(request)
    const { after, done } = request.query
    const account = await findUserAccount(database, userId)
    const joined = await listJoinedPartners(database, userId, {
      after: typeof after === 'string' && isUuid(after) ? after : null,
      limit: PARTNERS_A_PAGE + 1,
    })
    const pagePartners = joined.slice(0, PARTNERS_A_PAGE)
    const memberships = await Promise.all(
      pagePartners.map(async (partner) => ({
        ...partner,
        membership: await findOwnMembership(services, partner),
      })),
    )
    return showCoins(request, reply, {
      tag: account?.tag ?? '',
      partners: memberships.flatMap(({ membership, ...partner }) =>
        membership ? [{ ...partner, ...membership }] : [],
      ),
      more: joined.length > PARTNERS_A_PAGE ? pagePartners.at(-1)?.partnerId : undefined,
      done: String(done),
    })
  })

  app.get<PartnerPath & { Querystring: { before?: unknown } }>(
    '/partners/:partnerId',
    async (request, reply) => {
      const { userId } = userOf(request)
      const { before } = request.query
      const link = await findLink(services, request.params.partnerId, userId)
      const found = await listOwnMovements(database, {
        partnerId: link.partnerId,
        memberId: link.memberId,
        before: typeof before === 'string' && /^[1-9]\d{0,17}$/.test(before) ? BigInt(before) : null,
        limit: MOVEMENTS_A_PAGE + 1,
      })
      const movements = found.slice(0, MOVEMENTS_A_PAGE)
      const at = now()
      return showPartner(request, reply, {
        ...link,
        ...(await readProgress(reads, link, at)),
        now: at,
        movements,
        isFirst: before === undefined,
        more: found.length > MOVEMENTS_A_PAGE ? movements.at(-1)?.seq : undefined,
      })
    },
  )

  app.get<PartnerPath>('/partners/:partnerId/unlink', async (request, reply) => {
    const link = await findLink(services, request.params.partnerId, userOf(request).userId)
    if (link.leftAt) return redirect(reply, '/account')
    return showUnlink(request, reply, link)
  })

  app.post<PartnerPath>('/partners/:partnerId/unlink', async (request, reply) => {
    const { userId } = userOf(request)
    const { partnerId, memberId } = await findLink(services, request.params.partnerId, userId)
    await partnerTransaction(database, { partnerId }, async (tx, ledger) => {
      await leavePartner(tx, ledger, { userId: memberId, by: 'user' })
      await revokeGrants(tx, { userId, partnerId })
      const from = sourceOf(request)
      await recordAuditEvent(tx, {
        subject: userId,
        action: 'partner_unlinked',
        from,
        at: now(),
        detail: { partnerId },
      })
    })
    return redirect(reply, '/account?done=unlinked')
  })
}

/** How far a member is with the rewards that the partner shows, and on its board; nothing for one who left. */
async function readProgress(
  reads: PartnerReads,
  { partnerId, memberId, leftAt }: AccountMember & Pick<OwnMembership, 'leftAt'>,
  at: Date,
): Promise<{ rewards: MemberProgress[]; place: Place }> {
  if (leftAt) return { rewards: [], place: { position: 0, members: 0 } }
  return reads.read(partnerId, async (batch) => {
    const [rules, board] = await Promise.all([
      batch.load(SHOWN_RULES, { before: null, limit: REWARDS_SHOWN, now: at }),
      openBoard(batch, POINTS, memberId),
    ])
    const [rewards, { position }, members] = await Promise.all([
      Promise.all(
        rules.map(async (rule) =>
          memberProgress(rule, await batch.load(PROGRESS, { ruleId: rule.id, userId: memberId }), at),
        ),
      ),
      board.position(),
      board.count(),
    ])
    return { rewards, place: { position, members } }
  })
}

/** A user's membership with the partner of a path. A partner that the user never joined is not found. */
async function findLink(services: OwnReads, partnerId: string, accountId: string) {
  const { database } = services
  const memberId = isUuid(partnerId) ? await findMemberId(database, { accountId, partnerId }) : undefined
  const membership = memberId && (await findOwnMembership(services, { partnerId, memberId }))
  const partner = membership && (await findPartner(database, partnerId))
  if (!partner) throw notFound('Partner')
  return { ...partner, ...membership, memberId }
}
