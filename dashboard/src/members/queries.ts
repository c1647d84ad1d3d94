import type { MemberPage, Query } from '@laurel/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { pagedQuery } from '../api/paging.ts'
import { type DisplayName, displayNameOf, FORMER_MEMBER } from './member-name.ts'

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

export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId],
    queryFn: () => laurel.users.read(userId),
    meta: { live: true },
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

/** Reads the names of at most 100 users by their ids. */
export async function readDisplayNames(userIds: string[]): Promise<(userId: string) => DisplayName> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return () => FORMER_MEMBER
  const { data: members } = await laurel.users.list({ ids: ids.join(','), limit: ids.length })
  const names = new Map(members.map(({ userId, userData }) => [userId, displayNameOf(userData)]))
  return (userId) => names.get(userId) ?? FORMER_MEMBER
}
