import { api, dataOf } from '../api/client.ts'
import { FORMER, type Named, namedBy } from './names.ts'

/** Who users are, for lists that have their ids alone: at most 100 of them. */
export async function readNames(userIds: string[]): Promise<(userId: string) => Named> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return () => FORMER
  const query = { ids: ids.join(','), limit: ids.length }
  const { data: members } = await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))
  const names = new Map(members.map(({ userId, userData }) => [userId, namedBy(userData)]))
  return (userId) => names.get(userId) ?? FORMER
}
