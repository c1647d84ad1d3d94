import { Type } from 'typebox'
import { partnerOf } from '../platform/credential.ts'
import type { Database, Tx } from '../platform/database.ts'
import { notFound } from '../platform/failure.ts'
import { Uuid } from '../platform/fields.ts'
import { PageOf, PageQuery, pageLinks, pageOf } from '../platform/paging.ts'
import { type App, operation } from '../platform/wire.ts'
import { leavePartner } from './leave-partner.ts'
import { MemberData, MembershipData, memberData, membershipData } from './membership-data.ts'
import { countMembers, findMember, listMembers } from './membership-store.ts'

const MemberPath = Type.Object({ userId: Uuid({ description: "The user's id." }) })

type Services = {
  database: Database
  /** Ends what this partner's apps hold in the name of a user. */
  revokeGrants: (tx: Tx, of: { userId: string; partnerId: string }) => Promise<void>
  now: () => Date
}

export function memberRoutes(app: App, { database, revokeGrants, now }: Services): void {
  app.get(
    '/laas/users',
    operation({
      id: 'listMembers',
      tag: 'Users',
      summary: 'List your users with their wallets',
      description: 'The users that are onboarded with you, who joined last first.',
      query: PageQuery(),
      message: 'Users returned',
      data: PageOf(MemberData),
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const page = pageOf(request.query.page, request.query.limit)
      const count = await countMembers(database, partnerId)
      const members = await listMembers(database, partnerId, { limit: page.size, offset: page.offset })
      return { data: members.map(memberData), count, ...pageLinks(page, count) }
    },
  )

  app.get(
    '/laas/users/:userId',
    operation({
      id: 'readMember',
      tag: 'Users',
      summary: 'Read one of your users with the wallet',
      params: MemberPath,
      message: 'User returned',
      data: MemberData,
      failures: ['notFound'],
    }),
    async (request) => {
      const member = await findMember(database, partnerOf(request), request.params.userId)
      if (!member) throw notFound('User')
      return memberData(member)
    },
  )

  app.delete(
    '/laas/users/:userId',
    operation({
      id: 'endMembership',
      tag: 'Users',
      roles: ['owner', 'manager', 'support'],
      summary: 'End a membership',
      description:
        'Takes the user off every board and count; awards and transfers answer not found. Wallet, points, progress and limits are kept, and joining again restores them.',
      params: MemberPath,
      message: 'User left',
      data: MembershipData,
      failures: ['notFound'],
    }),
    async (request) => {
      const { userId } = request.params
      const partnerId = partnerOf(request)
      const left = await database.transaction(async (tx) => {
        const ended = await leavePartner(tx, { partnerId, userId, by: 'partner' }, now())
        if (ended) await revokeGrants(tx, { userId, partnerId })
        return ended
      })
      if (!left) throw notFound('User')
      return membershipData(left)
    },
  )
}
