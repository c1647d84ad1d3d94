import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { readSession } from '../session/load-session.ts'

type Team = DataOf<'listTeam'>
export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]
export type Act = DataOf<'listAuditEvents'>['data'][number]

const ACTS_PER_PAGE = 25

/** Who is signed in, read anew: the address and the second factor can change in another window. */
export const ownAccountQuery = queryOptions({
  queryKey: ['own-account'],
  queryFn: readSession,
  staleTime: 0,
})

export const sessionsQuery = (eco: string, page: number) =>
  queryOptions({
    queryKey: ['sessions', page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/{eco}/partners/me/sessions', { params: { path: { eco }, query: { page } } })),
    placeholderData: keepPreviousData,
  })

export const teamQuery = (eco: string) =>
  queryOptions({
    queryKey: ['team'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me/team', { params: { path: { eco } } })),
  })

export const actsQuery = (eco: string, page: number) =>
  queryOptions({
    queryKey: ['acts', page],
    queryFn: () => {
      const query = { page, limit: ACTS_PER_PAGE }
      return dataOf(api.GET('/api/v1/{eco}/partners/me/audit-events', { params: { path: { eco }, query } }))
    },
    placeholderData: keepPreviousData,
  })
