import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { readSession } from '../session/session.ts'

type Team = DataOf<'listTeam'>
export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]
export type AuditEvent = DataOf<'listActs'>['data'][number]

const AUDIT_EVENTS_PER_PAGE = 25

/** Reads the session again: the e-mail and the second factor may have changed in another window. */
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

export const auditEventsQuery = (eco: string, page: number) =>
  queryOptions({
    queryKey: ['acts', page],
    queryFn: () => {
      const query = { page, limit: AUDIT_EVENTS_PER_PAGE }
      return dataOf(api.GET('/api/v1/{eco}/partners/me/acts', { params: { path: { eco }, query } }))
    },
    placeholderData: keepPreviousData,
  })
