import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'

type Team = DataOf<'listTeam'>
export type TeamMember = Team['members'][number]
export type Invitation = Team['invitations'][number]

export const teamQuery = (eco: string) =>
  queryOptions({
    queryKey: ['team'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me/team', { params: { path: { eco } } })),
  })
