import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { BodyOf, DataOf } from '../api/types.ts'
import { useSession } from '../session/session.ts'

/** The partner that the signed-in person works for. */
export type Partner = DataOf<'readOwnPartner'>

const inEcosystem = (eco: string) => ({ params: { path: { eco } } })

export const partnerQuery = (eco: string) =>
  queryOptions({
    queryKey: ['partner'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me', inEcosystem(eco))),
  })

/** Changes the partner, and what the pages show of it. */
export function useChangePartner() {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  return async (body: BodyOf<'changeOwnPartner'>): Promise<Partner> => {
    const changed = await dataOf(api.PATCH('/api/v1/{eco}/partners/me', { ...inEcosystem(ecosystem), body }))
    queries.setQueryData(partnerQuery(ecosystem).queryKey, changed)
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

/** How the user-details address answered the last time it was asked, for someone who joined by tag or for a try. */
export const userDetailsQuery = (eco: string) =>
  queryOptions({
    queryKey: ['user-details'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me/user-details', inEcosystem(eco))),
  })
