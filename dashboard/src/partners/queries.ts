import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { BodyOf, DataOf } from '../api/types.ts'
import { useSession } from '../session/session.ts'

/** The partner of the signed-in team member. */
export type Partner = DataOf<'readOwnPartner'>

const inEcosystem = (eco: string) => ({ params: { path: { eco } } })

export const partnerQuery = (eco: string) =>
  queryOptions({
    queryKey: ['partner'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me', inEcosystem(eco))),
  })

export function useChangePartner() {
  const { ecosystem } = useSession()
  const queryClient = useQueryClient()
  return async (body: BodyOf<'changeOwnPartner'>): Promise<Partner> => {
    const changed = await dataOf(api.PATCH('/api/v1/{eco}/partners/me', { ...inEcosystem(ecosystem), body }))
    queryClient.setQueryData(partnerQuery(ecosystem).queryKey, changed)
    return changed
  }
}

export const secretsQuery = (eco: string) =>
  queryOptions({
    queryKey: ['secrets'],
    queryFn: async () => {
      const { secrets } = await dataOf(api.GET('/api/v1/{eco}/partners/me/secrets', inEcosystem(eco)))
      return secrets
    },
  })

/** The result of the last request to the user-details address. */
export const userDetailsQuery = (eco: string) =>
  queryOptions({
    queryKey: ['user-details'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me/user-details', inEcosystem(eco))),
  })
