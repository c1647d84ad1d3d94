import type { Member, MemberPage, Query } from '@laurel/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { pagedQuery } from '../api/paging.ts'
import { type DisplayName, FORMER_MEMBER, memberName } from './member-name.ts'

export const USERS = 'users'

export const membersQuery = (query: Query<'listMembers'>) =>
  queryOptions({
    ...pagedQuery([USERS, 'list', query]),
    queryFn: async () => laurel.users.list(query),
    meta: { live: true },
  })

const FOUND_SHOWN = 8

/** The first matches of a search. Keeps the previous matches while loading. */
export const foundMembersQuery = (search: string) => ({
  ...membersQuery({ limit: FOUND_SHOWN, ...(search && { search }) }),
  placeholderData: keepPreviousData<MemberPage>,
})

export const positionQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'position'],
    queryFn: async () => {
      const { userPosition, count } = await laurel.boards.points({ userId, take: 1 })
      return { position: userPosition.position, of: count }
    },
    meta: { live: true },
  })

/** What the partner says about a current member. */
export const attributesQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'attributes'],
    queryFn: async () => (await laurel.users.attributes(userId)).attributes,
    meta: { live: true },
  })

/** At most 100 members by their ids, also those who left. */
export const membersByIdQuery = (userIds: string[]) =>
  queryOptions({
    queryKey: [USERS, 'by id', userIds],
    enabled: userIds.length > 0,
    queryFn: () => readMembers(userIds),
    meta: { live: true },
  })

export async function readMembers(userIds: string[]) {
  const { data } = await laurel.users.list({
    ids: userIds.join(','),
    include: 'former',
    limit: userIds.length,
  })
  return data
}

/** Reads the names of at most 100 users by their ids, also of those who left. */
export async function readDisplayNames(userIds: string[]): Promise<(userId: string) => DisplayName> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return () => FORMER_MEMBER
  const members = await readMembers(ids)
  const names = new Map(members.map((member) => [member.userId, memberLabelOf(member)]))
  return (userId) => names.get(userId) ?? FORMER_MEMBER
}

/** The tag of a member without an account is random. */
export const memberLabelOf = (member: Member): DisplayName => ({
  name: memberName(member),
  tag: member.hasAccount ? (member.userData?.tag ?? null) : null,
})
