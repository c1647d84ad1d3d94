import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Email, FORMATS, isUuid, Line, OneOf, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { type ListPage, listEntries, PageOf, PageQuery, pageOfList } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type FieldProblem, notFound, wrong } from '../../runtime/failure.ts'
import type { Database, Db, Tx } from '../../storage/database/database.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import type { ReadBatch } from '../read-batches/read-batch.ts'
import { FoundUntil, type ReadServices, sendRead } from '../read-batches/send-read.ts'
import { asOfNow, type WalletsNow } from '../wallets/wallet-now.ts'
import { ExternalId } from './external-id.ts'
import { leavePartner } from './leave-partner.ts'
import { listByWallet, type MemberOrder, ORDERED_MAX } from './member-order-queries.ts'
import {
  FOUND_MAX,
  findMemberByExternalId,
  findMemberById,
  findMembersByEmail,
  searchMembers,
} from './member-search-store.ts'
import type { MemberWithWallet } from './membership.ts'
import {
  MemberData,
  MemberNowData,
  MembershipData,
  memberData,
  memberNowData,
  membershipData,
} from './membership-data.ts'
import {
  countMembers,
  findMembers,
  MEMBER,
  MEMBER_OR_FORMER,
  MEMBERS,
  type MembersListed,
} from './membership-store.ts'

export const MemberPath = Type.Object({ userId: Uuid({ description: "The user's id." }) })

const IDS_MAX = 100
const IDS_MUST = `be 1 to ${IDS_MAX} user ids separated by commas`

const MemberQuery = Type.Object(
  {
    search: Type.Optional(
      Line(200, {
        description: `Only users with a word in their tag or name that starts with this, best match first; or the whole id of a user or membership, or your own externalId; or the whole e-mail address of a user, as your record or the user's consent gave it to you. At most ${FOUND_MAX} are found.`,
      }),
    ),
    ids: Type.Optional(
      Type.String({
        format: 'line',
        must: IDS_MUST,
        description: `Only these users, in this order: 1 to ${IDS_MAX} user ids separated by commas. Users who are not onboarded with you are left out.`,
      }),
    ),
    externalId: Type.Optional(ExternalId({ description: 'Only the user with this id of your own.' })),
    email: Type.Optional(
      Email({ description: 'Only users with this whole e-mail address, in capitals or not.' }),
    ),
    include: Type.Optional(
      OneOf(['former', 'onlyFormer'], {
        schemaName: 'MembersIncluded',
        description:
          '`former`: also users who left. `onlyFormer`: no others. Who unlinked from you is shown without `userData` and `email`.',
      }),
    ),
    sort: Type.Optional(
      OneOf(['joined', 'coins', 'points'], {
        schemaName: 'MemberSort',
        default: 'joined',
        description: `\`joined\`: newest first. \`coins\` and \`points\`: who has most first, of the ${ORDERED_MAX} members with the most points.`,
      }),
    ),
    ...PageQuery().properties,
  },
  {
    check: (query: MemberFilter & MemberView) => [
      ...(query.ids === undefined || areIds(query.ids.split(',')) ? [] : [wrong('ids', `must ${IDS_MUST}`)]),
      ...onlyOneOf(query),
      ...checkView(query),
    ],
  },
)

/** Members are found by one of these at a time. */
type MemberFilter = { ids?: string; externalId?: string; email?: string; search?: string }

const WANTED = ['ids', 'externalId', 'email', 'search'] as const

function onlyOneOf(query: MemberFilter): FieldProblem[] {
  const [first, ...others] = WANTED.filter((name) => query[name] !== undefined)
  return others.map((name) =>
    wrong(name, `must be left out when ${first} ${first === 'ids' ? 'are' : 'is'} sent`),
  )
}

/** What a list of all members has, and in which order. */
type MemberView = { include?: 'former' | 'onlyFormer'; sort?: 'joined' | MemberOrder }

function checkView({ include, sort = 'joined', ...query }: MemberFilter & MemberView): FieldProblem[] {
  const isFiltered = WANTED.some((name) => query[name] !== undefined)
  if (isFiltered && sort !== 'joined')
    return [wrong('sort', 'must be left out when ids, externalId, email or search are sent')]
  const isByIds = query.ids !== undefined || !isFiltered
  if (include !== undefined && !isByIds)
    return [wrong('include', 'must be left out when externalId, email or search is sent')]
  return include !== undefined && sort !== 'joined'
    ? [wrong('sort', 'must be left out when include is sent')]
    : []
}

const LISTED = { former: 'all', onlyFormer: 'former' } as const satisfies Record<string, MembersListed>

const areIds = (ids: string[]) => ids.length <= IDS_MAX && ids.every(isUuid)

type Services = ReadServices & {
  walletsNow: WalletsNow
  database: Database
  /** Ends the user's OAuth grants to this partner. */
  revokeGrants: (tx: Tx, of: { userId: string; partnerId: string }) => Promise<void>
}

export function memberRoutes(app: App, { reads, now, walletsNow, database, revokeGrants }: Services): void {
  app.get(
    '/laas/users',
    operation({
      id: 'listMembers',
      tag: 'Users',
      summary: 'List your users with their wallets',
      description:
        'The users who are onboarded with you, newest first; with `include`, also those who left. Lists by coins or points are made of the members with the most points, because every award changes them.',
      query: MemberQuery,
      message: 'Users returned',
      data: PageOf(MemberData),
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const page = pageOfList(request.query, isUuid)
      const { sort = 'joined' } = request.query
      if (sort !== 'joined') {
        const ordered = await database
          .forPartner(partnerId)
          .snapshot((db) => orderedPage(db, partnerId, sort, page))
        const { entries, links } = listEntries(ordered.members, page, ordered.count, ({ id }) => id)
        return { data: entries.map(memberData), ...links }
      }
      const find = finderOf(request.query)
      // Apart from the reads of a batch, which a search of many members would delay.
      const { members, count } = await (find
        ? database.forPartner(partnerId).snapshot((db) => findPage(db, partnerId, find, page))
        : reads.read(partnerId, (batch) => listPage(batch, request.query, page)))
      const { entries, links } = listEntries(members, page, count, ({ id }) => id)
      return { data: entries.map(memberData), ...links }
    },
  )

  app.get(
    '/laas/users/:userId',
    operation({
      id: 'readMember',
      tag: 'Users',
      summary: 'Read one of your users with the wallet',
      description:
        'The wallet is right at the moment of reading: coins that expired are gone, and those that waited until now can be spent.',
      params: MemberPath,
      message: 'User returned',
      data: MemberNowData,
      hasEtag: true,
      failures: ['notFound'],
    }),
    async (request, reply) => {
      const userId = request.params.userId.toLowerCase()
      return sendRead({ reads, now }, request, reply, partnerOf(request), async (batch) => {
        const member = await batch.load(MEMBER, userId)
        if (!member) throw notFound('User')
        const shown = await asOfNow(batch, walletsNow, member)
        return new FoundUntil(memberNowData(shown), shown.nextDueAt)
      })
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
        'Removes the user from every board and count; awards and transfers are refused as not found. Wallet, points, progress and limits are kept, and joining again restores them.',
      params: MemberPath,
      message: 'User left',
      data: MembershipData,
      failures: ['notFound'],
    }),
    async (request) => {
      const { userId } = request.params
      const partnerId = partnerOf(request)
      const left = await partnerTransaction(database, actorOf(request), async (tx, ledger) => {
        const ended = await leavePartner(tx, ledger, { userId, by: 'partner' })
        if (ended?.accountId) await revokeGrants(tx, { userId: ended.accountId, partnerId })
        return ended
      })
      if (!left) throw notFound('User')
      return membershipData(left)
    },
  )
}

type FindMembers = (db: Db, partnerId: string) => Promise<string[]>

/** How to find the users that are asked for; undefined when all are, or those of given ids. */
function finderOf({ externalId, email, search }: MemberFilter): FindMembers | undefined {
  if (externalId !== undefined) return (db, partnerId) => findMemberByExternalId(db, partnerId, externalId)
  if (email !== undefined) return (db, partnerId) => findMembersByEmail(db, partnerId, email)
  return search === undefined ? undefined : searcherOf(search.trim())
}

/** The partner's own ids can have any form, also that of an address or of our ids. */
function searcherOf(search: string): FindMembers {
  const byForm = isUuid(search) ? findMemberById : FORMATS.email(search) ? findMembersByEmail : searchMembers
  return async (db, partnerId) => {
    const [named, found] = await Promise.all([
      findMemberByExternalId(db, partnerId, search),
      byForm(db, partnerId, search),
    ])
    return [...new Set([...named, ...found])]
  }
}

type Found = { members: MemberWithWallet[]; count: number }

/** One more than the page has. */
async function listPage(
  batch: ReadBatch,
  { ids, include }: MemberFilter & MemberView,
  { size, offset, after }: ListPage,
): Promise<Found> {
  const listed = include ? LISTED[include] : 'members'
  if (ids === undefined) return batch.load(MEMBERS, { listed, limit: size + 1, offset, after })
  const userIds = [...new Set(ids.toLowerCase().split(','))]
  const loader = listed === 'members' ? MEMBER : MEMBER_OR_FORMER
  const found = await Promise.all(userIds.map((userId) => batch.load(loader, userId)))
  const members = found.filter(
    (member) => member !== undefined && (listed !== 'former' || member.leftAt !== null),
  ) as MemberWithWallet[]
  return { members: members.slice(offset, offset + size + 1), count: members.length }
}

/** Positions beyond the ordered members are empty. */
async function orderedPage(
  db: Db,
  partnerId: string,
  sort: MemberOrder,
  { size, offset }: ListPage,
): Promise<Found> {
  const [userIds, count] = await Promise.all([
    listByWallet(db, partnerId, sort, { limit: size + 1, offset }),
    countMembers(db, partnerId),
  ])
  return { members: await findMembers(db, partnerId, userIds), count }
}

async function findPage(
  db: Db,
  partnerId: string,
  find: FindMembers,
  { size, offset }: ListPage,
): Promise<Found> {
  const found = await find(db, partnerId)
  const members = await findMembers(db, partnerId, found.slice(offset, offset + size + 1))
  return { members, count: found.length }
}
